// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("Alarms that ring at once")
struct BookQueueTests {
    @Test(
        "are each due; the one set last is presented, the other waits and is presented after it (B42)"
    )
    func sameTime() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("a", "07:30", ring: RingSettings(volume: 80))
        try bench.set("b", "07:30", ring: RingSettings(volume: 50))
        #expect(bench.run(to: "2026-12-01T07:29:58") == ["arm b@2026-12-01T07:30"])
        #expect(bench.book.armed.count == 2)
        #expect(
            bench.run(to: "2026-12-01T07:30") == [
                "due a@2026-12-01T07:30 due", "due b@2026-12-01T07:30 due",
                "present b@2026-12-01T07:30 first", "disarm a@2026-12-01T07:30",
                "queued a@2026-12-01T07:30 queued",
            ])
        #expect((bench.state("a"), bench.state("b")) == (.queued, .ringing))
        #expect(
            try bench.dismiss() == [
                "silence b@2026-12-01T07:30 ended", "dismissed b@2026-12-01T07:30 dismissed",
                "present a@2026-12-01T07:30 uncovered",
            ])
        #expect(try bench.dismiss().count == 2)
        #expect(bench.book.live.isEmpty)
    }

    @Test("take turns: a newer one is presented over an older one, which goes on after it")
    func newerOverOlder() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("b", "07:31")
        try bench.set("a", "07:30")
        _ = bench.run(to: "2026-12-01T07:30")
        #expect(bench.run(to: "2026-12-01T07:30:58") == ["arm b@2026-12-01T07:31"])
        #expect(
            bench.run(to: "2026-12-01T07:31") == [
                "due b@2026-12-01T07:31 due", "present b@2026-12-01T07:31 first",
                "silence a@2026-12-01T07:30 covered", "queued a@2026-12-01T07:30 queued",
            ])
        #expect(
            try bench.snooze() == [
                "silence b@2026-12-01T07:31 snoozed",
                "snoozed b@2026-12-01T07:31 snoozed until 2026-12-01T07:40",
                "present a@2026-12-01T07:30 uncovered",
            ])
        #expect(bench.run(to: "2026-12-01T07:39:58") == ["arm b@2026-12-01T07:31"])
        #expect(
            bench.run(to: "2026-12-01T07:40") == [
                "present b@2026-12-01T07:31 again", "silence a@2026-12-01T07:30 covered",
                "queued a@2026-12-01T07:30 queued",
            ])
    }

    @Test("by due time: an older one whose snooze ends waits behind a newer one, without a player")
    func olderBehindNewer() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("a", "07:30", ring: RingSettings(volume: 100))
        try bench.set("b", "07:35", ring: RingSettings(volume: 30))
        _ = bench.run(to: "2026-12-01T07:30")
        _ = try bench.snooze()
        _ = bench.run(to: "2026-12-01T07:35")
        #expect(bench.run(to: "2026-12-01T07:38:58") == [])
        #expect(
            bench.run(to: "2026-12-01T07:39") == [
                "queued a@2026-12-01T07:30 queued", "adjust b@2026-12-01T07:35 100",
            ])
        // Answered by itself, under its own name.
        #expect(
            try bench.dismiss("a") == [
                "dismissed a@2026-12-01T07:30 dismissed", "adjust b@2026-12-01T07:35 30",
            ])
        #expect(bench.state("b") == .ringing)
    }

    @Test(
        "are never quieter than what waits, take no fade then, and keep the time that they were played"
    )
    func presentation() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("a", "07:30", ring: RingSettings(volume: 80))
        try bench.set("b", "07:31", ring: RingSettings(volume: 50))
        _ = bench.run(to: "2026-12-01T07:30")
        bench.book.counted(occurrence("a@2026-12-01T07:30"), .seconds(20))
        bench.now = Moment(
            wall: instant("2026-12-01T07:31"), sinceBoot: bench.now.sinceBoot + .seconds(60),
            bootID: bench.now.bootID)
        let covering = bench.book.advance(to: bench.now, because: .timer, in: bench.context)
        #expect(
            covering.contains(
                .present(
                    occurrence("b@2026-12-01T07:31"),
                    Presentation(
                        manner: .first, over: occurrence("a@2026-12-01T07:30"), volume: 80,
                        fade: .zero, timeLeft: .seconds(600)))))
        let uncovering = try bench.book.dismiss(nil, at: bench.now, in: bench.context)
        #expect(
            uncovering.effects.last
                == .present(
                    occurrence("a@2026-12-01T07:30"),
                    Presentation(
                        manner: .uncovered, volume: 80, fade: .seconds(10),
                        sounded: .seconds(20), timeLeft: .seconds(580))))
    }

    @Test("and that are due in the same second are a thousand at most as easily as two")
    func thousand() throws {
        var bench = BookBench("2026-12-01T07:00")
        for number in 1...1000 { try bench.set("a\(number)", "07:30") }
        #expect(bench.run(to: "2026-12-01T07:29:58") == ["arm a1000@2026-12-01T07:30"])
        let effects = bench.run(to: "2026-12-01T07:30")
        #expect(effects.filter { $0.hasPrefix("due ") }.count == 1000)
        #expect(
            effects.filter { $0.hasPrefix("present ") } == ["present a1000@2026-12-01T07:30 first"])
        #expect(effects.filter { $0.hasPrefix("queued ") }.count == 999)
        #expect(bench.book.dismissAll(at: bench.now, in: bench.context).occurrences.count == 1000)
        #expect(bench.book.live.isEmpty)
    }

    @Test("end all together by one dismiss, the snoozed ones too")
    func dismissAll() throws {
        var bench = BookBench("2026-12-01T07:00")
        for (id, time) in [("a", "07:30"), ("b", "07:31"), ("c", "07:32")] {
            try bench.set(id, time)
        }
        _ = bench.run(to: "2026-12-01T07:30")
        _ = try bench.snooze()
        _ = bench.run(to: "2026-12-01T07:31")
        _ = bench.run(to: "2026-12-01T07:32")
        let answer = bench.book.dismissAll(at: bench.now, in: bench.context)
        #expect(answer.occurrences.map(\.id.alarm.text) == ["c", "b", "a"])
        #expect(answer.occurrences.allSatisfy { $0.life == .dismissed })
        #expect(
            lines(answer.effects).filter { $0.hasPrefix("silence") || $0.hasPrefix("present") } == [
                "silence c@2026-12-01T07:32 ended"
            ])
    }
}
