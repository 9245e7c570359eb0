// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

/// One row of the table: what was stored, what the clock of a boot that nobody vouches for reads, what is done by it,
/// and what follows once it is set.
struct TrustRow: CustomTestStringConvertible, Sendable {
    var name: String
    var pattern: Schedule.Pattern = .weekly(.all)
    var late: Int?
    /// What happened by the trusted clock, from 2026-05-01T00:00 on, when the alarm for 07:30 was set.
    var before: @Sendable (inout BookBench) throws -> Void = { _ in }
    /// When the machine went off.
    var off: String
    /// What the clock reads at boot.
    var boot: String
    /// What is done by that clock.
    var doubted: @Sendable (inout BookBench) throws -> [String] = { _ in [] }
    var doubtedEffects: [String] = []
    /// What it is set to then.
    var set: String
    var effects: [String]
    var next: String?
    /// Whether something stays reported as missed that is not among the effects.
    var isMissed = false

    var testDescription: String { name }
}

@Suite("A clock that nobody vouches for")
struct BookTrustTests {
    private static let rung: @Sendable (inout BookBench) throws -> Void = { bench in
        _ = bench.run(to: "2026-05-01T07:30")
        _ = try bench.dismiss()
    }

    /// Lets the wait end, and what follows ring; answers at once.
    private static func ring(at utc: String) -> @Sendable (inout BookBench) throws -> [String] {
        { bench in
            let lines = bench.pass(.seconds(296)) + bench.run(to: utc)
            _ = try bench.dismiss()
            return lines
        }
    }

    static let rows: [TrustRow] = [
        TrustRow(
            name: "behind what was recorded: nothing of it is erased, and nothing rings twice",
            before: rung, off: "2026-05-01T08:00", boot: "2026-04-01T00:00",
            set: "2026-05-01T09:00", effects: ["clock - clock-trusted"], next: "2026-05-02T07:30"),
        TrustRow(
            name: "in 1970, and set after the alarm's time: missed, and said",
            off: "2026-05-01T05:00", boot: "1970-01-01T00:00", set: "2026-05-01T12:00",
            effects: ["clock - clock-trusted", "missed wake@2026-05-01T07:30 too-late-clock"],
            next: "2026-05-02T07:30"),
        TrustRow(
            name: "in 1970, and set a little after the alarm's time: it rings late",
            off: "2026-05-01T05:00", boot: "1970-01-01T00:00", set: "2026-05-01T07:40",
            effects: [
                "clock - clock-trusted", "due wake@2026-05-01T07:30 late-clock",
                "present wake@2026-05-01T07:30 first late 600",
            ], next: "2026-05-02T07:30"),
        TrustRow(
            name: "behind, rung by it, and answered after the true time: that stands",
            off: "2026-05-01T05:00", boot: "2026-05-01T06:00",
            doubted: ring(at: "2026-05-01T07:30"),
            doubtedEffects: [
                "clock - clock-doubted", "due wake@2026-05-01T07:30 due",
                "present wake@2026-05-01T07:30 first",
            ],
            set: "2026-05-01T09:00", effects: ["clock - clock-trusted"], next: "2026-05-02T07:30"),
        TrustRow(
            name: "ahead by a quarter of an hour, rung and answered: that stands",
            off: "2026-05-01T05:00", boot: "2026-05-01T07:00",
            doubted: ring(at: "2026-05-01T07:30"),
            doubtedEffects: [
                "clock - clock-doubted", "due wake@2026-05-01T07:30 due",
                "present wake@2026-05-01T07:30 first",
            ],
            set: "2026-05-01T07:15", effects: ["clock - clock-trusted"], next: "2026-05-02T07:30"),
        TrustRow(
            name: "ahead by more, rung and answered: it rings again at its true time",
            off: "2026-05-01T05:00", boot: "2026-05-01T07:00",
            doubted: ring(at: "2026-05-01T07:30"),
            doubtedEffects: [
                "clock - clock-doubted", "due wake@2026-05-01T07:30 due",
                "present wake@2026-05-01T07:30 first",
            ],
            set: "2026-05-01T07:14:59", effects: ["clock - clock-trusted"],
            next: "2026-05-01T07:30"),
        TrustRow(
            name: "ahead by years, with all that it missed: none of it was",
            off: "2026-05-01T05:00", boot: "2031-01-01T12:00",
            doubted: { $0.pass(.seconds(296)) },
            doubtedEffects: [
                "clock - clock-doubted", "missed wake@2031-01-01T07:30 too-late-clock-wait",
            ],
            set: "2026-05-01T05:10", effects: ["clock - clock-trusted"], next: "2026-05-01T07:30"),
        TrustRow(
            name: "ahead by a day, missed by it, and set right a little before its time: it rings",
            off: "2026-05-01T05:00", boot: "2026-05-02T07:00",
            doubted: { $0.pass(.seconds(296)) },
            doubtedEffects: [
                "clock - clock-doubted", "missed wake@2026-05-01T07:30 too-late-clock-wait",
            ],
            set: "2026-05-01T07:20", effects: ["clock - clock-trusted"], next: "2026-05-01T07:30"),
        TrustRow(
            name:
                "ahead by a day, missed by it, and set right a little after its time: it rings late",
            pattern: .next(fixedTo: nil), off: "2026-05-01T05:00", boot: "2026-05-02T07:00",
            doubted: { $0.pass(.seconds(296)) },
            doubtedEffects: [
                "clock - clock-doubted", "missed wake@2026-05-01T07:30 too-late-clock-wait",
            ],
            set: "2026-05-01T07:40",
            effects: [
                "clock - clock-trusted", "set wake due-again",
                "due wake@2026-05-01T07:30 late-clock",
                "present wake@2026-05-01T07:30 first late 600",
            ]),
        TrustRow(
            name: "ahead, missed by it, and missed by the true time too: that is told once",
            off: "2026-05-01T05:00", boot: "2026-05-02T07:00",
            doubted: { $0.pass(.seconds(296)) },
            doubtedEffects: [
                "clock - clock-doubted", "missed wake@2026-05-01T07:30 too-late-clock-wait",
            ],
            set: "2026-05-01T10:00", effects: ["clock - clock-trusted"], next: "2026-05-02T07:30",
            isMissed: true),
        TrustRow(
            name: "behind a one-shot that rang: rung again by it, it stays what it was",
            pattern: .next(fixedTo: nil), before: rung, off: "2026-05-01T08:00",
            boot: "2026-05-01T06:00", doubted: ring(at: "2026-05-01T07:30"),
            doubtedEffects: [
                "clock - clock-doubted", "set wake due-again", "due wake@2026-05-01T07:30 due",
                "present wake@2026-05-01T07:30 first",
            ],
            set: "2026-05-01T10:00", effects: ["clock - clock-trusted"]),
        TrustRow(
            name: "ahead in a pause: what it passed is passed again in its true time",
            before: { bench in
                try rung(&bench)
                try bench.skip("wake", .until(day("2026-05-04")))
            }, off: "2026-05-01T08:00", boot: "2026-05-02T07:00",
            doubted: { $0.pass(.seconds(296)) + $0.run(to: "2026-05-02T07:30") },
            doubtedEffects: [
                "clock - clock-doubted", "skipped wake@2026-05-02T07:30 paused",
            ],
            set: "2026-05-02T07:00", effects: ["clock - clock-trusted"], next: "2026-05-04T07:30"),
        TrustRow(
            name: "ahead by years, over which a recurrence ended: it goes on",
            pattern: by("FREQ=DAILY;COUNT=5", from: "2026-05-01"), off: "2026-05-01T05:00",
            boot: "2031-01-01T12:00", doubted: { $0.pass(.seconds(296)) },
            doubtedEffects: [
                "clock - clock-doubted", "missed wake@2026-05-05T07:30 too-late-clock-wait",
            ],
            set: "2026-05-01T05:10",
            effects: ["clock - clock-trusted", "set wake due-again"], next: "2026-05-01T07:30"),
        TrustRow(
            name: "in 1970, with a one-shot to come: it keeps its date",
            pattern: .next(fixedTo: nil), off: "2026-05-01T05:00", boot: "1970-01-01T00:00",
            doubted: { $0.pass(.seconds(296)) },
            doubtedEffects: ["clock - clock-doubted", "set wake moved"],
            set: "2026-05-01T05:10", effects: ["clock - clock-trusted"], next: "2026-05-01T07:30"),
    ]

    @Test("decides anew, once it is set, what it was wrong about", arguments: rows)
    func table(_ row: TrustRow) throws {
        var bench = BookBench("2026-05-01T00:00")
        let ring = RingSettings(late: row.late.map { .seconds($0) })
        try bench.set("wake", "07:30", row.pattern, ring: ring)
        try row.before(&bench)
        _ = bench.run(to: row.off)
        bench.context.evidence = .none
        #expect(bench.reboot(at: row.boot) == [])
        #expect(try row.doubted(&bench) == row.doubtedEffects)
        #expect(bench.setClock(to: row.set) == row.effects)
        #expect(bench.book.alarms[alarm("wake")]?.upcoming.map { utc($0.due) } == row.next)
        #expect(bench.book.aside.isEmpty)
        let isMissed = row.isMissed || row.effects.contains { $0.hasPrefix("missed") }
        #expect(bench.book.missed.isEmpty != isMissed)
        #expect(bench.advance(because: .timer) == [], "decided once, decided for good")
    }

    @Test(
        "holds alarms back until five minutes after boot, not longer, and rings them whatever is late"
    )
    func waits() throws {
        var bench = BookBench("2026-05-01T00:00")
        try bench.set("wake", "07:30", ring: RingSettings(late: .zero))
        bench.context.evidence = .none
        #expect(bench.reboot(at: "2026-05-01T07:29") == [])
        #expect(bench.book.trust(in: bench.context) == .waiting(until: .seconds(300)))
        #expect(bench.book.clockWaitEnd(in: bench.context).map(utc) == "2026-05-01T07:33:55")
        #expect(bench.book.nextWake(in: bench.context).wall.map(utc) == "2026-05-01T07:29:58")
        #expect(bench.run(to: "2026-05-01T07:30") == [])
        // A clock that turns out to be right is found within a second.
        #expect(bench.book.nextWake(in: bench.context).sinceBoot == .seconds(66))
        #expect(bench.run(to: "2026-05-01T07:33:54") == [])
        #expect(
            bench.run(to: "2026-05-01T07:33:55") == [
                "clock - clock-doubted", "due wake@2026-05-01T07:30 late-clock-wait",
                "present wake@2026-05-01T07:30 first late 235",
            ])
        #expect(bench.book.trust(in: bench.context) == .doubted)
    }

    @Test("is waited for no more once the kernel says that it is synchronised")
    func synchronizes() throws {
        var bench = BookBench("2026-05-01T00:00")
        try bench.set("wake", "07:30")
        bench.context.evidence = .none
        _ = bench.reboot(at: "2026-05-01T07:29")
        #expect(bench.run(to: "2026-05-01T07:30:10") == [])
        bench.context.evidence = .synchronized
        #expect(
            bench.run(to: "2026-05-01T07:30:11") == [
                "clock - clock-trusted", "due wake@2026-05-01T07:30 due",
                "present wake@2026-05-01T07:30 first",
            ])
        // That holds until the boot ends.
        bench.context.evidence = .none
        #expect(bench.restart(at: "2026-05-01T07:31").count == 1)
        #expect(bench.book.trust(in: bench.context) == .trusted)
        _ = bench.reboot(at: "2026-05-01T07:32")
        #expect(bench.book.trust(in: bench.context) == .waiting(until: .seconds(300)))
    }

    @Test(
        "with a battery is right where it is not before the newest instant known",
        arguments: [("2026-05-01T08:00", true), ("2026-05-01T07:59:59", false)])
    func battery(_ boot: String, _ isTrusted: Bool) throws {
        var bench = BookBench("2026-05-01T00:00")
        _ = bench.run(to: "2026-05-01T08:00")
        bench.context.evidence = ClockEvidence(isSynchronized: false, hasBatteryClock: true)
        _ = bench.reboot(at: boot)
        #expect((bench.book.trust(in: bench.context) == .trusted) == isTrusted)
    }

    @Test("that a person sets back is right from then on, and after the next boot")
    func setByHand() throws {
        var bench = BookBench("2098-01-01T00:00")
        bench.context.evidence = ClockEvidence(isSynchronized: false, hasBatteryClock: true)
        _ = bench.reboot(at: "2098-01-01T00:01")
        _ = bench.setClock(to: "2026-05-01T06:00")
        _ = bench.reboot(at: "2026-05-01T06:05")
        #expect(bench.book.trust(in: bench.context) == .trusted)
    }

    @Test("that was set while the daemon did not run is found out by the boot clock")
    func setMeanwhile() throws {
        var bench = BookBench("2026-05-01T00:00")
        bench.context.evidence = .none
        _ = bench.reboot(at: "1970-01-01T00:00")
        bench.now.sinceBoot += .seconds(10)
        bench.now.wall = instant("2026-05-01T06:00")
        #expect(bench.advance(because: .boot) == ["clock - clock-trusted"])
    }

    @Test("holds back neither countdowns, nor snoozes of a length, nor a ring that was going on")
    func goesOn() throws {
        var bench = BookBench("2026-05-01T07:00")
        try bench.set("wake", "07:30")
        try bench.set("nap", "07:31")
        _ = bench.run(to: "2026-05-01T07:30")
        _ = try bench.snooze("wake", .length(.seconds(600)))
        _ = bench.run(to: "2026-05-01T07:31")
        try bench.set(AlarmEdit(id: "tea", countdown: .seconds(400)))
        bench.context.evidence = .none
        // Years ahead, none of it is found too late.
        #expect(
            bench.reboot(at: "2098-05-01T07:32") == [
                "clock tea countdown-restored", "due tea@2026-05-01T07:37:40 due",
                "present tea@2026-05-01T07:37:40 first",
                "silence nap@2026-05-01T07:31 covered", "queued nap@2026-05-01T07:31 queued",
                "queued wake@2026-05-01T07:30 queued",
            ])
    }

    @Test("moves what is set by it when it is set itself")
    func setting() throws {
        var bench = BookBench("2026-05-01T00:00")
        bench.context.evidence = .none
        _ = bench.reboot(at: "1970-01-01T00:00")
        try bench.set("days", "07:30")
        try bench.set("single", "07:30", .next(fixedTo: nil))
        _ = bench.pass(.seconds(60))
        #expect(
            bench.setClock(to: "2026-05-01T07:40") == ["clock - clock-trusted"])
        for id in ["days", "single"] {
            #expect(
                bench.book.alarms[alarm(id)]?.upcoming.map { utc($0.due) } == "2026-05-02T07:30")
        }
        var early = BookBench("2026-05-01T00:00")
        early.context.evidence = .none
        _ = early.reboot(at: "1970-01-01T00:00")
        try early.set("single", "07:30", .next(fixedTo: nil))
        _ = early.pass(.seconds(60))
        #expect(
            early.setClock(to: "2026-05-01T07:30:30").last
                == "present single@2026-05-01T07:30 first")
    }

    @Test("marks what it records, and moves that to when it really was")
    func marks() throws {
        var bench = BookBench("2026-05-01T00:00")
        try bench.set("wake", "07:30")
        bench.context.evidence = .none
        _ = bench.reboot(at: "2026-05-01T07:20")
        _ = bench.run(to: "2026-05-01T07:30")
        _ = try bench.dismiss()
        #expect(bench.book.history.last?.untrusted == .seconds(605))
        #expect(bench.book.history.last?.ended == instant("2026-05-01T07:30"))
        _ = bench.setClock(to: "2026-05-01T09:00")
        #expect(bench.book.history.last?.untrusted == nil)
        #expect(bench.book.history.last?.ended == instant("2026-05-01T09:00"))
    }
}
