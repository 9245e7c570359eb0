// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("A calendar of holidays")
struct HolidayCalendarTests {
    /// A calendar of one event with these lines.
    private static func event(_ lines: String) -> String {
        "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nSUMMARY:Feast\n\(lines)\nEND:VEVENT\nEND:VCALENDAR\n"
    }

    private static func days(_ text: String, in year: Int = 2026) throws -> [String] {
        let calendar = try HolidayCalendar(ics: Array(text.utf8))
        #expect(calendar.faults == [])
        return calendar.days(in: year).map { "\($0.key) \($0.value)" }.sorted()
    }

    static let whole = """
        BEGIN:VCALENDAR
        PRODID:-//Someone//Holidays//EN
        BEGIN:VTIMEZONE
        TZID:Europe/Berlin
        BEGIN:STANDARD
        DTSTART:19701025T030000
        RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
        END:STANDARD
        END:VTIMEZONE
        BEGIN:VTODO
        DTSTART;VALUE=DATE:20260104
        SUMMARY:Not a holiday
        END:VTODO
        BEGIN:VEVENT
        UID:1
        DTSTART;VALUE=DATE:20261225
        DTEND;VALUE=DATE:20261227
        BEGIN:VALARM
        TRIGGER:-PT15M
        DURATION:PT5M
        SUMMARY:Nor this
        END:VALARM
        SUMMARY;LANGUAGE="de;DE:x":1. und 2. Weihnachts
         feiertag\\, frei\\nzu
        \t Hause
        END:VEVENT
        BEGIN:VEVENT
        DTSTART:20260601T090000Z
        DTEND:20260601T100000Z
        SUMMARY:Dentist
        END:VEVENT
        BEGIN:VEVENT
        dtstart;value=date:20261224
        END:VEVENT
        END:VCALENDAR
        """

    @Test(
        "is its events of whole days, whatever its lines end in and else is in it",
        arguments: ["\n", "\r\n"])
    func reads(_ end: String) throws {
        let text = Self.whole.split(separator: "\n").joined(separator: end)
        let expected = [
            "2026-12-24 ", "2026-12-25 1. und 2. Weihnachtsfeiertag, frei zu Hause",
            "2026-12-26 1. und 2. Weihnachtsfeiertag, frei zu Hause",
        ]
        #expect(try Self.days(text + end) == expected)
        #expect(try Self.days("\u{FEFF}" + text) == expected)
        #expect(try Self.days(text, in: 2025) == [])
    }

    static let spans: [(String, [String])] = [
        ("DTSTART;VALUE=DATE:20261231", ["2026-12-31"]),
        ("DTSTART:20261231", ["2026-12-31"]),
        ("DTSTART;VALUE=DATE:20261231\nDTEND;VALUE=DATE:20261231", ["2026-12-31"]),
        ("DTSTART;VALUE=DATE:20261231\nDTEND;VALUE=DATE:20270103", ["2026-12-31"]),
        (
            "DTSTART;VALUE=DATE:20251230\nDTEND;VALUE=DATE:20260103",
            ["2026-01-01", "2026-01-02"]
        ),
        ("DTSTART;VALUE=DATE:20260227\nDURATION:P2D", ["2026-02-27", "2026-02-28"]),
        ("DTSTART;VALUE=DATE:20260227\nDURATION:+P1DT0H0M0S", ["2026-02-27"]),
        ("DTSTART;VALUE=DATE:20251219\nDURATION:P2W", ["2026-01-01"]),
        (
            "DTSTART;VALUE=DATE:20201225\nDURATION:P2D\nRRULE:FREQ=YEARLY",
            ["2026-12-25", "2026-12-26"]
        ),
        (
            "DTSTART;VALUE=DATE:20201231\nDURATION:P2D\nRRULE:FREQ=YEARLY",
            ["2026-01-01", "2026-12-31"]
        ),
        ("DTSTART;VALUE=DATE:20201225\nRRULE:FREQ=YEARLY\nEXDATE;VALUE=DATE:20261225", []),
        ("DTSTART;VALUE=DATE:20201225\nRRULE:FREQ=YEARLY\nEXDATE:20251225,20261225T000000", []),
        (
            "DTSTART;VALUE=DATE:20201225\nRDATE;VALUE=DATE:20260105,20260106\nRDATE:20260107",
            ["2026-01-05", "2026-01-06", "2026-01-07"]
        ),
        ("DTSTART;VALUE=DATE:20261225\nSTATUS:CANCELLED", []),
        (
            "UID:a\nDTSTART;VALUE=DATE:20201225\nRRULE:FREQ=YEARLY\nEND:VEVENT\nBEGIN:VEVENT\n"
                + "SUMMARY:Feast\nUID:a\nRECURRENCE-ID;VALUE=DATE:20261225\n"
                + "DTSTART;VALUE=DATE:20261228",
            ["2026-12-28"]
        ),
    ]

    @Test("gives each event its days", arguments: spans)
    func span(_ lines: String, _ expected: [String]) throws {
        #expect(try Self.days(Self.event(lines)) == expected.map { "\($0) Feast" })
    }

    /// By python-dateutil.
    static let rules: [(String, String, Int, [String])] = [
        ("20201225", "FREQ=YEARLY", 2026, ["2026-12-25"]),
        ("20200229", "FREQ=YEARLY", 2026, []),
        ("20200229", "FREQ=YEARLY", 2028, ["2028-02-29"]),
        ("20200101", "FREQ=YEARLY;INTERVAL=3", 2026, ["2026-01-01"]),
        ("20200101", "FREQ=YEARLY;INTERVAL=3", 2027, []),
        ("20201126", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", 2026, ["2026-11-26"]),
        ("20200525", "FREQ=YEARLY;BYDAY=-1MO;BYMONTH=5", 2026, ["2026-05-25"]),
        (
            "20200101", "FREQ=YEARLY;BYMONTHDAY=-1;BYMONTH=2,12", 2028,
            ["2028-02-29", "2028-12-31"]
        ),
        (
            "20200101", "FREQ=YEARLY;BYMONTHDAY=31", 2026,
            [
                "2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31", "2026-08-31", "2026-10-31",
                "2026-12-31",
            ]
        ),
        ("20200101", "freq=yearly;byday=1mo,-1fr;wkst=su", 2026, ["2026-01-05", "2026-12-25"]),
        ("20200101", "FREQ=YEARLY;BYDAY=53TH", 2026, ["2026-12-31"]),
        ("20200101", "FREQ=YEARLY;BYDAY=53FR", 2026, []),
        (
            "20200115", "FREQ=YEARLY;BYMONTH=1,2,3", 2026,
            ["2026-01-15", "2026-02-15", "2026-03-15"]
        ),
        (
            "20201113", "FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR", 2026,
            ["2026-02-13", "2026-03-13", "2026-11-13"]
        ),
        (
            "20201113", "FREQ=YEARLY;BYMONTH=11;BYDAY=WE;BYMONTHDAY=16,17,18,19,20,21,22", 2026,
            ["2026-11-18"]
        ),
        ("20200101", "FREQ=YEARLY;BYMONTH=5;BYDAY=MO;BYSETPOS=-1", 2026, ["2026-05-25"]),
        ("20240101", "FREQ=YEARLY;COUNT=3", 2026, ["2026-01-01"]),
        ("20240101", "FREQ=YEARLY;COUNT=2", 2026, []),
        (
            "20240615", "FREQ=YEARLY;BYMONTH=1,6,12;BYMONTHDAY=15;COUNT=6", 2026, ["2026-01-15"]
        ),
        (
            "20240615", "FREQ=YEARLY;BYMONTH=1,6,12;BYMONTHDAY=15;UNTIL=20260615", 2026,
            ["2026-01-15", "2026-06-15"]
        ),
        ("20200101", "FREQ=YEARLY;UNTIL=20260101T000000Z", 2026, ["2026-01-01"]),
        ("20200101", "FREQ=YEARLY;UNTIL=20251231T235959Z", 2026, []),
        ("20260615", "FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=1", 2026, ["2026-07-01"]),
        ("20270101", "FREQ=YEARLY", 2026, []),
        ("20000229", "FREQ=YEARLY;COUNT=3", 2008, ["2008-02-29"]),
        ("20000229", "FREQ=YEARLY;COUNT=3", 2012, []),
    ]

    @Test("repeats an event by a yearly rule", arguments: rules)
    func rule(_ start: String, _ rule: String, _ year: Int, _ expected: [String]) throws {
        let text = Self.event("DTSTART;VALUE=DATE:\(start)\nRRULE:\(rule)")
        #expect(try Self.days(text, in: year) == expected.map { "\($0) Feast" })
    }

    static let broken: [(String, String)] = [
        ("", "it is no calendar: it has no BEGIN:VCALENDAR"), ("\n\n", "it is no calendar"),
        ("holidays", "line 1: it is no line of a calendar"),
        ("<html>", "line 1: it is no line of a calendar"),
        ("\u{0}\u{1}\u{2}", "line 1: it is no line of a calendar"),
        ("DTSTART:20261225", "line 1: it stands outside of BEGIN:VCALENDAR"),
        ("BEGIN:VEVENT\nEND:VEVENT", "line 1: it stands outside of BEGIN:VCALENDAR"),
        ("BEGIN:VCALENDAR", "it is cut off: END:VCALENDAR is missing"),
        ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261225", "it is cut off: END:VEVENT is missing"),
        (
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR",
            "line 3: END:VCALENDAR closes what is not open; END:VEVENT is missing"
        ),
        ("BEGIN:VCALENDAR\nEND:VCALENDAR\nEND:X", "line 3: END:X closes what is not open"),
        (
            "BEGIN:VCALENDAR\nX\nEND:VCALENDAR",
            "line 2: it is no line of a calendar, NAME:VALUE"
        ),
        (event("DTSTART;VALUE=DATE:20260230"), "line 5: DTSTART is no date of the calendar"),
        (event("DTSTART;VALUE=DATE:2026-02-03"), "line 5: DTSTART is no date of the calendar"),
        (event("DTSTART:"), "line 5: DTSTART is no date of the calendar"),
        (event("DTSTART;VALUE=DATE:20260203T000000"), "line 5: DTSTART is no date"),
        (
            event("DTSTART:20260203\nDTEND;VALUE=DATE:20260202"),
            "line 6: DTEND is before DTSTART"
        ),
        (event("DTSTART:20260203\nDTEND:20260204T000000"), "line 6: DTEND has a time"),
        (event("DTSTART:20260203\nDURATION:PT24H"), "line 6: DURATION is no number of days"),
        (event("DTSTART:20260203\nDURATION:P0D"), "line 6: DURATION is no number of days"),
        (event("DTSTART:20260203\nDURATION:P99999999999999999999D"), "line 6: DURATION is no"),
        (event("DTSTART:20260203\nEXDATE:soon"), "line 6: EXDATE is no date"),
        (
            event("DTSTART:20260203" + String(repeating: "\nSUMMARY:x", count: 1000)),
            "too many lines"
        ),
        (
            String(repeating: "BEGIN:VCALENDAR\n", count: 9),
            "line 9: too many components lie in each other"
        ),
        (
            "BEGIN:VCALENDAR\n"
                + String(
                    repeating: "BEGIN:VEVENT\nDTSTART:20260101\nEND:VEVENT\n", count: 10_001)
                + "END:VCALENDAR", "it has more than 10000 events"
        ),
        (String(repeating: "x", count: 4 << 20 + 1), "it is larger than 4 MiB"),
    ]

    @Test("that is broken is none, and says where", arguments: broken)
    func isNone(_ text: String, _ message: String) {
        do {
            _ = try HolidayCalendar(ics: Array(text.utf8))
            Issue.record("was read")
        } catch {
            #expect("\(error)".contains(message), "\(error)")
        }
    }

    @Test("in UTF-16 is none")
    func utf16() {
        for mark: [UInt8] in [[0xFF, 0xFE], [0xFE, 0xFF]] {
            #expect(throws: CalendarFault("it is UTF-16 text; save it as UTF-8")) {
                try HolidayCalendar(ics: mark + [0, 66])
            }
        }
    }

    static let notUnderstood: [(String, String)] = [
        ("RRULE:FREQ=WEEKLY", "Feast: RRULE: FREQ=WEEKLY is not supported: a holiday is YEARLY"),
        ("RRULE:", "RRULE: a rule is made of parts like"),
        ("RRULE:FREQ=YEARLY;FREQ=YEARLY", "FREQ is there twice"),
        ("RRULE:FREQ=YEARLY;BYWEEKNO=20", "BYWEEKNO is not supported"),
        ("RRULE:FREQ=YEARLY;INTERVAL=0", "INTERVAL: \"0\" is not a number"),
        ("RRULE:FREQ=YEARLY;COUNT=0", "COUNT: \"0\" is not a number"),
        ("RRULE:FREQ=YEARLY;COUNT=1001", "COUNT=1001 is not supported: at most 1000 are"),
        ("RRULE:FREQ=YEARLY;COUNT=2;UNTIL=20300101", "COUNT and UNTIL exclude each other"),
        ("RRULE:FREQ=YEARLY;UNTIL=later", "UNTIL: \"LATER\" is not a day"),
        ("RRULE:FREQ=YEARLY;BYMONTH=13", "BYMONTH: \"13\" is not a number"),
        ("RRULE:FREQ=YEARLY;BYMONTHDAY=0", "BYMONTHDAY: \"0\" is not a number"),
        ("RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "never comes"),
        ("RRULE:FREQ=YEARLY;BYDAY=54MO", "BYDAY: \"54MO\" is not one of MO"),
        ("DURATION:P53W", "it lasts longer than a year"),
    ]

    @Test(
        "has no event that it does not understand, and says so; the others are kept",
        arguments: notUnderstood)
    func passesOver(_ lines: String, _ message: String) throws {
        let text = Self.event(
            "DTSTART:20260203\n\(lines)\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:Other\nDTSTART:20260204")
        let calendar = try HolidayCalendar(ics: Array(text.utf8))
        #expect(calendar.days(in: 2026) == [day("2026-02-04"): "Other"])
        #expect(calendar.faults.count == 1)
        #expect(
            calendar.faults.first.map { "\($0)".contains(message) } == true, "\(calendar.faults)")
    }

    @Test("tells a few faults where it has many, and evaluates no more rules than it may")
    func many() throws {
        let event = "BEGIN:VEVENT\nDTSTART:20260101\nRRULE:FREQ=YEARLY\nEND:VEVENT\n"
        let text = "BEGIN:VCALENDAR\n\(String(repeating: event, count: 1100))END:VCALENDAR"
        let calendar = try HolidayCalendar(ics: Array(text.utf8))
        #expect(calendar.faults.count == HolidayCalendar.faultLimit)
        #expect(calendar.count == HolidayCalendar.ruleLimit)
    }

    @Test("reads any bytes without harm", arguments: 0..<200)
    func anyBytes(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var bytes = Array(Self.whole.utf8)
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let index = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: index)
            default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
            }
        }
        guard let calendar = try? HolidayCalendar(ics: bytes) else { return }
        let days = calendar.days(in: 2026)
        #expect(days.count <= 366)
        #expect(
            days.values.allSatisfy {
                $0.count <= 100 && !$0.unicodeScalars.contains { $0.value < 32 }
            })
    }
}
