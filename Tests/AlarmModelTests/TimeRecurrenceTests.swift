// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("A recurrence rule")
struct TimeRecurrenceRuleTests {
    @Test(
        "is refused by the name of what is wrong",
        arguments: [
            ("", "a rule is made of parts like FREQ=DAILY, with a semicolon between two"),
            (
                "FREQ=DAILY;",
                "a rule is made of parts like FREQ=DAILY, with a semicolon between two"
            ),
            (
                "FREQ=DAILY; COUNT=3",
                "\" COUNT=3\" is no part of a rule; one is written like FREQ=DAILY"
            ),
            (
                "FREQ=DAILY;COUNT=",
                "\"COUNT=\" is no part of a rule; one is written like FREQ=DAILY"
            ),
            ("DAILY", "\"DAILY\" is no part of a rule; one is written like FREQ=DAILY"),
            ("INTERVAL=2", "FREQ is missing: DAILY, WEEKLY, MONTHLY or YEARLY"),
            ("FREQ=DAILY;FREQ=DAILY", "FREQ is there twice"),
            ("FREQ=DAILY;INTERVAL=2;interval=2", "INTERVAL is there twice"),
            (
                "FREQ=HOURLY",
                "FREQ=HOURLY is not supported: an alarm repeats DAILY, WEEKLY, MONTHLY or YEARLY"
            ),
            ("FREQ=SOMETIMES", "FREQ: \"SOMETIMES\" is not DAILY, WEEKLY, MONTHLY or YEARLY"),
            ("FREQ=DAILY;BYHOUR=7", "BYHOUR is not supported: the alarm's time is its time"),
            ("FREQ=DAILY;BYMINUTE=30", "BYMINUTE is not supported: the alarm's time is its time"),
            ("FREQ=DAILY;BYSECOND=0", "BYSECOND is not supported: the alarm's time is its time"),
            (
                "FREQ=YEARLY;BYYEARDAY=100",
                "BYYEARDAY is not supported: BYMONTH, BYMONTHDAY and BYDAY name the days"
            ),
            (
                "FREQ=YEARLY;BYWEEKNO=20",
                "BYWEEKNO is not supported: BYMONTH, BYMONTHDAY and BYDAY name the days"
            ),
            (
                "FREQ=YEARLY;RSCALE=CHINESE",
                "RSCALE is not supported: the calendar is the Gregorian one"
            ),
            ("FREQ=MONTHLY;SKIP=OMIT", "SKIP is not supported: the calendar is the Gregorian one"),
            (
                "FREQ=YEARLY;BYEASTER=0",
                "\"BYEASTER\" is no part of a recurrence rule (RFC 5545, 3.3.10)"
            ),
            (
                "RRULE:FREQ=DAILY",
                "\"RRULE:FREQ\" is no part of a recurrence rule (RFC 5545, 3.3.10)"
            ),
            ("FREQ=DAILY;INTERVAL=0", "INTERVAL: \"0\" is not a number from 1 through 10000"),
            ("FREQ=DAILY;INTERVAL=-1", "INTERVAL: \"-1\" is not a number from 1 through 10000"),
            (
                "FREQ=DAILY;INTERVAL=10001",
                "INTERVAL: \"10001\" is not a number from 1 through 10000"
            ),
            (
                "FREQ=DAILY;COUNT=99999999999999999999",
                "COUNT: \"99999999999999999999\" is not a number from 1 through 100000"
            ),
            ("FREQ=DAILY;COUNT=0", "COUNT: \"0\" is not a number from 1 through 100000"),
            ("FREQ=DAILY;BYMONTH=13", "BYMONTH: \"13\" is not a number from 1 through 12"),
            ("FREQ=DAILY;BYMONTH=-1", "BYMONTH: \"-1\" is not a number from 1 through 12"),
            ("FREQ=DAILY;BYMONTH=1,,2", "BYMONTH: \"\" is not a number from 1 through 12"),
            (
                "FREQ=MONTHLY;BYMONTHDAY=32",
                "BYMONTHDAY: \"32\" is not a number from 1 through 31, or from -31 through -1"
            ),
            (
                "FREQ=MONTHLY;BYMONTHDAY=0",
                "BYMONTHDAY: \"0\" is not a number from 1 through 31, or from -31 through -1"
            ),
            (
                "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367",
                "BYSETPOS: \"367\" is not a number from 1 through 366, or from -366 through -1"
            ),
            (
                "FREQ=WEEKLY;BYDAY=MON",
                "BYDAY: \"MON\" is not one of MO, TU, WE, TH, FR, SA, SU, alone or after a number like 2 or -1"
            ),
            (
                "FREQ=MONTHLY;BYDAY=54MO",
                "BYDAY: \"54MO\" is not one of MO, TU, WE, TH, FR, SA, SU, alone or after a number like 2 or -1"
            ),
            ("FREQ=WEEKLY;WKST=2MO", "WKST: \"2MO\" is not one of MO, TU, WE, TH, FR, SA, SU"),
            (
                "FREQ=DAILY;UNTIL=20260230",
                "UNTIL: \"20260230\" is not a day like 20261224, or a time like 20261224T073000 or 20261224T063000Z"
            ),
            (
                "FREQ=DAILY;UNTIL=20261224T250000Z",
                "UNTIL: \"20261224T250000Z\" is not a day like 20261224, or a time like 20261224T073000 or 20261224T063000Z"
            ),
            ("FREQ=DAILY;COUNT=3;UNTIL=20261224", "COUNT and UNTIL exclude each other"),
            ("FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY cannot be with FREQ=WEEKLY"),
            ("FREQ=WEEKLY;BYDAY=MO,2TU", "BYDAY: 2TU needs FREQ=MONTHLY or FREQ=YEARLY"),
            ("FREQ=MONTHLY;BYSETPOS=1", "BYSETPOS needs another part that begins with BY"),
            (
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30 never comes: no day of the calendar is like that"
            ),
        ])
    func refused(text: String, reason: String) {
        #expect { try RecurrenceRule(text) } throws: { "\($0)" == reason }
    }

    @Test("of more than 1,000 bytes is refused before it is read")
    func tooLong() {
        let text = "FREQ=DAILY;BYMONTH=" + String(repeating: "1,", count: 500)
        #expect(throws: RecurrenceFault.tooLong) { try RecurrenceRule(text) }
    }

    @Test(
        "is read in capitals and small letters, in any order",
        arguments: [
            "FREQ=MONTHLY;BYDAY=2TU,-1FR;INTERVAL=2;WKST=SU",
            "wkst=su;interval=2;byday=-1fr,+2tu,2tu;freq=monthly",
        ])
    func read(text: String) throws {
        let rule = try RecurrenceRule(text)
        #expect(rule.text == text)
        #expect(rule.frequency == .monthly)
        #expect(rule.interval == 2)
        #expect(rule.weekStart == .sunday)
        #expect(Set(rule.ordinalWeekdays) == [.init(2, .tuesday), .init(-1, .friday)])
        #expect(rule.ordinalWeekdays.count == 2)
    }

    /// A rule, its start, the days that it names first, and whether it ends there.
    private struct Row: CustomTestStringConvertible {
        var rule: String
        var start: String
        var days: String
        var ends = false

        var testDescription: String { "\(rule) from \(start)" }
    }

    private static let rows = [
        // What the rule does not say is taken from its start.
        Row(rule: "FREQ=DAILY", start: "2026-12-30", days: "2026-12-30 2026-12-31 2027-01-01"),
        Row(rule: "FREQ=WEEKLY", start: "2026-12-30", days: "2026-12-30 2027-01-06"),
        Row(rule: "FREQ=MONTHLY", start: "2026-01-31", days: "2026-01-31 2026-03-31 2026-05-31"),
        // A leap day is never made another day.
        Row(
            rule: "FREQ=YEARLY", start: "2024-02-29", days: "2024-02-29 2028-02-29 2032-02-29"),
        Row(rule: "FREQ=YEARLY", start: "2096-02-29", days: "2096-02-29 2104-02-29"),
        Row(rule: "FREQ=YEARLY;BYMONTH=3,5", start: "2026-01-31", days: "2026-03-31 2026-05-31"),
        // The examples of RFC 5545, 3.8.5.3.
        Row(
            rule: "FREQ=DAILY;COUNT=3", start: "1997-09-02",
            days: "1997-09-02 1997-09-03 1997-09-04", ends: true),
        Row(
            rule: "FREQ=DAILY;INTERVAL=10;COUNT=5", start: "1997-09-02",
            days: "1997-09-02 1997-09-12 1997-09-22 1997-10-02 1997-10-12", ends: true),
        Row(
            rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", start: "1997-08-05",
            days: "1997-08-05 1997-08-10 1997-08-19 1997-08-24", ends: true),
        Row(
            rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", start: "1997-08-05",
            days: "1997-08-05 1997-08-17 1997-08-19 1997-08-31", ends: true),
        Row(
            rule: "FREQ=MONTHLY;COUNT=4;BYDAY=1FR", start: "1997-09-05",
            days: "1997-09-05 1997-10-03 1997-11-07 1997-12-05", ends: true),
        Row(
            rule: "FREQ=MONTHLY;COUNT=3;BYDAY=-2MO", start: "1997-09-22",
            days: "1997-09-22 1997-10-20 1997-11-17", ends: true),
        Row(
            rule: "FREQ=MONTHLY;BYMONTHDAY=-3", start: "1997-09-28",
            days: "1997-09-28 1997-10-29 1997-11-28 1997-12-29 1998-01-29 1998-02-26"),
        Row(
            rule: "FREQ=MONTHLY;COUNT=5;BYMONTHDAY=1,-1", start: "1997-09-30",
            days: "1997-09-30 1997-10-01 1997-10-31 1997-11-01 1997-11-30", ends: true),
        Row(
            rule: "FREQ=MONTHLY;INTERVAL=18;COUNT=4;BYMONTHDAY=10,11", start: "1997-09-10",
            days: "1997-09-10 1997-09-11 1999-03-10 1999-03-11", ends: true),
        Row(
            rule: "FREQ=YEARLY;BYDAY=20MO", start: "1997-05-19",
            days: "1997-05-19 1998-05-18 1999-05-17"),
        Row(
            rule: "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", start: "1997-09-02",
            days: "1998-02-13 1998-03-13 1998-11-13 1999-08-13 2000-10-13"),
        Row(
            rule: "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
            start: "1996-11-05", days: "1996-11-05 2000-11-07 2004-11-02"),
        Row(
            rule: "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", start: "1997-09-04",
            days: "1997-09-04 1997-10-07 1997-11-06", ends: true),
        Row(
            rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", start: "1997-09-29",
            days: "1997-09-29 1997-10-30 1997-11-27 1997-12-30"),
        // Days with and without a number are listed, not held against each other.
        Row(
            rule: "FREQ=MONTHLY;BYDAY=SU,1MO", start: "2026-12-01",
            days: "2026-12-06 2026-12-07 2026-12-13 2026-12-20 2026-12-27 2027-01-03 2027-01-04"),
        // Positions count in the whole week, the first too.
        Row(
            rule: "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2", start: "2026-12-03",
            days: "2026-12-09 2026-12-16"),
        Row(
            rule: "FREQ=WEEKLY;BYDAY=SU,MO;BYSETPOS=1;WKST=SU", start: "2026-12-01",
            days: "2026-12-06 2026-12-13"),
        // Each of UNTIL's forms includes what it names.
        Row(
            rule: "FREQ=DAILY;UNTIL=20261202", start: "2026-12-01", days: "2026-12-01 2026-12-02",
            ends: true),
        Row(
            rule: "FREQ=DAILY;UNTIL=20261202T073000", start: "2026-12-01",
            days: "2026-12-01 2026-12-02", ends: true),
        Row(
            rule: "FREQ=DAILY;UNTIL=20261202T072959", start: "2026-12-01", days: "2026-12-01",
            ends: true),
        Row(rule: "FREQ=DAILY;UNTIL=20261130", start: "2026-12-01", days: "", ends: true),
        Row(
            rule: "FREQ=DAILY;COUNT=2;BYMONTH=1,2", start: "2026-12-01",
            days: "2027-01-01 2027-01-02", ends: true),
        Row(
            rule: "FREQ=YEARLY;COUNT=9", start: "9998-05-01", days: "9998-05-01 9999-05-01",
            ends: true),
    ]

    @Test("names days (B56)", arguments: rows)
    private func days(row: Row) throws {
        let start = try #require(CivilDate(row.start))
        let time = try #require(TimeOfDay("07:30"))
        let recurrence = Recurrence(try RecurrenceRule(row.rule), from: start)
        var next = start
        for text in row.days.split(separator: " ") {
            let day = recurrence.firstDate(onOrAfter: next, at: time)
            #expect(day?.description == String(text))
            next = try #require(day).advanced(by: 1)
        }
        #expect((recurrence.firstDate(onOrAfter: next, at: time) == nil) == row.ends)
    }

    @Test(
        "finds a day as fast nine thousand years after its start",
        arguments: [
            "FREQ=DAILY;INTERVAL=3;BYDAY=MO", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
            "FREQ=MONTHLY;INTERVAL=5;BYDAY=-1FR", "FREQ=YEARLY;BYDAY=MO;BYSETPOS=-20",
        ])
    func farAway(text: String) throws {
        let start: CivilDate = try #require(CivilDate("0900-01-01"))
        let recurrence = Recurrence(try RecurrenceRule(text), from: start)
        let far = try #require(CivilDate("9900-01-01"))
        let taken = (0..<3).map { _ in
            ContinuousClock().measure {
                #expect(recurrence.firstDate(onOrAfter: far, at: .midnight) != nil)
            }
        }
        // A walk there takes hundreds of milliseconds in a debug build.
        #expect(try #require(taken.min()) < .milliseconds(2))
    }

    @Test(
        "says why it has no more days",
        arguments: [
            ("FREQ=DAILY;COUNT=3", "FREQ=DAILY;COUNT=3 has ended: its last day is 2026-12-03"),
            (
                "FREQ=DAILY;UNTIL=20261205T060000Z",
                "FREQ=DAILY;UNTIL=20261205T060000Z has ended: its last day is 2026-12-05"
            ),
            ("FREQ=DAILY;UNTIL=20261130", "FREQ=DAILY;UNTIL=20261130 ends before it starts"),
            (
                "FREQ=MONTHLY;INTERVAL=12;BYMONTH=1",
                "FREQ=MONTHLY;INTERVAL=12;BYMONTH=1 never comes: no day of the calendar is like that"
            ),
        ])
    func faults(text: String, reason: String) throws {
        let start = try #require(CivilDate("2026-12-01"))
        let recurrence = Recurrence(try RecurrenceRule(text), from: start)
        #expect(recurrence.fault(after: start.advanced(by: 100)).description == reason)
    }
}

@Suite("A schedule by a recurrence rule")
struct TimeRecurrenceScheduleTests {
    private func times(
        _ rule: String, _ time: String = "07:30", start: String = "2026-12-01"
    ) throws -> [String] {
        let start: CivilDate = try #require(CivilDate(start))
        let recurrence = Recurrence(try RecurrenceRule(rule), from: start)
        let schedule = Schedule(
            time: try #require(TimeOfDay(time)), pattern: .recurring(recurrence))
        let after = try #require(Instant(rfc3339: "2026-12-01T00:00:00Z"))
        return schedule.times(after: after, in: UTC(), gap: .after, overlap: .first).prefix(4)
            .map { $0.instant.rfc3339(offset: 0) }
    }

    @Test("includes the instant that it ends at, and none after it")
    func untilInstant() throws {
        let two = ["2026-12-01T07:30:00Z", "2026-12-02T07:30:00Z"]
        #expect(try times("FREQ=DAILY;UNTIL=20261202T073000Z") == two)
        #expect(try times("FREQ=DAILY;UNTIL=20261202T072959Z") == Array(two.prefix(1)))
        #expect(try times("FREQ=DAILY;UNTIL=20261201T000000Z").isEmpty)
    }

    @Test("begins on its start, though it is looked for earlier")
    func beforeStart() throws {
        #expect(
            try times("FREQ=DAILY;COUNT=2", start: "2027-06-01")
                == ["2027-06-01T07:30:00Z", "2027-06-02T07:30:00Z"])
    }

    @Test("is finished once its days are over")
    func over() throws {
        #expect(try times("FREQ=DAILY;COUNT=3", start: "2026-11-28").isEmpty)
        #expect(
            try times("FREQ=DAILY;COUNT=3", start: "2026-11-29") == ["2026-12-01T07:30:00Z"])
    }
}
