// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("What comes next")
struct BookNextTests {
    private func next(_ bench: BookBench, _ count: Int) -> [String] {
        bench.book.next(count, at: bench.now, in: bench.context).map {
            "\($0.id) \($0.life.shown) \(utc(bench.book.soundTime(of: $0, at: bench.now)))"
        }
    }

    @Test("is the soonest of all, whatever was set first, each alarm as often as it comes (B43)")
    func soonest() throws {
        var bench = BookBench("2024-05-13T00:00")
        try bench.set("a", "08:00", .weekly(.workdays))
        try bench.set("b", "06:00", .weekly(.workdays))
        try bench.set("c", "07:00", .date(day("2024-05-14")))
        #expect(
            next(bench, 6) == [
                "b@2024-05-13T06:00 scheduled 2024-05-13T06:00",
                "a@2024-05-13T08:00 scheduled 2024-05-13T08:00",
                "b@2024-05-14T06:00 scheduled 2024-05-14T06:00",
                "c@2024-05-14T07:00 scheduled 2024-05-14T07:00",
                "a@2024-05-14T08:00 scheduled 2024-05-14T08:00",
                "b@2024-05-15T06:00 scheduled 2024-05-15T06:00",
            ])
        #expect(next(bench, 0) == [])
    }

    @Test("is looked after an hour before each alarm, where there is that long")
    func check() throws {
        var bench = BookBench("2024-05-13T00:00")
        func check() -> String? { bench.book.nextWake(in: bench.context).check.map { utc($0) } }
        #expect(check() == nil)
        try bench.set("soon", "01:00", .date(day("2024-05-13")))
        #expect(check() == nil)
        try bench.set("a", "06:30", .weekly(.workdays))
        try bench.set("b", "07:00", .weekly(.workdays))
        #expect(check() == "2024-05-13T05:30")
        // A countdown too; what is switched off is none.
        try bench.set(AlarmEdit(id: "tea", countdown: .seconds(7200)))
        #expect(check() == "2024-05-13T01:00")
        try bench.set(AlarmEdit(id: "tea", isEnabled: false))
        _ = bench.run(to: "2024-05-13T05:30")
        #expect(check() == "2024-05-13T06:00")
        _ = bench.run(to: "2024-05-13T06:00")
        #expect(check() == nil)
        _ = bench.run(to: "2024-05-13T06:30")
        #expect(check() == "2024-05-14T05:30")
    }

    @Test("holds a snooze and the regular next time, and the countdowns (B38)")
    func snoozeAndCountdown() throws {
        var bench = BookBench("2026-05-01T04:00", zone: TestZone.berlin)
        try bench.set("wake", "07:00")
        _ = bench.run(to: "2026-05-01T05:00")
        _ = try bench.snooze(nil, .length(.seconds(300)))
        try bench.set(AlarmEdit(id: "tea", countdown: .seconds(60)))
        #expect(
            next(bench, 3) == [
                "tea@2026-05-01T05:01 scheduled 2026-05-01T05:01",
                "wake@2026-05-01T07:00 snoozed 2026-05-01T05:05",
                "wake@2026-05-02T07:00 scheduled 2026-05-02T05:00",
            ])
    }

    @Test("is nothing where all is off, and the armed one-shot while it is armed")
    func off() throws {
        var bench = BookBench("2026-05-01T04:00")
        try bench.set("wake", "05:00", .next(fixedTo: nil))
        _ = bench.run(to: "2026-05-01T04:59:58")
        #expect(next(bench, 5) == ["wake@2026-05-01T05:00 scheduled 2026-05-01T05:00"])
        try bench.set(AlarmEdit(id: "wake", isEnabled: false))
        #expect(next(bench, 5) == [])
    }

    @Test("is listed in the order of the ids, in pages")
    func pages() throws {
        var bench = BookBench("2026-05-01T04:00")
        for id in ["c", "a", "B", "d"] { try bench.set(id, "05:00") }
        func page(_ id: String?, _ count: Int?) -> [String] {
            bench.book.alarms(after: id.map(alarm), count: count).map(\.id.text)
        }
        #expect(page(nil, nil) == ["B", "a", "c", "d"])
        #expect(page("a", 1) == ["c"])
        #expect(page("b", 9) == ["c", "d"])
        #expect(page("d", nil) == [])
        #expect(page(nil, 0) == [])
    }

    @Test("wakes the machine `wake_lead` ahead for alarms that wake it, and for every snooze")
    func wakes() throws {
        var bench = BookBench("2026-05-01T04:00")
        try bench.set("quiet", "05:00", ring: RingSettings(wake: false))
        #expect(
            bench.book.nextWake(in: bench.context) == Wake(wall: instant("2026-05-01T04:59:58")))
        try bench.set("wake", "06:00")
        #expect(
            bench.book.nextWake(in: bench.context).machineWall == instant("2026-05-01T05:59:40"))
        _ = bench.run(to: "2026-05-01T05:00")
        _ = try bench.snooze()
        let snoozed = bench.book.nextWake(in: bench.context)
        let end = bench.now.sinceBoot + .seconds(540)
        #expect(snoozed.sinceBoot == end - .seconds(2))
        #expect(snoozed.machineSinceBoot == end - .seconds(20))
        _ = bench.run(to: "2026-05-01T05:59:50")
        // Within the lead it still wakes the machine in time to arm, then to ring.
        #expect(
            bench.book.nextWake(in: bench.context).machineWall == instant("2026-05-01T05:59:58"))
    }

    @Test(
        "keeps the machine awake from `wake_lead` before it sounds until it is answered, and at no other time"
    )
    func keepsAwake() throws {
        var bench = BookBench("2026-05-01T04:00")
        try bench.set("wake", "06:00")
        try bench.set("quiet", "07:00", ring: RingSettings(wake: false))
        for (time, isKept) in [
            ("04:00", false), ("05:59:39", false), ("05:59:40", true), ("06:00", true),
            ("06:05", true),
        ] {
            _ = bench.run(to: "2026-05-01T\(time)")
            #expect(bench.book.nextWake(in: bench.context).keepsAwake == isKept, "\(time)")
        }
        _ = try bench.snooze()
        for (time, isKept) in [
            ("06:05", false), ("06:13:39", false), ("06:13:40", true), ("06:14", true),
        ] {
            _ = bench.run(to: "2026-05-01T\(time)")
            #expect(bench.book.nextWake(in: bench.context).keepsAwake == isKept, "\(time)")
        }
        _ = try bench.dismiss()
        // What does not wake the machine keeps it awake from when its player is armed.
        for (time, isKept) in [
            ("06:14", false), ("06:59:57", false), ("06:59:58", true), ("07:00", true),
        ] {
            _ = bench.run(to: "2026-05-01T\(time)")
            #expect(bench.book.nextWake(in: bench.context).keepsAwake == isKept, "\(time)")
        }
    }

    @Test("leads to each ring, and to no looking again in vain, by the wakes alone")
    func wakesLead() throws {
        var bench = BookBench("2026-05-01T04:00")
        try bench.set("a", "05:00")
        try bench.set("b", "05:00", .next(fixedTo: nil))
        try bench.set(AlarmEdit(id: "tea", countdown: .seconds(7200)))
        var rings: [String] = []
        var looks = 0
        while bench.now.wall < instant("2026-05-03T04:00") {
            let wake = bench.book.nextWake(in: bench.context)
            let waits = [
                wake.wall.map { $0 - bench.now.wall },
                wake.sinceBoot.map { $0 - bench.now.sinceBoot },
            ].compactMap(\.self)
            guard let wait = waits.min(), wait > .zero else {
                Issue.record("no wake, or one that is past: \(wake)")
                return
            }
            looks += 1
            let lines = bench.pass(wait)
            rings += lines.filter { $0.hasPrefix("due") }.map { "\($0) at \(utc(bench.now.wall))" }
            _ = bench.book.dismissAll(at: bench.now, in: bench.context)
        }
        #expect(
            rings == [
                "due a@2026-05-01T05:00 due at 2026-05-01T05:00",
                "due b@2026-05-01T05:00 due at 2026-05-01T05:00",
                "due tea@2026-05-01T06:00 due at 2026-05-01T06:00",
                "due a@2026-05-02T05:00 due at 2026-05-02T05:00",
            ])
        // Two looks a due time: to arm and to ring; one for each one-shot that goes after a day.
        #expect(looks <= 11)
    }
}
