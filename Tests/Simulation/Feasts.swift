// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel

/// The holidays of a simulated country: days in a row, and days that come again every year or every few years.
struct Feasts: Sendable {
    /// When a feast is.
    enum Feast: Sendable {
        /// So many days from one on.
        case days(Int, count: Int)
        /// A day of a month in every so many years, from a year on.
        case yearly(month: Int, day: Int, every: Int, from: Int)
        /// The last such day of the week of a month, from a year on.
        case last(Weekday, month: Int, from: Int)

        func contains(_ day: Int) -> Bool {
            if case .days(let first, let count) = self {
                return (first..<first + count).contains(day)
            }
            let date = CivilDate(daysSinceEpoch: day)
            let (year, month, dayOfMonth) = date.components
            switch self {
            case .days(let first, let count): return (first..<first + count).contains(day)
            case .yearly(let ownMonth, let ownDay, let interval, let from):
                return month == ownMonth && dayOfMonth == ownDay && year >= from
                    && (year - from) % interval == 0
            case .last(let weekday, let ownMonth, let from):
                let next = CivilDate(daysSinceEpoch: day + 7).components.month
                return month == ownMonth && next != month && date.weekday == weekday
                    && year >= from
            }
        }

        /// The lines of the feast's event.
        var lines: String {
            func basic(_ date: CivilDate?) -> String {
                (date?.description ?? "").filter { $0 != "-" }
            }
            switch self {
            case .days(let first, let count):
                let start = CivilDate(daysSinceEpoch: first)
                let end = CivilDate(daysSinceEpoch: first + count)
                return "DTSTART;VALUE=DATE:\(basic(start))\nDTEND;VALUE=DATE:\(basic(end))"
            case .yearly(let month, let day, let interval, let from):
                let start = CivilDate(year: from, month: month, day: day)
                return "DTSTART;VALUE=DATE:\(basic(start))\nRRULE:FREQ=YEARLY;INTERVAL=\(interval)"
            case .last(let weekday, let month, let from):
                let start = CivilDate(year: from, month: month, day: 1)
                return "DTSTART;VALUE=DATE:\(basic(start))\n"
                    + "RRULE:FREQ=YEARLY;BYMONTH=\(month);BYDAY=-1\(weekday.abbreviation)"
            }
        }
    }

    private var feasts: [Feast] = []

    /// No feasts at all.
    init() {}

    /// Some feasts around a day.
    init(around day: Int, _ dice: inout Dice) {
        let year = CivilDate(daysSinceEpoch: day).components.year
        for _ in 0..<dice.int(0...30) {
            let month = dice.int(1...12)
            let feast: Feast =
                switch dice.int(1...4) {
                case 1: .last(dice.pick(Weekday.allCases), month: month, from: year - 1)
                case 2:
                    .yearly(
                        month: month, day: dice.int(1...28), every: dice.int(1...3),
                        from: year - dice.int(0...5))
                default: .days(day + dice.int(-20...400), count: dice.magnitude(1...40))
                }
            feasts.append(feast)
        }
    }

    func contains(_ day: Int) -> Bool { feasts.contains { $0.contains(day) } }

    /// The feasts as a calendar that a daemon reads.
    var calendar: HolidayCalendar? {
        let events = feasts.map { "BEGIN:VEVENT\nSUMMARY:Feast\n\($0.lines)\nEND:VEVENT\n" }
        let text = "BEGIN:VCALENDAR\n\(events.joined())END:VCALENDAR"
        return try? HolidayCalendar(ics: Array(text.utf8))
    }
}

/// What a daemon looks up in a calendar, a year at a time.
final class FeastTable {
    private let calendar: HolidayCalendar?
    private var years: [Int: [CivilDate: String]] = [:]

    init(_ feasts: Feasts) { calendar = feasts.calendar }

    subscript(date: CivilDate) -> String? {
        let year = date.components.year
        if let days = years[year] { return days[date] }
        let days = calendar?.days(in: year) ?? [:]
        years[year] = days
        return days[date]
    }
}
