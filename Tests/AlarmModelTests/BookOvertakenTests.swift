// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("What the zone or the calendar overtakes")
struct BookOvertakenTests {
    private func begins(_ lines: [String], _ start: String) -> Bool {
        lines.contains { $0.hasPrefix(start) }
    }

    @Test("rings at once, though its time is now before the moment at which it was set")
    func sinceItWasSet() throws {
        var bench = BookBench("2026-06-10T09:46", zone: TestZone.london)
        try bench.set("a", "11:16", .next(fixedTo: nil))
        try bench.set("d", "11:17")
        _ = bench.pass(.seconds(3))
        let effects = bench.follow(TestZone.berlin)
        #expect(begins(effects, "due a@2026-06-10T11:16"), "\(effects)")
        #expect(begins(effects, "due d@2026-06-10T11:17"), "\(effects)")
        #expect(bench.book.alarms[alarm("d")]?.upcoming.map { utc($0.due) } == "2026-06-11T09:17")
        #expect(!begins(bench.follow(TestZone.london), "due"), "it is heard once")
    }

    @Test("rings also where it was to ring the second time that the clock reads it")
    func secondPass() throws {
        var bench = BookBench("2026-10-25T00:00", zone: TestZone.berlin)
        let schedule = Schedule(
            time: clock("02:30"), pattern: .weekly(.all), overlap: .second)
        try bench.set(AlarmEdit(id: "a", schedule: schedule))
        let waited = bench.book.alarms[alarm("a")]?.upcoming
        #expect(waited?.id == occurrence("a@2026-10-25T02:30~2"))
        let effects = bench.follow(TestZone.moscow)
        #expect(begins(effects, "due a@2026-10-25T02:30 "), "\(effects)")
    }

    @Test(
        "rings once the clock is trusted, where it was waited for meanwhile",
        arguments: [false, true])
    func whileTheClockIsWaitedFor(_ isRelabelled: Bool) throws {
        var bench = BookBench("2026-06-10T09:46", zone: TestZone.london)
        try bench.set("a", "11:16", .next(fixedTo: nil))
        try bench.set("d", "11:17")
        bench.context.evidence = .none
        _ = bench.reboot(at: "2026-06-10T09:47")
        #expect(!begins(bench.follow(TestZone.berlin), "due"), "the clock is waited for")
        if isRelabelled {
            for id in ["a", "d"] { try bench.set(AlarmEdit(id: id, label: "tea")) }
            try bench.skip("a", .none)
        }
        #expect(bench.book.alarms[alarm("d")]?.upcoming.map { utc($0.due) } == "2026-06-10T09:17")
        bench.context.evidence = .synchronized
        let effects = bench.pass(.seconds(1))
        #expect(begins(effects, "due a@2026-06-10T11:16 late"), "\(effects)")
        #expect(begins(effects, "due d@2026-06-10T11:17 late"), "\(effects)")
        #expect(bench.book.alarms[alarm("d")]?.upcoming.map { utc($0.due) } == "2026-06-11T09:17")
    }

    @Test("rings once the clock is trusted, where one that was not had made something else of it")
    func afterTwoDoubtfulBoots() throws {
        var bench = BookBench("2026-06-10T09:46", zone: TestZone.london)
        try bench.set("d", "11:17")
        bench.context.evidence = .none
        // By a clock of 1970, which is waited for no longer, nothing is decided yet.
        _ = bench.reboot(at: "1970-01-01T00:00")
        _ = bench.pass(.seconds(300))
        bench.context.zones = TestZone.finder(TestZone.berlin)
        _ = bench.reboot(at: "1970-01-01T00:00")
        bench.context.evidence = .synchronized
        let effects = bench.setClock(to: "2026-06-10T09:50")
        #expect(
            begins(effects.filter { $0.hasPrefix("due") }, "due d@2026-06-10T11:17"), "\(effects)")
    }

    @Test("rings also where it had moved to an earlier date, and the zone is the old one again")
    func thereAndBack() throws {
        var bench = BookBench("2026-06-10T08:43", zone: TestZone.berlin)
        try bench.set("b", "10:13", .next(fixedTo: nil))
        #expect(bench.book.alarms[alarm("b")]?.upcoming.map { utc($0.due) } == "2026-06-11T08:13")
        _ = bench.follow(TestZone.london)
        #expect(bench.book.alarms[alarm("b")]?.upcoming.map { utc($0.due) } == "2026-06-10T09:13")
        let effects = bench.follow(TestZone.berlin)
        #expect(begins(effects, "due b@2026-06-10T10:13"), "\(effects)")
    }

    @Test("takes the next free day where its own has become a holiday")
    func holiday() throws {
        var bench = BookBench("2026-06-10T12:00")
        let holiday = day("2026-06-11")
        bench.context.holidays = { $0 == holiday ? "a holiday" : nil }
        try bench.set(
            "o", "07:31", .next(fixedTo: nil), ring: RingSettings(notOnHolidays: true))
        func due() -> String? { bench.book.alarms[alarm("o")]?.upcoming.map { utc($0.due) } }
        #expect(due() == "2026-06-12T07:31")
        // A calendar that cannot be read for a moment has no holidays.
        bench.context.holidays = { _ in nil }
        _ = bench.advance(because: .reload)
        #expect(due() == "2026-06-11T07:31")
        bench.context.holidays = { $0 == holiday ? "a holiday" : nil }
        #expect(begins(bench.advance(because: .reload), "set o moved"))
        #expect(due() == "2026-06-12T07:31")
    }

    @Test("stays where a person skips it, and does not ring on another day")
    func skipped() throws {
        var bench = BookBench("2026-06-10T12:00")
        try bench.set("o", "07:31", .next(fixedTo: nil))
        try bench.skip("o", .next(1))
        _ = bench.advance(because: .reload)
        #expect(bench.book.alarms[alarm("o")]?.upcoming == nil)
        #expect(bench.book.alarms[alarm("o")]?.skipping.map { utc($0.due) } == "2026-06-11T07:31")
    }
}
