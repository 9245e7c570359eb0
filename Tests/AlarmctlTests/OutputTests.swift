// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmProtocol
import JSON
import Testing

@testable import alarmctl

@Suite("What is shown") struct OutputTests {
    @Test(
        "takes the columns that a terminal gives it",
        arguments: [
            ("wake", 4), ("Grüße", 5), ("e\u{301}", 1), ("朝", 2), ("おはよう", 8), ("ｆｕ", 4),
            ("⏰", 2), ("❤\u{FE0F}", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("\u{200B}", 0), ("한글", 4), ("", 0),
        ])
    func width(text: String, expected: Int) {
        #expect(displayWidth(text) == expected)
    }

    @Test(
        "never steers a terminal",
        arguments: [
            ("\u{1b}[31mred", "␛[31mred"), ("a\nb\r", "a␊b␍"), ("\u{7f}", "␡"),
            ("\u{9b}1m", "\u{fffd}1m"),
            ("\u{202e}evil", "\u{fffd}evil"), ("\u{0}", "␀"), ("Grüße 朝", "Grüße 朝"),
            ("a\u{2068}b\u{200b}c\u{ad}d", "a\u{fffd}b\u{fffd}c\u{fffd}d"), ("👩‍👩‍👧", "👩‍👩‍👧"),
        ])
    func controls(text: String, expected: String) {
        #expect(StyledLine(verbatim: text).rendered(inColor: false) == expected)
        #expect(
            StyledLine(verbatim: text, .red).rendered(inColor: true)
                == "\u{1b}[1;31m\(expected)\u{1b}[0m")
    }

    @Test(
        "is cut to a width, never within a character",
        arguments: [
            ("abc", 3, "abc"), ("abc", 2, "ab"), ("日本語", 5, "日本"), ("日本語", 1, ""),
            ("e\u{301}e\u{301}", 1, "e\u{301}"), ("🇩🇪x", 2, "🇩🇪"), ("👨‍👩‍👧x", 2, "👨‍👩‍👧"), ("x", 0, ""),
        ])
    func cut(text: String, width: Int, expected: String) {
        #expect(text.cut(toWidth: width) == expected)
    }

    @Test("never steers a terminal as JSON, and says the same to a program")
    func controlsInJSON() throws {
        let value: JSONValue = [
            "k\u{9b}": "\u{1b}[31m \u{7f} \u{9b}31m \u{202e}evil \u{E0041}", "plain": "Grüße 朝",
        ]
        let bytes = printable(json: value)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.unicodeScalars.contains(where: ShownText.deceives))
        #expect(text.contains("\\u009b31m \\u202eevil \\udb40\\udc41"))
        #expect(text.contains("Grüße 朝"))
        #expect(try JSONValue(parsing: bytes) == value)
    }

    @Test(
        "says durations in two units",
        arguments: [
            (0, "now"), (1, "in 1 s"), (59, "in 59 s"), (60, "in 1 min"), (90, "in 1 min 30 s"),
            (125, "in 2 min"), (3599, "in 1 h"), (25_910, "in 7 h 12 min"), (86_399, "in 1 d"),
            (97_200, "in 1 d 3 h"), (-300, "5 min ago"), (-30, "30 s ago"),
        ])
    func distances(seconds: Int, expected: String) {
        #expect(distanceText(.seconds(seconds)).description == expected)
    }

    @Test(
        "says days in rows",
        arguments: [
            ([.monday, .tuesday, .wednesday, .thursday, .friday], "mon-fri"),
            ([.saturday, .sunday], "sat,sun"), (Weekday.allCases, "daily"),
            ([.friday, .saturday, .sunday, .monday], "fri-mon"),
            ([.sunday, .monday], "sun,mon"), ([.wednesday], "wed"),
            ([.monday, .tuesday, .wednesday, .saturday], "mon-wed,sat"),
        ] as [([Weekday], String)])
    func days(days: [Weekday], expected: String) {
        #expect(ScheduleText.text(Weekdays(days)) == expected)
    }

    @Test(
        "says recurrence rules in words",
        arguments: [
            ("FREQ=DAILY", "daily 07:30"),
            ("FREQ=DAILY;INTERVAL=2;COUNT=10", "every 2 days 07:30, 10 times"),
            ("FREQ=DAILY;BYMONTH=1,7;COUNT=1", "daily in jan,jul 07:30, once"),
            ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "daily on mon-fri 07:30"),
            ("FREQ=WEEKLY", "weekly on thu 07:30"),
            ("FREQ=WEEKLY;BYDAY=MO,TU,WE", "mon-wed 07:30"),
            ("FREQ=WEEKLY;BYDAY=SA;BYMONTH=6", "sat in jun 07:30"),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", "every 2 weeks on tue,thu 07:30"),
            ("FREQ=WEEKLY;BYDAY=MO,FR;BYSETPOS=-1", "weekly on the last of mon,fri 07:30"),
            ("FREQ=MONTHLY;UNTIL=20270301", "monthly on the 24th 07:30, until 2027-03-01"),
            ("FREQ=MONTHLY;BYDAY=2TU,-1FR", "monthly on the 2nd tue,last fri 07:30"),
            ("FREQ=MONTHLY;BYDAY=MO", "monthly on each mon 07:30"),
            ("FREQ=MONTHLY;BYMONTHDAY=1,-1,-2", "monthly on the 2nd last day,last day,1st 07:30"),
            ("FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "monthly on the 13th if fri 07:30"),
            (
                "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
                "monthly on the last of mon-fri 07:30"
            ),
            ("FREQ=YEARLY", "yearly on 24 dec 07:30"),
            ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1,11", "yearly on 1,11 mar 07:30"),
            ("FREQ=YEARLY;BYMONTHDAY=22", "yearly on the 22nd of each month 07:30"),
            ("FREQ=YEARLY;BYMONTH=5;BYDAY=2SU", "yearly on the 2nd sun in may 07:30"),
            (
                "FREQ=YEARLY;INTERVAL=4;BYDAY=20MO",
                "every 4 years on the 20th mon of the year 07:30"
            ),
            (
                "FREQ=YEARLY;UNTIL=20300101T063000Z",
                "yearly on 24 dec 07:30, until 2030-01-01T06:30:00Z"
            ),
            ("FREQ=FORTNIGHTLY", "FREQ=FORTNIGHTLY 07:30"),
        ])
    func rules(rule: String, words: String) {
        let schedule = Wire.Schedule(time: "07:30", date: "2026-12-24", rrule: rule)
        #expect(ScheduleText.of(schedule).description == words)
    }

    @Test(
        "reads instants with their offset",
        arguments: [
            ("2026-12-01T07:30:00+01:00", 1_796_106_600, 3600),
            ("2026-12-01T06:30:00Z", 1_796_106_600, 0),
            ("2026-12-01T06:30:00.25Z", 1_796_106_600, 0),
            ("2026-12-01T01:00:00-05:30", 1_796_106_600, -19_800),
        ])
    func instants(text: String, seconds: Int64, offset: Int) {
        let time = ZonedTime(text)
        #expect(time?.instant.seconds == seconds)
        #expect(time?.offset == offset)
    }

    @Test(
        "takes nothing else for an instant",
        arguments: [
            "", "2026-12-01", "2026-12-01T06:30:00", "2026-12-01T06:30Z", "2026-02-30T06:30:00Z",
            "2026-12-01T06:30:00+1:00", "2026-12-01T06:30:00.Z", "2026-12-01T06:30:00+24:00",
        ])
    func noInstants(text: String) {
        #expect(ZonedTime(text) == nil)
    }

    @Test("is a table of alarms, what sounds first and what is off last")
    func alarms() {
        let now = Instant(seconds: 1_796_080_690)  // Tuesday 1 December 2026 00:18:10 in Berlin
        let alarms = [
            alarm("off", "Old \u{1b}[2J", enabled: false, .off, time: "09:00", next: nil),
            alarm(
                "wake", "起きて", .scheduled, time: "07:30", days: Weekdays.workdays.days,
                next: "2026-12-01T07:30:00+01:00"),
            alarm(
                "far", nil, .scheduled, time: "06:00", date: "2027-01-02",
                next: "2027-01-02T06:00:00+01:00"),
            alarm("now", nil, .ringing, time: "00:18", next: "2026-12-02T00:18:00+01:00"),
        ]
        let lines = AlarmTable.alarms(alarms, at: now).map { $0.rendered(inColor: false) }
        #expect(
            lines == [
                "NEXT                                 ALARM  WHEN              STATE      LABEL",
                "Wed 2 Dec 00:18       in 1 d         now    00:18             ringing",
                "Tue 1 Dec 07:30       in 7 h 12 min  wake   mon-fri 07:30     scheduled  起きて",
                "Sat 2 Jan 2027 06:00  in 32 d 6 h    far    2027-01-02 06:00  scheduled",
                "–                                    off    09:00             off        Old ␛[2J",
            ])
        #expect(!lines.joined().contains("\u{1b}"))
    }

    @Test("is a status that says first what rings, was missed or is wrong")
    func status() {
        let status = StatusReply(
            version: "1.0", instance: .system, time: "2026-12-01T00:18:10+01:00",
            zone: "Europe/Berlin", clockTrusted: false, canWake: false,
            ringing: [
                Wire.Occurrence(
                    id: "a@2026-12-01T00:18", alarm: "a", due: "2026-12-01T00:18:00+01:00",
                    state: .ringing, snoozes: 0)
            ],
            next: Wire.Occurrence(
                id: "wake@2026-12-01T07:30", alarm: "wake", due: "2026-12-01T07:30:00+01:00",
                state: .scheduled, snoozes: 0),
            missed: [
                Wire.Occurrence(
                    id: "b@2026-11-30T07:30", alarm: "b", due: "2026-11-30T07:30:00+01:00",
                    state: .missed, snoozes: 0,
                    reason: Reason(Reason.Code(rawValue: "the machine was off")))
            ],
            problems: [
                Wire.Check(
                    name: "storage", outcome: .fail, detail: "the disk is full", remedy: "make room"
                ),
                Wire.Check(name: "fine", outcome: .pass, detail: "fine"),
            ])
        let lines = StatusText.lines(status, elsewhere: .epoch).map { $0.rendered(inColor: false) }
        #expect(
            lines == [
                "RINGING  a@2026-12-01T00:18",
                "MISSED   b  Mon 30 Nov 07:30  the machine was off",
                "  alarmctl status --acknowledge says that you have seen it",
                "PROBLEM  storage: the disk is full",
                "  make room",
                "Next    Tue 1 Dec 07:30, in 7 h 12 min  wake",
                "Time    Tuesday 1 December 2026 at 00:18:10, Europe/Berlin, not yet trusted",
                "Wakes   no: a suspended machine stays asleep",
                "Output  nothing is heard now",
                "Daemon  the system's, version 1.0",
            ])
    }

    @Test(
        "words what the daemon says of an output, and leaves its names alone",
        arguments: [
            ("default, built-in tone, verified", ["default", "built-in tone", "verified"]),
            (
                "hw:CARD=PCH,DEV=0, /srv/a, b.flac, played, not verified",
                ["hw:CARD=PCH,DEV=0", "/srv/a", "b.flac", "played", "not verified"]
            ),
            ("default, verified, latency 12 ms", ["default", "verified", "latency 12 ms"]),
            ("", [""]),
        ])
    func output(text: String, parts: [String]) {
        let words = outputWords(text)
        #expect(words.description == text)
        let known: Set = ["built-in tone", "verified", "played", "not verified"]
        let expected = parts.map { part in
            known.contains(part)
                ? Message.Value.message(Message(stringLiteral: part)) : .text(part)
        }
        #expect(words.values == expected)
    }

    @Test("is what an alarm that is set does now")
    func set() {
        let now = Instant(seconds: 1_796_080_690)
        let next = "2026-12-01T00:27:10+01:00"
        let rows = [
            (
                alarm("wake", "Up", .snoozed, time: "08:00", days: [.monday], next: next),
                "wake (Up) is set to mon 08:00; it is snoozed, and rings again on "
                    + "Tuesday 1 December 2026 at 00:27:10, in 9 min"
            ),
            (
                alarm("once", nil, .scheduled, time: "00:27:10", next: next),
                "once rings on Tuesday 1 December 2026 at 00:27:10, in 9 min"
            ),
            (
                alarm("off", nil, enabled: false, .off, time: "08:00", next: nil),
                "off is off; alarmctl enable off switches it on"
            ),
        ]
        for (alarm, expected) in rows {
            let lines = SetCommand.lines(SetReply(alarm: alarm, created: false), at: now)
            #expect(lines.map { $0.rendered(inColor: false) } == [expected])
        }
    }

    @Test("is a table of what comes, with what a person should know of it")
    func occurrences() {
        let now = Instant(seconds: 1_796_080_690)
        let occurrences = [
            Wire.Occurrence(
                id: "wake@2026-12-01T00:18", alarm: "wake", due: "2026-12-01T00:18:00+01:00",
                state: .snoozed, sounds: "2026-12-01T00:27:10+01:00", snoozes: 1),
            Wire.Occurrence(
                id: "tea@2027-01-01T00:00", alarm: "tea", due: "2027-01-01T00:00:00+01:00",
                state: .scheduled, snoozes: 0),
        ]
        let lines = AlarmTable.occurrences(occurrences, at: now)
        #expect(
            lines.map { $0.rendered(inColor: false) } == [
                "WHEN                            ALARM  STATE      NOTE",
                "Tue 1 Dec 00:27:10    in 9 min  wake   snoozed    snoozed once",
                "Fri 1 Jan 2027 00:00  in 31 d   tea    scheduled",
            ])
    }

    @Test("tells what is skipped, and why")
    func skipped() {
        let now = Instant(seconds: 1_796_080_690)
        func skipped(_ day: String, _ reason: String) -> Wire.Occurrence {
            Wire.Occurrence(
                id: "wake@\(day)T07:30", alarm: "wake", due: "\(day)T07:30:00+01:00",
                state: .skipped, snoozes: 0,
                reason: Reason(Reason.Code(rawValue: reason)))
        }
        let next = [
            skipped("2026-12-01", "skipped"), skipped("2026-12-02", "paused until 2026-12-04"),
            skipped("2026-12-03", "paused until 2026-12-04"),
            Wire.Occurrence(
                id: "wake@2026-12-04T07:30", alarm: "wake", due: "2026-12-04T07:30:00+01:00",
                state: .scheduled, snoozes: 0),
        ]
        #expect(
            AlarmTable.occurrences(next, at: now).map { $0.rendered(inColor: false) } == [
                "WHEN                            ALARM  STATE      NOTE",
                "Tue 1 Dec 07:30  in 7 h 12 min  wake   skipped    skipped",
                "Wed 2 Dec 07:30  in 1 d 7 h     wake   skipped    "
                    + "paused until 2026-12-04 (2 in a row)",
                "Fri 4 Dec 07:30  in 3 d 7 h     wake   scheduled",
            ])
        // The daemon tells no more than these: how many there are is not known.
        let cut = [next[0]] + Array(repeating: next[1], count: 99) + [next[3]]
        #expect(
            AlarmTable.occurrences(cut, at: now).map { $0.rendered(inColor: false) }[2]
                .hasSuffix("paused until 2026-12-04 (99 or more in a row)"))
        let skips = Wire.Skipped(
            occurrence: "a@2026-12-01T07:30", due: "2026-12-01T07:30:00+01:00",
            reason: Reason(Reason.Code(rawValue: "holiday"), ["summary": "Advent"]))
        var alarms = (0..<4).map {
            alarm("a\($0)", nil, .scheduled, time: "07:30", days: [.monday], next: nil)
        }
        alarms[0].pausedUntil = "2026-12-24"
        alarms[1].skipped = ["a@2026-12-01T07:30"]
        alarms[2].skipped = ["a@2026-12-01T07:30", "a@2026-12-02T07:30"]
        for index in alarms.indices { alarms[index].skips = skips }
        let lines = AlarmTable.alarms(alarms, at: now).map { $0.rendered(inColor: false) }
        let notes = [
            "NOTE", "paused until Thu 24 Dec 2026", "skips Tue 1 Dec 07:30", "skips the next 2",
            "not Tue 1 Dec 07:30: holiday: Advent",
        ]
        #expect(lines.count == notes.count)
        for (line, note) in zip(lines, notes) { #expect(line.hasSuffix(note), "\(line)") }
    }

    private func alarm(
        _ id: String, _ label: String?, enabled: Bool = true, _ state: Wire.AlarmState,
        time: String, date: String? = nil, days: [Weekday]? = nil, next: String?
    ) -> Wire.Alarm {
        Wire.Alarm(
            id: id, label: label, enabled: enabled,
            schedule: Wire.Schedule(time: time, date: date, days: days), ring: Wire.Ring(),
            state: state, next: next, skipped: [])
    }
}

@Suite("The socket that is asked") struct SocketChoiceTests {
    private let system = SocketChoice(path: "/run/alarmd/io.wecker.AlarmClock", origin: .system)

    @Test("is the one that is named, by the option first")
    func named() throws {
        let variables = ["ALARMD_SOCKET": "/b", "XDG_RUNTIME_DIR": "/run/user/1000"]
        #expect(
            try SocketChoice.candidates(option: "/a", variable: { variables[$0] })
                == [SocketChoice(path: "/a", origin: .named(by: "--socket"))])
        #expect(
            try SocketChoice.candidates(option: nil, variable: { variables[$0] })
                == [SocketChoice(path: "/b", origin: .named(by: "$ALARMD_SOCKET"))])
    }

    @Test("is the user's, then the system's")
    func unnamed() throws {
        let variables = ["XDG_RUNTIME_DIR": "/run/user/1000"]
        let user = SocketChoice(
            path: "/run/user/1000/alarmd/io.wecker.AlarmClock", origin: .user)
        #expect(
            try SocketChoice.candidates(option: nil, variable: { variables[$0] }) == [user, system])
        #expect(try SocketChoice.candidates(option: nil, variable: { _ in nil }) == [system])
    }

    @Test("cannot have a path of 200 bytes")
    func long() {
        let path = "/" + String(repeating: "x", count: 199)
        let error = #expect(throws: UsageError.self) {
            try SocketChoice.candidates(option: path, variable: { _ in nil })
        }
        #expect(
            error?.message.description
                == "--socket: the path of a socket has at most 107 bytes, and this has 200")
    }
}
