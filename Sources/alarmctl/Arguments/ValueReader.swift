// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// How the value of an option, or a word, is read.
struct ValueReader<Value>: Sendable {
    /// Reads `text`, or throws what is wrong with it and what would be right.
    let read: @Sendable (String) throws(UsageError) -> Value
}

extension ValueReader where Value == String {
    /// The label of an alarm; an empty one takes the label away.
    static let label = ValueReader { (text) throws(UsageError) in
        if let fault = AlarmEdit.fault(inLabel: text) {
            throw UsageError("“\(abbreviated(text))” \(fault)")
        }
        return text
    }

    /// Any text but an empty one.
    static let nonEmptyText = ValueReader { (text) throws(UsageError) in
        guard !text.isEmpty else { throw UsageError("nothing is given") }
        return text
    }

    /// The id of an alarm.
    static let alarmID = ValueReader { (text) throws(UsageError) in
        if let fault = AlarmID.fault(in: text) {
            throw UsageError("“\(abbreviated(text))” is no id of an alarm: one \(fault)")
        }
        return text
    }

    /// The id of an alarm or of one of its occurrences.
    static let occurrence = ValueReader { (text) throws(UsageError) in
        guard text.contains("@") else { return try alarmID.read(text) }
        guard OccurrenceID(text) != nil else {
            throw UsageError(
                "“\(abbreviated(text))” is no occurrence",
                hint: "one is written like wake@2026-12-01T07:30")
        }
        return text
    }
}

extension ValueReader where Value == Int {
    /// A whole number within `range`, and nothing but its digits.
    static func number(_ range: ClosedRange<Int>) -> ValueReader {
        ValueReader { (text) throws(UsageError) in
            let isNumber =
                text.utf8.count <= 18 && !text.isEmpty
                && text.utf8.allSatisfy { (48...57).contains($0) }
            guard isNumber, let number = Int(text), range.contains(number) else {
                throw UsageError(
                    "“\(abbreviated(text))” is no number from \(range.lowerBound) through \(range.upperBound)"
                )
            }
            return number
        }
    }
}

extension ValueReader where Value == TimeOfDay {
    /// A time of day.
    static let timeOfDay = ValueReader { (text) throws(UsageError) in
        try readTimeOfDay(text)
    }
}

extension ValueReader where Value == RecurrenceRule {
    /// A recurrence rule.
    static let recurrenceRule = ValueReader { (text) throws(UsageError) in
        do throws(RecurrenceFault) { return try RecurrenceRule(text) } catch {
            throw UsageError(error.message)
        }
    }
}

extension ValueReader
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    /// One of the words of an enumeration.
    static var word: ValueReader {
        ValueReader { (text) throws(UsageError) in
            if let value = Value(rawValue: text) { return value }
            let words = Value.allCases.map(\.rawValue)
            let nearest = nearestWord(to: text, among: words)
            throw UsageError(
                "“\(abbreviated(text))” is none of \(words.joined(separator: ", "))",
                hint: nearest.map { .suggestion($0) })
        }
    }
}

extension ValueReader where Value == [String] {
    /// Names out of `words`, separated by commas.
    static func names(among words: [String]) -> ValueReader {
        ValueReader { (text) throws(UsageError) in
            let names = text.split(separator: ",", omittingEmptySubsequences: false).map(
                String.init)
            for name in names where !words.contains(name) {
                let nearest = nearestWord(to: name, among: words)
                throw UsageError(
                    "“\(abbreviated(name))” is none of \(words.joined(separator: ", "))",
                    hint: nearest.map { .suggestion($0) })
            }
            return names
        }
    }
}

/// The beginning of `text`, short enough to be quoted in a message.
func abbreviated(_ text: String) -> String {
    text.count <= 60 ? text : "\(text.prefix(60))…"
}
