// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension Instant {
    /// The instant as RFC 3339 writes it, to the second, with the offset it is told in.
    ///
    /// - Parameter offset: Seconds east of UTC; the format takes whole minutes, so that an offset of odd
    ///   seconds, as zones had before 1972, is told in UTC.
    /// - Returns: Text such as `2026-12-01T07:30:00+01:00`, with `Z` for UTC.
    package func rfc3339(offset: Int) -> String {
        let offset = offset % 60 == 0 && abs(offset) < 86_400 ? offset : 0
        let civil = CivilDateTime(secondsOnWall: saturatingSum(seconds, Int64(offset)))
        let time = civil.time
        let clock = [time.hour, time.minute, time.second].map { padded($0, to: 2) }
            .joined(separator: ":")
        guard offset != 0 else { return "\(civil.date)T\(clock)Z" }
        let minutes = abs(offset) / 60
        let sign = offset < 0 ? "-" : "+"
        return
            "\(civil.date)T\(clock)\(sign)\(padded(minutes / 60, to: 2)):\(padded(minutes % 60, to: 2))"
    }

    /// Reads an instant as RFC 3339 writes it, or returns `nil` if `text` is anything else.
    ///
    /// Fractions of a second are read to the microsecond. A leap second (`:60`) is none in POSIX time and
    /// is refused.
    package init?(rfc3339 text: some StringProtocol) {
        let bytes = Array(text.utf8)
        // Beyond ASCII, a letter and its marks would count as one character.
        guard (20...64).contains(bytes.count), bytes.allSatisfy({ $0 < 0x80 }),
            let text = String(validating: bytes, as: UTF8.self),
            bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t"),
            let date = CivilDate(text.prefix(10)),
            let time = TimeOfDay(text.dropFirst(11).prefix(8))
        else { return nil }
        var rest = text.dropFirst(19)
        var microseconds = 0
        if rest.first == "." {
            let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
            guard !digits.isEmpty,
                let fraction = Int(
                    digits.prefix(6) + String(repeating: "0", count: max(0, 6 - digits.count)))
            else { return nil }
            microseconds = fraction
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let offset = Self.offset(rest) else { return nil }
        let wall = CivilDateTime(date: date, time: time).secondsOnWall
        self.init(microseconds: (wall - Int64(offset)) * 1_000_000 + Int64(microseconds))
    }

    private static func offset(_ text: Substring) -> Int? {
        if text == "Z" || text == "z" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-", text.utf8.count == 6 else {
            return nil
        }
        let fields = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 2, let hours = decimal(fields[0], digits: 2), hours < 24,
            let minutes = decimal(fields[1], digits: 2), minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * 60 * (sign == "-" ? -1 : 1)
    }
}
