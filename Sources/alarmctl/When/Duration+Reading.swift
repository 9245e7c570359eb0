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
    let quoted = abbreviated(text)
    if text.hasPrefix("-") {
        return UsageError(
            "“\(quoted)” is no duration: none is negative", hint: "write 90s, 25m, 1h30m or 0")
    }
    guard (1...7).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
        return UsageError("“\(quoted)” is no duration", hint: "write 90s, 25m, 1h30m or 0")
    }
    return UsageError(
        "“\(quoted)” is no duration without its unit", hint: .units(of: text))
}

extension Message {
    /// Offers a number with each unit, after `sign`.
    static func units(of number: some StringProtocol, after sign: String = "") -> Message {
        let words = ["s", "m", "h"].map { "\(sign)\(number)\($0)" }
        return Message("write \(words[0]), \(words[1]) or \(words[2])")
    }
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
