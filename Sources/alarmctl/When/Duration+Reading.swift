// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// Reads a duration in whole seconds as a person types it: `90s`, `25m`, `1h30m`, or 0.
///
/// - Throws: ``UsageError`` with the right spelling, where it can be told.
func readDuration(_ text: String) throws(UsageError) -> Duration {
    guard let duration = DurationText.read(text.lowercased()) else {
        throw misspelledDuration(text)
    }
    guard duration.components.attoseconds == 0 else {
        throw UsageError("“\(abbreviated(text))” is not in whole seconds")
    }
    return duration
}

private func misspelledDuration(_ text: String) -> UsageError {
    let message = "“\(abbreviated(text))” is no duration"
    if text.hasPrefix("-") {
        return UsageError("\(message): none is negative", hint: "write 90s, 25m, 1h30m or 0")
    }
    guard (1...7).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
        return UsageError(message, hint: "write 90s, 25m, 1h30m or 0")
    }
    return UsageError("\(message) without its unit", hint: "write \(text)s, \(text)m or \(text)h")
}

extension ValueReader where Value == Duration {
    /// A duration within `range`.
    static func duration(_ range: ClosedRange<Duration>) -> ValueReader {
        ValueReader { (text) throws(UsageError) in
            let duration = try readDuration(text)
            guard range.contains(duration) else {
                let (least, most) = (range.lowerBound, range.upperBound)
                throw UsageError(
                    "“\(abbreviated(text))” is not from \(durationText(least)) through \(durationText(most))"
                )
            }
            return duration
        }
    }
}

extension Duration {
    /// This duration in whole seconds, as the interface counts.
    var wholeSeconds: Int { Int(clamping: components.seconds) }
}
