// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("An alarm")
struct BookRingTests {
    @Test("is armed two seconds before it is due, then presented, heard and dismissed")
    func plainPath() throws {
        var bench = BookBench("2026-12-01T06:00")
        #expect(try bench.set("wake", "07:30") == ["set wake created"])
        #expect(bench.book.nextWake(in: bench.context).wall == instant("2026-12-01T07:29:58"))
        #expect(bench.run(to: "2026-12-01T07:29:57") == [])
        #expect(bench.run(to: "2026-12-01T07:29:58") == ["arm wake@2026-12-01T07:30"])
        #expect(bench.state("wake") == .scheduled)
        #expect(bench.book.nextWake(in: bench.context).wall == instant("2026-12-01T07:30"))
        #expect(
            bench.run(to: "2026-12-01T07:30") == [
                "due wake@2026-12-01T07:30 due", "present wake@2026-12-01T07:30 first",
            ])
        #expect(bench.state("wake") == .ringing)
        #expect(bench.heard("wake@2026-12-01T07:30") == ["ringing wake@2026-12-01T07:30 heard"])
        #expect(
            try bench.dismiss() == [
                "silence wake@2026-12-01T07:30 ended",
                "dismissed wake@2026-12-01T07:30 dismissed",
            ])
        #expect(bench.state("wake") == .scheduled)
        #expect(bench.book.history.map(\.id) == [occurrence("wake@2026-12-01T07:30")])
        #expect(bench.book.nextWake(in: bench.context).wall == instant("2026-12-02T07:29:58"))
    }

    @Test("never rings early, however early it is looked at (B51)")
    func earlyTimer() throws {
        var bench = BookBench("2026-05-01T16:00")
        try bench.set("wake", "16:02")
        _ = bench.run(to: "2026-05-01T16:01:59")
        #expect(bench.pass(.milliseconds(998)) == [])
        #expect(
            bench.pass(.milliseconds(2)) == [
                "due wake@2026-05-01T16:02 due", "present wake@2026-05-01T16:02 first",
            ])
        #expect(bench.pass(.milliseconds(1)) == [])
        #expect(bench.pass(.seconds(30)) == [])
    }

    @Test("once is switched off when it is armed, and kept, switched off, for a day")
    func oneShot() throws {
        var bench = BookBench("2026-12-01T06:00")
        try bench.set("wake", "07:30", .next(fixedTo: nil))
        #expect(bench.book.alarms[alarm("wake")]?.isEnabled == true)
        _ = bench.run(to: "2026-12-01T07:29:59")
        #expect(bench.book.alarms[alarm("wake")]?.isEnabled == false)
        #expect(bench.book.isEnabled(alarm("wake")))
        _ = bench.run(to: "2026-12-01T07:30")
        #expect(!bench.book.isEnabled(alarm("wake")))
        #expect(bench.state("wake") == .ringing)
        _ = try bench.dismiss()
        #expect(bench.state("wake") == .off)
        #expect(bench.book.nextWake(in: bench.context).wall == instant("2026-12-02T07:30"))
        #expect(bench.run(to: "2026-12-02T07:29:59") == [])
        #expect(bench.run(to: "2026-12-02T07:30") == ["cleared wake expired"])
        #expect(bench.book.alarms.isEmpty)
        #expect(bench.book.nextWake(in: bench.context) == Wake())
    }

    @Test(
        "once, used, is set for the next time its clock reads its time when it is switched on again (B45)"
    )
    func switchedOnAgain() throws {
        var bench = BookBench("2026-05-01T04:00", zone: TestZone.berlin)
        try bench.set("wake", "07:00", .next(fixedTo: nil))
        _ = bench.run(to: "2026-05-01T05:00")
        _ = try bench.dismiss()
        _ = bench.run(to: "2026-05-01T23:30")
        #expect(try bench.set(AlarmEdit(id: "wake", isEnabled: true)) == ["set wake enabled"])
        #expect(
            bench.book.nextSound(of: alarm("wake"), at: bench.now) == instant("2026-05-02T05:00"))
    }

    @Test("that nobody answers snoozes by itself, twice, and is then missed")
    func unanswered() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("wake", "07:30", .next(fixedTo: nil))
        let id = "wake@2026-12-01T07:30"
        _ = bench.run(to: "2026-12-01T07:30")
        _ = bench.heard(id)
        _ = bench.run(to: "2026-12-01T07:40")
        #expect(
            bench.unanswered(id) == [
                "silence \(id) snoozed", "snoozed \(id) retried until 2026-12-01T07:49",
            ])
        #expect(bench.run(to: "2026-12-01T07:48:58") == ["arm \(id)"])
        #expect(bench.run(to: "2026-12-01T07:49") == ["present \(id) again"])
        _ = bench.run(to: "2026-12-01T07:59")
        #expect(bench.unanswered(id).last == "snoozed \(id) retried until 2026-12-01T08:08")
        _ = bench.run(to: "2026-12-01T08:08")
        _ = bench.run(to: "2026-12-01T08:18")
        #expect(
            bench.unanswered(id) == ["silence \(id) ended", "missed \(id) unanswered"])
        #expect(bench.book.missed.map(\.id) == [occurrence(id)])
        #expect(bench.unanswered(id) == [])
        #expect(bench.book.acknowledge() == 1)
        #expect(bench.book.missed == [])
    }

    @Test("that no output could play is missed for that reason")
    func noOutput() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("wake", "07:30", ring: RingSettings(retries: 0))
        _ = bench.run(to: "2026-12-01T07:30")
        _ = bench.run(to: "2026-12-01T07:40")
        #expect(
            bench.unanswered("wake@2026-12-01T07:30").last
                == "missed wake@2026-12-01T07:30 no-output")
    }

    @Test("rings as it was when it was armed, whatever is edited meanwhile")
    func snapshot() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("wake", "07:30", ring: RingSettings(volume: 40))
        _ = bench.run(to: "2026-12-01T07:30")
        #expect(
            try bench.set(AlarmEdit(id: "wake", ring: RingSettings(volume: 90))) == [
                "set wake changed"
            ])
        #expect(bench.book.live[alarm("wake")]?.ring.volume == 40)
        #expect(bench.state("wake") == .ringing)
    }

    @Test("armed, and then edited so that it is not due, is let go")
    func editedWhileArmed() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("wake", "07:30", .next(fixedTo: nil))
        _ = bench.run(to: "2026-12-01T07:29:58")
        #expect(
            try bench.set("wake", "08:00", .next(fixedTo: nil)) == [
                "disarm wake@2026-12-01T07:30", "set wake changed",
            ])
        #expect(bench.run(to: "2026-12-01T07:30") == [])
        #expect(bench.book.alarms[alarm("wake")]?.isEnabled == true)
        #expect(bench.run(to: "2026-12-01T08:00").last == "present wake@2026-12-01T08:00 first")
    }

    @Test("armed, and then changed in its label alone, is armed anew and rings")
    func labelledWhileArmed() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("wake", "07:30", .next(fixedTo: nil))
        _ = bench.run(to: "2026-12-01T07:29:58")
        #expect(
            try bench.set(AlarmEdit(id: "wake", label: "Up")) == [
                "disarm wake@2026-12-01T07:30", "set wake changed", "arm wake@2026-12-01T07:30",
            ])
        #expect(bench.run(to: "2026-12-01T07:30").last == "present wake@2026-12-01T07:30 first")
    }

    @Test("cleared or switched off is let go while armed, and ended while it rings or snoozes")
    func cleared() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("wake", "07:30")
        _ = bench.run(to: "2026-12-01T07:29:58")
        let gone = try bench.book.clear(["wake"], at: bench.now, in: bench.context)
        #expect(lines(gone.effects) == ["disarm wake@2026-12-01T07:30", "cleared wake cleared"])
        #expect(bench.run(to: "2026-12-01T07:30") == [])

        try bench.set("nap", "07:40")
        _ = bench.run(to: "2026-12-01T07:40")
        #expect(
            try bench.set(AlarmEdit(id: "nap", isEnabled: false)) == [
                "set nap disabled", "silence nap@2026-12-01T07:40 ended",
                "dismissed nap@2026-12-01T07:40 alarm-disabled",
            ])
        try bench.set("tea", "07:50")
        _ = bench.run(to: "2026-12-01T07:50")
        _ = try bench.snooze()
        let all = bench.book.clearAll(at: bench.now, in: bench.context)
        #expect(all.cleared.map(\.text) == ["nap", "tea"])
        #expect(
            lines(all.effects) == [
                "cleared nap cleared", "dismissed tea@2026-12-01T07:50 alarm-cleared",
                "cleared tea cleared",
            ])
        #expect(bench.book.live.isEmpty && bench.book.alarms.isEmpty)
    }

    @Test("that is due again while it still rings replaces what rings")
    func replacesItself() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("wake", "07:30")
        _ = bench.run(to: "2026-12-01T07:30")
        try bench.set("wake", "07:35")
        #expect(
            bench.run(to: "2026-12-01T07:34:58") == ["arm wake@2026-12-01T07:35"])
        #expect(
            bench.run(to: "2026-12-01T07:35") == [
                "silence wake@2026-12-01T07:30 ended", "dismissed wake@2026-12-01T07:30 replaced",
                "due wake@2026-12-01T07:35 due", "present wake@2026-12-01T07:35 first",
            ])
    }

    @Test("keeps the last hundred of what ended")
    func history() throws {
        var bench = BookBench("2026-01-01T00:00")
        try bench.set("wake", "07:30")
        for number in 1...120 {
            _ = bench.pass(.seconds(86_400))
            if bench.state("wake") == .ringing { _ = try bench.dismiss("wake") }
            #expect(bench.book.history.count == min(number, 100))
        }
        #expect(bench.book.history.last?.id == occurrence("wake@2026-04-30T07:30"))
    }
}
