// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// Reads a time of day as a person types it.
///
/// - Throws: ``UsageError`` with the right spelling, where it can be told.
func readTimeOfDay(_ text: String) throws(UsageError) -> TimeOfDay {
    if let time = TimeOfDay(text) { return time }
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { $0.utf8.count <= 2 ? Int($0) : nil }
    let isClock =
        (2...3).contains(fields.count) && numbers.count == fields.count
        && fields.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
    guard isClock else { throw misspelledTime(text) }
    let quoted = Message("“\(abbreviated(text))” is no time of day")
    if numbers == [24, 0] {
        throw UsageError(quoted, hint: "midnight is 00:00, the first minute of its day")
    }
    guard numbers[0] < 24 else { throw UsageError(quoted, hint: "hours go from 0 to 23") }
    guard numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
        throw UsageError(
            quoted, hint: numbers[1] < 60 ? "seconds go from 00 to 59" : "minutes go from 00 to 59")
    }
    let right = TimeOfDay(
        hour: numbers[0], minute: numbers[1], second: numbers.count == 3 ? numbers[2] : 0)
    throw UsageError(quoted, hint: right.map { .suggestion($0.description) })
}

/// What to say about a word that stands where a time of day should.
private func misspelledTime(_ text: String) -> UsageError {
    let message = Message("“\(abbreviated(text))” is no time of day")
    if let right = twelveHourTime(text) ?? dottedTime(text) {
        return UsageError(message, hint: "it is written \(right)")
    }
    guard !text.isEmpty, text.utf8.count <= 4, let number = Int(text), number >= 0 else {
        return UsageError(message, hint: "a time is written 07:30")
    }
    // A bare number may be an hour, a time without its colon, or a number of minutes: all are offered.
    var hints: [Message] = []
    let time =
        text.utf8.count <= 2
        ? TimeOfDay(hour: number, minute: 0)
        : TimeOfDay(hour: number / 100, minute: number % 100)
    if let time { hints.append(Message("a time is written \(time)")) }
    if number > 0, text.utf8.count <= 2 {
        hints.append(Message("a countdown is written +\(number)m"))
    }
    return UsageError(message, hints: hints.isEmpty ? ["a time is written 07:30"] : hints)
}

/// Reads `7am`, `7:30pm`, `12am`.
private func twelveHourTime(_ text: String) -> TimeOfDay? {
    let word = text.lowercased()
    guard word.hasSuffix("am") || word.hasSuffix("pm") else { return nil }
    let fields = word.dropLast(2).split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(fields.count), let hour = Int(fields[0]), (1...12).contains(hour),
        let minute = fields.count == 1 ? 0 : Int(fields[1])
    else { return nil }
    return TimeOfDay(hour: hour % 12 + (word.hasSuffix("pm") ? 12 : 0), minute: minute)
}

/// Reads `7.30`, `7h30` and `7-30`.
private func dottedTime(_ text: String) -> TimeOfDay? {
    let fields = text.split(omittingEmptySubsequences: false) { ".h-,".contains($0) }
    guard fields.count == 2, fields[1].utf8.count == 2, fields[0].utf8.count <= 2,
        let hour = Int(fields[0]), let minute = Int(fields[1])
    else { return nil }
    return TimeOfDay(hour: hour, minute: minute)
}
