// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension BookContext {
    /// Why the occurrence `id` of `alarm` does not ring; `nil` where it does.
    func reasonToSkip(_ id: OccurrenceID, of alarm: Alarm) -> Reason? {
        let overlap = alarm.schedule?.overlap ?? overlap
        guard let skip = alarm.skip, skip.contains(id, tellsPassesApart: overlap == .both) else {
            return nil
        }
        return switch skip {
        case .occurrences: Reason(.skipped)
        case .until(let date): .paused(until: date)
        }
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
