// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform
import PlayerProtocol
import TestSupport
import Testing

@testable import AlarmAudio

@Suite("The player, when it is to end,")
struct PlayerEndTests {
    @Test(
        "exits within 100 ms when the daemon goes away, playing or armed", arguments: [true, false])
    func orphan(isPlaying: Bool) throws {
        let player = try PlayerProcess(try Rig())
        try player.arm(SoundRequest(.builtInTone))
        if isPlaying {
            try player.go()
            try player.progress { $0.frames > 10_000 }
        }
        player.hangUp()
        // 100 ms, and what a machine under the load of all tests adds to them.
        #expect(try player.waitForExit() < .milliseconds(200))
        #expect(player.exit == .status(0))
    }

    @Test(
        "takes back what waits in the device when it is to end, so that its ramp is heard in time")
    func orphanRamp() throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.file(rig.write(PlayerTests.tone, to: "tone"))))
        try player.go()
        try player.progress { $0.frames > 24_000 }
        player.hangUp()
        #expect(try player.waitForExit() < .milliseconds(200))
        #expect(rig.events.contains { $0.what.hasPrefix("rewind") })
        let heard = leftOf(rig.heard)
        // It ends in silence, which a cut would not, and falls to it over 30 ms without a step.
        #expect(abs(heard[heard.count - 1]) < 10)
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 1100 })
        let end = heard.lastIndex { $0 != 0 } ?? 0
        #expect(heard[(end - 4800)..<(end - 1440)].contains { abs($0) > 16_000 })
    }

    @Test(
        "falls silent at once where the device gives back what waits, and after it where it does not (B77)",
        arguments: [true, false])
    func stop(canRewind: Bool) throws {
        let rig = try Rig(options: "can_rewind \(canRewind ? 1 : 0)")
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.file(rig.write(PlayerTests.tone, to: "tone"))))
        try player.go()
        let before = try player.progress { $0.frames > 24_000 }
        let asked = Clocks.monotonic
        try player.send(.stop)
        let last = try player.finished()
        let time = Clocks.monotonic - asked
        #expect(canRewind ? time < .milliseconds(150) : time < .milliseconds(400))
        _ = try player.waitForExit()
        let heard = leftOf(rig.heard)
        #expect(last.frames > before.frames)
        #expect(abs(heard[heard.count - 1]) < 10)
        // Nothing is heard twice, and nothing is left out: the tone goes on to where it falls.
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 1100 })
    }

    @Test("falls silent without running dry, wherever in a period it is told to", arguments: 0..<8)
    func stopAnywhere(part: Int) throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.file(rig.write(PlayerTests.tone, to: "tone"))))
        let started = try player.go()
        // The device tells where it is every 50 ms; what it played since then is gone.
        let asked = started + 300_000_000 + Int64(part) * 6_250_000
        while Clocks.monotonic < .nanoseconds(asked) {}
        try player.send(.stop)
        try player.finished()
        _ = try player.waitForExit()
        #expect(!rig.events.contains { $0.what.hasPrefix("xrun") }, "\(rig.events)")
        let heard = leftOf(rig.heard)
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 1100 })
    }

    @Test("exits also where the output hangs when the daemon goes away")
    func hungOrphan() throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.builtInTone))
        try player.go()
        try player.progress { $0.frames > 10_000 }
        rig.begin("hang")
        player.hangUp()
        #expect(try player.waitForExit() < .milliseconds(500))
        #expect(player.exit == .signal(Signal(rawValue: 14)))
        rig.end("hang")
    }
}
