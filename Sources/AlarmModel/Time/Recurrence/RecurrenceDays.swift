// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The days that a rule names in each month, before its interval, its positions and its end are looked at.
///
/// The days of a month are the bits of a number: bit 0 is its first.
struct RecurrenceDays {
    /// All months, as ``months`` has them.
    static let allMonths: UInt16 = 0x1FFE

    /// The months that are not left out: bit 1 is January.
    let months: UInt16
    /// Days of the month: bit 0 is the first; 0 with ``fromEnd`` for all.
    private var fromStart: UInt32 = 0
    /// Days of the month counted from its end: bit 0 is the last.
    private var fromEnd: UInt32 = 0
    /// Days of every week: bit 0 is Monday.
    let weekdays: UInt32
    private let ordinals: [RecurrenceRule.OrdinalWeekday]
    /// Whether ordinals count in the year, not in the month.
    private let countsInYear: Bool
    private let namesMonthDays: Bool
    private let namesWeekdays: Bool

    /// Creates the days of `rule`; what it does not say is taken from `start`.
    init(_ rule: RecurrenceRule, from start: CivilDate) {
        let (_, month, day) = start.components
        var months = rule.months
        var weekdays = rule.weekdays
        var monthDays = rule.monthDays
        if monthDays.isEmpty, !rule.namesWeekdays {
            switch rule.frequency {
            case .daily: break
            case .weekly: weekdays = Weekdays([start.weekday])
            case .monthly: monthDays = [day]
            case .yearly:
                monthDays = [day]
                if months.isEmpty { months = [month] }
            }
        }
        self.countsInYear = rule.frequency == .yearly && months.isEmpty
        self.months = months.isEmpty ? Self.allMonths : months.reduce(0) { $0 | 1 << UInt16($1) }
        for day in monthDays {
            if day > 0 {
                fromStart |= 1 << UInt32(day - 1)
            } else {
                fromEnd |= 1 << UInt32(-day - 1)
            }
        }
        self.namesMonthDays = !monthDays.isEmpty
        self.weekdays = UInt32(weekdays.rawValue)
        self.ordinals = rule.ordinalWeekdays
        self.namesWeekdays = !weekdays.isEmpty || !rule.ordinalWeekdays.isEmpty
    }

    /// Whether any of the months has any of the days of the month, in some year.
    var areInCalendar: Bool {
        guard namesMonthDays else { return true }
        return (1...12).contains { month in
            let days: UInt32 = 1 << UInt32(CivilDate.dayCount(ofMonth: month, year: 2000)) - 1
            return has(month: month) && (fromStart | fromEnd) & days != 0
        }
    }

    /// Whether days of `month` can be named.
    func has(month: Int) -> Bool { months & 1 << UInt16(month) != 0 }

    /// The days named in `month` of `year`, which begins on `first`.
    func inMonth(_ month: Int, of year: Int, from first: CivilDate) -> UInt32 {
        guard has(month: month) else { return 0 }
        let length = CivilDate.dayCount(ofMonth: month, year: year)
        var days: UInt32 = (1 << UInt32(length)) - 1
        if namesMonthDays {
            days &= fromStart | (fromEnd == 0 ? 0 : fromEnd.reversed >> UInt32(32 - length))
        }
        guard namesWeekdays, days != 0 else { return days }
        let weekday = first.weekdayIndex
        var named: UInt32 = 0
        if weekdays != 0 {
            let week = (weekdays >> UInt32(weekday) | weekdays << UInt32(7 - weekday)) & 0x7F
            named = week | week << 7 | week << 14 | week << 21 | week << 28
        }
        if !ordinals.isEmpty {
            let before =
                countsInYear
                ? first.daysSinceEpoch
                    - CivilDate.daysSinceEpoch(year: year, month: 1, day: 1) : 0
            let span = countsInYear ? (CivilDate.isLeap(year) ? 366 : 365) : length
            for day in ordinals {
                // The first such weekday of the month or the year, counted from 0 and from the month's first day.
                let offset = Self.remainder(day.weekday.index - weekday + before, 7) - before
                let found = offset + 7 * Self.step(day.ordinal, from: offset + before, span: span)
                if (0..<length).contains(found), (0..<span).contains(found + before) {
                    named |= 1 << UInt32(found)
                }
            }
        }
        return days & named
    }

    /// How many weeks after the first, which is day `first` of `span` days, the `ordinal`-th is; below 0 where there
    /// are not so many.
    private static func step(_ ordinal: Int, from first: Int, span: Int) -> Int {
        if ordinal > 0 { return ordinal - 1 }
        return (span - 1 - first) / 7 + 1 + ordinal
    }

    /// The remainder that is never negative.
    static func remainder(_ number: Int, _ divisor: Int) -> Int {
        let rest = number % divisor
        return rest < 0 ? rest + divisor : rest
    }
}

extension UInt32 {
    /// The bits in the opposite order.
    fileprivate var reversed: UInt32 {
        var (bits, result) = (self, UInt32(0))
        while bits != 0 {
            let lowest = bits.trailingZeroBitCount
            result |= 1 << UInt32(31 - lowest)
            bits &= bits - 1
        }
        return result
    }
}

extension CivilDate {
    /// Days since Monday, from 0 through 6.
    var weekdayIndex: Int { RecurrenceDays.remainder(daysSinceEpoch + 3, 7) }
}
