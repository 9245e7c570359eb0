// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

extension AlarmService {
    /// Sets which coming occurrences of an alarm do not ring; replies when it is stored.
    func skip(_ call: SkipCall, by client: Client, _ responder: Responder) {
        let outcome: SkipOutcome
        do throws(AlarmClockError) {
            let request = try SkipRequest(call)
            outcome = try change { book, moment, context throws(BookError) in
                let outcome = try book.skip(
                    call.id, request, at: moment, in: context, by: client.userName)
                return (outcome, outcome.effects)
            }
        } catch {
            responder.fail(error)
            return
        }
        store.whenSaved { [weak self] result in
            self?.reply(to: outcome, result, responder)
        }
    }

    private func reply(
        to outcome: SkipOutcome, _ result: StoreController.Outcome, _ responder: Responder
    ) {
        let id = outcome.alarm.id
        guard case .failed(let reason) = result else {
            let alarm = schedule.book.alarms[id] ?? outcome.alarm
            responder.reply(
                SkipReply(alarm: writer.alarm(alarm, in: schedule.book, at: schedule.moment)))
            return
        }
        schedule.change { book, moment, context in
            ((), book.undoSkip(of: id, to: outcome.previous, at: moment, in: context))
        }
        responder.fail(AlarmClockError.storageFailed(reason: Message(verbatim: reason)))
    }
}
