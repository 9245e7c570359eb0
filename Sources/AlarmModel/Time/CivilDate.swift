// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A day of the Gregorian calendar, in no particular time zone.
///
/// Years reach from 1 through 9999.
package struct CivilDate: Hashable, Comparable, Sendable {
    /// The number of days since 1970-01-01.
    package let daysSinceEpoch: Int

    /// Creates the day that lies `daysSinceEpoch` days after 1970-01-01.
    package init(daysSinceEpoch: Int) {
        self.daysSinceEpoch = daysSinceEpoch
    }

    /// Creates a day, or returns `nil` if the calendar has no such day (30 February).
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.dayCount(ofMonth: month, year: year)).contains(day)
        else { return nil }
        self.daysSinceEpoch = Self.daysSinceEpoch(year: year, month: month, day: day)
    }

    /// Year, month and day.
    package var components: (year: Int, month: Int, day: Int) {
        // The calendar repeats every 400 years of 146,097 days; counting years from March puts the leap
        // day at their end, so that the lengths of the months before it never change.
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The day of the week this day falls on.
    package var weekday: Weekday {
        // 1970-01-01 was a Thursday, the fourth day of a week that starts on Monday.
        let index = ((daysSinceEpoch + 3) % 7 + 7) % 7
        return Weekday.allCases[index]
    }

    /// The day that lies `days` days after this one.
    package func advanced(by days: Int) -> CivilDate {
        CivilDate(daysSinceEpoch: daysSinceEpoch + days)
    }

    /// 0001-01-01, the first day that can be written.
    static let first = CivilDate(daysSinceEpoch: -719_162)

    /// 9999-12-31, the last day that can be written.
    static let last = CivilDate(daysSinceEpoch: 2_932_896)

    /// How many days `month` (1 through 12) has in `year`.
    package static func dayCount(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Whether `year` has a 29 February.
    package static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    package static func < (lhs: CivilDate, rhs: CivilDate) -> Bool {
        lhs.daysSinceEpoch < rhs.daysSinceEpoch
    }

    static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch - 399) / 400
        let yearOfEra = yearFromMarch - era * 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension CivilDate: CustomStringConvertible {
    /// The date as `YYYY-MM-DD` (RFC 3339, `full-date`).
    package var description: String {
        let (year, month, day) = components
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }
}

extension CivilDate {
    /// Reads `YYYY-MM-DD`, or returns `nil` if `text` is anything else or the calendar has no such day.
    package init?(_ text: some StringProtocol) {
        let fields = text.split(separator: "-", omittingEmptySubsequences: false)
        guard fields.count == 3, let year = decimal(fields[0], digits: 4),
            let month = decimal(fields[1], digits: 2), let day = decimal(fields[2], digits: 2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

/// Writes a number with at least `width` digits; numbers here are never negative.
func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Reads exactly `digits` ASCII digits, or returns `nil`; at most 18.
func decimal(_ text: some StringProtocol, digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
        return nil
    }
    return Int(text)
}

extension CivilDate {
    /// Reads `YYYYMMDD` (RFC 5545, 3.3.4), or returns `nil`.
    init?(basic text: some StringProtocol) {
        guard text.utf8.count == 8, let number = decimal(text, digits: 8) else { return nil }
        self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
}
