// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("An alarm whose hands are turned")
struct BookHandsTests {
    private func turn(
        _ bench: inout BookBench, to time: String, days: Int = 0, once: Bool = false
    ) throws(BookError) {
        _ = try bench.book.turn(
            alarm("wake"), to: clock(time), days: days, once: once, at: bench.now,
            in: bench.context, by: "ann")
    }

    /// When the alarm is due next, and the names and times of the next `count`.
    private func next(_ bench: BookBench, _ count: Int) -> [String] {
        bench.book.next(count, at: bench.now, in: bench.context).map {
            "\($0.id.nominal) \(utc($0.due))"
        }
    }

    @Test(
        "rings at their time: days stay, a date follows, and one that was fixed is fixed anew",
        arguments: [
            (
                Schedule.Pattern.weekly(Weekdays([Weekday.tuesday, .thursday])), "06:00", 1,
                "2026-12-03T06:00"
            ),
            (.date(day("2026-12-05")), "06:00", 0, "2026-12-05T06:00"),
            (.date(day("2026-12-05")), "00:10", 1, "2026-12-06T00:10"),
            (.date(day("2026-12-05")), "23:50", -1, "2026-12-04T23:50"),
            (.next(fixedTo: nil), "13:00", -2, "2026-12-01T13:00"),
            (.next(fixedTo: nil), "11:00", 1, "2026-12-02T11:00"),
            (by("FREQ=DAILY;INTERVAL=2", from: "2026-12-02"), "06:00", 0, "2026-12-02T06:00"),
        ] as [(Schedule.Pattern, String, Int, String)])
    func turned(pattern: Schedule.Pattern, time: String, days: Int, due: String) throws {
        var bench = BookBench("2026-12-01T12:00")
        try bench.set("wake", "20:00", pattern)
        try turn(&bench, to: time, days: days)
        #expect(next(bench, 1) == ["\(due) \(due)"])
    }

    @Test("is switched on by it")
    func switchedOn() throws {
        var bench = BookBench("2026-12-01T12:00")
        try bench.set("wake", "20:00")
        try bench.set(AlarmEdit(id: "wake", isEnabled: false))
        try turn(&bench, to: "21:00")
        #expect(bench.state("wake") == .scheduled)
    }

    @Test(
        "is left as it was where they show what is past, or no date",
        arguments: [("2026-11-30", 0), ("2026-12-01", 0), ("9999-12-31", 1), ("2026-12-02", -1)])
    func past(date: String, days: Int) throws {
        var bench = BookBench("2026-12-01T12:00")
        try bench.set("wake", "20:00", .date(day("2026-12-24")))
        bench.book.alarms[alarm("wake")]?.trigger = .schedule(
            Schedule(time: clock("20:00"), pattern: .date(day(date))))
        let before = bench.book.alarms
        #expect(throws: BookError.self) { try turn(&bench, to: "11:00", days: days) }
        #expect(bench.book.alarms == before)
    }

    // MARK: Once

    @Test(
        "rings once at another time, under its name, and then as it is set",
        arguments: [
            (
                "06:00", 0,
                ["2026-12-02T07:30 2026-12-02T06:00", "2026-12-03T07:30 2026-12-03T07:30"]
            ),
            (
                "09:00", 0,
                ["2026-12-02T07:30 2026-12-02T09:00", "2026-12-03T07:30 2026-12-03T07:30"]
            ),
            (
                "23:00", -1,
                ["2026-12-02T07:30 2026-12-01T23:00", "2026-12-03T07:30 2026-12-03T07:30"]
            ),
            // Beyond the next one, and onto it: that rings once.
            (
                "08:00", 1,
                [
                    "2026-12-03T07:30 2026-12-03T07:30", "2026-12-02T07:30 2026-12-03T08:00",
                    "2026-12-04T07:30 2026-12-04T07:30",
                ]
            ),
            (
                "07:30", 1,
                ["2026-12-02T07:30 2026-12-03T07:30", "2026-12-04T07:30 2026-12-04T07:30"]
            ),
            (
                "07:30", 0,
                ["2026-12-02T07:30 2026-12-02T07:30", "2026-12-03T07:30 2026-12-03T07:30"]
            ),
        ] as [(String, Int, [String])])
    func once(time: String, days: Int, expected: [String]) throws {
        var bench = BookBench("2026-12-01T12:00")
        try bench.set("wake", "07:30")
        try turn(&bench, to: time, days: days, once: true)
        #expect(next(bench, expected.count) == expected)
        // What rings in fact is what was told.
        var rung: [String] = []
        for _ in expected {
            guard let due = bench.book.next(1, at: bench.now, in: bench.context).first?.due else {
                break
            }
            for line in bench.run(to: utc(due)) where line.hasPrefix("present") {
                rung.append("\(line.split(separator: " ")[1].split(separator: "@")[1]) \(utc(due))")
            }
            _ = try bench.dismiss()
        }
        #expect(rung == expected)
    }

    @Test("is moved again from where it is, and back")
    func again() throws {
        var bench = BookBench("2026-12-01T12:00")
        try bench.set("wake", "07:30")
        try turn(&bench, to: "06:00", once: true)
        let shown = bench.book.shownTime(
            of: alarm("wake"), once: true, at: bench.now, in: bench.context)
        #expect(shown == clock("06:00"))
        try turn(&bench, to: "23:00", days: -1, once: true)
        #expect(next(bench, 1) == ["2026-12-02T07:30 2026-12-01T23:00"])
        try turn(&bench, to: "07:30", days: 1, once: true)
        #expect(bench.book.alarms[alarm("wake")]?.schedule?.moved == [])
    }

    @Test("does not ring again at its old time when the one after it is moved meanwhile")
    func oneAfterTheOther() throws {
        var bench = BookBench("2026-12-01T12:00")
        try bench.set("wake", "07:30")
        try turn(&bench, to: "06:00", once: true)
        _ = bench.run(to: "2026-12-02T06:00")
        _ = try bench.dismiss()
        _ = bench.run(to: "2026-12-02T06:30")
        try turn(&bench, to: "05:00", once: true)
        #expect(
            next(bench, 2) == [
                "2026-12-03T07:30 2026-12-03T05:00", "2026-12-04T07:30 2026-12-04T07:30",
            ])
    }

    @Test("keeps what it skips, and is moved where it will ring")
    func skips() throws {
        var bench = BookBench("2026-12-01T12:00")
        try bench.set("wake", "07:30")
        try bench.skip("wake", .next(1))
        try turn(&bench, to: "06:00", once: true)
        #expect(next(bench, 1) == ["2026-12-03T07:30 2026-12-03T06:00"])
    }

    @Test("is left as it was where it would be moved into the past")
    func oncePast() throws {
        var bench = BookBench("2026-12-01T12:00")
        try bench.set("wake", "12:30")
        let before = bench.book.alarms
        #expect(throws: BookError.self) { try turn(&bench, to: "11:59", once: true) }
        #expect(bench.book.alarms == before)
        try turn(&bench, to: "11:59", days: 1, once: true)
        #expect(next(bench, 1) == ["2026-12-01T12:30 2026-12-02T11:59"])
    }

    @Test("rings at the moved time after a clock set back before it, and a restart")
    func clockSetBack() throws {
        var bench = BookBench("2026-12-01T12:00")
        try bench.set("wake", "07:30")
        try turn(&bench, to: "06:00", once: true)
        _ = bench.run(to: "2026-12-02T06:00")
        _ = try bench.dismiss()
        _ = bench.setClock(to: "2026-12-02T05:00")
        _ = bench.restart(at: "2026-12-02T05:10")
        #expect(next(bench, 1) == ["2026-12-02T07:30 2026-12-02T06:00"])
    }
}
