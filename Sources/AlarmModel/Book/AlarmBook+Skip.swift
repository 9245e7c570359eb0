// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What came of a word on what is to be skipped.
package struct SkipOutcome: Hashable, Sendable {
    /// The alarm as it is now.
    package var alarm: Alarm
    /// What was to be skipped before, to undo it by.
    package var previous: Skip?
    /// What is to be done, in order.
    package var effects: [Effect]
}

extension AlarmBook {
    /// Sets which coming occurrences of an alarm do not ring, in place of what was set before.
    ///
    /// What rings or snoozes is left alone. What is armed and shall not ring is let go.
    ///
    /// - Parameters:
    ///   - text: The id of the alarm.
    ///   - request: Which.
    ///   - moment: What the clocks say now.
    ///   - context: The configuration and the zones.
    ///   - by: Who asks.
    /// - Returns: The alarm as it is now, and what is to be done.
    /// - Throws: ``BookError`` where there is no such alarm, where it is a countdown, which has no civil times,
    ///   or where there is nothing that could be skipped; nothing is changed then.
    package mutating func skip(
        _ text: String, _ request: SkipRequest, at moment: Moment, in context: BookContext,
        by: String? = nil
    ) throws(BookError) -> SkipOutcome {
        guard let id = AlarmID(text), let alarm = alarms[id] else { throw .noSuchAlarm(text) }
        guard let schedule = alarm.schedule else {
            throw .invalidSchedule(
                field: "", reason: "a countdown rings once: clear it, or switch it off")
        }
        // What is due at this very moment rings, and is not among those to come.
        var book = self
        var turn = book.begin(at: moment, because: .edit, in: context, by: by)
        book.settle(id, in: &turn)
        let skip = try book.skip(request, of: id, by: schedule, in: turn)
        book.alarms[id]?.skip = skip
        turn.tell(.set, Self.reason(for: request, skip), of: alarm)
        book.decideAnew(id, in: &turn)
        book.finish(&turn)
        self = book
        return SkipOutcome(
            alarm: alarms[id] ?? alarm, previous: alarm.skip, effects: turn.effects)
    }

    /// Puts back what was to be skipped, because what was set could not be stored.
    ///
    /// - Returns: What is to be done, in order.
    package mutating func undoSkip(
        of id: AlarmID, to previous: Skip?, at moment: Moment, in context: BookContext
    ) -> [Effect] {
        guard let alarm = alarms[id], alarm.schedule != nil else { return [] }
        var turn = begin(at: moment, because: .edit, in: context)
        alarms[id]?.skip = previous
        turn.tell(.set, Reason(.undone), of: alarm)
        decideAnew(id, in: &turn)
        finish(&turn)
        return turn.effects
    }

    /// What an alarm is to skip, as far as it is still ahead; of a pause only the date counts.
    ///
    /// - Parameters:
    ///   - id: The alarm.
    ///   - civil: What the clock reads now in a zone.
    /// - Returns: The occurrences that are named, and the date up to which none rings.
    package func skipped(
        of id: AlarmID, at civil: (String?) -> CivilDateTime
    ) -> (occurrences: [OccurrenceID], pausedUntil: CivilDate?) {
        guard let alarm = alarms[id], let skip = alarm.skip else { return ([], nil) }
        let now = civil(alarm.schedule?.zone)
        switch skip {
        case .occurrences(let ids):
            return (ids.filter { $0.nominal >= now && $0 != alarm.lastDecided }, nil)
        case .until(let date): return ([], date > now.date ? date : nil)
        }
    }

    private func skip(
        _ request: SkipRequest, of id: AlarmID, by schedule: Schedule, in turn: Turn
    ) throws(BookError) -> Skip? {
        switch request {
        case .none: return nil
        case .until(let date):
            let today = turn.context.rules(for: schedule.zone).civil(at: turn.now.wall).date
            guard date > today || turn.trust != .trusted else {
                throw .invalidSchedule(
                    field: "until", reason: "\(date) is not ahead: it is \(today)")
            }
            return .until(date)
        case .next(let count):
            guard Skip.countRange.contains(count) else {
                let (least, most) = (Skip.countRange.lowerBound, Skip.countRange.upperBound)
                throw .invalidSchedule(
                    field: "count",
                    reason: "\(count) is not from \(least) to \(most); a date can be given instead")
            }
            guard !turn.trust.isWaiting else {
                throw .invalidSchedule(
                    field: "count",
                    reason: """
                        the clock is not trusted yet, so that it is not known what is next; \
                        a date can be given instead
                        """)
            }
            let ids = upcoming(count, of: id, in: turn)
            guard !ids.isEmpty else {
                throw .invalidSchedule(
                    field: "", reason: "nothing of \(id.text) is to come that could be skipped")
            }
            return .occurrences(ids)
        }
    }

    /// The next occurrences of an alarm that would ring if no person had said otherwise.
    private func upcoming(_ count: Int, of id: AlarmID, in turn: Turn) -> [OccurrenceID] {
        guard var alarm = alarms[id], let schedule = alarm.schedule,
            schedule.pattern != .next(fixedTo: nil)
        else { return [] }
        alarm.skip = nil
        let from = max(turn.now.wall, alarm.decided)
        let first = undecided(of: alarm, schedule, after: from, in: turn.context)
        var next = turn.context.ringing(from: first, of: alarm, by: schedule)
        var ids: [OccurrenceID] = []
        while let time = next, ids.count < count {
            ids.append(time.id)
            next = turn.context.nextRinging(of: alarm, by: schedule, after: time.due)
        }
        return ids
    }

    private mutating func decideAnew(_ id: AlarmID, in turn: inout Turn) {
        guard isActive(id) else { return }
        if turn.trust.isWaiting {
            foresee(id, in: turn)
        } else {
            look(ahead: id, in: &turn)
        }
        settle(id, in: &turn)
    }

    private static func reason(for request: SkipRequest, _ skip: Skip?) -> Reason {
        switch skip {
        case nil: Reason(.skipsNone)
        case .until(let date)?: .paused(until: date)
        case .occurrences(let ids)?: .skips(ids.count)
        }
    }
}

// MARK: - As time goes on

extension AlarmBook {
    /// Ends the occurrences whose time has come and that a person, or the calendar, wants to be skipped.
    ///
    /// Each is the first that is not decided: what rings before it was decided before.
    mutating func passSkipped(of id: AlarmID, in turn: inout Turn) {
        // Asked of each that is due, while hardly ever one is.
        while let due = alarms[id]?.skippedDue, due <= turn.now.wall, let alarm = alarms[id],
            let skipped = alarm.skipping
        {
            if armed[id]?.id == skipped.id { disarm(id, in: &turn) }
            layAside(id, in: turn)
            alarms[id]?.decided = skipped.due
            alarms[id]?.lastDecided = skipped.id
            // After a long absence the recent ones tell enough.
            if turn.now.wall - skipped.due <= Self.lookBack {
                let time = Upcoming(id: skipped.id, due: skipped.due)
                end(
                    makeOccurrence(time, of: alarm, in: turn), by: .skip, because: skipped.reason,
                    in: &turn)
            }
            guard alarm.isOneShot else {
                look(ahead: id, in: &turn)
                continue
            }
            alarms[id]?.isEnabled = false
            alarms[id]?.retired = turn.now.wall
            forgetNext(of: id)
        }
    }

    /// Whether a person wants the alarm's occurrence on `date` to be skipped.
    func isSkipped(_ alarm: Alarm, on date: CivilDate, at time: TimeOfDay) -> Bool {
        let id = OccurrenceID(alarm: alarm.id, nominal: CivilDateTime(date: date, time: time))
        return alarm.skip?.contains(id, tellsPassesApart: false) ?? false
    }
}
