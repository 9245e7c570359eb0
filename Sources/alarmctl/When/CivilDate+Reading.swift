// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Localization

/// Reads a date as a person writes it, or returns `nil` where none is meant.
///
/// - Throws: ``UsageError`` where the calendar has no such date, or it is spelled otherwise.
func readDate(_ word: String) throws(UsageError) -> CivilDate? {
    if let date = CivilDate(word) { return date }
    guard let separator = word.first(where: { "-/.".contains($0) }) else { return nil }
    let fields = word.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = fields.compactMap { $0.utf8.count <= 9 ? Int($0) : nil }
    guard fields.count == 3, numbers.count == 3 else { return nil }
    guard fields.map(\.count).max() ?? 0 <= 4, numbers[0] > 0 || fields[0].count < 4 else {
        throw UsageError(
            "there is no date “\(abbreviated(word))”",
            hint: "years go from 0001 to 9999; a date is written 2026-12-24")
    }
    if separator == "-", fields.map(\.count) == [4, 2, 2] {
        throw impossible(word, year: numbers[0], month: numbers[1], day: numbers[2])
    }
    // A day first or a month first cannot be told apart, so none is made of it.
    let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
    let right = fields[0].count == 4 ? date.map(\.description) : nil
    throw UsageError(
        "“\(abbreviated(word))” is no date",
        hint: right.map { Message("a date is written \($0)") }
            ?? "a date is written year-month-day: 2026-12-24")
}

extension ValueReader where Value == CivilDate {
    /// A date.
    static let date = ValueReader { (text) throws(UsageError) in
        if let date = try readDate(text) { return date }
        throw UsageError(
            "“\(abbreviated(text))” is no date",
            hint: "a date is written year-month-day: 2026-12-24")
    }
}

private func impossible(_ word: String, year: Int, month: Int, day: Int) -> UsageError {
    guard (1...12).contains(month) else {
        return UsageError("there is no date \(word)", hint: "a date is written 2026-12-24")
    }
    let count = CivilDate.dayCount(ofMonth: month, year: year)
    return UsageError(
        "there is no date \(word)",
        hint: "\(TimeFormat.name(ofMonth: month)) \(year) has \(count) days")
}
