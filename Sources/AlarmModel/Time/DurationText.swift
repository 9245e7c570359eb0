// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A duration as a person writes it: `90s`, `25m`, `1h30m`, `500ms`, or 0 (design, section 9).
package enum DurationText {
    /// Reads a duration, or returns `nil` where `text` is none: a bare number but 0 has no meaning.
    ///
    /// Units go from the larger to the smaller, each at most once; a number has at most seven digits.
    package static func read(_ text: String) -> Duration? {
        if text == "0" { return .zero }
        var rest = text.utf8[...]
        var total = Duration.zero
        var last = Duration.seconds(Int64.max)
        while !rest.isEmpty {
            let digits = rest.prefix { (48...57).contains($0) }
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix { !(48...57).contains($0) }
            rest = rest.dropFirst(letters.count)
            guard (1...7).contains(digits.count),
                let count = Int(String(decoding: digits, as: UTF8.self)),
                let unit = units[String(decoding: letters, as: UTF8.self)], unit < last
            else { return nil }
            last = unit
            total += unit * count
        }
        return last == .seconds(Int64.max) ? nil : total
    }

    /// Writes a duration that is not negative, such as `1h30m`; what is under a millisecond is left out.
    package static func write(_ duration: Duration) -> String {
        let milliseconds = max(duration, .zero).wholeMicroseconds / 1000
        let parts: [(Int64, String)] = [
            (milliseconds / 3_600_000, "h"), (milliseconds / 60_000 % 60, "m"),
            (milliseconds / 1000 % 60, "s"), (milliseconds % 1000, "ms"),
        ]
        let text = parts.filter { $0.0 != 0 }.map { "\($0.0)\($0.1)" }.joined()
        return text.isEmpty ? "0" : text
    }

    private static let units: [String: Duration] = [
        "ms": .milliseconds(1), "s": .seconds(1), "m": .seconds(60), "min": .seconds(60),
        "h": .seconds(3600),
    ]
}
