// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension BookContext {
    /// Why the occurrence `id` of `alarm` does not ring; `nil` where it does.
    func reasonToSkip(_ id: OccurrenceID, of alarm: Alarm) -> Reason? {
        let overlap = alarm.schedule?.overlap ?? overlap
        if let skip = alarm.skip, skip.contains(id, tellsPassesApart: overlap == .both) {
            return switch skip {
            case .occurrences: Reason(.skipped)
            case .until(let date): .paused(until: date)
            }
        }
        guard alarm.ring.notOnHolidays ?? defaults.notOnHolidays else { return nil }
        return holidays(id.nominal.date).map { .holiday($0) }
    }

    /// `time`, where it will not ring, with the reason.
    func skipped(_ time: Upcoming, of alarm: Alarm) -> SkippedTime? {
        reasonToSkip(time.id, of: alarm).map {
            SkippedTime(id: time.id, due: time.due, reason: $0)
        }
    }

    /// `time`, or the first time of `alarm` after it that will ring.
    func ringing(from time: Upcoming?, of alarm: Alarm, by schedule: Schedule) -> Upcoming? {
        var time = time
        for _ in 0..<Self.patience {
            guard let found = time, reasonToSkip(found.id, of: alarm) != nil else { return time }
            time = next(of: schedule, for: alarm.id, after: lastSkipped(from: found, of: alarm))
        }
        return nil
    }

    /// The first time of `alarm` after `instant` that will ring.
    func nextRinging(of alarm: Alarm, by schedule: Schedule, after instant: Instant) -> Upcoming? {
        let time = next(of: schedule, for: alarm.id, after: instant)
        return ringing(from: time, of: alarm, by: schedule)
    }

    /// When `schedule` would ring after `instant`, and when it would be due and not ring.
    ///
    /// - Parameters:
    ///   - schedule: The schedule.
    ///   - count: How many times that ring.
    ///   - skippedCount: How many of those before them that do not.
    ///   - notOnHolidays: Whether it rings on no holiday.
    ///   - instant: Only later times count.
    /// - Returns: Both, the earliest first.
    package func preview(
        _ schedule: Schedule, _ count: Int, skipped skippedCount: Int, notOnHolidays: Bool,
        after instant: Instant
    ) -> (ringing: [Instant], skipped: [SkippedTime]) {
        guard let id = AlarmID("preview") else { return ([], []) }
        let alarm = Alarm(
            id: id, trigger: .schedule(schedule), ring: RingSettings(notOnHolidays: notOnHolidays),
            decided: instant)
        var (ringing, skipped): ([Instant], [SkippedTime]) = ([], [])
        var next = next(of: schedule, for: id, after: instant)
        var fruitless = 0
        while let time = next, ringing.count < (schedule.isOneShot ? 1 : count),
            fruitless < Self.patience
        {
            if let time = self.skipped(time, of: alarm) {
                fruitless += 1
                if skipped.count < skippedCount { skipped.append(time) }
            } else {
                fruitless = 0
                ringing.append(time.due)
            }
            next = self.next(of: schedule, for: id, after: time.due)
        }
        return (ringing, skipped)
    }

    /// How many times in a row may not ring before an alarm counts as having no future: more than can be
    /// skipped by name.
    private static let patience = 1000

    /// An instant from `time` on up to which no time of `alarm` rings: a pause of years is one step.
    private func lastSkipped(from time: Upcoming, of alarm: Alarm) -> Instant {
        guard case .until(let date)? = alarm.skip, time.id.nominal.date < date else {
            return time.due
        }
        // No offset, and no change of it, moves the first time of a day by as much as this.
        let end = Instant(seconds: Int64(date.daysSinceEpoch) * 86_400) - .seconds(4 * 86_400)
        return max(time.due, end)
    }
}
