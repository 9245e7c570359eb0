// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A day of the week, Monday first, named as in the interface file.
package enum Weekday: String, CaseIterable, Hashable, Sendable {
    case monday = "mon"
    case tuesday = "tue"
    case wednesday = "wed"
    case thursday = "thu"
    case friday = "fri"
    case saturday = "sat"
    case sunday = "sun"

    /// Days since Monday, from 0 through 6.
    package var index: Int {
        switch self {
        case .monday: 0
        case .tuesday: 1
        case .wednesday: 2
        case .thursday: 3
        case .friday: 4
        case .saturday: 5
        case .sunday: 6
        }
    }
}

/// A set of days of the week.
package struct Weekdays: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    /// Creates a set from its bits; bit 0 is Monday, and bit 7 is ignored.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue & 0b111_1111
    }

    /// Creates the set of `days`.
    package init(_ days: some Sequence<Weekday>) {
        self.init(rawValue: days.reduce(0) { $0 | 1 << UInt8($1.index) })
    }

    /// Monday through Friday.
    package static let workdays = Weekdays(rawValue: 0b001_1111)

    /// Saturday and Sunday.
    package static let weekend = Weekdays(rawValue: 0b110_0000)

    /// Every day of the week.
    package static let all = Weekdays(rawValue: 0b111_1111)

    /// The days in the set, Monday first.
    package var days: [Weekday] { Weekday.allCases.filter(contains) }

    /// Whether `day` is in the set.
    package func contains(_ day: Weekday) -> Bool {
        rawValue & 1 << UInt8(day.index) != 0
    }
}
