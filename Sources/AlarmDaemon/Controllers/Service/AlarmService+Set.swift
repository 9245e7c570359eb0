// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

extension AlarmService {
    /// Sets an alarm, once its sound is known to play; replies when it is stored.
    func set(_ call: SetCall, by client: Client, _ responder: Responder) {
        guard let sound = call.ring?.sound, !sound.isEmpty, sound.utf8.count <= 4096 else {
            setChecked(call, by: client, responder)
            return
        }
        let settings = rings.settings
        auditions.check(settings.sounds.word(sound), settings: settings) {
            [weak self] fault in
            if let fault {
                responder.fail(
                    AlarmClockError.invalidSound(sound: sound, reason: fault))
            } else {
                self?.setChecked(call, by: client, responder)
            }
        }
    }

    private func setChecked(_ call: SetCall, by client: Client, _ responder: Responder) {
        let outcome: SetOutcome
        do throws(AlarmClockError) {
            let edit = try AlarmEdit(call)
            if edit.isEnabled == false { try checkHold(of: call.id.map { [$0] } ?? []) }
            try checkZone(edit.schedule?.zone)
            try checkStoryboard(edit.ring.storyboard)
            outcome = try change { book, moment, context throws(BookError) in
                let outcome = try book.set(edit, at: moment, in: context, by: client.userName)
                return (outcome, outcome.effects)
            }
            if let zone = edit.schedule?.zone { zones.keep(zone) }
        } catch {
            responder.fail(error)
            return
        }
        if call.ring?.notOnHolidays == true { holidays.wasAskedFor() }
        store.whenSaved { [weak self] result in
            self?.replyToSet(outcome, result, responder)
        }
    }

    /// A zone that a person names must be there; one that vanishes later is another matter.
    func checkZone(_ name: String?) throws(AlarmClockError) {
        guard let name, let fault = zones.fault(in: name) else { return }
        throw .invalidSchedule(field: "zone", reason: fault)
    }

    /// A storyboard that a person names can be followed; one that is broken later is another matter.
    private func checkStoryboard(_ name: String?) throws(AlarmClockError) {
        guard let name, Storyboard.fault(inName: name) == nil,
            let fault = storyboards.fault(of: name)
        else { return }
        throw .invalidSchedule(field: "storyboard", reason: fault)
    }

    private func replyToSet(
        _ outcome: SetOutcome, _ result: StoreController.Outcome, _ responder: Responder
    ) {
        guard case .failed(let reason) = result, undo(outcome) else {
            let alarm = schedule.book.alarms[outcome.alarm.id] ?? outcome.alarm
            responder.reply(
                SetReply(
                    alarm: writer.alarm(alarm, in: schedule.book, at: schedule.moment),
                    created: outcome.isCreated))
            return
        }
        responder.fail(AlarmClockError.storageFailed(reason: Message(verbatim: reason)))
    }

    /// Takes back what could not be stored; `false` where it rings already.
    func undo(_ outcome: SetOutcome) -> Bool {
        schedule.change { book, moment, context in
            let effects = book.undoSet(
                of: outcome.alarm.id, to: outcome.previous, at: moment, in: context)
            return (effects != nil, effects ?? [])
        }
    }

    /// Removes alarms; replies when that is stored.
    func clear(_ call: ClearCall, by client: Client, _ responder: Responder) {
        guard call.all == true || call.ids?.isEmpty == false else {
            responder.fail(ServiceError.invalidParameter("ids"))
            return
        }
        // Which of the two was meant nobody knows, and what is cleared is gone.
        guard call.all != true || call.ids?.isEmpty != false else {
            responder.fail(ServiceError.invalidParameter("all"))
            return
        }
        let cleared: [AlarmID]
        do throws(AlarmClockError) {
            try checkHold(of: call.all == true ? nil : call.ids ?? [])
            cleared = try change { book, moment, context throws(BookError) in
                guard call.all != true else {
                    let (ids, effects) = book.clearAll(at: moment, in: context, by: client.userName)
                    return (ids, effects)
                }
                let (ids, effects) = try book.clear(
                    call.ids ?? [], at: moment, in: context, by: client.userName)
                return (ids, effects)
            }
        } catch {
            responder.fail(error)
            return
        }
        store.whenSaved { result in
            guard case .failed(let reason) = result else {
                responder.reply(ClearReply(cleared: cleared.map(\.text)))
                return
            }
            responder.fail(
                AlarmClockError.storageFailed(
                    reason: "cleared for now, but back after a restart: \(reason)"))
        }
    }

    /// Changes the book, and tells its refusals as the interface does.
    func change<Value>(
        _ body: (inout AlarmBook, Moment, BookContext) throws(BookError) -> (Value, [Effect])
    ) throws(AlarmClockError) -> Value {
        do throws(BookError) {
            return try schedule.change(body)
        } catch {
            throw AlarmClockError(error)
        }
    }
}
