// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel

/// When an alarm is to ring, as the promise understands it: a time of day, on some days, in a zone.
struct Plan: Hashable, Sendable {
    /// The days, counted from 1970-01-01.
    enum Days: Hashable, Sendable {
        /// The days of the week that are in the set, of which the lowest bit is Monday.
        case weekly(UInt8)
        /// One date.
        case date(Int)
        /// The next day on which the clock reads the time, once that is known.
        case next(Int)
        /// The days of a rule, from one on, and maybe not for ever.
        case rule(Rule, from: Int, end: End? = nil)

        func contains(_ day: Int) -> Bool {
            switch self {
            case .weekly(let mask): mask >> UInt8(((day + 3) % 7 + 7) % 7) & 1 == 1
            case .date(let date), .next(let date): day == date
            case .rule(let rule, let start, let end):
                day >= start && end.map { day <= $0.last } ?? true
                    && rule.contains(day, from: start)
            }
        }
    }

    /// What ends a rule.
    enum End: Hashable, Sendable {
        /// So many of its days, of which this is the last.
        case count(Int, last: Int)
        /// A day, which is its last where it is one of its days.
        case until(Int)

        var last: Int {
            switch self {
            case .count(_, let last), .until(let last): last
            }
        }

        /// As a person writes it, behind the rule.
        var text: String {
            switch self {
            case .count(let count, _): ";COUNT=\(count)"
            case .until(let day):
                ";UNTIL=\(CivilDate(daysSinceEpoch: day).description.filter { $0 != "-" })"
            }
        }
    }

    /// Days that recur in another way than by the week.
    enum Rule: Hashable, Sendable {
        /// Every so many days.
        case days(Int)
        /// A day of the week in every so many weeks, which begin on Monday.
        case weeks(Int, Weekday)
        /// A day of the week that is the so-many-th of its month.
        case weekday(Int, Weekday)
        /// A day of the week that is the last of its month.
        case lastWeekday(Weekday)
        /// The last day of the month.
        case lastDay

        func contains(_ day: Int, from start: Int) -> Bool {
            let date = CivilDate(daysSinceEpoch: day)
            func isMonth(of other: Int) -> Bool {
                CivilDate(daysSinceEpoch: other).components.month == date.components.month
            }
            switch self {
            case .days(let count): return (day - start) % count == 0
            case .weeks(let count, let weekday):
                let weeks = Self.week(of: day) - Self.week(of: start)
                return date.weekday == weekday && weeks % count == 0
            case .weekday(let count, let weekday):
                let isThere = isMonth(of: day - 7 * (count - 1))
                return date.weekday == weekday && isThere && !isMonth(of: day - 7 * count)
            case .lastWeekday(let weekday):
                return date.weekday == weekday && !isMonth(of: day + 7)
            case .lastDay: return !isMonth(of: day + 1)
            }
        }

        /// The weeks, which begin on Monday, counted from 1970-01-05; those before it too.
        private static func week(of day: Int) -> Int {
            let days = day - 4
            return days >= 0 ? days / 7 : (days - 6) / 7
        }

        /// The day that is the so-many-th of the rule, counted one by one.
        func day(_ count: Int, from start: Int) -> Int {
            var (day, left) = (start, count)
            while true {
                if contains(day, from: start) { left -= 1 }
                if left == 0 { return day }
                day += 1
            }
        }

        /// The rule as a person writes it.
        var text: String {
            func code(_ weekday: Weekday) -> String {
                String(weekday.rawValue.prefix(2)).uppercased()
            }
            return switch self {
            case .days(let count): "FREQ=DAILY;INTERVAL=\(count)"
            case .weeks(let count, let day): "FREQ=WEEKLY;INTERVAL=\(count);BYDAY=\(code(day))"
            case .weekday(let count, let day): "FREQ=MONTHLY;BYDAY=\(count)\(code(day))"
            case .lastWeekday(let day): "FREQ=MONTHLY;BYDAY=-1\(code(day))"
            case .lastDay: "FREQ=MONTHLY;BYMONTHDAY=-1"
            }
        }
    }

    /// One time that the alarm is due.
    struct Due: Hashable, Sendable {
        var at: Int64
        var day: Int
        var isSecond: Bool

        var instant: Instant { Instant(seconds: at) }
    }

    /// Seconds after midnight.
    var time: Int64
    var days: Days
    /// The index of the zone; `nil` for the machine's.
    var zone: Int?
    var gap: GapPolicy
    var overlap: OverlapPolicy

    /// Whether it comes once.
    var isOnce: Bool {
        switch days {
        case .weekly, .rule: false
        case .date, .next: true
        }
    }

    /// The first time later than `instant`; of two at once, the one that the clock reads.
    func first(after instant: Instant, in zone: ZoneTable) -> Due? {
        first(after: instant, in: zone, on: days)
    }

    /// The first day later than `instant` on which the clock reads the time.
    func firstDay(after instant: Instant, in zone: ZoneTable) -> Int? {
        next(after: instant, in: zone)?.day
    }

    /// The first time later than `instant` at which the clock reads the time, on whatever day.
    func next(after instant: Instant, in zone: ZoneTable) -> Due? {
        first(after: instant, in: zone, on: nil)
    }

    /// When the alarm is due for a day's sake.
    func due(on day: Int, isSecond: Bool, in zone: ZoneTable) -> Due? {
        let readings = zone.readings(
            of: Int64(day) * 86_400 + time, gap: gap, overlap: passes)
        let reading = readings.first { $0.isSecond == isSecond } ?? readings.first
        return reading.map { Due(at: $0.at, day: day, isSecond: $0.isSecond) }
    }

    /// What has no date comes the next time that the clock reads so, be it the second of two.
    private var passes: OverlapPolicy {
        if case .next = days, overlap == .first { return .both }
        return overlap
    }

    private func first(
        after instant: Instant, in zone: ZoneTable, on wanted: Days?
    ) -> Due? {
        let second = instant.seconds
        let wall = second + zone.offset(at: second)
        var day = Int(wall >= 0 ? wall / 86_400 : (wall - 86_399) / 86_400) - 3
        var last = day + 420
        switch wanted {
        case .date(let date), .next(let date): (day, last) = (date, date)
        // A clock that is not set yet may be decades before the rule begins.
        case .rule(_, let start, _) where start > day: (day, last) = (start, start + 420)
        case .weekly, .rule, nil: break
        }
        if case .rule(_, _, let end?) = wanted { last = min(last, end.last) }
        var best: (due: Due, exists: Bool)?
        while day <= last {
            if wanted?.contains(day) ?? true {
                let readings = zone.readings(
                    of: Int64(day) * 86_400 + time, gap: gap, overlap: passes)
                for reading in readings where Instant(seconds: reading.at) > instant {
                    let due = Due(at: reading.at, day: day, isSecond: reading.isSecond)
                    if let best {
                        guard
                            reading.at < best.due.at
                                || reading.at == best.due.at && reading.exists && !best.exists
                        else { continue }
                    } else {
                        // No change of a clock moves a later day by more than this.
                        last = min(last, day + 4)
                    }
                    best = (due, reading.exists)
                }
            }
            day += 1
        }
        return best?.due
    }
}

extension Plan {
    /// The id of an occurrence of `alarm`.
    func id(of due: Due, _ alarm: AlarmID) -> OccurrenceID {
        OccurrenceID(
            alarm: alarm,
            nominal: CivilDateTime(
                date: CivilDate(daysSinceEpoch: due.day),
                time: TimeOfDay(secondsSinceMidnight: Int(time))),
            isSecondPass: due.isSecond)
    }

    /// The schedule as a person asks for it.
    func schedule(zoneNames: [String]) -> Schedule {
        let pattern: Schedule.Pattern =
            switch days {
            case .weekly(let mask): .weekly(Weekdays(rawValue: mask))
            case .date(let date): .date(CivilDate(daysSinceEpoch: date))
            case .next: .next(fixedTo: nil)
            case .rule(let rule, let start, let end):
                Self.recurring(rule.text + (end?.text ?? ""), from: start)
            }
        return Schedule(
            time: TimeOfDay(secondsSinceMidnight: Int(time)), pattern: pattern,
            zone: zone.map { zoneNames[$0] }, gap: gap, overlap: overlap)
    }

    private static func recurring(_ text: String, from start: Int) -> Schedule.Pattern {
        do throws(RecurrenceFault) {
            let rule = try RecurrenceRule(text)
            return .recurring(Recurrence(rule, from: CivilDate(daysSinceEpoch: start)))
        } catch {
            preconditionFailure("\(text): \(error)")
        }
    }
}
