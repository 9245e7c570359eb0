// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Platform
import TestSupport
import Testing

@testable import AlarmDaemon

/// What a busy machine adds to each of the times that the design allows.
private let allowance = Duration.milliseconds(300)

@Suite("An output that fails", .serialized)
struct OutputFaultTests {
    @Test(
        "to be armed is followed by the next within 0.8 s",
        arguments: ["busy", "gone", "noent", "hang"])
    func arming(fault: String) throws {
        let bench = try RingBench()
        defer { bench.end() }
        bench.rig.begin(fault)
        let asked = Clocks.monotonic
        bench.present(try RingBench.occurrence("a"))
        let heard = try #require(bench.firstFrame(of: "second"))
        #expect(heard - asked < .milliseconds(800) + allowance)
        #expect(bench.hears("a output failed on rig") != nil)
        #expect(bench.hears("a heard second")?.what.contains("built-in tone") == true)
        bench.rig.end(fault)
    }

    @Test(
        "by an error that says it was refused is followed by the next at once",
        arguments: ["EACCES", "ECONNREFUSED", "EHOSTDOWN", "EINVAL"])
    func refused(error: String) throws {
        // The list is used up by the first player's one call; each player has its own.
        let bench = try RingBench(devices: ["rig"], shim: "open=\(error)*1000000")
        defer { bench.end() }
        bench.present(try RingBench.occurrence("a"))
        #expect(bench.hears("a output failed on rig", within: .seconds(2)) != nil)
        #expect(bench.hears("a output failed on default", within: .seconds(2)) != nil)
        #expect(bench.hears("a failed everywhere", within: .seconds(2)) != nil)
    }

    @Test(
        "while it plays is followed by the next within 1.8 s, or 2.3 s without a card",
        arguments: ["gone", "eio", "stall", "suspend", "hang"])
    func playing(fault: String) throws {
        let bench = try RingBench()
        defer { bench.end() }
        bench.present(try RingBench.occurrence("a"))
        #expect(bench.hears("a heard rig") != nil)
        bench.rig.begin(fault)
        let begun = Clocks.monotonic
        let heard = try #require(bench.firstFrame(of: "second"))
        #expect(heard - begun < .milliseconds(2300) + allowance)
        #expect(bench.hears("a output failed on rig") != nil)
        #expect(bench.hears("a heard second") != nil)
        bench.rig.end(fault)
    }

    @Test(
        "as a sound server that died is followed by the next",
        arguments: [
            // PulseAudio: writing breaks, and preparing fails.
            "writei=OK*20,EPIPE*1000000;prepare=OK*2,EIO*1000000",
            // PipeWire: writing breaks, preparing works, for ever.
            "writei=OK*20,EPIPE*1000000",
        ])
    func server(errors: String) throws {
        let bench = try RingBench(shim: errors)
        defer { bench.end() }
        bench.present(try RingBench.occurrence("a"))
        #expect(bench.hears("a heard rig") != nil)
        let failed = try #require(bench.hears("a output failed on rig"))
        let heard = try #require(bench.firstFrame(of: "second"))
        #expect(heard - failed.time < .milliseconds(800) + allowance)
    }

    @Test("by an underrun goes on by itself")
    func underrun() throws {
        let bench = try RingBench()
        defer { bench.end() }
        bench.present(try RingBench.occurrence("a"))
        #expect(bench.hears("a heard rig") != nil)
        bench.rig.begin("xrun")
        #expect(
            bench.wait(.seconds(2)) {
                bench.rig.events.filter { $0.what.hasPrefix("start") }.count == 2
            })
        let times = bench.rig.events.filter {
            $0.what.hasPrefix("start") || $0.what.hasPrefix("xrun")
        }.map(\.time)
        #expect(.nanoseconds(times[2] - times[1]) < .milliseconds(100) + allowance)
        #expect(bench.hears("a output failed", within: .seconds(1)) == nil)
    }

    @Test("to close holds nothing up: the next is heard all the same")
    func hangsInClose() throws {
        let bench = try RingBench(options: "script \"600:nodev\"; close_hangs 1")
        defer { bench.end() }
        bench.present(try RingBench.occurrence("a"))
        let failed = try #require(bench.hears("a output failed on rig"))
        let heard = try #require(bench.firstFrame(of: "second"))
        #expect(heard - failed.time < .milliseconds(800) + allowance)
    }

    @Test(
        "to grant what was asked for plays what it grants",
        arguments: [
            "rates \"22050\"", "rates \"44099\"", "formats \"U8\"", "formats \"S24_3LE\"",
            "channels \"6\"", "channels \"1\"",
        ])
    func grants(options: String) throws {
        let bench = try RingBench(options: options)
        defer { bench.end() }
        bench.present(try RingBench.occurrence("a"))
        #expect(bench.hears("a heard rig")?.what.contains("built-in tone") == true)
    }

    @Test(
        "to keep time is never said to ring, and is followed by the next",
        arguments: [0.5, 0.8, 0.9])
    func wrongClock(speed: Double) throws {
        let bench = try RingBench(options: "speed \(speed)")
        defer { bench.end() }
        bench.present(try RingBench.occurrence("a"))
        #expect(bench.hears("a")?.what == "a output failed on rig: its clock is wrong")
        #expect(bench.hears("a")?.what.hasPrefix("a heard second") == true)
    }

    @Test(
        "not in that it takes frames faster than time: the player keeps the pace, and it is not verified"
    )
    func fastClock() throws {
        let bench = try RingBench(options: "speed 1.2")
        defer { bench.end() }
        bench.present(try RingBench.occurrence("a"))
        #expect(bench.hears("a")?.what == "a heard rig, built-in tone, played, not verified")
    }

    @Test("to take frames is never said to ring, and is followed by the next")
    func neverPlays() throws {
        let bench = try RingBench()
        defer { bench.end() }
        bench.rig.begin("stall")
        bench.present(try RingBench.occurrence("a"))
        #expect(bench.hears("a")?.what.hasPrefix("a output failed on rig") == true)
        #expect(bench.hears("a")?.what.hasPrefix("a heard second") == true)
        bench.rig.end("stall")
    }

    @Test(
        "is tried again while the next sounds, and heard within 5 s of its return, without a break")
    func returns() throws {
        let bench = try RingBench()
        defer { bench.end() }
        bench.rig.begin("gone")
        bench.present(try RingBench.occurrence("a"))
        #expect(bench.hears("a heard second") != nil)
        // Long enough for the pauses between tries to have grown to the longest.
        #expect(!bench.wait(.seconds(9)) { false })
        bench.rig.end("gone")
        let back = Clocks.monotonic
        let heard = try #require(bench.firstFrame(of: "rig"))
        #expect(heard - back < .seconds(5) + allowance)
        #expect(bench.hears("a heard rig") != nil)
        #expect(
            bench.wait(.seconds(2)) {
                bench.rig.events(of: "second").contains { $0.what.hasPrefix("close") }
            })
        let close = bench.rig.events(of: "second").last { $0.what.hasPrefix("close") }
        #expect(Duration.nanoseconds(close?.time ?? 0) > heard)
        // The dead device was tried, but not all the time.
        #expect(bench.rig.events.filter { $0.what.hasPrefix("open ->") }.count < 12)
    }
}

@Suite("Where every output is dead", .serialized)
struct DeadOutputTests {
    @Test("that is told once, the bell rings, and the outputs are tried until one is back")
    func bell() throws {
        let bench = try RingBench(devices: ["rig"], hasBell: true)
        defer { bench.end() }
        bench.rig.begin("gone")
        bench.present(try RingBench.occurrence("a"))
        #expect(bench.hears("a failed everywhere, the bell rings") != nil)
        #expect(bench.wait(.seconds(3)) { bench.bell.sounds.count > 6 })
        #expect(bench.bell.sounds.prefix(4) == [true, false, true, false])
        bench.rig.end("gone")
        #expect(bench.hears("a heard rig") != nil)
        #expect(bench.bell.sounds.last == false)
        let count = bench.bell.sounds.count
        #expect(!bench.wait(.seconds(2)) { bench.bell.sounds.count > count })
        #expect(bench.sayings.filter { $0.what.hasPrefix("a failed everywhere") }.count == 1)
    }

    @Test("the bell falls silent with the ring")
    func answered() throws {
        let bench = try RingBench(devices: ["nowhere"], hasBell: true)
        defer { bench.end() }
        let occurrence = try RingBench.occurrence("a")
        bench.present(occurrence)
        #expect(bench.wait(.seconds(3)) { bench.bell.sounds == [true] })
        bench.rings.silence(occurrence.id, because: .ended)
        #expect(bench.wait(.seconds(1)) { bench.bell.sounds.last == false })
        #expect(!bench.wait(.seconds(2)) { bench.bell.sounds.last == true })
    }

    @Test("the time that they are tried counts as ringing")
    func unanswered() throws {
        let bench = try RingBench(devices: ["nowhere"])
        defer { bench.end() }
        bench.present(try RingBench.occurrence("a"), timeLeft: .seconds(3))
        let begun = Clocks.monotonic
        let unanswered = try #require(bench.hears("a unanswered", within: .seconds(20)))
        #expect(abs((unanswered.time - begun) / .milliseconds(1) - 3000) < 1000)
    }
}

@Suite("An output that nobody may hear", .serialized)
struct UnverifiedOutputTests {
    private static let card = "00-00: Fake : Fake : playback 1\n"

    @Test("is said to be, and the sound cards ring too where it is left unanswered")
    func dummy() throws {
        let bench = try RingBench(
            devices: ["default"], cards: Self.card, patience: .seconds(1),
            more: "pcm.!default { type null }")
        defer { bench.end() }
        let occurrence = try RingBench.occurrence("a")
        bench.present(occurrence)
        let heard = try #require(bench.hears("a heard default"))
        #expect(heard.what.hasSuffix("played, not verified"))
        let also = try #require(bench.hears("a heard plughw:CARD=0,DEV=0"))
        #expect(also.what.hasSuffix(", verified"))
        #expect(also.time - heard.time > .milliseconds(900))
        bench.rings.silence(occurrence.id, because: .ended)
        #expect(
            bench.wait(.seconds(2)) {
                bench.rig.events(of: "card").contains { $0.what.hasPrefix("close") }
            })
    }

    @Test("rings alone where the configuration names it")
    func named() throws {
        let bench = try RingBench(devices: ["null"], cards: Self.card, patience: .milliseconds(500))
        defer { bench.end() }
        bench.present(try RingBench.occurrence("a"))
        #expect(bench.hears("a heard null")?.what.hasSuffix("played, not verified") == true)
        #expect(bench.hears("a heard plughw", within: .seconds(2)) == nil)
        #expect(bench.rig.events(of: "card").isEmpty)
    }
}
