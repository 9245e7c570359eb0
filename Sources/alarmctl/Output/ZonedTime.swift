// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Localization

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
    init?(_ text: some StringProtocol) {
        guard let instant = Instant(rfc3339: text),
            let civil = CivilDateTime(text.prefix(19).uppercased())
        else { return nil }
        self.init(instant: instant, offset: Int(civil.secondsOnWall - instant.seconds))
    }
}

extension ZonedTime {
    /// The time for a table: `Tue 1 Dec 07:30`, with the year where it is not `now`'s.
    func short(at now: Instant) -> String {
        let today = CivilDateTime(secondsOnWall: now.seconds + Int64(offset)).date
        return civil.short(on: today)
    }

    /// The time for a sentence: `Tuesday 1 December 2026 at 07:30`.
    var long: String {
        let date = civil.date
        let (year, month, day) = date.components
        let weekday = TimeFormat.name(of: date.weekday)
        let name = TimeFormat.name(ofMonth: month)
        return Message("\(weekday) \(day) \(name) \(year) at \(TimeFormat.text(civil.time))")
            .localized
    }
}

extension CivilDateTime {
    /// The time for a table: `Tue 1 Dec 07:30`, with the year where it is not that of `today`.
    func short(on today: CivilDate) -> String {
        let (year, month, day) = date.components
        let (weekday, name) = (
            TimeFormat.shortName(of: date.weekday), TimeFormat.shortName(ofMonth: month)
        )
        let time = TimeFormat.text(time)
        guard year != today.components.year else {
            return Message("\(weekday) \(day) \(name) \(time)").localized
        }
        return Message("\(weekday) \(day) \(name) \(year) \(time)").localized
    }
}

extension CivilDate {
    /// The date as it is on the wire, `2026-12-24`, for a person: `Thu 24 Dec 2026`.
    static func short(wire text: String) -> String {
        guard let date = CivilDate(text) else { return text }
        let (year, month, day) = date.components
        let (weekday, name) = (
            TimeFormat.shortName(of: date.weekday), TimeFormat.shortName(ofMonth: month)
        )
        return Message("\(weekday) \(day) \(name) \(year)").localized
    }
}
