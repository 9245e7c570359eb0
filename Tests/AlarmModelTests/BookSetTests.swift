// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("Setting an alarm")
struct BookSetTests {
    private func bench() -> BookBench { BookBench("2026-05-01T15:00", zone: TestZone.berlin) }

    private static func schedule(
        _ time: String = "07:30", _ pattern: Schedule.Pattern = .weekly(.all), zone: String? = nil
    ) -> Schedule {
        Schedule(time: clock(time), pattern: pattern, zone: zone)
    }

    private static func ring(_ ring: RingSettings) -> AlarmEdit {
        AlarmEdit(id: "wake", schedule: schedule(), ring: ring)
    }

    static let refused: [(String, AlarmEdit)] = [
        ("id", AlarmEdit(id: "", schedule: schedule())),
        ("id", AlarmEdit(id: "a/b", schedule: schedule())),
        ("id", AlarmEdit(id: "a\nb", schedule: schedule())),
        ("id", AlarmEdit(id: "tomorrow", schedule: schedule())),
        ("id", AlarmEdit(id: String(repeating: "x", count: 300), schedule: schedule())),
        ("label", AlarmEdit(label: String(repeating: "x", count: 201), schedule: schedule())),
        ("label", AlarmEdit(label: String(repeating: "x", count: 10_000), schedule: schedule())),
        ("label", AlarmEdit(label: "a\u{7}", schedule: schedule())),
        ("label", AlarmEdit(label: "a\u{9B}b", schedule: schedule())),
        (
            "label",
            AlarmEdit(label: "e" + String(repeating: "\u{301}", count: 1000), schedule: schedule())
        ),
        ("schedule", AlarmEdit(label: "nothing else")),
        ("countdown", AlarmEdit(schedule: schedule(), countdown: .seconds(60))),
        ("countdown", AlarmEdit(countdown: .zero)),
        ("countdown", AlarmEdit(countdown: .seconds(-1))),
        ("countdown", AlarmEdit(countdown: .seconds(400 * 86_400))),
        ("days", AlarmEdit(schedule: schedule("07:30", .weekly([])))),
        // Today at eight, set at five in the afternoon.
        ("date", AlarmEdit(schedule: schedule("08:00", .date(day("2026-05-01"))))),
        ("date", AlarmEdit(schedule: schedule("17:00", .date(day("2026-05-01"))))),
        ("date", AlarmEdit(schedule: schedule("17:00", .date(day("1926-05-01"))))),
        ("zone", AlarmEdit(schedule: schedule("08:00", zone: "Mars/Base"))),
        ("zone", AlarmEdit(schedule: schedule("08:00", zone: ""))),
        ("rrule", AlarmEdit(schedule: schedule("08:00", by("FREQ=DAILY;UNTIL=20260501")))),
        ("rrule", AlarmEdit(schedule: schedule("08:00", by("FREQ=DAILY;COUNT=1")))),
        (
            "rrule",
            AlarmEdit(schedule: schedule("08:00", by("FREQ=MONTHLY;INTERVAL=12;BYMONTH=6")))
        ),
        ("storyboard", ring(RingSettings(storyboard: "../gentle"))),
        (
            "notOnHolidays",
            AlarmEdit(countdown: .seconds(60), ring: RingSettings(notOnHolidays: true))
        ),
        ("volume", ring(RingSettings(volume: 0))),
        ("volume", ring(RingSettings(volume: 101))),
        ("fade", ring(RingSettings(fade: .seconds(-1)))),
        ("timeout", ring(RingSettings(timeout: .seconds(59)))),
        ("timeout", ring(RingSettings(timeout: .seconds(10_801)))),
        ("retries", ring(RingSettings(retries: -1))),
        ("snooze", ring(RingSettings(snooze: .seconds(59)))),
        ("snooze", ring(RingSettings(snooze: .seconds(10_801)))),
        ("snoozeLimit", ring(RingSettings(snoozeLimit: -1))),
        ("late", ring(RingSettings(late: .seconds(86_401)))),
        ("late", ring(RingSettings(late: .seconds(-1)))),
        ("sound", ring(RingSettings(sound: ""))),
        ("sound", ring(RingSettings(sound: "a\0b"))),
        ("sound", ring(RingSettings(sound: String(repeating: "x", count: 5000)))),
        ("reset", AlarmEdit(schedule: schedule(), reset: ["volume", "colour"])),
        ("reset", AlarmEdit(schedule: schedule(), reset: [""])),
    ]

    @Test(
        "refuses what cannot be, names the member, and changes nothing (B46, B55)",
        arguments: refused)
    func refuses(_ field: String, _ edit: AlarmEdit) {
        var bench = bench()
        let before = bench.book
        do {
            _ = try bench.set(edit)
            Issue.record("was taken")
        } catch {
            guard case .invalidSchedule(field, let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!reason.format.isEmpty && reason.description.utf8.count < 200)
        }
        #expect(bench.book == before)
    }

    @Test("takes the ends of every range")
    func ranges() throws {
        var bench = bench()
        let low = RingSettings(
            volume: 1, fade: .zero, timeout: .seconds(60), retries: 0, snooze: .seconds(60),
            snoozeLimit: 0, late: .zero, notOnHolidays: false)
        let high = RingSettings(
            sound: String(repeating: "x", count: 4096), volume: 100, fade: .seconds(3600),
            timeout: .seconds(10_800), retries: 100, snooze: .seconds(10_800), snoozeLimit: 1000,
            late: .seconds(86_400))
        for ring in [low, high] { try bench.set(Self.ring(ring)) }
        try bench.set(AlarmEdit(id: "wake", label: String(repeating: "ä", count: 200)))
        #expect(bench.book.alarms[alarm("wake")]?.ring == low.overridden(by: high))
    }

    @Test("fixes the date of a one-shot: today if its time is ahead, else tomorrow (B46)")
    func fixesDate() throws {
        var bench = bench()
        try bench.set("a", "08:00", .next(fixedTo: nil))
        try bench.set("b", "17:00:01", .next(fixedTo: nil))
        try bench.set("c", "17:00", .next(fixedTo: nil))
        let dates = ["a", "b", "c"].map { bench.book.alarms[alarm($0)]?.schedule?.pattern }
        #expect(
            dates == [
                .next(fixedTo: day("2026-05-02")), .next(fixedTo: day("2026-05-01")),
                .next(fixedTo: day("2026-05-02")),
            ])
    }

    @Test("on the day's own weekday, after its time, means next week (B46)")
    func nextWeek() throws {
        var bench = BookBench("2019-04-11T15:00", zone: TestZone.london)
        try bench.set("thu1", "08:00", .weekly(Weekdays([.thursday])))
        #expect(
            bench.book.nextSound(of: alarm("thu1"), at: bench.now) == instant("2019-04-18T08:00"))
    }

    @Test("keeps what is not said; a countdown or a schedule replaces the other and switches on")
    func keeps() throws {
        var bench = bench()
        let wake = alarm("wake")
        try bench.set(
            AlarmEdit(
                id: "wake", label: "Up", schedule: Self.schedule(), ring: RingSettings(volume: 40)))
        #expect(try bench.set(AlarmEdit(id: "wake", isEnabled: false)) == ["set wake disabled"])
        #expect(bench.state("wake") == .off)
        try bench.set(AlarmEdit(id: "wake", ring: RingSettings(fade: .seconds(5))))
        #expect(bench.book.alarms[wake]?.isEnabled == false)
        #expect(bench.book.alarms[wake]?.ring == RingSettings(volume: 40, fade: .seconds(5)))
        try bench.set(AlarmEdit(id: "wake", countdown: .seconds(90)))
        #expect(bench.book.alarms[wake]?.schedule == nil)
        #expect(bench.book.alarms[wake]?.isEnabled == true)
        #expect(bench.book.alarms[wake]?.label == "Up")
        try bench.set(AlarmEdit(id: "wake", isEnabled: false, schedule: Self.schedule("09:00")))
        #expect(bench.book.alarms[wake]?.countdown == nil)
        #expect(bench.state("wake") == .off)
        #expect(bench.book.nextSound(of: wake, at: bench.now) == nil)
    }

    @Test("resets members to the configuration, before it takes the new ones")
    func reset() throws {
        var bench = bench()
        let schedule = Self.schedule("07:30", zone: "Europe/London")
        try bench.set(
            AlarmEdit(
                id: "wake", label: "Up", schedule: schedule,
                ring: RingSettings(volume: 40, late: .zero)))
        try bench.set(
            AlarmEdit(
                id: "wake", ring: RingSettings(volume: 50),
                reset: ["volume", "late", "label", "zone"]))
        let wake = bench.book.alarms[alarm("wake")]
        #expect(wake?.ring == RingSettings(volume: 50))
        #expect(wake?.label == nil)
        #expect(wake?.schedule == Self.schedule())
        #expect(wake?.upcoming?.due == instant("2026-05-02T05:30"))
    }

    @Test("that is switched off says nothing about the rest, and on again fixes its date anew")
    func switches() throws {
        var bench = bench()
        let wake = alarm("wake")
        try bench.set("wake", "17:30", .next(fixedTo: nil))
        try bench.set(AlarmEdit(id: "wake", isEnabled: false))
        _ = bench.run(to: "2026-05-03T16:00")
        #expect(bench.book.alarms[wake]?.schedule?.pattern == .next(fixedTo: day("2026-05-01")))
        try bench.set(AlarmEdit(id: "wake", label: "Up", reset: ["volume"]))
        #expect(bench.book.alarms[wake]?.isEnabled == false)
        try bench.set(AlarmEdit(id: "wake", isEnabled: true))
        #expect(bench.book.nextSound(of: wake, at: bench.now) == instant("2026-05-04T15:30"))
        #expect(bench.book.alarms[wake]?.label == "Up")
    }

    @Test("an empty label is none")
    func emptyLabel() throws {
        var bench = bench()
        try bench.set(AlarmEdit(id: "wake", label: "Up", schedule: Self.schedule()))
        try bench.set(AlarmEdit(id: "wake", label: ""))
        #expect(bench.book.alarms[alarm("wake")]?.label == nil)
    }

    @Test(
        "of an alarm that is not there needs a time",
        arguments: [
            AlarmEdit(id: "nap"), AlarmEdit(id: "nap", isEnabled: true),
            AlarmEdit(id: "nap", isEnabled: false), AlarmEdit(id: "nap", label: "Nap"),
            AlarmEdit(id: "nap", ring: RingSettings(volume: 40)),
            AlarmEdit(id: "nap", reset: ["volume", "zone"]),
        ])
    func incomplete(edit: AlarmEdit) throws {
        var bench = bench()
        try bench.set("wake", "07:30")
        let before = bench.book
        #expect(throws: BookError.noSuchAlarm("nap")) { try bench.set(edit) }
        #expect(bench.book == before)
    }

    @Test("of an alarm that is not there clears nothing")
    func unknown() throws {
        var bench = bench()
        #expect(throws: BookError.noSuchAlarm("nap")) {
            try bench.book.clear(["nap"], at: bench.now, in: bench.context)
        }
        try bench.set("wake", "07:30")
        #expect(throws: BookError.noSuchAlarm("nap")) {
            try bench.book.clear(["wake", "nap"], at: bench.now, in: bench.context)
        }
        #expect(bench.book.alarms.count == 1)
    }

    @Test("makes up an id that is free, short, and no word of when")
    func madeUp() throws {
        var bench = bench()
        try bench.set("alarm-2", "07:30")
        var ids: [String] = []
        for _ in 0..<3 {
            let outcome = try bench.book.set(
                AlarmEdit(schedule: Self.schedule()), at: bench.now, in: bench.context)
            #expect(outcome.isCreated)
            ids.append(outcome.alarm.id.text)
        }
        #expect(Set(ids).count == 3 && !ids.contains("alarm-2"))
        #expect(ids.allSatisfy { $0.hasPrefix("alarm-") && AlarmID($0) != nil })
    }

    @Test("switched on again, a date that is past is refused")
    func pastDate() throws {
        var bench = bench()
        try bench.set("wake", "18:00", .date(day("2026-05-01")))
        try bench.set(AlarmEdit(id: "wake", isEnabled: false))
        _ = bench.run(to: "2026-05-01T17:00")
        let before = bench.book
        #expect(throws: BookError.self) { try bench.set(AlarmEdit(id: "wake", isEnabled: true)) }
        #expect(bench.book == before)
    }

    @Test("that could not be stored is undone, unless it rings already")
    func undo() throws {
        var bench = bench()
        let wake = alarm("wake")
        let first = try bench.book.set(
            AlarmEdit(id: "wake", schedule: Self.schedule("17:30")), at: bench.now,
            in: bench.context)
        let second = try bench.book.set(
            AlarmEdit(id: "wake", schedule: Self.schedule("18:00")), at: bench.now,
            in: bench.context)
        let undone = bench.book.undoSet(
            of: wake, to: second.previous, at: bench.now, in: bench.context)
        #expect(undone.map(lines) == ["set wake undone"])
        #expect(bench.book.nextSound(of: wake, at: bench.now) == instant("2026-05-01T15:30"))
        _ = bench.run(to: "2026-05-01T15:30")
        let late = bench.book.undoSet(
            of: wake, to: first.previous, at: bench.now, in: bench.context)
        #expect(late == nil)
        #expect(bench.state("wake") == .ringing)
    }

    @Test("is undone to an alarm that does not ring again for what rang meanwhile")
    func undoAfterRing() throws {
        for (before, edit) in [
            // Called otherwise; set to another time; made of a countdown.
            (
                Self.schedule("17:30", .next(fixedTo: nil)),
                AlarmEdit(id: "wake", label: .some("tea"))
            ),
            (Self.schedule("17:30"), AlarmEdit(id: "wake", label: .some("tea"))),
            (
                Self.schedule("17:30", .next(fixedTo: nil)),
                AlarmEdit(id: "wake", schedule: Self.schedule("17:31"))
            ),
            (Self.schedule("17:30"), AlarmEdit(id: "wake", countdown: .seconds(1860))),
        ] {
            var bench = bench()
            let wake = alarm("wake")
            _ = try bench.book.set(
                AlarmEdit(id: "wake", schedule: before), at: bench.now, in: bench.context)
            let second = try bench.book.set(edit, at: bench.now, in: bench.context)
            _ = bench.run(to: "2026-05-01T15:31")
            #expect(bench.state("wake") == .ringing, "\(edit)")
            _ = try bench.dismiss(nil)
            #expect(
                bench.book.undoSet(
                    of: wake, to: second.previous, at: bench.now, in: bench.context) != nil)
            #expect(bench.pass(.seconds(60)) == [], "\(edit)")
            let isDaily = before == Self.schedule("17:30")
            #expect(
                bench.book.nextSound(of: wake, at: bench.now)
                    == (isDaily ? instant("2026-05-02T15:30") : nil), "\(edit)")
            #expect(bench.book.alarms[wake]?.label == nil)
        }
    }

    @Test("of a new alarm is undone to none, though it is armed")
    func undoNew() throws {
        var bench = bench()
        let made = try bench.book.set(
            AlarmEdit(id: "wake", schedule: Self.schedule("17:00:01", .next(fixedTo: nil))),
            at: bench.now, in: bench.context)
        #expect(lines(made.effects).last == "arm wake@2026-05-01T17:00:01")
        let undone = bench.book.undoSet(
            of: alarm("wake"), to: made.previous, at: bench.now, in: bench.context)
        #expect(undone.map(lines) == ["disarm wake@2026-05-01T17:00:01", "set wake undone"])
        #expect(bench.book.alarms.isEmpty)
        #expect(bench.pass(.seconds(1)) == [])
    }

    @Test("just as it is due rings what was due, then changes what comes")
    func dueThisMoment() throws {
        var bench = bench()
        try bench.set("wake", "17:30", .next(fixedTo: nil))
        bench.now.wall = instant("2026-05-01T15:30")
        bench.now.sinceBoot += .seconds(1800)
        #expect(
            try bench.set("wake", "18:00") == [
                "set wake changed", "due wake@2026-05-01T17:30 due",
                "present wake@2026-05-01T17:30 first",
            ])
        #expect(
            bench.book.nextSound(of: alarm("wake"), at: bench.now) == instant("2026-05-01T16:00"))
    }
}
