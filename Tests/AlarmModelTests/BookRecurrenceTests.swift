// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("An alarm by a recurrence rule")
struct BookRecurrenceTests {
    private func next(_ bench: BookBench) -> String? {
        bench.book.nextSound(of: alarm("pill"), at: bench.now).map(utc)
    }

    private func start(_ bench: BookBench) -> CivilDate? {
        bench.book.alarms[alarm("pill")]?.schedule?.recurrence?.start
    }

    /// Lets the alarm ring at its next time, and answers it.
    private func ring(_ bench: inout BookBench) throws {
        _ = bench.run(to: try #require(next(bench)))
        #expect(bench.state("pill") == .ringing)
        _ = try bench.dismiss()
    }

    @Test("starts on the day on which it is set, by its own clock, though its time has passed")
    func startsToday() throws {
        // 23:00 in UTC is the next day in Berlin.
        var bench = BookBench("2026-12-01T23:00", zone: TestZone.berlin)
        try bench.set("pill", "00:00", by("FREQ=DAILY;INTERVAL=2"))
        #expect(start(bench) == day("2026-12-02"))
        #expect(next(bench) == "2026-12-03T23:00")
        try bench.set("pill", "00:00", by("FREQ=DAILY;INTERVAL=2"), zone: "Europe/London")
        #expect(start(bench) == day("2026-12-02"))
    }

    @Test("keeps its start through edits, and takes another with a date")
    func keepsStart() throws {
        var bench = BookBench("2026-12-01T06:00")
        try bench.set("pill", "08:00", by("FREQ=WEEKLY;INTERVAL=2"))
        _ = bench.run(to: "2026-12-04T06:00")
        try bench.set("pill", "09:00", by("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"))
        #expect(start(bench) == day("2026-12-01"))
        #expect(next(bench) == "2026-12-15T09:00")
        try bench.set("pill", "09:00", by("FREQ=WEEKLY;INTERVAL=2", from: "2026-12-08"))
        #expect(next(bench) == "2026-12-08T09:00")
        try bench.set(AlarmEdit(id: "pill", isEnabled: false))
        try bench.set(AlarmEdit(id: "pill", isEnabled: true))
        #expect(start(bench) == day("2026-12-08"))
        // A schedule of another kind forgets it.
        try bench.set("pill", "09:00", .weekly(.all))
        try bench.set("pill", "09:00", by("FREQ=DAILY;INTERVAL=2"))
        #expect(start(bench) == day("2026-12-04"))
    }

    @Test("counts from its start, is switched off by its last day, and is cleared a day later")
    func finishes() throws {
        var bench = BookBench("2026-12-01T06:00")
        try bench.set("pill", "08:00", by("FREQ=DAILY;COUNT=3"))
        for _ in 0..<3 {
            #expect(bench.book.isEnabled(alarm("pill")))
            try ring(&bench)
        }
        #expect(utc(bench.now.wall) == "2026-12-03T08:00")
        #expect(bench.state("pill") == .off)
        #expect(next(bench) == nil)
        #expect(bench.run(to: "2026-12-04T07:59:59") == [])
        #expect(bench.run(to: "2026-12-04T08:00") == ["cleared pill expired"])
    }

    @Test("starts anew where it is set again after its last day")
    func again() throws {
        var bench = BookBench("2026-12-01T06:00")
        try bench.set("pill", "08:00", by("FREQ=DAILY;COUNT=1"))
        try ring(&bench)
        #expect(throws: BookError.self) {
            try bench.set(AlarmEdit(id: "pill", isEnabled: true))
        }
        _ = bench.run(to: "2026-12-02T06:00")
        try bench.set("pill", "08:00", by("FREQ=DAILY;COUNT=1"))
        #expect(start(bench) == day("2026-12-02"))
        #expect(next(bench) == "2026-12-02T08:00")
        #expect(bench.run(to: "2026-12-02T07:00") == [])
        #expect(bench.book.isEnabled(alarm("pill")))
    }

    @Test("is missed and switched off where its last day came while nothing ran")
    func missedLast() throws {
        var bench = BookBench("2026-12-01T06:00")
        try bench.set("pill", "08:00", by("FREQ=DAILY;UNTIL=20261203"))
        let told = bench.reboot(at: "2026-12-20T12:00")
        #expect(told.first?.hasPrefix("missed pill@2026-12-03T08:00") == true)
        #expect(bench.state("pill") == .off)
        #expect(bench.book.alarms[alarm("pill")]?.retired == bench.now.wall)
    }

    @Test("is due again where the clock is set back before its last day")
    func setBack() throws {
        var bench = BookBench("2026-12-01T06:00")
        try bench.set("pill", "08:00", by("FREQ=DAILY;COUNT=1"))
        try ring(&bench)
        #expect(bench.setClock(to: "2026-12-01T07:00").contains("set pill due-again"))
        #expect(next(bench) == "2026-12-01T08:00")
        try ring(&bench)
        #expect(bench.state("pill") == .off)
    }

    @Test("rings once under the id of each of its days")
    func ids() throws {
        var bench = BookBench("2026-12-01T06:00")
        try bench.set("pill", "08:00", by("FREQ=MONTHLY;BYDAY=-1FR;COUNT=2"))
        let coming = bench.book.next(5, at: bench.now, in: bench.context).map(\.id.description)
        #expect(coming == ["pill@2026-12-25T08:00", "pill@2027-01-29T08:00"])
    }

    @Test("is refused with the reason where it has no future")
    func refused() throws {
        var bench = BookBench("2026-12-10T06:00")
        try bench.set("pill", "08:00", by("FREQ=DAILY"))
        _ = bench.run(to: "2026-12-15T06:00")
        let faults = [
            ("FREQ=DAILY;COUNT=2", "FREQ=DAILY;COUNT=2 has ended: its last day is 2026-12-11"),
            (
                "FREQ=DAILY;UNTIL=20261201",
                "FREQ=DAILY;UNTIL=20261201 ends before it starts"
            ),
        ]
        for (rule, reason) in faults {
            do throws(BookError) {
                try bench.set("pill", "08:00", by(rule))
                Issue.record("was taken")
            } catch {
                guard case .invalidSchedule("rrule", let fault) = error else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(fault.description == reason)
            }
        }
        #expect(next(bench) == "2026-12-15T08:00")
    }
}
