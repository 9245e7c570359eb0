// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("After a restart of the daemon")
struct BookRestartTests {
    private let id = "wake@2026-12-01T07:30"

    private func ringing(_ ring: RingSettings = RingSettings()) throws -> BookBench {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("wake", "07:30", .next(fixedTo: nil), ring: ring)
        _ = bench.run(to: "2026-12-01T07:29:58")
        _ = bench.run(to: "2026-12-01T07:30")
        return bench
    }

    @Test("what was armed is armed again, or rings if it is due, its one-shot switched off once")
    func armed() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("wake", "07:30", .next(fixedTo: nil))
        _ = bench.run(to: "2026-12-01T07:29:58")
        #expect(bench.restart(at: "2026-12-01T07:29:59") == ["arm \(id)"])
        #expect(
            bench.restart(at: "2026-12-01T07:30:01") == ["due \(id) due", "present \(id) first"])
        #expect(!bench.book.isEnabled(alarm("wake")))
    }

    @Test("what was armed, and is found before its time, is scheduled again")
    func armedAndSetBack() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("wake", "07:30", .next(fixedTo: nil))
        _ = bench.run(to: "2026-12-01T07:29:58")
        #expect(bench.reboot(at: "2026-12-01T07:00") == [])
        #expect(bench.book.alarms[alarm("wake")]?.isEnabled == true)
        #expect(bench.run(to: "2026-12-01T07:30").last == "present \(id) first")
    }

    @Test("a ring goes on where it was, with its id, its counts and the time it was played")
    func ringGoesOn() throws {
        var bench = try ringing()
        _ = try bench.snooze()
        _ = bench.run(to: "2026-12-01T07:39")
        bench.book.counted(occurrence(id), .seconds(45))
        bench.now.wall = instant("2026-12-01T07:40")
        bench.now.sinceBoot += .seconds(60)
        let effects = bench.book.advance(to: bench.now, because: .boot, in: bench.context)
        #expect(
            effects == [
                .present(
                    occurrence(id),
                    Presentation(
                        manner: .resumed, volume: 100, fade: .zero, sounded: .seconds(45),
                        timeLeft: .seconds(555)))
            ])
        #expect(bench.book.live[alarm("wake")]?.snoozes == 1)
    }

    @Test("a ring goes on after a reboot too")
    func ringGoesOnAfterReboot() throws {
        var bench = try ringing()
        #expect(bench.reboot(at: "2026-12-01T07:33") == ["present \(id) resumed"])
        #expect(bench.unanswered(id).last?.hasPrefix("snoozed \(id) retried") == true)
    }

    @Test("a ring found more than `late` after it should have sounded is missed")
    func ringTooLate() throws {
        var bench = try ringing()
        #expect(
            bench.reboot(at: "2026-12-01T08:30:01") == [
                "silence \(id) ended", "missed \(id) too-late-boot",
            ])
        #expect(bench.book.missed.count == 1)
        var onTime = try ringing()
        #expect(onTime.reboot(at: "2026-12-01T08:30") == ["present \(id) resumed"])
    }

    @Test("a ring that nothing may make late goes on through a crash within its timeout")
    func ringWithoutLateness() throws {
        var bench = try ringing(RingSettings(late: .zero))
        #expect(bench.restart(at: "2026-12-01T07:39") == ["present \(id) resumed"])
    }

    @Test("a snooze ends when it would have")
    func snooze() throws {
        var bench = try ringing()
        _ = try bench.snooze()
        #expect(bench.restart(at: "2026-12-01T07:35") == [])
        #expect(bench.state("wake") == .snoozed)
        #expect(bench.run(to: "2026-12-01T07:38:58") == ["arm \(id)"])
        #expect(bench.restart(at: "2026-12-01T07:38:59") == ["arm \(id)"])
        #expect(bench.run(to: "2026-12-01T07:39") == ["present \(id) again"])
    }

    @Test("a snooze ends by the wall clock after a reboot, and never later than when it was stored")
    func snoozeAfterReboot() throws {
        var bench = try ringing()
        _ = try bench.snooze()
        #expect(bench.reboot(at: "2026-12-01T07:34") == [])
        #expect(bench.run(to: "2026-12-01T07:39") == ["present \(id) again"])

        var backwards = try ringing()
        _ = try backwards.snooze(nil, .length(.seconds(3600)))
        #expect(backwards.reboot(at: "2026-11-01T00:00").contains("set wake due-again"))
        #expect(backwards.pass(.seconds(3600)).last == "present \(id) again")
    }

    @Test("a snooze of the evening is missed in the morning, and the alarm goes on (B35)")
    func staleSnooze() throws {
        var bench = BookBench("2026-05-01T19:00")
        try bench.set("wake", "20:00")
        _ = bench.run(to: "2026-05-01T20:00")
        _ = bench.run(to: "2026-05-01T20:01")
        _ = try bench.snooze(nil, .length(.seconds(600)))
        _ = bench.run(to: "2026-05-01T20:05")
        #expect(
            bench.reboot(at: "2026-05-02T06:00") == ["missed wake@2026-05-01T20:00 too-late-boot"])
        #expect(bench.book.missed.first?.reason?.args["late"] == String(9 * 3600 + 49 * 60))
        #expect(
            bench.book.nextSound(of: alarm("wake"), at: bench.now) == instant("2026-05-02T20:00"))
    }

    @Test(
        "a snooze slept over on a running machine obeys the same window", arguments: [3600, 3601])
    func sleptSnooze(_ late: Int) throws {
        var bench = try ringing()
        _ = try bench.snooze()
        let effects = bench.pass(.seconds(540 + late), because: .resume)
        let expected =
            late > 3600 ? "missed \(id) too-late-resume" : "present \(id) again late 3600"
        #expect(effects == [expected])
    }

    @Test("the presented ring is presented again, and what waited waits on")
    func queue() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("a", "07:30")
        try bench.set("b", "07:31")
        _ = bench.run(to: "2026-12-01T07:30")
        _ = bench.run(to: "2026-12-01T07:31")
        #expect(bench.restart(at: "2026-12-01T07:32") == ["present b@2026-12-01T07:31 resumed"])
        #expect(bench.state("a") == .queued)
        #expect(try bench.dismiss().last == "present a@2026-12-01T07:30 uncovered")
    }

    @Test("for a night, neither what rang nor what waited rings")
    func queueTooLate() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("a", "07:30")
        try bench.set("b", "07:31")
        _ = bench.run(to: "2026-12-01T07:30")
        _ = bench.run(to: "2026-12-01T07:31")
        #expect(
            bench.reboot(at: "2026-12-01T20:00") == [
                "missed a@2026-12-01T07:30 too-late-boot", "silence b@2026-12-01T07:31 ended",
                "missed b@2026-12-01T07:31 too-late-boot",
            ])
    }

    @Test("a report about an occurrence that ended, or that is not presented, does nothing")
    func staleReports() throws {
        var bench = try ringing()
        _ = try bench.snooze()
        let before = bench.book
        #expect(bench.heard(id) == [])
        #expect(bench.unanswered(id) == [])
        #expect(bench.unanswered("other@2026-12-01T07:30") == [])
        bench.book.counted(occurrence(id), .seconds(5))
        #expect(bench.book == before)
    }
}
