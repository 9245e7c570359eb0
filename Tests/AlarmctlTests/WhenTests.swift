// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@testable import alarmctl

@Suite("WHEN") struct WhenTests {
    static let times: [(String, When)] = [
        ("07:30", .civil(time(7, 30), on: .next)),
        ("7:30", .civil(time(7, 30), on: .next)),
        ("07:30:15", .civil(time(7, 30, 15), on: .next)),
        ("00:00", .civil(time(0, 0), on: .next)),
        ("tomorrow 06:00", .civil(time(6, 0), on: .tomorrow)),
        ("06:00 Tomorrow", .civil(time(6, 0), on: .tomorrow)),
        ("today 08:00", .civil(time(8, 0), on: .today)),
        ("2026-12-24 06:00", .civil(time(6, 0), on: .date(date(2026, 12, 24)))),
        ("2026-12-24T06:00", .civil(time(6, 0), on: .date(date(2026, 12, 24)))),
        ("2028-02-29 06:00", .civil(time(6, 0), on: .date(date(2028, 2, 29)))),
        ("mon-fri 07:30", .civil(time(7, 30), on: .weekly(.workdays))),
        ("Monday-Friday 7:30", .civil(time(7, 30), on: .weekly(.workdays))),
        ("fri-mon 09:00", .civil(time(9, 0), on: .weekly([.friday, .saturday, .sunday, .monday]))),
        ("sat,sun 9:00", .civil(time(9, 0), on: .weekly(.weekend))),
        ("sat, sun 9:00", .civil(time(9, 0), on: .weekly(.weekend))),
        ("mon wed 9:00", .civil(time(9, 0), on: .weekly([.monday, .wednesday]))),
        (
            "mon-wed,sat 9:00",
            .civil(time(9, 0), on: .weekly([.monday, .tuesday, .wednesday, .saturday]))
        ),
        ("thurs 9:00", .civil(time(9, 0), on: .weekly([.thursday]))),
        ("daily 07:30", .civil(time(7, 30), on: .weekly(.all))),
        ("weekdays 07:30", .civil(time(7, 30), on: .weekly(.workdays))),
        ("weekend 10:00", .civil(time(10, 0), on: .weekly(.weekend))),
        ("+25m", .countdown(.seconds(1500))),
        ("+1h30m", .countdown(.seconds(5400))),
        ("+1h 30m", .countdown(.seconds(5400))),
        ("in 90s", .countdown(.seconds(90))),
        ("+8784h", .countdown(.seconds(366 * 86_400))),
        ("9999-12-31 07:30", .civil(time(7, 30), on: .date(date(9999, 12, 31)))),
    ]

    @Test("is read as one word or several, alike", arguments: times)
    func reads(text: String, expected: When) throws {
        #expect(try When([text]) == expected)
        #expect(try When(text.split(separator: " ").map(String.init)) == expected)
    }

    static let faults: [(String, String)] = [
        ("25:00", "hours go from 0 to 23"),
        ("24:00", "midnight is 00:00, the first minute of its day"),
        ("07:60", "minutes go from 00 to 59"),
        ("07:30:60", "seconds go from 00 to 59"),
        ("7:5", "did you mean 07:05?"),
        ("7.30", "it is written 07:30"),
        ("7h30", "it is written 07:30"),
        ("7pm", "it is written 19:00"),
        ("12:15am", "it is written 00:15"),
        ("0730", "a time is written 07:30"),
        ("7", "a time is written 07:00"),
        ("730", "a time is written 07:30"),
        ("-5m", "a time is written 07:30"),
        ("25m", "for one that rings in 25 min say: +25m"),
        ("9000h", "a time is written 07:30"),
        ("+25", "write +25s, +25m or +25h"),
        ("+0s", "write +25m or +90s"),
        ("+", "write +25m, +90s or +1h30m"),
        ("+5x", "write +25m, +90s or +1h30m"),
        ("+99999999999999999999h", "write +25m, +90s or +1h30m"),
        ("+100000h", "for a day further ahead say its date: 2026-12-24 06:00"),
        ("in 8785h", "for a day further ahead say its date: 2026-12-24 06:00"),
        ("noon", "write 12:00"),
        ("midnight", "write 00:00"),
        ("tomorow 06:00", "did you mean tomorrow?"),
        ("mon-fry 07:30", "did you mean fri?"),
        ("mon,,tue 07:30", "write mon-fri or sat,sun"),
        ("mon- 07:30", "write mon-fri or sat,sun"),
        ("2026-02-30 07:00", "February 2026 has 28 days"),
        ("2100-02-29 07:00", "February 2100 has 28 days"),
        ("10000-12-31 07:00", "years go from 0001 to 9999; a date is written 2026-12-24"),
        ("0000-12-31 07:00", "years go from 0001 to 9999; a date is written 2026-12-24"),
        ("31.12.10000 07:00", "years go from 0001 to 9999; a date is written 2026-12-24"),
        ("2026-13-01 07:00", "a date is written 2026-12-24"),
        ("2026-1-2 07:00", "a date is written 2026-01-02"),
        ("24.12.2026 07:00", "a date is written year-month-day: 2026-12-24"),
        ("mon", "add one: mon 07:30"),
        ("tomorrow", "add one: tomorrow 07:30"),
        ("07:30 08:30", "an alarm has one; set another alarm for the other"),
        ("mon tomorrow 07:30", "name one date, or days of the week such as mon,wed,fri"),
        ("wake 07:30", "the id of an alarm is given as --id wake"),
        ("", When.spellings[0].description),
    ]

    @Test("that is wrong is refused with the right spelling", arguments: faults)
    func refuses(text: String, hint: String) {
        let error = #expect(throws: UsageError.self) { try When([text]) }
        #expect(error?.hints.first?.description == hint)
    }

    @Test(
        "takes every word that no id may be",
        arguments: WhenWord.words.filter { ![.countdown, nil].contains(WhenWord($0)) })
    func words(word: String) {
        let error = #expect(throws: UsageError.self) { try When([word]) }
        // It is known: what is wrong is the time that is missing, or the spelling.
        #expect(error?.hints.first?.description.hasPrefix("did you mean") == false)
        #expect(
            error?.hints.contains(Message("the id of an alarm is given as --id \(word)")) == false)
    }

    @Test("tomorrow is the next day, from four in the morning on")
    func tomorrow() throws {
        let when = try When(["tomorrow", "06:00"])
        let day = date(2026, 12, 1)
        let fixed = try when.fixed(at: CivilDateTime(date: day, time: time(4, 0)))
        #expect(fixed == FixedWhen(time: time(6, 0), pattern: .date(date(2026, 12, 2))))
    }

    @Test("tomorrow is refused at night, with both dates")
    func tomorrowAtNight() throws {
        let when = try When(["tomorrow", "06:00"])
        let error = #expect(throws: UsageError.self) {
            try when.fixed(at: CivilDateTime(date: date(2026, 12, 31), time: time(3, 59, 59)))
        }
        #expect(
            error?.hints.map(\.description) == [
                "for Thursday 31 December say: 2026-12-31 06:00",
                "for Friday 1 January say: 2027-01-01 06:00",
            ])
    }

    @Test("today is refused once its time has come")
    func todayPassed() throws {
        let when = try When(["today", "08:00"])
        let day = date(2026, 12, 1)
        #expect(throws: UsageError.self) {
            try when.fixed(at: CivilDateTime(date: day, time: time(8, 0)))
        }
        #expect(
            try when.fixed(at: CivilDateTime(date: day, time: time(7, 59)))
                == FixedWhen(time: time(8, 0), pattern: .date(day)))
    }

    @Test("a date is past only where it has passed everywhere on earth")
    func past() throws {
        let when = try When(["2026-12-01", "06:00"])
        let there = CivilDateTime(date: date(2026, 12, 1), time: time(6, 0))
        let instant = Instant(seconds: there.secondsOnWall)
        try when.checkAhead(of: instant + .seconds(16 * 3600))
        let error = #expect(throws: UsageError.self) {
            try when.checkAhead(of: instant + .seconds(16 * 3600 + 1))
        }
        #expect(error?.message.description == "2026-12-01 06:00 has passed")
    }
}

/// A time that a clock shows.
func time(_ hour: Int, _ minute: Int, _ second: Int = 0) -> TimeOfDay {
    TimeOfDay(secondsSinceMidnight: (hour * 60 + minute) * 60 + second)
}

/// A date that the calendar has.
func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
    CivilDate(year: year, month: month, day: day) ?? CivilDate(daysSinceEpoch: 0)
}

extension Weekdays {
    static let monday = Weekdays([Weekday.monday])
    static let tuesday = Weekdays([Weekday.tuesday])
    static let wednesday = Weekdays([Weekday.wednesday])
    static let thursday = Weekdays([Weekday.thursday])
    static let friday = Weekdays([Weekday.friday])
    static let saturday = Weekdays([Weekday.saturday])
    static let sunday = Weekdays([Weekday.sunday])
}
