// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// An instant, and what the clock reads then where it was written for.
struct ZonedTime: Hashable, Sendable {
    /// The instant.
    let instant: Instant

    /// What the clock reads.
    let civil: CivilDateTime

    /// Seconds that the clock is ahead of UTC.
    let offset: Int

    /// Creates the time at which the clock, `offset` seconds ahead of UTC, shows `instant`.
    init(instant: Instant, offset: Int) {
        self.instant = instant
        self.offset = offset
        self.civil = CivilDateTime(secondsOnWall: instant.seconds + Int64(offset))
    }

    /// Reads an instant as it is on the wire, `2026-12-01T07:30:00+01:00` (RFC 3339), or returns `nil`.
    ///
    /// A fraction of a second is left out.
    init?(_ text: some StringProtocol) {
        let upper = text.uppercased()
        guard let civil = CivilDateTime(upper.prefix(19)), upper.utf8.count >= 20 else {
            return nil
        }
        var rest = upper.dropFirst(19)
        if rest.first == "." {
            let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
            guard !digits.isEmpty else { return nil }
            rest = rest.dropFirst(digits.count + 1)
        }
        guard let offset = Self.offset(rest) else { return nil }
        self.init(
            instant: Instant(seconds: civil.secondsOnWall - Int64(offset)), offset: offset)
    }

    /// Reads `Z` or `+01:00`, or returns `nil`.
    private static func offset(_ text: Substring) -> Int? {
        if text == "Z" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-", text.utf8.count == 6,
            let time = TimeOfDay(text.dropFirst())
        else { return nil }
        return sign == "+" ? time.secondsSinceMidnight : -time.secondsSinceMidnight
    }
}

extension ZonedTime {
    /// The time for a table: `Tue 1 Dec 07:30`, with the year where it is not `now`'s.
    func short(at now: Instant) -> String {
        let date = civil.date
        let (year, month, day) = date.components
        let today = CivilDateTime(secondsOnWall: now.seconds + Int64(offset)).date
        let yearText = year == today.components.year ? "" : " \(year)"
        let name = englishMonths[month - 1].prefix(3)
        return "\(date.weekday.shortName) \(day) \(name)\(yearText) \(civil.time)"
    }

    /// The time for a sentence: `Tuesday 1 December 2026 at 07:30`.
    var long: String {
        let date = civil.date
        let (year, month, day) = date.components
        return
            "\(date.weekday.englishName) \(day) \(englishMonths[month - 1]) \(year) at \(civil.time)"
    }
}
