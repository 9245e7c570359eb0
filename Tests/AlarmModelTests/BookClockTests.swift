// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

/// One row of the table: what was stored, what the clocks say, why the book is looked at, and what follows.
struct ClockRow: CustomTestStringConvertible, Sendable {
    var name: String
    var pattern: Schedule.Pattern = .weekly(.all)
    var zone: String?
    var late: Int?
    /// When the alarm for 07:30 was set, and what happened until the last moment before.
    var set = "2026-12-01T00:00"
    var before: @Sendable (inout BookBench) throws -> Void = { _ in }
    var old: String
    var new: String
    var cause: Cause
    /// By how much the boot clock went on; as far as the wall clock where it is not said.
    var elapsed: Int?
    var machine: TestZone?
    var effects: [String]
    var next: String?

    var testDescription: String { name }
}

@Suite("What is due, whatever happens to the clock")
struct BookClockTests {
    static let late: [ClockRow] = [
        ClockRow(
            name: "on time", old: "2026-12-01T07:00", new: "2026-12-01T07:30", cause: .timer,
            effects: ["due wake@2026-12-01T07:30 due", "present wake@2026-12-01T07:30 first"],
            next: "2026-12-02T07:30"),
        ClockRow(
            name: "59 s late is on time, even where nothing may be late", late: 0,
            old: "2026-12-01T07:00", new: "2026-12-01T07:30:59", cause: .boot,
            effects: ["due wake@2026-12-01T07:30 due", "present wake@2026-12-01T07:30 first"]),
        ClockRow(
            name: "60 s late is missed where nothing may be late", late: 0,
            old: "2026-12-01T07:00", new: "2026-12-01T07:31", cause: .boot,
            effects: ["missed wake@2026-12-01T07:30 too-late-boot"], next: "2026-12-02T07:30"),
        ClockRow(
            name: "ten minutes late after a boot", old: "2026-12-01T07:00",
            new: "2026-12-01T07:40", cause: .boot,
            effects: [
                "due wake@2026-12-01T07:30 late-boot",
                "present wake@2026-12-01T07:30 first late 600",
            ]),
        ClockRow(
            name: "an hour late after a resume", old: "2026-12-01T07:00",
            new: "2026-12-01T08:30", cause: .resume,
            effects: [
                "due wake@2026-12-01T07:30 late-resume",
                "present wake@2026-12-01T07:30 first late 3600",
            ]),
        ClockRow(
            name: "more than an hour late after a resume", old: "2026-12-01T07:00",
            new: "2026-12-01T08:30:01", cause: .resume,
            effects: ["missed wake@2026-12-01T07:30 too-late-resume"], next: "2026-12-02T07:30"),
        ClockRow(
            name: "several late ones are one", old: "2026-12-01T07:00", new: "2026-12-04T07:35",
            cause: .boot,
            effects: [
                "due wake@2026-12-04T07:30 late-boot",
                "present wake@2026-12-04T07:30 first late 300",
            ], next: "2026-12-05T07:30"),
        ClockRow(
            name: "several missed ones are one", old: "2026-12-01T07:00",
            new: "2026-12-04T12:00", cause: .boot,
            effects: ["missed wake@2026-12-04T07:30 too-late-boot"], next: "2026-12-05T07:30"),
        ClockRow(
            name: "after thirty years", old: "2026-12-01T07:00", new: "2056-12-01T07:40",
            cause: .boot,
            effects: [
                "due wake@2056-12-01T07:30 late-boot",
                "present wake@2056-12-01T07:30 first late 600",
            ]),
        ClockRow(
            name: "a date, missed", pattern: .date(day("2026-12-01")), old: "2026-12-01T07:00",
            new: "2026-12-03T07:00", cause: .boot,
            effects: ["missed wake@2026-12-01T07:30 too-late-boot"]),
        ClockRow(
            name: "a date, missed long ago", pattern: .date(day("2026-12-01")),
            old: "2026-12-01T07:00", new: "2027-12-03T07:00", cause: .boot,
            effects: ["missed wake@2026-12-01T07:30 too-late-boot"]),
    ]

    static let forward: [ClockRow] = [
        ClockRow(
            name: "set forward over it by three hours, whatever may be late", late: 0,
            old: "2026-12-01T07:00", new: "2026-12-01T10:00", cause: .clockSet, elapsed: 0,
            effects: [
                "due wake@2026-12-01T07:30 late-clock",
                "present wake@2026-12-01T07:30 first late 9000",
            ]),
        ClockRow(
            name: "set forward over it by more than three hours", late: 0, old: "2026-12-01T07:00",
            new: "2026-12-01T10:00:01", cause: .clockSet, elapsed: 0,
            effects: ["missed wake@2026-12-01T07:30 too-late-clock"], next: "2026-12-02T07:30"),
        ClockRow(
            name: "set forward by more than three hours, but not late", late: 3600,
            old: "2026-12-01T03:00", new: "2026-12-01T08:00", cause: .clockSet, elapsed: 0,
            effects: [
                "due wake@2026-12-01T07:30 late-clock",
                "present wake@2026-12-01T07:30 first late 1800",
            ]),
        ClockRow(
            name: "found by a timer, before the change was told", late: 0,
            old: "2026-12-01T07:00", new: "2026-12-01T08:00", cause: .timer, elapsed: 0,
            effects: [
                "due wake@2026-12-01T07:30 late", "present wake@2026-12-01T07:30 first late 1800",
            ]),
        ClockRow(
            name: "slept over, and set forward besides: no jump's fault", late: 0,
            old: "2026-12-01T07:00", new: "2026-12-01T09:30", cause: .clockSet, elapsed: 7200,
            effects: ["missed wake@2026-12-01T07:30 too-late-clock"]),
        ClockRow(
            name: "set forward while the daemon did not run", late: 0, old: "2026-12-01T07:00",
            new: "2026-12-01T08:00", cause: .boot, elapsed: 60,
            effects: ["missed wake@2026-12-01T07:30 too-late-boot"]),
        ClockRow(
            name: "set forward a year", old: "2026-12-01T07:00", new: "2027-12-01T07:00",
            cause: .clockSet, elapsed: 0,
            effects: ["missed wake@2027-11-30T07:30 too-late-clock"], next: "2027-12-01T07:30"),
        ClockRow(
            name: "set forward, not as far as it", old: "2026-12-01T07:00",
            new: "2026-12-01T07:29", cause: .clockSet, elapsed: 0, effects: [],
            next: "2026-12-01T07:30"),
    ]

    private static let rung: @Sendable (inout BookBench) throws -> Void = { bench in
        _ = bench.run(to: "2026-12-01T07:30")
        _ = try bench.dismiss()
    }

    static let back: [ClockRow] = [
        ClockRow(
            name: "set back by fifteen minutes after it rang", before: rung,
            old: "2026-12-01T07:30", new: "2026-12-01T07:15", cause: .clockSet, elapsed: 0,
            effects: [], next: "2026-12-02T07:30"),
        ClockRow(
            name: "set back by more than fifteen minutes after it rang", before: rung,
            old: "2026-12-01T07:30", new: "2026-12-01T07:14:59", cause: .clockSet, elapsed: 0,
            effects: [], next: "2026-12-01T07:30"),
        ClockRow(
            name: "set back by half an hour, which the daemon's end kept it from seeing",
            before: rung,
            old: "2026-12-01T07:31", new: "2026-12-01T07:20", cause: .boot, elapsed: 1140,
            effects: [], next: "2026-12-01T07:30"),
        ClockRow(
            name: "ten minutes back after a restart, by a clock set back by a quarter of an hour",
            before: rung, old: "2026-12-01T07:31", new: "2026-12-01T07:20", cause: .boot,
            elapsed: 240, effects: [], next: "2026-12-02T07:30"),
        ClockRow(
            name: "set back by a day while the daemon did not run, and its time has come again",
            before: rung, old: "2026-12-01T07:31", new: "2026-12-01T08:20", cause: .boot,
            elapsed: 89_340,
            effects: [
                "due wake@2026-12-01T07:30 late-boot",
                "present wake@2026-12-01T07:30 first late 3000",
            ], next: "2026-12-02T07:30"),
        ClockRow(
            name: "a one-shot, whose time has come again while the daemon did not run",
            pattern: .next(fixedTo: nil), before: rung, old: "2026-12-01T07:31",
            new: "2026-12-01T09:00", cause: .boot, elapsed: 91_740,
            effects: ["set wake due-again", "missed wake@2026-12-01T07:30 too-late-boot"]),
        ClockRow(
            name: "a quarter of an hour back while the daemon did not run: nothing comes again",
            before: rung, old: "2026-12-01T07:30", new: "2026-12-01T08:20", cause: .boot,
            elapsed: 3900, effects: [], next: "2026-12-02T07:30"),
        ClockRow(
            name: "ringing when the daemon ended, come again and missed while it did not run",
            before: { bench in _ = bench.run(to: "2026-12-01T07:30") },
            old: "2026-12-01T07:31", new: "2026-12-01T19:00", cause: .boot, elapsed: 42_540,
            effects: [
                "missed wake@2026-12-01T07:30 too-late-boot",
                "silence wake@2026-12-01T07:30 ended", "dismissed wake@2026-12-01T07:30 replaced",
            ], next: "2026-12-02T07:30"),
        ClockRow(
            name: "set back by a day after it rang", before: rung, old: "2026-12-01T07:30",
            new: "2026-11-30T07:00", cause: .clockSet, elapsed: 0, effects: [],
            next: "2026-11-30T07:30"),
        ClockRow(
            name: "a one-shot that rang is switched on again", pattern: .next(fixedTo: nil),
            before: rung, old: "2026-12-01T07:31", new: "2026-12-01T07:14", cause: .clockSet,
            elapsed: 0, effects: ["set wake due-again"], next: "2026-12-01T07:30"),
        ClockRow(
            name: "a one-shot that rang stays off where it is little",
            pattern: .next(fixedTo: nil), before: rung, old: "2026-12-01T07:31",
            new: "2026-12-01T07:16", cause: .clockSet, elapsed: 0, effects: []),
        ClockRow(
            name: "a one-shot set by a clock of 2098 rings when its time comes",
            pattern: .next(fixedTo: nil), set: "2098-01-01T00:01", old: "2098-01-01T00:02",
            new: "2026-05-01T06:00", cause: .clockSet, elapsed: 0,
            effects: ["set wake moved"], next: "2026-05-01T07:30"),
        ClockRow(
            name: "a daily one waited for under a clock of 2098 (B29)", set: "2098-01-01T00:01",
            old: "2098-01-01T00:02", new: "2026-05-01T06:00", cause: .clockSet, elapsed: 0,
            effects: [], next: "2026-05-01T07:30"),
        ClockRow(
            name: "armed, and set back a little, but not due within two seconds",
            pattern: .next(fixedTo: nil),
            before: { bench in _ = bench.run(to: "2026-12-01T07:29:59") },
            old: "2026-12-01T07:29:59", new: "2026-12-01T07:29:57", cause: .clockSet, elapsed: 0,
            effects: ["disarm wake@2026-12-01T07:30"], next: "2026-12-01T07:30"),
        ClockRow(
            name: "armed, and set back, still due within two seconds",
            before: { bench in _ = bench.run(to: "2026-12-01T07:29:59") },
            old: "2026-12-01T07:29:59", new: "2026-12-01T07:29:58", cause: .clockSet, elapsed: 0,
            effects: [], next: "2026-12-01T07:30"),
        ClockRow(
            name: "armed, and set forward over it", late: 0,
            before: { bench in _ = bench.run(to: "2026-12-01T07:29:59") },
            old: "2026-12-01T07:29:59", new: "2026-12-01T08:30", cause: .clockSet, elapsed: 0,
            effects: [
                "due wake@2026-12-01T07:30 late-clock",
                "present wake@2026-12-01T07:30 first late 3600",
            ], next: "2026-12-02T07:30"),
        ClockRow(
            name: "ringing, and set back by a day: it goes on, and is due again then",
            before: { bench in _ = bench.run(to: "2026-12-01T07:30") },
            old: "2026-12-01T07:31", new: "2026-11-30T07:31", cause: .clockSet, elapsed: 0,
            effects: [], next: "2026-12-01T07:30"),
    ]

    static let zones: [ClockRow] = [
        ClockRow(
            name: "west, before it rang (B27)", set: "2026-06-10T00:00", old: "2026-06-10T04:00",
            new: "2026-06-10T04:00", cause: .zoneChange, machine: .london, effects: [],
            next: "2026-06-10T06:30"),
        ClockRow(
            name: "west, after it rang: due again", set: "2026-06-10T00:00",
            before: { bench in
                _ = bench.run(to: "2026-06-10T05:30")
                _ = try bench.dismiss()
            },
            old: "2026-06-10T05:40", new: "2026-06-10T05:40", cause: .zoneChange, machine: .london,
            effects: [], next: "2026-06-10T06:30"),
        ClockRow(
            name: "east, over it: rings at once, whatever may be late", late: 0,
            set: "2026-06-10T00:00", old: "2026-06-10T05:00", new: "2026-06-10T05:00",
            cause: .zoneChange, machine: .moscow,
            effects: [
                "due wake@2026-06-10T07:30 late-zone",
                "present wake@2026-06-10T07:30 first late 1800",
            ], next: "2026-06-11T04:30"),
        ClockRow(
            name: "east, after it rang: stays decided", set: "2026-06-10T00:00",
            before: { bench in
                _ = bench.run(to: "2026-06-10T05:30")
                _ = try bench.dismiss()
            },
            old: "2026-06-10T05:40", new: "2026-06-10T05:40", cause: .zoneChange, machine: .moscow,
            effects: [], next: "2026-06-11T04:30"),
        ClockRow(
            name: "a named zone stays where it is (B27)", zone: "Europe/Berlin",
            set: "2026-06-10T00:00",
            old: "2026-06-10T04:00", new: "2026-06-10T04:00", cause: .zoneChange, machine: .london,
            effects: [], next: "2026-06-10T05:30"),
        ClockRow(
            name: "a one-shot moves to an earlier date whose time is still ahead",
            pattern: .next(fixedTo: nil), set: "2026-06-10T06:00", old: "2026-06-10T06:10",
            new: "2026-06-10T06:10", cause: .zoneChange, machine: .london,
            effects: ["set wake moved"], next: "2026-06-10T06:30"),
        ClockRow(
            name: "a one-shot never moves to a later date", pattern: .next(fixedTo: nil),
            set: "2026-06-10T00:00", old: "2026-06-10T05:00", new: "2026-06-10T05:00",
            cause: .zoneChange, machine: .moscow,
            effects: [
                "due wake@2026-06-10T07:30 late-zone",
                "present wake@2026-06-10T07:30 first late 1800",
            ]),
    ]

    @Test("late, after a boot, a resume or nothing at all", arguments: late)
    func isLate(_ row: ClockRow) throws { try check(row) }

    @Test("when the clock is set forward", arguments: forward)
    func isSetForward(_ row: ClockRow) throws { try check(row) }

    @Test("when the clock is set back", arguments: back)
    func isSetBack(_ row: ClockRow) throws { try check(row) }

    @Test("when the machine moves to another zone", arguments: zones)
    func moves(_ row: ClockRow) throws {
        var row = row
        row.elapsed = 0
        try check(row, zone: TestZone.berlin)
    }

    private func check(_ row: ClockRow, zone: any ZoneRules = UTC()) throws {
        var bench = BookBench(row.set, zone: zone)
        let ring = RingSettings(late: row.late.map { .seconds($0) })
        try bench.set("wake", "07:30", row.pattern, zone: row.zone, ring: ring)
        try row.before(&bench)
        _ = bench.run(to: row.old)
        if let machine = row.machine { bench.context.zones = TestZone.finder(machine) }
        let passed = row.elapsed.map { .seconds($0) } ?? instant(row.new) - instant(row.old)
        bench.now.wall = instant(row.new)
        bench.now.sinceBoot += passed
        #expect(bench.advance(because: row.cause) == row.effects)
        let upcoming = bench.book.alarms[alarm("wake")]?.upcoming?.due
        if let next = row.next { #expect(upcoming.map(utc) == next) }
        #expect(bench.advance(because: .timer) == [], "decided once, decided for good")
    }

    @Test("is again what was due, when the clock was set back; what still rings then is replaced")
    func dueAgain() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("wake", "07:30")
        _ = bench.run(to: "2026-12-01T07:30")
        _ = try bench.snooze(nil, .length(.seconds(3600)))
        #expect(bench.setClock(to: "2026-12-01T07:00") == [])
        #expect(bench.state("wake") == .snoozed)
        // The same name: its player is not armed ahead, so that two of one name are never there.
        #expect(bench.run(to: "2026-12-01T07:29:58") == [])
        #expect(
            bench.run(to: "2026-12-01T07:30") == [
                "dismissed wake@2026-12-01T07:30 replaced", "due wake@2026-12-01T07:30 due",
                "present wake@2026-12-01T07:30 first",
            ])
        #expect(bench.run(to: "2026-12-01T08:30") == [])
    }

    @Test(
        "waits, by the wall clock, until that can be trusted; countdowns and snoozes do not (B30)")
    func untrusted() throws {
        var bench = BookBench("2026-05-01T04:59", zone: TestZone.berlin)
        try bench.set("wake", "07:00")
        _ = bench.run(to: "2026-05-01T05:00")
        _ = try bench.dismiss()
        bench.context.evidence = .none
        #expect(bench.reboot(at: "2026-04-01T00:00") == [])
        #expect(bench.run(to: "2026-04-01T00:03") == [])
        try bench.set(AlarmEdit(id: "tea", countdown: .seconds(60)))
        #expect(bench.pass(.seconds(60)).count == 2)
        _ = try bench.dismiss()
        #expect(bench.setClock(to: "2026-05-01T06:00") == ["clock - clock-trusted"])
        #expect(bench.book.alarms[alarm("wake")]?.upcoming?.due == instant("2026-05-02T05:00"))
    }
}
