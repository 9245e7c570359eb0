// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("An alarm that does not ring on holidays")
struct BookHolidayTests {
    /// It is Wednesday 23 December 2026, 15:00 UTC, in Berlin; the two days after the next are holidays.
    private func bench() -> BookBench {
        var bench = BookBench("2026-12-23T15:00", zone: TestZone.berlin)
        bench.context.holidays = { Self.holidays[$0.description] }
        return bench
    }

    private static let holidays = ["2026-12-25": "Christmas Day", "2026-12-26": ""]

    private static let silent = RingSettings(notOnHolidays: true)

    private func next(_ bench: BookBench) -> String? {
        bench.book.nextSound(of: alarm("wake"), at: bench.now).map(utc)
    }

    @Test("passes them over, says why, and rings on all other days")
    func daily() throws {
        var bench = bench()
        try bench.set("wake", "07:30", ring: Self.silent)
        try bench.set("work", "07:31")
        let told = bench.book.next(6, skipped: 9, at: bench.now, in: bench.context).map {
            "\($0.id.nominal) \($0.life.shown) \($0.reason?.description ?? "")"
        }
        #expect(
            told == [
                "2026-12-24T07:30 scheduled ", "2026-12-24T07:31 scheduled ",
                "2026-12-25T07:30 skipped holiday: Christmas Day", "2026-12-25T07:31 scheduled ",
                "2026-12-26T07:30 skipped holiday", "2026-12-26T07:31 scheduled ",
                "2026-12-27T07:30 scheduled ", "2026-12-27T07:31 scheduled ",
            ])
        try bench.set(AlarmEdit(id: "work", isEnabled: false))
        _ = bench.run(to: "2026-12-24T06:30")
        _ = try bench.dismiss()
        #expect(next(bench) == "2026-12-27T06:30")
        #expect(bench.run(to: "2026-12-25T06:30") == ["skipped wake@2026-12-25T07:30 holiday"])
        #expect(bench.book.history.last?.life == .skipped)
    }

    @Test("rings where there is no calendar, or where it is not asked for")
    func without() throws {
        var bench = bench()
        try bench.set("wake", "07:30", .date(day("2026-12-25")))
        #expect(next(bench) == "2026-12-25T06:30")
        bench.context.holidays = { _ in nil }
        try bench.set("wake", "07:30", .date(day("2026-12-25")), ring: Self.silent)
        #expect(next(bench) == "2026-12-25T06:30")
    }

    @Test("follows the calendar as it is replaced, also while its player is armed")
    func replaced() throws {
        var bench = bench()
        bench.context.holidays = { _ in nil }
        try bench.set("wake", "07:30", ring: Self.silent)
        _ = bench.run(to: "2026-12-24T06:31")
        _ = try bench.dismiss()
        #expect(bench.run(to: "2026-12-25T06:29:59") == ["arm wake@2026-12-25T07:30"])
        bench.context.holidays = { Self.holidays[$0.description] }
        #expect(bench.advance(because: .reload) == ["disarm wake@2026-12-25T07:30"])
        bench.context.holidays = { _ in nil }
        #expect(bench.advance(because: .reload) == ["arm wake@2026-12-25T07:30"])
        bench.context.holidays = { Self.holidays[$0.description] }
        _ = bench.advance(because: .reload)
        #expect(bench.run(to: "2026-12-25T06:30") == ["skipped wake@2026-12-25T07:30 holiday"])
    }

    @Test("takes the first day that is none, where it rings once and no date was named")
    func oneShot() throws {
        var bench = bench()
        _ = bench.run(to: "2026-12-24T12:00")
        try bench.set("wake", "07:30", .next(fixedTo: nil), ring: Self.silent)
        #expect(
            bench.book.alarms[alarm("wake")]?.schedule?.pattern
                == .next(fixedTo: day("2026-12-27")))
        #expect(bench.follow(TestZone.london) == [])
        #expect(next(bench) == "2026-12-27T07:30")
    }

    @Test("is refused where each of its times is on one")
    func never() throws {
        var bench = bench()
        let dated = Schedule(time: clock("07:30"), pattern: .date(day("2026-12-25")))
        #expect(
            throws: BookError.invalidSchedule(
                field: "notOnHolidays",
                reason:
                    "it would never ring: \(day("2026-12-25")) is a \(Message("holiday: \("Christmas Day")"))"
            )
        ) {
            try bench.set(AlarmEdit(id: "wake", schedule: dated, ring: Self.silent))
        }
        try bench.set(AlarmEdit(id: "wake", schedule: dated))
        let before = bench.book
        #expect(throws: BookError.self) {
            try bench.set(AlarmEdit(id: "wake", ring: Self.silent))
        }
        #expect(bench.book == before)
        bench.context.holidays = { _ in "always" }
        #expect(throws: BookError.self) { try bench.set("wake", "07:30", ring: Self.silent) }
    }

    @Test("that has only holidays to come by a newer calendar is silent, and keeps telling why")
    func onlyHolidays() throws {
        var bench = bench()
        try bench.set("wake", "07:30", ring: Self.silent)
        bench.context.holidays = { _ in "always" }
        _ = bench.advance(because: .reload)
        #expect(next(bench) == nil)
        #expect(bench.run(to: "2026-12-24T06:30") == ["skipped wake@2026-12-24T07:30 holiday"])
        #expect(bench.run(to: "2026-12-25T06:30") == ["skipped wake@2026-12-25T07:30 holiday"])
        bench.context.holidays = { _ in nil }
        _ = bench.advance(because: .reload)
        #expect(next(bench) == "2026-12-26T06:30")
    }

    @Test("skips what would ring, where a person skips some")
    func skip() throws {
        var bench = bench()
        try bench.set("wake", "07:30", ring: Self.silent)
        try bench.skip("wake", .next(2))
        #expect(
            bench.book.alarms[alarm("wake")]?.skip
                == .occurrences(
                    ["wake@2026-12-24T07:30", "wake@2026-12-27T07:30"].map(occurrence)))
        #expect(next(bench) == "2026-12-28T06:30")
    }

    @Test("is previewed with what is left out")
    func preview() {
        let bench = bench()
        let daily = Schedule(time: clock("07:30"), pattern: .weekly(.all))
        func preview(_ schedule: Schedule, _ notOnHolidays: Bool) -> [[String]] {
            let (ringing, skipped) = bench.context.preview(
                schedule, 2, skipped: 9, notOnHolidays: notOnHolidays,
                after: instant("2026-12-24T12:00"))
            return [ringing.map(utc), skipped.map { "\(utc($0.due)) \($0.reason)" }]
        }
        let left = ["2026-12-25T06:30 holiday: Christmas Day", "2026-12-26T06:30 holiday"]
        #expect(preview(daily, true) == [["2026-12-27T06:30", "2026-12-28T06:30"], left])
        #expect(preview(daily, false) == [["2026-12-25T06:30", "2026-12-26T06:30"], []])
        let once = Schedule(time: clock("07:30"), pattern: .next(fixedTo: nil))
        #expect(preview(once, true) == [["2026-12-27T06:30"], left])
        let dated = Schedule(time: clock("07:30"), pattern: .date(day("2026-12-25")))
        #expect(preview(dated, true) == [[], [left[0]]])
    }
}
