// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Which days an alarm rings on, as a recurrence rule of iCalendar says it (RFC 5545, 3.3.10).
///
/// A rule names civil dates; the time of day is the alarm's. What it does not say is taken from the day that it
/// starts on: see ``Recurrence``.
package struct RecurrenceRule: Hashable, Sendable {
    /// The periods that a rule goes by.
    package enum Frequency: String, CaseIterable, Sendable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// The last day or time of a rule, which is one of it.
    package enum Until: Hashable, Sendable {
        /// Through this day.
        case date(CivilDate)
        /// Through this time of the alarm's own clock.
        case local(CivilDateTime)
        /// Through this instant, written in UTC.
        case instant(Instant)
    }

    /// The n-th such day of the week of a month or a year, or from its end where `ordinal` is negative.
    package struct OrdinalWeekday: Hashable, Sendable {
        /// From 1 through 53, or from -53 through -1.
        package var ordinal: Int
        /// The day of the week.
        package var weekday: Weekday

        /// Creates the `ordinal`-th `weekday`.
        package init(_ ordinal: Int, _ weekday: Weekday) {
            self.ordinal = ordinal
            self.weekday = weekday
        }
    }

    /// The rule as it was written.
    package let text: String

    /// The periods it goes by.
    package internal(set) var frequency: Frequency

    /// Every how many periods it has days; 1 for each.
    package internal(set) var interval = 1

    /// How many days it has, counted from its start; `nil` where it is not limited so.
    package internal(set) var count: Int?

    /// Where it ends; `nil` where it has no end.
    package internal(set) var until: Until?

    /// The months it keeps to, from 1 through 12, in order; empty for all.
    package internal(set) var months: [Int] = []

    /// Days of the month, from 1 through 31, or from -31 through -1 counted from its end; empty for all.
    package internal(set) var monthDays: [Int] = []

    /// Days of every week.
    package internal(set) var weekdays: Weekdays = []

    /// Single days of the week, counted in the month or the year.
    package internal(set) var ordinalWeekdays: [OrdinalWeekday] = []

    /// Which of a period's days count, from 1, or from -1 counted from its end; empty for all.
    package internal(set) var setPositions: [Int] = []

    /// The day that weeks begin on.
    package internal(set) var weekStart: Weekday = .monday

    /// Whether it names days of the week.
    package var namesWeekdays: Bool { !weekdays.isEmpty || !ordinalWeekdays.isEmpty }

    /// How long a rule may be, in bytes of UTF-8.
    package static let lengthLimit = 1000

    /// The values `INTERVAL` may have.
    package static let intervalRange = 1...10_000

    /// The values `COUNT` may have.
    package static let countRange = 1...100_000

    /// Creates a rule of which no more is said than its periods.
    init(text: String, frequency: Frequency) {
        self.text = text
        self.frequency = frequency
    }
}
