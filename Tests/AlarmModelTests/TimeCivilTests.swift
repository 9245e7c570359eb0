// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("A civil date")
struct TimeCivilDateTests {
    @Test("is followed by the next day of the calendar, for ten thousand years")
    func successors() throws {
        var date = try #require(CivilDate(year: 1, month: 1, day: 1))
        #expect(date.weekday == .monday)
        for year in 1...9999 {
            #expect(date.components == (year, 1, 1))
            // Whole months at once keep this quick; each of their ends is looked at.
            for month in 1...12 {
                let count = CivilDate.dayCount(ofMonth: month, year: year)
                let last = date.advanced(by: count - 1)
                #expect(date.components == (year, month, 1))
                #expect(last.components == (year, month, count))
                #expect(CivilDate(year: year, month: month, day: count) == last)
                date = last.advanced(by: 1)
            }
        }
        #expect(date.components == (10_000, 1, 1))
    }

    @Test(
        "falls on the weekday that it fell on",
        arguments: [
            ("1970-01-01", Weekday.thursday), ("2000-02-29", .tuesday), ("1969-12-31", .wednesday),
            ("2026-12-01", .tuesday), ("1582-10-15", .friday), ("9999-12-31", .friday),
        ])
    func weekdays(text: String, weekday: Weekday) {
        #expect(CivilDate(text)?.weekday == weekday)
        #expect(CivilDate(text)?.description == text)
    }

    @Test(
        "that the calendar does not have is refused, and never made another (B55)",
        arguments: [
            "2027-02-30", "2027-02-29", "2100-02-29", "2027-13-01", "2027-00-10", "2027-01-00",
            "2027-04-31", "0000-01-01", "10000-01-01", "2027-1-1", "27-01-01", "2027-01-01 ",
            "+027-01-01", "2027-01", "", "2027-01-0\u{0661}",
        ])
    func refused(text: String) {
        #expect(CivilDate(text) == nil)
    }
}

@Suite("A time of day")
struct TimeOfDayTests {
    @Test(
        "is read and written",
        arguments: [
            ("07:30", "07:30"), ("7:05", "07:05"), ("07:30:00", "07:30"),
            ("23:59:59", "23:59:59"), ("0:00", "00:00"),
        ])
    func read(text: String, written: String) {
        #expect(TimeOfDay(text)?.description == written)
    }

    @Test(
        "that no clock shows is refused",
        arguments: [
            "24:00", "25:00", "7:60", "07:00:60", "7", "07:0", "07:000", "-1:00", ":30", "07:",
            "07:30:", "07:30:0", "007:30", "7.30", " 7:30", "",
        ])
    func refused(text: String) {
        #expect(TimeOfDay(text) == nil)
    }

    @Test("with its date is counted on the wall, before the epoch too")
    func onWall() throws {
        for text in [
            "1969-12-31T23:59:59", "1970-01-01T00:00", "0001-01-01T00:00", "2024-02-29T12:00",
        ] {
            let civil = try #require(CivilDateTime(text))
            #expect(CivilDateTime(secondsOnWall: civil.secondsOnWall) == civil)
            #expect(civil.description == text)
        }
        #expect(CivilDateTime("1969-12-31T23:59:59")?.secondsOnWall == -1)
        #expect(CivilDateTime("2024-02-30T12:00") == nil)
        #expect(CivilDateTime("2024-02-28 12:00") == nil)
    }
}

@Suite("An instant")
struct TimeInstantTests {
    @Test(
        "is rounded to the nearest hundredth of a second",
        arguments: [
            (0, 0), (4999, 0), (5000, 10_000), (999_999, 1_000_000), (1_004_999, 1_000_000),
            (-1, 0), (-5001, -10_000), (-10_000, -10_000),
        ] as [(Int64, Int64)])
    func hundredth(microseconds: Int64, rounded: Int64) {
        #expect(Instant(microseconds: microseconds).nearestHundredth.microseconds == rounded)
    }

    @Test("saturates where no other would be right")
    func saturates() {
        #expect(Instant(seconds: .max) == .distantFuture)
        #expect(Instant(seconds: .min) == .distantPast)
        #expect(Instant.distantFuture + .seconds(1) == .distantFuture)
        #expect(Instant.distantPast - .seconds(1) == .distantPast)
        #expect(Instant.distantPast + .seconds(Int64.max) > .distantPast)
        #expect(Instant.distantFuture - Instant.distantPast == .microseconds(Int64.max))
    }

    @Test("before the epoch is in the second that began before it")
    func floor() {
        #expect(Instant(microseconds: -1).seconds == -1)
        #expect(Instant(microseconds: -1_000_000).seconds == -1)
        #expect(Instant(microseconds: -1_000_001).seconds == -2)
        #expect(Instant(microseconds: 999_999).seconds == 0)
    }
}
