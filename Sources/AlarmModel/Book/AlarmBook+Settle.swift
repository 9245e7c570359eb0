// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension AlarmBook {
    /// How long a one-shot is kept after its time came.
    static let retirement = Duration.seconds(86_400)

    /// Whether the alarm will still be due: it is switched on, or was switched off only because its player is
    /// armed.
    func isActive(_ id: AlarmID) -> Bool {
        alarms[id]?.isEnabled == true || isArmed(id)
    }

    /// Decides for one alarm: what of it is due, what comes next, and whether that is near.
    mutating func settle(_ id: AlarmID, in turn: inout Turn) {
        alarms.settle(id)
        guard let alarm = alarms[id] else { return }
        switch alarm.trigger {
        case .schedule(let schedule):
            if turn.trust.isWaiting {
                if turn.movesTimes || alarm.upcoming == nil { foresee(id, in: turn) }
            } else {
                settle(schedule, of: id, in: &turn)
            }
        case .countdown(let countdown):
            settle(countdown, of: id, in: &turn)
        }
    }

    // MARK: Schedules

    /// Finds the alarm's next time, and decides nothing: the clock is waited for.
    mutating func foresee(_ id: AlarmID, in turn: Turn) {
        guard let alarm = alarms[id], let schedule = alarm.schedule, isActive(id) else {
            forgetNext(of: id)
            return
        }
        let coming = coming(of: alarm, schedule, in: turn)
        alarms[id]?.upcoming = coming.ringing
        alarms[id]?.skipping = coming.skipped
    }

    private mutating func settle(_ schedule: Schedule, of id: AlarmID, in turn: inout Turn) {
        guard let before = alarms[id] else { return }
        let wasLowered = lower(id, in: &turn)
        guard isActive(id) else {
            forgetNext(of: id)
            return
        }
        if wasLowered || turn.movesTimes || before.upcoming == nil { look(ahead: id, in: &turn) }
        passSkipped(of: id, in: &turn)
        if let due = latestDue(of: id, in: turn) {
            decide(due, of: id, waitedFor: before.upcoming, in: &turn)
            passSkipped(of: id, in: &turn)
        }
        if schedule.recurrence != nil, var alarm = alarms[id], alarm.upcoming == nil,
            alarm.skipping == nil
        {
            // Its last day is over: it is kept switched off for a day, as a one-shot is.
            layAside(id, in: turn)
            (alarm.isEnabled, alarm.retired) = (false, turn.now.wall)
            alarms[id] = alarm
        }
        armIfNear(id, in: &turn)
    }

    /// Lowers the instant up to which the alarm is decided, where the clock was set back beyond it; tells
    /// whether it was.
    ///
    /// What was missed with nothing heard is not decided any more as soon as it is not too late by the clock as it
    /// is now: it may still ring at its time.
    private mutating func lower(_ id: AlarmID, in turn: inout Turn) -> Bool {
        guard var alarm = alarms[id] else { return false }
        var (decided, lastDecided) = (alarm.decided, alarm.lastDecided)
        if let unheard = alarm.unheard, turn.lowest < unheard.at {
            let tooLate = turn.lowest - turn.context.patience(for: alarm)
            if tooLate < decided {
                (decided, lastDecided) = (max(unheard.decided, tooLate), unheard.lastDecided)
            }
        }
        if decided - Lateness.settleTime > turn.lowest {
            (decided, lastDecided) = (turn.lowest, nil)
        }
        guard decided < alarm.decided else { return false }
        layAside(id, in: turn)
        (alarm.decided, alarm.lastDecided, alarm.unheard) = (decided, lastDecided, nil)
        // What is due again is missed no more.
        missed.removeAll {
            $0.id.alarm == id && $0.serial == alarm.serial && $0.due > decided
        }
        let isBack = alarm.retired != nil
        if isBack { (alarm.isEnabled, alarm.retired) = (true, nil) }
        alarms[id] = alarm
        if isBack { turn.tell(.set, Reason(.dueAgain), of: alarm) }
        return true
    }

    /// Computes the alarm's next time anew.
    ///
    /// A one-shot that was set without a date moves to an earlier one where its time is still ahead there, and to a
    /// later one where it would not ring at all any more: its day has become a holiday, say.
    mutating func look(ahead id: AlarmID, in turn: inout Turn) {
        guard var alarm = alarms[id], var schedule = alarm.schedule else { return }
        var coming = self.coming(of: alarm, schedule, in: turn)
        if case .next(let date) = schedule.pattern {
            let fixed = turn.context.fixed(
                schedule, for: alarm, after: max(turn.now.wall, alarm.decided))
            // A skip names the date; moved away from it, it would ring.
            let isHeld = date.map { isSkipped(alarm, on: $0, at: schedule.time) } ?? false
            if case .next(let other?) = fixed.pattern, other != date, !isHeld,
                date.map({ other < $0 || coming.ringing == nil }) ?? true
            {
                layAside(id, in: turn)
                schedule = fixed
                alarm.trigger = .schedule(fixed)
                if date != nil { turn.tell(.set, .moved(to: other), of: alarm) }
                coming = self.coming(of: alarm, schedule, in: turn)
            }
        }
        (alarm.upcoming, alarm.skipping) = (coming.ringing, coming.skipped)
        alarms[id] = alarm
    }

    /// The next time at which an alarm rings, and the one before it at which it would, were it not skipped.
    func coming(
        of alarm: Alarm, _ schedule: Schedule, in turn: Turn
    ) -> (ringing: Upcoming?, skipped: SkippedTime?) {
        let next =
            overtaken(of: alarm, schedule, in: turn)
            ?? undecided(of: alarm, schedule, after: alarm.decided, in: turn.context)
        guard let next, let skipped = turn.context.skipped(next, of: alarm) else {
            return (next, nil)
        }
        return (turn.context.ringing(from: next, of: alarm, by: schedule), skipped)
    }

    /// No zone is further from another.
    private static let widestShift = Duration.seconds(27 * 3600)

    /// What was waited for, where a change of the zone has put it before the instant up to which all is decided: it
    /// was never heard, so that it is due, at once or when the clock is waited for no more.
    private func overtaken(
        of alarm: Alarm, _ schedule: Schedule, in turn: Turn
    ) -> Upcoming? {
        guard let waited = alarm.upcoming, turn.movesTimes || waited.due <= alarm.decided,
            !isPlainlyAhead(waited.id, of: alarm.decided, by: schedule, in: turn.context)
        else { return nil }
        // The second of two times in one zone is the only one in another.
        var other: Upcoming?
        var instant = alarm.decided - Self.widestShift
        while let time = turn.context.next(of: schedule, for: alarm.id, after: instant),
            time.due <= alarm.decided || time.id.nominal == waited.id.nominal
        {
            if time.id == waited.id { return time.due <= alarm.decided ? time : nil }
            if time.id.nominal == waited.id.nominal, time.due <= alarm.decided {
                other = other ?? time
            }
            instant = time.due
        }
        return other
    }

    /// No change of a zone's clocks is wider: offsets lie between -25 and 26 hours of UTC (RFC 9636, 3.2).
    private static let widestChange = Duration.seconds(52 * 3600)

    /// Whether a time is later than `instant` in its zone as it is now, which has no change of the clocks in between or
    /// shortly before: seen at a glance, as that of nearly every alarm is, and never by mistake.
    private func isPlainlyAhead(
        _ id: OccurrenceID, of instant: Instant, by schedule: Schedule, in context: BookContext
    ) -> Bool {
        guard schedule.moved.isEmpty else { return false }
        let span = context.rules(for: schedule.zone).span(at: instant)
        let due = Instant(seconds: id.nominal.secondsOnWall - Int64(span.offset))
        return due > instant && span.end.map { due < $0 } ?? true
            && span.start.map { $0 <= instant - Self.widestChange } ?? true
    }

    /// Forgets the alarm's next times, until they can be computed again.
    mutating func forgetNext(of id: AlarmID) {
        alarms[id]?.upcoming = nil
        alarms[id]?.skipping = nil
    }

    /// The first time after `instant` that is not decided yet: the one decided last stays so where its instant
    /// moved by little.
    func undecided(
        of alarm: Alarm, _ schedule: Schedule, after instant: Instant, in context: BookContext
    ) -> Upcoming? {
        guard let next = context.next(of: schedule, for: alarm.id, after: instant) else {
            return nil
        }
        let isDecided =
            next.id == alarm.lastDecided && next.due <= alarm.decided + Lateness.settleTime
        return isDecided ? context.next(of: schedule, for: alarm.id, after: next.due) : next
    }

    /// How far back each time is looked at.
    static let lookBack = Duration.seconds(8 * 86_400)

    /// The latest time of the alarm that is due and not decided; the earlier ones are one with it.
    ///
    /// A one-shot comes once, the first time, however late it is found.
    private func latestDue(of id: AlarmID, in turn: Turn) -> Upcoming? {
        guard let alarm = alarms[id], let schedule = alarm.schedule, var latest = alarm.upcoming,
            latest.due <= turn.now.wall
        else { return nil }
        if schedule.isOneShot { return latest }
        // After years of absence a short look back finds the latest; only rare days need the long way.
        let lookBack = turn.now.wall - Self.lookBack
        if latest.due < lookBack,
            let recent = turn.context.ringing(
                from: undecided(of: alarm, schedule, after: lookBack, in: turn.context), of: alarm,
                by: schedule), recent.due <= turn.now.wall
        {
            latest = recent
        }
        while let later = turn.context.nextRinging(of: alarm, by: schedule, after: latest.due),
            later.due <= turn.now.wall
        {
            latest = later
        }
        return latest
    }

    private mutating func decide(
        _ due: Upcoming, of id: AlarmID, waitedFor: Upcoming?, in turn: inout Turn
    ) {
        guard var alarm = alarms[id] else { return }
        var occurrence = takeArmed(due.id, in: &turn) ?? makeOccurrence(due, of: alarm, in: turn)
        occurrence.due = due.due
        let expected = waitedFor?.id == due.id ? waitedFor?.due ?? due.due : due.due
        let lateness = Lateness(
            age: turn.now.wall - due.due, limit: occurrence.ring.late + turn.held,
            wait: turn.undisturbed.map { expected - $0 })
        let isUnheard = lateness.verdict == .missed
        layAside(id, in: turn)
        record(due.id, due: due.due, isUnheard: isUnheard, in: turn)
        alarm.missUnheard(isUnheard, at: turn.now.wall)
        alarm.decided = due.due
        alarm.lastDecided = due.id
        alarm.upcoming = nil
        if alarm.isOneShot { (alarm.isEnabled, alarm.retired) = (false, turn.now.wall) }
        alarms[id] = alarm
        ring(occurrence, lateness, in: &turn)
        if alarm.isOneShot {
            forgetNext(of: id)
        } else {
            look(ahead: id, in: &turn)
        }
    }

    // MARK: Countdowns

    private mutating func settle(_ countdown: Countdown, of id: AlarmID, in turn: inout Turn) {
        guard var alarm = alarms[id], let run = countdown.run else { return }
        let age = turn.now.sinceBoot - run.deadline
        guard age >= .zero else {
            armIfNear(id, in: &turn)
            return
        }
        let upcoming = self.upcoming(of: run, id)
        layAside(id, in: turn)
        record(upcoming.id, due: turn.now.wall - age, in: turn)
        var occurrence =
            takeArmed(upcoming.id, in: &turn) ?? makeOccurrence(upcoming, of: alarm, in: turn)
        occurrence.due = turn.now.wall - age
        alarm.trigger = .countdown(Countdown(length: countdown.length))
        alarm.lastDecided = upcoming.id
        (alarm.isEnabled, alarm.retired) = (false, turn.now.wall)
        alarms[id] = alarm
        ring(occurrence, Lateness(age: age, limit: occurrence.ring.late), in: &turn)
    }

    /// What a run of a countdown leads to, with the wall-clock time it ends at as far as the book's last
    /// moment tells.
    func upcoming(of run: Countdown.Run, _ id: AlarmID) -> Upcoming {
        let left = run.deadline - (clock.last?.sinceBoot ?? .zero)
        return Upcoming(
            id: OccurrenceID(
                alarm: id, nominal: CivilDateTime(secondsOnWall: run.expected.seconds)),
            due: (clock.last?.wall ?? run.expected) + left)
    }

    // MARK: Both

    func makeOccurrence(_ due: Upcoming, of alarm: Alarm, in turn: Turn) -> Occurrence {
        let ring = turn.context.defaults.overridden(by: alarm.ring)
        return Occurrence(
            id: due.id, due: due.due, zone: alarm.schedule?.zone, serial: alarm.serial, ring: ring,
            scene: turn.context.storyboard(of: ring)?.initialScene)
    }

    /// Takes the armed occurrence of this id out; another one that is armed for the same alarm is let go.
    private mutating func takeArmed(_ id: OccurrenceID, in turn: inout Turn) -> Occurrence? {
        guard let occurrence = armed[id.alarm] else { return nil }
        armed[id.alarm] = nil
        if occurrence.id == id { return occurrence }
        turn.effects.append(.disarm(occurrence.id))
        return nil
    }

    /// Lets an occurrence ring whose time has come, or ends it as missed.
    private mutating func ring(
        _ occurrence: Occurrence, _ lateness: Lateness, in turn: inout Turn
    ) {
        var occurrence = occurrence
        let verdict = lateness.verdict
        occurrence.reason = .lateness(
            lateness.age, verdict, turn.cause, isHeld: turn.held > .zero)
        if verdict == .missed {
            end(occurrence, by: .miss, in: &turn)
            return
        }
        if let older = live[occurrence.id.alarm] {
            end(older, by: .dismiss, because: Reason(.replaced), in: &turn)
        }
        live[occurrence.id.alarm] = occurrence
        turn.incoming[occurrence.id.alarm] = Turn.Incoming(
            manner: .first, lateBy: verdict == .late ? lateness.age : .zero)
    }

    /// Arms the alarm's next occurrence if its time is near, and lets go what is armed and not near any more.
    private mutating func armIfNear(_ id: AlarmID, in turn: inout Turn) {
        let next = near(id, in: turn)
        if let occurrence = armed[id], occurrence.id != next?.id { disarm(id, in: &turn) }
        guard let next, let alarm = alarms[id], armed[id] == nil, live[id]?.id != next.id else {
            return
        }
        var occurrence = makeOccurrence(next, of: alarm, in: turn)
        occurrence.life = .armed
        armed[id] = occurrence
        if alarm.isOneShot { alarms[id]?.isEnabled = false }
        turn.armed.append(id)
    }

    /// The alarm's next occurrence, if it is due within the time a player is armed ahead.
    private func near(_ id: AlarmID, in turn: Turn) -> Upcoming? {
        guard let alarm = alarms[id], isActive(id) else { return nil }
        switch alarm.trigger {
        case .schedule:
            let soon = turn.now.wall + Effect.armingLead
            return alarm.upcoming.flatMap { $0.due <= soon ? $0 : nil }
        case .countdown(let countdown):
            guard let run = countdown.run,
                run.deadline <= turn.now.sinceBoot + Effect.armingLead
            else { return nil }
            return upcoming(of: run, id)
        }
    }

    /// Lets the alarm's armed occurrence go: it is scheduled again, with its one-shot on.
    mutating func disarm(_ id: AlarmID, in turn: inout Turn) {
        guard let occurrence = armed.removeValue(forKey: id) else { return }
        if alarms[id]?.isOneShot == true { alarms[id]?.isEnabled = true }
        turn.effects.append(.disarm(occurrence.id))
    }

    /// Removes a one-shot whose time came a day ago and that neither rings nor snoozes.
    mutating func retire(_ id: AlarmID, in turn: inout Turn) {
        guard turn.trust == .trusted, let alarm = alarms[id], let retired = alarm.retired
        else {
            return
        }
        if retired - Lateness.settleTime > turn.now.wall { alarms[id]?.retired = turn.now.wall }
        guard retired + Self.retirement <= turn.now.wall, live[id] == nil else { return }
        alarms[id] = nil
        aside[id] = nil
        turn.tell(.cleared, Reason(.expired), of: alarm)
    }
}
