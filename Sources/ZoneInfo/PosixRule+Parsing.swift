// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension PosixRule {
    /// Reads a POSIX TZ rule.
    ///
    /// - Parameter text: At most 256 bytes.
    /// - Throws: ``ZoneInfoError/invalidRule(_:)``.
    package init(_ text: String) throws(ZoneInfoError) {
        var scanner = Scanner(text)
        guard text.utf8.count <= 256, let rule = scanner.rule() else { throw .invalidRule(text) }
        self = rule
    }

    /// Reads the text from its beginning; each step returns `nil` where it finds something else.
    private struct Scanner {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = text[...].utf8 }

        mutating func rule() -> PosixRule? {
            guard let standard = kind(), let standardOffset = time(hours: 24) else { return nil }
            let standardKind = Kind(abbreviation: standard, offset: -standardOffset)
            guard !rest.isEmpty else { return PosixRule(standard: standardKind, summer: nil) }
            guard let summer = kind() else { return nil }
            var summerOffset = -standardOffset + 3600
            if rest.first != UInt8(ascii: ","), !rest.isEmpty {
                guard let offset = time(hours: 24) else { return nil }
                summerOffset = -offset
            }
            // POSIX leaves the rule of a zone without one open; tzset(3) takes the present American one.
            if rest.isEmpty { rest = ",M3.2.0,M11.1.0"[...].utf8 }
            guard take(","), let start = change(), take(","), let end = change(), rest.isEmpty
            else {
                return nil
            }
            return PosixRule(
                standard: standardKind,
                summer: Summer(
                    kind: Kind(abbreviation: summer, offset: summerOffset), start: start, end: end))
        }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest = rest.dropFirst()
            return true
        }

        /// `CET`, or `<+03>` where there are other characters than letters.
        private mutating func kind() -> String? {
            let isQuoted = take("<")
            let name = rest.prefix {
                Self.isLetter($0) || isQuoted && (Self.isDigit($0) || $0 == 43 || $0 == 45)
            }
            rest = rest.dropFirst(name.count)
            guard (3...32).contains(name.count), !isQuoted || take(">") else { return nil }
            return String(Substring(name))
        }

        /// `[+-]hh[:mm[:ss]]` in seconds.
        private mutating func time(hours limit: Int) -> Int? {
            let isNegative = take("-")
            if !isNegative { _ = take("+") }
            guard let hours = number(upTo: limit) else { return nil }
            var seconds = hours * 3600
            for unit in [60, 1] where take(":") {
                guard let value = number(upTo: 59) else { return nil }
                seconds += value * unit
            }
            return isNegative ? -seconds : seconds
        }

        private mutating func number(upTo limit: Int) -> Int? {
            let digits = rest.prefix(while: Self.isDigit)
            guard (1...3).contains(digits.count), let value = Int(Substring(digits)), value <= limit
            else { return nil }
            rest = rest.dropFirst(digits.count)
            return value
        }

        private mutating func change() -> Change? {
            guard let day = changeDay() else { return nil }
            guard take("/") else { return Change(day: day, time: 7200) }
            return time(hours: 167).map { Change(day: day, time: $0) }
        }

        private mutating func changeDay() -> ChangeDay? {
            if take("J") {
                return number(upTo: 365).flatMap { $0 >= 1 ? .julian($0) : nil }
            }
            guard take("M") else { return number(upTo: 365).map { .dayOfYear($0) } }
            guard let month = number(upTo: 12), month >= 1, take("."),
                let week = number(upTo: 5), week >= 1, take("."), let weekday = number(upTo: 6)
            else { return nil }
            return .weekday(month: month, week: week, weekday: weekday)
        }

        private static func isLetter(_ byte: UInt8) -> Bool {
            (65...90).contains(byte) || (97...122).contains(byte)
        }

        private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    }
}
