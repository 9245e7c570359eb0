// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What came of an edit.
package struct SetOutcome: Hashable, Sendable {
    /// The alarm as it is now.
    package var alarm: Alarm
    /// The alarm as it was before, to undo the edit by; `nil` if it is new.
    package var previous: Alarm?
    /// What is to be done, in order.
    package var effects: [Effect]

    /// Creates an outcome.
    package init(alarm: Alarm, previous: Alarm?, effects: [Effect]) {
        self.alarm = alarm
        self.previous = previous
        self.effects = effects
    }

    /// Whether the alarm is new.
    package var isCreated: Bool { previous == nil }
}

extension AlarmBook {
    /// Makes an alarm, or changes the members that are given.
    ///
    /// What rings or snoozes is left alone, unless the alarm is switched off by it. What is armed is decided anew.
    ///
    /// - Parameters:
    ///   - edit: What is asked.
    ///   - moment: What the clocks say now.
    ///   - context: The configuration and the zones.
    ///   - by: Who asks.
    /// - Returns: The alarm as it is now and as it was, and what is to be done.
    /// - Throws: ``BookError`` where the edit cannot be; nothing is changed then.
    package mutating func set(
        _ edit: AlarmEdit, at moment: Moment, in context: BookContext, by: String? = nil
    ) throws(BookError) -> SetOutcome {
        try edit.check()
        let id = try subject(of: edit)
        let existing = alarms[id]
        let trigger = try trigger(of: edit, for: id, existing, at: moment, in: context)
        guard let kept = trigger ?? existing?.trigger else { throw .noSuchAlarm(id.text) }
        try checkHolidays(edit, Self.draft(id, kept, edit, existing, at: moment), in: context)
        var turn = begin(at: moment, because: .edit, in: context, by: by)
        // What of it is due at this very moment rings before it is changed.
        settle(id, in: &turn)
        disarm(id, in: &turn)
        let previous = alarms[id] ?? existing
        let alarm = apply(edit, trigger, kept, to: previous, id, in: &turn)
        finish(&turn)
        return SetOutcome(
            alarm: alarms[id] ?? alarm, previous: existing == nil ? nil : previous,
            effects: turn.effects)
    }

    /// Removes alarms; what of them rings or snoozes ends.
    ///
    /// - Throws: ``BookError/noSuchAlarm(_:)`` with the first id that no alarm has; nothing is changed then.
    package mutating func clear(
        _ ids: [String], at moment: Moment, in context: BookContext, by: String? = nil
    ) throws(BookError) -> (cleared: [AlarmID], effects: [Effect]) {
        var found: [AlarmID] = []
        for text in ids {
            guard let id = AlarmID(text), alarms[id] != nil else { throw .noSuchAlarm(text) }
            if !found.contains(id) { found.append(id) }
        }
        return (found, clear(found, at: moment, in: context, by: by))
    }

    /// Removes every alarm; what of them rings or snoozes ends.
    package mutating func clearAll(
        at moment: Moment, in context: BookContext, by: String? = nil
    ) -> (cleared: [AlarmID], effects: [Effect]) {
        let ids = alarms.keys.sorted()
        return (ids, clear(ids, at: moment, in: context, by: by))
    }

    /// Puts an alarm back as it was before it was set, because what was set could not be stored.
    ///
    /// - Parameters:
    ///   - id: The alarm.
    ///   - previous: What it was before, as ``SetOutcome/previous`` says; `nil` where it was new.
    ///   - moment: What the clocks say now.
    ///   - context: The configuration and the zones.
    /// - Returns: What is to be done; `nil`, with nothing changed, where what was set rings already.
    package mutating func undoSet(
        of id: AlarmID, to previous: Alarm?, at moment: Moment, in context: BookContext
    ) -> [Effect]? {
        var turn = begin(at: moment, because: .edit, in: context)
        guard let alarm = alarms[id] else { return [] }
        if live[id]?.serial == alarm.serial, previous?.serial != alarm.serial { return nil }
        disarm(id, in: &turn)
        alarms[id] = previous.map { restored($0, over: alarm, in: turn) }
        aside[id] = nil
        if previous != nil { layAside(id, in: turn) }
        if previous != nil { look(ahead: id, in: &turn) }
        turn.tell(.set, Reason(.undone), of: previous ?? alarm)
        finish(&turn)
        return turn.effects
    }

    // MARK: How

    /// What an alarm is put back to: what came due since it was set stays decided, so that nothing rings twice.
    private func restored(_ previous: Alarm, over alarm: Alarm, in turn: Turn) -> Alarm {
        guard let last = alarm.lastDecided, last != previous.lastDecided else { return previous }
        var restored = previous
        let due = occurrence(last)?.due ?? alarm.decided
        restored.decided = max(previous.decided, alarm.decided, due)
        restored.unheard = nil
        if alarm.serial == previous.serial {
            restored.lastDecided = last
            restored.unheard = alarm.unheard
            restored.trigger = alarm.trigger
            if alarm.isOneShot {
                (restored.isEnabled, restored.retired) = (alarm.isEnabled, alarm.retired)
            }
        } else if previous.isOneShot, passed(previous, by: restored.decided, in: turn) {
            // Its own time has come too, and one ring was enough for both.
            if let countdown = previous.countdown {
                restored.trigger = .countdown(Countdown(length: countdown.length))
            }
            (restored.isEnabled, restored.retired) = (false, turn.now.wall)
        }
        (restored.upcoming, restored.skipping) = (nil, nil)
        return restored
    }

    /// Whether the time of a one-shot has come.
    private func passed(_ alarm: Alarm, by decided: Instant, in turn: Turn) -> Bool {
        if let run = alarm.countdown?.run { return run.deadline <= turn.now.sinceBoot }
        return alarm.upcoming.map { $0.due <= decided } ?? false
    }

    /// The alarm that an edit is about.
    private func subject(of edit: AlarmEdit) throws(BookError) -> AlarmID {
        let isComplete = edit.schedule != nil || edit.countdown != nil
        if let text = edit.id {
            guard let id = AlarmID(text), alarms[id] != nil || isComplete else {
                throw .noSuchAlarm(text)
            }
            return id
        }
        guard isComplete else {
            throw .invalidSchedule(
                field: "schedule", reason: "a new alarm needs a schedule or a countdown")
        }
        return unusedID
    }

    /// A short id that no alarm has.
    private var unusedID: AlarmID {
        for number in (alarms.count + 1)... {
            if let id = AlarmID("alarm-\(number)"), alarms[id] == nil, live[id] == nil { return id }
        }
        preconditionFailure("There are fewer numbers than alarms.")
    }

    /// The trigger that an edit gives its alarm, ready to run; `nil` where it is kept as it is.
    private func trigger(
        of edit: AlarmEdit, for id: AlarmID, _ existing: Alarm?, at moment: Moment,
        in context: BookContext
    ) throws(BookError) -> Alarm.Trigger? {
        if let length = edit.countdown { return .countdown(Countdown(length: length)) }
        let isSwitchedOn = edit.isEnabled == true && !isActive(id)
        let kept = edit.resetting(existing?.schedule) ?? (isSwitchedOn ? existing?.schedule : nil)
        guard let wanted = edit.schedule ?? kept else {
            guard isSwitchedOn, let countdown = existing?.countdown else { return nil }
            return .countdown(Countdown(length: countdown.length))
        }
        if let name = wanted.zone, context.zones(name) == nil {
            throw .invalidSchedule(field: "zone", reason: "there is no zone of this name")
        }
        let schedule = Self.continued(wanted, from: existing)
        let draft = Self.draft(id, .schedule(schedule), edit, existing, at: moment)
        let fixed = context.fixed(schedule, for: draft, after: moment.wall)
        guard context.next(of: fixed, for: id, after: moment.wall) != nil else {
            throw Self.noFuture(of: fixed, after: context.civil(of: fixed, at: moment.wall))
        }
        return .schedule(fixed)
    }

    /// The alarm that an edit leads to, as far as its times depend on it.
    private static func draft(
        _ id: AlarmID, _ trigger: Alarm.Trigger, _ edit: AlarmEdit, _ existing: Alarm?,
        at moment: Moment
    ) -> Alarm {
        Alarm(
            id: id, trigger: trigger, ring: edit.applied(to: existing?.ring ?? RingSettings()),
            decided: moment.wall)
    }

    /// Refuses an edit by which an alarm would ring never, since each of its times is on a holiday.
    private func checkHolidays(
        _ edit: AlarmEdit, _ draft: Alarm, in context: BookContext
    ) throws(BookError) {
        guard let schedule = draft.schedule else {
            guard edit.ring.notOnHolidays == true else { return }
            throw .invalidSchedule(
                field: "notOnHolidays", reason: "a countdown rings on holidays too")
        }
        let isAsked = edit.schedule != nil || edit.ring.notOnHolidays == true
        guard isAsked, schedule.pattern != .next(fixedTo: nil),
            let first = context.next(of: schedule, for: draft.id, after: draft.decided),
            let reason = context.reasonToSkip(first.id, of: draft),
            context.ringing(from: first, of: draft, by: schedule) == nil
        else { return }
        throw .invalidSchedule(
            field: "notOnHolidays",
            reason: Message(
                "it would never ring: \(first.id.nominal.date) is a \(reason.words ?? Message(verbatim: "?"))"
            ))
    }

    /// A recurrence that does not say its start goes on from that of the one before, unless that one is over.
    private static func continued(_ schedule: Schedule, from old: Alarm?) -> Schedule {
        guard let recurrence = schedule.recurrence, recurrence.start == nil, let old,
            old.retired == nil, let start = old.schedule?.recurrence?.start
        else { return schedule }
        var schedule = schedule
        schedule.pattern = .recurring(Recurrence(recurrence.rule, from: start))
        return schedule
    }

    private static func noFuture(of schedule: Schedule, after now: CivilDateTime) -> BookError {
        switch schedule.pattern {
        case .recurring(let recurrence):
            .invalidSchedule(field: "rrule", reason: recurrence.fault(after: now.date).message)
        case .date(let date):
            .invalidSchedule(
                field: "date", reason: "\(date) \(schedule.time) is not ahead any more")
        case .next, .weekly:
            .invalidSchedule(field: "date", reason: "\(schedule.time) is not ahead any more")
        }
    }

    private mutating func apply(
        _ edit: AlarmEdit, _ trigger: Alarm.Trigger?, _ kept: Alarm.Trigger, to old: Alarm?,
        _ id: AlarmID, in turn: inout Turn
    ) -> Alarm {
        var alarm = old ?? Alarm(id: id, trigger: kept, decided: turn.now.wall)
        alarm.label = edit.applied(toLabel: alarm.label)
        alarm.ring = edit.applied(to: alarm.ring)
        if edit.schedule != nil || edit.countdown != nil { alarm.isEnabled = true }
        if let trigger {
            alarm.trigger = trigger
            alarm.decided = turn.now.wall
            alarm.lastDecided = nil
            alarm.unheard = nil
            alarm.retired = nil
            alarm.serial = nextSerial
            nextSerial = max(nextSerial, nextSerial &+ 1)
            layAsideSetting(of: id, in: turn)
        } else if edit.isEnabled == false {
            aside[id] = nil
        }
        // A one-shot whose time came this very moment is not switched on by an edit that meant it to stay on.
        if let isEnabled = edit.isEnabled, alarm.retired == nil { alarm.isEnabled = isEnabled }
        if changesTimes(edit, alarm) { alarm.skip = nil }
        // What is only called otherwise is still waited for.
        if trigger != nil || !alarm.isEnabled { alarm.upcoming = nil }
        alarm.skipping = nil
        if case .countdown(var countdown) = alarm.trigger {
            let run = countdown.run ?? self.run(of: countdown.length, id, at: turn.now)
            countdown.run = alarm.isEnabled ? run : nil
            alarm.trigger = .countdown(countdown)
        }
        alarms[id] = alarm
        turn.tell(.set, Reason(code(old, alarm, edit)), of: alarm)
        if edit.isEnabled == false, let occurrence = live[id] {
            end(occurrence, by: .dismiss, because: Reason(.alarmDisabled), in: &turn)
        }
        if alarm.isEnabled { look(ahead: id, in: &turn) }
        return alarms[id] ?? alarm
    }

    /// Whether an edit gives an alarm other times, so that what was to be skipped means nothing any more: its
    /// schedule, or, of a one-shot that is switched on, a date.
    private func changesTimes(_ edit: AlarmEdit, _ alarm: Alarm) -> Bool {
        edit.schedule != nil && !edit.keepsSkip || edit.countdown != nil
            || edit.resetting(alarm.schedule) != nil
            || edit.isEnabled == true && alarm.isOneShot && !isActive(alarm.id)
    }

    private func code(_ old: Alarm?, _ new: Alarm, _ edit: AlarmEdit) -> Reason.Code {
        guard let old else { return .created }
        if old.isEnabled == new.isEnabled || edit.schedule != nil || edit.countdown != nil {
            return .changed
        }
        return new.isEnabled ? .enabled : .disabled
    }

    /// A countdown that starts now, named after the UTC second it will end in; a second later where an
    /// occurrence has that name.
    private func run(of length: Duration, _ id: AlarmID, at now: Moment) -> Countdown.Run {
        var run = Countdown.Run(expected: now.wall + length, deadline: now.sinceBoot + length)
        let taken = Set((history + [live[id]].compactMap(\.self)).map(\.id))
        while taken.contains(upcoming(of: run, id).id) { run.expected = run.expected + .seconds(1) }
        return run
    }

    private mutating func clear(
        _ ids: [AlarmID], at moment: Moment, in context: BookContext, by: String?
    ) -> [Effect] {
        var turn = begin(at: moment, because: .edit, in: context, by: by)
        for id in ids {
            settle(id, in: &turn)
            disarm(id, in: &turn)
            if let occurrence = live[id] {
                end(occurrence, by: .dismiss, because: Reason(.alarmCleared), in: &turn)
            }
            aside[id] = nil
            if let alarm = alarms.removeValue(forKey: id) {
                turn.tell(.cleared, Reason(.cleared), of: alarm)
            }
        }
        finish(&turn)
        return turn.effects
    }
}
