// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension AlarmBook {
    /// What the hands of an alarm show before they are turned; `nil` where it has none, being a countdown.
    ///
    /// - Parameters:
    ///   - id: The alarm.
    ///   - once: Whether only its next occurrence is to be turned.
    ///   - moment: What the clocks say now.
    ///   - context: The configuration and the zones.
    /// - Returns: The time.
    package func shownTime(
        of id: AlarmID, once: Bool, at moment: Moment, in context: BookContext
    ) -> TimeOfDay? {
        guard let schedule = alarms[id]?.schedule else { return nil }
        guard once, let next = turnable(id, schedule, at: moment, in: context) else {
            return schedule.time
        }
        return next.civil.time
    }

    /// Has an alarm ring at the time that its hands were turned to, and switches it on.
    ///
    /// - Parameters:
    ///   - id: The alarm.
    ///   - time: What the hands show.
    ///   - days: How many midnights they were turned past.
    ///   - once: Whether only the next occurrence is moved; one that comes once is set all the same.
    ///   - moment: What the clocks say now.
    ///   - context: The configuration and the zones.
    ///   - by: Who turned them.
    /// - Returns: The alarm as it is now and as it was, and what is to be done.
    /// - Throws: ``BookError`` where there is no such alarm, or what the hands show is not ahead; nothing is changed
    ///   then.
    package mutating func turn(
        _ id: AlarmID, to time: TimeOfDay, days: Int, once: Bool = false, at moment: Moment,
        in context: BookContext, by: String? = nil
    ) throws(BookError) -> SetOutcome {
        guard let schedule = alarms[id]?.schedule else { throw .noSuchAlarm(id.text) }
        var edit = AlarmEdit(id: id.text, isEnabled: true)
        if once, !schedule.isOneShot {
            edit.schedule = try moved(id, schedule, to: time, days, at: moment, in: context)
            edit.keepsSkip = true
        } else {
            edit.schedule = try schedule.turned(to: time, days: days)
        }
        return try set(edit, at: moment, in: context, by: by)
    }

    /// The schedule with its next occurrence moved.
    private func moved(
        _ id: AlarmID, _ schedule: Schedule, to time: TimeOfDay, _ days: Int, at moment: Moment,
        in context: BookContext
    ) throws(BookError) -> Schedule {
        guard var moved = turnable(id, schedule, at: moment, in: context) else {
            throw .invalidSchedule(field: "once", reason: "there is nothing to come of it")
        }
        let date = moved.civil.date.advanced(by: days)
        guard (CivilDate.first...CivilDate.last).contains(date) else {
            throw .invalidSchedule(field: "date", reason: "the hands were turned too far")
        }
        moved.civil = CivilDateTime(date: date, time: time)
        let zone = context.rules(for: schedule.zone)
        let due = moved.time(in: zone, gap: schedule.gap ?? context.gap)
        guard let due, due.instant > moment.wall else {
            throw .invalidSchedule(field: "time", reason: "\(moved.civil) is not ahead any more")
        }
        // What is over for more than a day names nothing that could come, even if the clock is set back a little.
        let past = zone.civil(at: moment.wall - Self.retirement)
        var changed = schedule
        changed.moved.removeAll {
            $0.latest < past
                || $0.nominal == moved.nominal && $0.isSecondPass == moved.isSecondPass
        }
        if moved.civil != moved.nominal { changed.moved.append(moved) }
        return changed
    }

    /// The next occurrence that will ring, where it is now.
    private func turnable(
        _ id: AlarmID, _ schedule: Schedule, at moment: Moment, in context: BookContext
    ) -> MovedTime? {
        guard let alarm = alarms[id] else { return nil }
        let next =
            isActive(id)
            ? alarm.upcoming ?? armed[id].map { Upcoming(id: $0.id, due: $0.due) } : nil
        let time = next ?? context.nextRinging(of: alarm, by: schedule, after: moment.wall)
        return time.map { time in
            let known = schedule.moved.first {
                $0.nominal == time.id.nominal && $0.isSecondPass == time.id.isSecondPass
            }
            return known
                ?? MovedTime(
                    nominal: time.id.nominal, isSecondPass: time.id.isSecondPass,
                    to: time.id.nominal)
        }
    }
}

extension Schedule {
    /// The time that was moved and is still to come by the clock `now`, the next of them; `nil` where there is none.
    package func movedTime(after now: CivilDateTime) -> MovedTime? {
        moved.filter { $0.civil > now }.min { $0.civil < $1.civil }
    }
}
