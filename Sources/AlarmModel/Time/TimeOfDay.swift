// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A time of day as a clock on the wall shows it, to the second.
package struct TimeOfDay: Hashable, Comparable, Sendable {
    /// The number of seconds since midnight, from 0 through 86,399.
    package let secondsSinceMidnight: Int

    /// Creates a time of day, or returns `nil` if no clock shows it.
    package init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else {
            return nil
        }
        self.secondsSinceMidnight = (hour * 60 + minute) * 60 + second
    }

    /// Creates the time that lies `secondsSinceMidnight` after midnight, counted round the clock.
    package init(secondsSinceMidnight: Int) {
        self.secondsSinceMidnight = (secondsSinceMidnight % 86_400 + 86_400) % 86_400
    }

    /// The hour, from 0 through 23.
    package var hour: Int { secondsSinceMidnight / 3600 }

    /// The minute of the hour, from 0 through 59.
    package var minute: Int { secondsSinceMidnight / 60 % 60 }

    /// The second of the minute, from 0 through 59.
    package var second: Int { secondsSinceMidnight % 60 }

    /// Midnight, the first second of a day.
    package static let midnight = TimeOfDay(secondsSinceMidnight: 0)

    package static func < (lhs: TimeOfDay, rhs: TimeOfDay) -> Bool {
        lhs.secondsSinceMidnight < rhs.secondsSinceMidnight
    }
}

extension TimeOfDay: CustomStringConvertible {
    /// The time as `HH:MM`, with `:SS` only where the seconds are not zero (as in the interface file).
    package var description: String {
        let minutes = "\(padded(hour, to: 2)):\(padded(minute, to: 2))"
        return second == 0 ? minutes : "\(minutes):\(padded(second, to: 2))"
    }
}

extension TimeOfDay {
    /// Reads `HH:MM` or `HH:MM:SS`, one or two digits for the hour, or returns `nil`.
    package init?(_ text: some StringProtocol) {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count),
            let hour = decimal(fields[0], digits: min(max(fields[0].utf8.count, 1), 2)),
            let minute = decimal(fields[1], digits: 2)
        else { return nil }
        guard fields.count == 3 else {
            self.init(hour: hour, minute: minute)
            return
        }
        guard let second = decimal(fields[2], digits: 2) else { return nil }
        self.init(hour: hour, minute: minute, second: second)
    }
}

/// A day and a time on it, in no particular time zone.
package struct CivilDateTime: Hashable, Comparable, Sendable {
    /// The day.
    package var date: CivilDate
    /// The time on that day.
    package var time: TimeOfDay

    /// Creates the civil time `time` on `date`.
    package init(date: CivilDate, time: TimeOfDay) {
        self.date = date
        self.time = time
    }

    /// Seconds since 1970-01-01T00:00 on the same wall, as if no clock ever changed.
    package var secondsOnWall: Int64 {
        Int64(date.daysSinceEpoch) * 86_400 + Int64(time.secondsSinceMidnight)
    }

    /// Creates the civil time that lies `secondsOnWall` after 1970-01-01T00:00 on the same wall.
    package init(secondsOnWall: Int64) {
        var (days, seconds) = secondsOnWall.quotientAndRemainder(dividingBy: 86_400)
        if seconds < 0 { (days, seconds) = (days - 1, seconds + 86_400) }
        self.date = CivilDate(daysSinceEpoch: Int(days))
        self.time = TimeOfDay(secondsSinceMidnight: Int(seconds))
    }

    /// Creates what a clock `offset` seconds east of UTC reads at `instant`, to the second.
    package init(at instant: Instant, offset: Int) {
        self.init(secondsOnWall: saturatingSum(instant.seconds, Int64(offset)))
    }

    package static func < (lhs: CivilDateTime, rhs: CivilDateTime) -> Bool {
        (lhs.date, lhs.time) < (rhs.date, rhs.time)
    }
}

extension CivilDateTime: CustomStringConvertible {
    /// The civil time as in the id of an occurrence, `2026-12-01T07:30`.
    package var description: String { "\(date)T\(time)" }
}

extension CivilDateTime {
    /// Reads `YYYY-MM-DDTHH:MM[:SS]`, or returns `nil`.
    package init?(_ text: some StringProtocol) {
        let fields = text.split(separator: "T", omittingEmptySubsequences: false)
        guard fields.count == 2, let date = CivilDate(fields[0]), let time = TimeOfDay(fields[1])
        else {
            return nil
        }
        self.init(date: date, time: time)
    }
}
