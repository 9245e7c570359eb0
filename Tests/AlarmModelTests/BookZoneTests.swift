// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("Around a clock change")
struct BookZoneTests {
    private func bench(
        _ utc: String, _ time: String, gap: GapPolicy? = nil, overlap: OverlapPolicy? = nil,
        zone: TestZone = .berlin
    ) throws -> BookBench {
        var bench = BookBench(utc, zone: zone)
        let schedule = Schedule(
            time: clock(time), pattern: .weekly(.all), gap: gap, overlap: overlap)
        try bench.set(AlarmEdit(id: "wake", schedule: schedule))
        return bench
    }

    /// What is presented, and when, as the book's wakes lead through the time until `utc`.
    private func rings(_ bench: inout BookBench, until utc: String) -> [String] {
        var rings: [String] = []
        while let wall = bench.book.nextWake(in: bench.context).wall, wall <= instant(utc) {
            let lines = bench.pass(max(wall - bench.now.wall, .zero))
            for line in lines where line.hasPrefix("present") {
                rings.append(
                    "\(line.split(separator: " ")[1]) at \(AlarmModelTests.utc(bench.now.wall))")
            }
            _ = bench.book.dismissAll(at: bench.now, in: bench.context)
        }
        return rings
    }

    @Test("a one-shot whose time the machine's new zone leaves out is said never to be due")
    func neverDue() throws {
        var bench = BookBench("2026-03-28T12:00", zone: TestZone.moscow)
        let schedule = Schedule(time: clock("01:30"), pattern: .date(day("2026-03-29")), gap: .skip)
        try bench.set(AlarmEdit(id: "once", schedule: schedule))
        #expect(bench.book.neverDue == [])
        _ = bench.follow(TestZone.london)
        #expect(bench.book.neverDue == [alarm("once")])
        _ = bench.follow(TestZone.moscow)
        #expect(bench.book.neverDue == [])
    }

    @Test("a daily alarm keeps its civil time, one ring a day (B01, B02)")
    func daily() throws {
        var spring = try bench("2026-03-28T12:00", "04:30")
        #expect(
            rings(&spring, until: "2026-03-30T12:00") == [
                "wake@2026-03-29T04:30 at 2026-03-29T02:30",
                "wake@2026-03-30T04:30 at 2026-03-30T02:30",
            ])
        var autumn = try bench("2026-10-24T12:00", "08:15")
        #expect(
            rings(&autumn, until: "2026-10-26T12:00") == [
                "wake@2026-10-25T08:15 at 2026-10-25T07:15",
                "wake@2026-10-26T08:15 at 2026-10-26T07:15",
            ])
    }

    static let gaps: [(GapPolicy, [String])] = [
        (
            .after,
            [
                "wake@2026-03-29T02:30 at 2026-03-29T01:30",
                "wake@2026-03-30T02:30 at 2026-03-30T00:30",
            ]
        ),
        (
            .before,
            [
                "wake@2026-03-29T02:30 at 2026-03-29T00:30",
                "wake@2026-03-30T02:30 at 2026-03-30T00:30",
            ]
        ),
        (
            .transition,
            [
                "wake@2026-03-29T02:30 at 2026-03-29T01:00",
                "wake@2026-03-30T02:30 at 2026-03-30T00:30",
            ]
        ),
        (.skip, ["wake@2026-03-30T02:30 at 2026-03-30T00:30"]),
    ]

    @Test("in the gap it rings by its policy, under the time that was asked for", arguments: gaps)
    func gap(_ policy: GapPolicy, _ expected: [String]) throws {
        var bench = try bench("2026-03-28T12:00", "02:30", gap: policy)
        #expect(rings(&bench, until: "2026-03-30T12:00") == expected)
    }

    static let overlaps: [(OverlapPolicy, [String])] = [
        (.first, ["wake@2026-10-25T02:30 at 2026-10-25T00:30"]),
        (.second, ["wake@2026-10-25T02:30~2 at 2026-10-25T01:30"]),
        (
            .both,
            [
                "wake@2026-10-25T02:30 at 2026-10-25T00:30",
                "wake@2026-10-25T02:30~2 at 2026-10-25T01:30",
            ]
        ),
    ]

    @Test(
        "in the overlap it rings by its policy, each pass under its own name", arguments: overlaps)
    func overlap(_ policy: OverlapPolicy, _ expected: [String]) throws {
        var bench = try bench("2026-10-24T12:00", "02:30", overlap: policy)
        #expect(rings(&bench, until: "2026-10-25T12:00") == expected)
    }

    static let oneShots: [(set: String, policy: OverlapPolicy?, ring: String)] = [
        ("2026-10-24T12:00", nil, "wake@2026-10-25T02:41 at 2026-10-25T00:41"),
        ("2026-10-25T00:40", nil, "wake@2026-10-25T02:41 at 2026-10-25T00:41"),
        ("2026-10-25T00:41", nil, "wake@2026-10-25T02:41~2 at 2026-10-25T01:41"),
        ("2026-10-25T01:40", nil, "wake@2026-10-25T02:41~2 at 2026-10-25T01:41"),
        ("2026-10-25T01:41", nil, "wake@2026-10-26T02:41 at 2026-10-26T01:41"),
        ("2026-10-25T00:40", .second, "wake@2026-10-25T02:41~2 at 2026-10-25T01:41"),
        ("2026-10-25T00:40", .both, "wake@2026-10-25T02:41 at 2026-10-25T00:41"),
    ]

    @Test(
        "what is set without a date rings once, the next time the clock reads so",
        arguments: oneShots)
    func oneShotInOverlap(_ set: String, _ policy: OverlapPolicy?, _ ring: String) throws {
        var bench = BookBench(set, zone: TestZone.berlin)
        let schedule = Schedule(
            time: clock("02:41"), pattern: .next(fixedTo: nil), overlap: policy)
        try bench.set(AlarmEdit(id: "wake", schedule: schedule))
        #expect(rings(&bench, until: "2026-10-27T12:00") == [ring])
    }

    @Test("what is set without a date and found late is late by the first of two passes")
    func lateOneShotInOverlap() throws {
        var bench = BookBench("2026-10-24T12:00", zone: TestZone.berlin)
        try bench.set("wake", "02:41", .next(fixedTo: nil))
        #expect(
            bench.restart(at: "2026-10-25T01:41").last
                == "present wake@2026-10-25T02:41 first late 3600")
        _ = try bench.dismiss()
        #expect(bench.run(to: "2026-10-25T02:30") == [])
    }

    @Test("the second pass of the hour stays silent after a restart too (B07)")
    func restartInOverlap() throws {
        var bench = try bench("2026-10-24T12:00", "02:30")
        #expect(rings(&bench, until: "2026-10-25T00:45").count == 1)
        #expect(bench.restart(at: "2026-10-25T01:20") == [])
        #expect(rings(&bench, until: "2026-10-25T12:00") == [])
        #expect(
            bench.book.nextSound(of: alarm("wake"), at: bench.now) == instant("2026-10-26T01:30"))
    }

    @Test(
        "what was decided stays so where a zone moves it by up to a quarter of an hour",
        arguments: [(900, "2026-06-11T05:45"), (901, "2026-06-10T05:45:01")])
    func smallMove(_ seconds: Int, _ next: String) throws {
        var bench = try bench("2026-06-10T00:00", "07:30")
        _ = bench.run(to: "2026-06-10T05:30")
        _ = try bench.dismiss()
        #expect(bench.follow(TestZone("West", first: 7200 - seconds)) == [])
        #expect(bench.book.nextSound(of: alarm("wake"), at: bench.now).map(utc) == next)
    }

    @Test("a named zone that vanishes leaves the alarm to the machine's, never to silence")
    func vanished() throws {
        var bench = BookBench("2026-06-10T00:00", zone: TestZone.berlin)
        try bench.set("wake", "07:30", zone: "Europe/London")
        bench.context.zones = { name in name == nil ? TestZone.berlin : nil }
        #expect(bench.advance(because: .zoneChange) == [])
        #expect(bench.run(to: "2026-06-10T05:30").last == "present wake@2026-06-10T07:30 first")
    }
}
