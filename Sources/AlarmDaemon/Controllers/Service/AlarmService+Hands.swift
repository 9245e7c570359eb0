// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import AlarmStore

extension AlarmService {
    /// Puts a finger on a hand.
    func press(_ call: PressCall, by client: Client, _ responder: Responder) {
        do throws(ServiceError) {
            var request = PressRequest(alarm: call.alarm)
            request.hand = call.hand ?? .alarm
            request.place = try call.at.map { (at) throws(ServiceError) in
                try DialPosition(at, of: "at")
            }
            request.direction = call.direction
            request.once = call.once ?? false
            // A hand that steps by itself is held where it is.
            guard request.place == nil || request.direction == nil else {
                throw .invalidParameter("direction")
            }
            answer(responder) { hands throws(AlarmClockError) in
                PressReply(
                    gesture: Wire.Gesture(try hands.press(request, by: Finger(client))))
            }
        } catch {
            responder.fail(error)
        }
    }

    /// Moves a finger, or hears that it is still there.
    func move(_ call: MoveCall, by client: Client, _ responder: Responder) {
        do throws(ServiceError) {
            let place = try call.to.map { (to) throws(ServiceError) in
                try DialPosition(to, of: "to")
            }
            guard place == nil || !hands.isStepping(call.press) else {
                throw .invalidParameter("to")
            }
            answer(responder) { hands throws(AlarmClockError) in
                MoveReply(
                    gesture: Wire.Gesture(
                        try hands.move(call.press, to: place, by: Finger(client))))
            }
        } catch {
            responder.fail(error)
        }
    }

    /// Takes a finger away without meaning what it did.
    func cancel(_ call: CancelCall, by client: Client, _ responder: Responder) {
        answer(responder) { hands throws(AlarmClockError) in
            CancelReply(gesture: Wire.Gesture(try hands.cancel(call.press, by: Finger(client))))
        }
    }

    /// Lifts a finger; replies when what the hands showed is stored.
    func release(_ call: ReleaseCall, by client: Client, _ responder: Responder) {
        do throws(AlarmClockError) {
            let (gesture, outcome) = try hands.release(call.press, by: Finger(client))
            guard let outcome else {
                let alarm = gesture.state == .ended ? schedule.book.alarms[gesture.alarm] : nil
                return responder.reply(reply(to: gesture, alarm))
            }
            store.whenSaved { [weak self] result in
                self?.reply(to: gesture, outcome, result, responder)
            }
        } catch {
            responder.fail(error)
        }
    }

    private func answer(
        _ responder: Responder,
        by body: (HandsController) throws(AlarmClockError) -> some WireObject
    ) {
        do throws(AlarmClockError) { responder.reply(try body(hands)) } catch {
            responder.fail(error)
        }
    }

    private func reply(
        to gesture: Gesture, _ outcome: SetOutcome, _ result: StoreController.Outcome,
        _ responder: Responder
    ) {
        if case .failed(let reason) = result, undo(outcome) {
            return responder.fail(AlarmClockError.storageFailed(reason: Message(verbatim: reason)))
        }
        responder.reply(
            reply(to: gesture, schedule.book.alarms[outcome.alarm.id] ?? outcome.alarm))
    }

    private func reply(to gesture: Gesture, _ alarm: Alarm?) -> ReleaseReply {
        ReleaseReply(
            gesture: Wire.Gesture(gesture),
            alarm: alarm.map { writer.alarm($0, in: schedule.book, at: schedule.moment) })
    }
}

// MARK: - A ring that only a press stops

extension AlarmService {
    /// Refuses to end what rings without a press, where the configuration wants one held.
    ///
    /// - Parameter ids: The alarms that would end; `nil` for all.
    /// - Throws: `PressFailed` where one of them rings.
    func checkHold(of ids: [String]?) throws(AlarmClockError) {
        let alarms = ids.map { $0.compactMap { AlarmID($0) } } ?? Array(schedule.book.live.keys)
        for occurrence in alarms.compactMap({ schedule.book.ringing($0) }) {
            let hold = hands.stopHold(of: occurrence)
            guard hold > .zero else { continue }
            let alarm = occurrence.id.alarm
            throw .onlyHolding(alarm: alarm.text, for: hold)
        }
    }

    /// Refuses to dismiss what rings without a press, where the configuration wants one held.
    ///
    /// - Throws: `PressFailed`.
    func checkHold(ofAnswered name: String?, all: Bool) throws(AlarmClockError) {
        guard !all else { return try checkHold(of: nil) }
        guard let name else {
            return try checkHold(of: schedule.book.presented.map { [$0.id.alarm.text] } ?? [])
        }
        try checkHold(of: [OccurrenceID(name)?.alarm.text ?? name])
    }
}
