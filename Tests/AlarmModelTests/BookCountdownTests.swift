// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("A countdown")
struct BookCountdownTests {
    private func counting(_ length: Int = 1500, wake: Bool? = nil) throws -> BookBench {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set(
            AlarmEdit(id: "tea", countdown: .seconds(length), ring: RingSettings(wake: wake)))
        return bench
    }

    private let rings = ["due tea@2026-12-01T07:25 due", "present tea@2026-12-01T07:25 first"]

    @Test("rings when its length has passed, once, and is named after the instant expected")
    func plain() throws {
        var bench = try counting()
        #expect(bench.book.nextWake(in: bench.context).sinceBoot == .seconds(3600 + 1498))
        #expect(bench.book.nextWake(in: bench.context).wall == nil)
        #expect(bench.pass(.seconds(1497)) == [])
        #expect(bench.pass(.seconds(1)) == ["arm tea@2026-12-01T07:25"])
        #expect(bench.pass(.milliseconds(1999)) == [])
        #expect(bench.pass(.milliseconds(1)) == rings)
        #expect(bench.pass(.seconds(1500)) == [])
        _ = try bench.dismiss()
        #expect(bench.state("tea") == .off)
    }

    @Test(
        "is moved by no clock change",
        arguments: [
            "2026-12-01T07:05", "2026-12-01T06:00", "2026-12-01T09:00", "2036-01-01T00:00",
            "1999-01-01T00:00",
        ])
    func steps(_ utc: String) throws {
        var bench = try counting()
        _ = bench.pass(.seconds(60))
        #expect(bench.setClock(to: utc) == [])
        #expect(bench.pass(.seconds(1438)) == ["arm tea@2026-12-01T07:25"])
        #expect(bench.pass(.seconds(2)) == rings)
        #expect(bench.book.live[alarm("tea")]?.due == bench.now.wall)
    }

    @Test("goes on through suspend, and is late by the same rule as everything else")
    func suspend() throws {
        var bench = try counting()
        #expect(
            bench.pass(.seconds(1500 + 600), because: .resume).last
                == "present tea@2026-12-01T07:25 first late 600")
        var missed = try counting()
        #expect(
            missed.pass(.seconds(1500 + 3601), because: .resume) == [
                "missed tea@2026-12-01T07:25 too-late-resume"
            ])
    }

    @Test("goes on through a restart of the daemon as if nothing had been")
    func restart() throws {
        var bench = try counting()
        #expect(bench.restart(at: "2026-12-01T07:10") == [])
        #expect(bench.run(to: "2026-12-01T07:24:58") == ["arm tea@2026-12-01T07:25"])
        #expect(bench.restart(at: "2026-12-01T07:24:59") == ["arm tea@2026-12-01T07:25"])
        #expect(bench.run(to: "2026-12-01T07:25") == rings)
    }

    @Test("is restored after a reboot by the wall clock, and says so")
    func reboot() throws {
        var bench = try counting()
        _ = bench.run(to: "2026-12-01T07:10")
        #expect(bench.reboot(at: "2026-12-01T07:15") == ["clock tea countdown-restored"])
        #expect(bench.run(to: "2026-12-01T07:24:58") == ["arm tea@2026-12-01T07:25"])
        #expect(bench.run(to: "2026-12-01T07:25") == rings)
    }

    @Test("has never more left after a reboot than when it was last stored")
    func rebootWithoutClock() throws {
        var bench = try counting()
        _ = bench.run(to: "2026-12-01T07:10")
        #expect(bench.reboot(at: "1970-01-01T00:00:10") == ["clock tea countdown-restored"])
        #expect(bench.pass(.seconds(898)) == ["arm tea@2026-12-01T07:25"])
        #expect(bench.pass(.seconds(2)) == rings)
    }

    @Test("found over after a reboot rings late, or is missed")
    func rebootLate() throws {
        var bench = try counting()
        #expect(
            bench.reboot(at: "2026-12-01T07:35") == [
                "clock tea countdown-restored", "due tea@2026-12-01T07:25 late-boot",
                "present tea@2026-12-01T07:25 first late 600",
            ])
        var missed = try counting()
        #expect(
            missed.reboot(at: "2026-12-01T08:25:01").last
                == "missed tea@2026-12-01T07:25 too-late-boot")
    }

    @Test("stops when it is switched off, and starts anew when it is switched on or set again")
    func switching() throws {
        var bench = try counting()
        _ = bench.pass(.seconds(60))
        try bench.set(AlarmEdit(id: "tea", isEnabled: false))
        #expect(bench.book.alarms[alarm("tea")]?.countdown?.run == nil)
        #expect(bench.book.nextWake(in: bench.context) == Wake())
        #expect(bench.pass(.seconds(3000)) == [])
        try bench.set(AlarmEdit(id: "tea", isEnabled: true))
        #expect(bench.pass(.seconds(1499)) == ["arm tea@2026-12-01T08:16"])
        try bench.set(AlarmEdit(id: "tea", countdown: .seconds(10)))
        #expect(bench.pass(.seconds(10)).count == 2)
        _ = try bench.dismiss()
        try bench.set(AlarmEdit(id: "tea", isEnabled: true))
        #expect(bench.state("tea") == .scheduled)
    }

    @Test("that runs goes on when only other members are set")
    func edited() throws {
        var bench = try counting()
        _ = bench.pass(.seconds(60))
        try bench.set(AlarmEdit(id: "tea", label: "Green", isEnabled: true))
        #expect(bench.pass(.seconds(1440)) == rings)
    }

    @Test("takes a name of its own where the clock was set back and its name is taken")
    func names() throws {
        var bench = try counting(10)
        #expect(bench.pass(.seconds(10)).last == "present tea@2026-12-01T07:00:10 first")
        _ = try bench.dismiss()
        _ = bench.setClock(to: "2026-12-01T07:00")
        try bench.set(AlarmEdit(id: "tea", countdown: .seconds(10)))
        #expect(bench.pass(.seconds(10)).last == "present tea@2026-12-01T07:00:11 first")
    }

    @Test("of a second, the shortest, rings after a second")
    func shortest() throws {
        var bench = BookBench("2026-12-01T07:00")
        #expect(
            try bench.set(AlarmEdit(id: "tea", countdown: .seconds(1))) == [
                "set tea created", "arm tea@2026-12-01T07:00:01",
            ])
        #expect(bench.pass(.seconds(1)).last == "present tea@2026-12-01T07:00:01 first")
    }
}
