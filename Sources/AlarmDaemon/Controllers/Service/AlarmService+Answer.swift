// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

extension AlarmService {
    /// Postpones what rings: it is silent first, then stored, then answered.
    func snooze(_ call: SnoozeCall, by client: Client, _ responder: Responder) {
        let snooze: Snooze
        do throws(ServiceError) {
            snooze = try Snooze(call)
        } catch {
            responder.fail(error)
            return
        }
        answer(responder) { book, moment, context throws(BookError) in
            try book.snooze(
                call.occurrence, snooze, at: moment, in: context, by: client.userName)
        } reply: { service, occurrences in
            let (book, moment) = (service.schedule.book, service.schedule.moment)
            let written = occurrences.map {
                service.writer.occurrence($0, in: book, at: moment)
            }
            responder.reply(SnoozeReply(occurrences: written))
        }
    }

    /// Ends what rings.
    func dismiss(_ call: DismissCall, by client: Client, _ responder: Responder) {
        guard call.all != true || call.occurrence == nil else {
            responder.fail(ServiceError.invalidParameter("all"))
            return
        }
        do throws(AlarmClockError) {
            try checkHold(ofAnswered: call.occurrence, all: call.all == true)
        } catch {
            return responder.fail(error)
        }
        answer(responder) { book, moment, context throws(BookError) in
            guard call.all != true else {
                return book.dismissAll(at: moment, in: context, by: client.userName)
            }
            return try book.dismiss(
                call.occurrence, at: moment, in: context, by: client.userName)
        } reply: { _, occurrences in
            func ids(_ areOver: Bool) -> [String] {
                occurrences.filter { $0.life.isOver == areOver }.map(\.id.description)
            }
            responder.reply(DismissReply(dismissed: ids(true), continued: ids(false)))
        }
    }

    private func answer(
        _ responder: Responder,
        by body: (inout AlarmBook, Moment, BookContext) throws(BookError) -> Answer,
        reply: @escaping (AlarmService, [Occurrence]) -> Void
    ) {
        let answer: Answer
        do throws(AlarmClockError) {
            answer = try change { book, moment, context throws(BookError) in
                let answer = try body(&book, moment, context)
                return (answer, answer.effects)
            }
        } catch {
            responder.fail(error)
            return
        }
        store.whenSaved(within: Self.answerPatience) { [weak self] _ in
            if let self { reply(self, answer.occurrences) }
        }
    }
}
