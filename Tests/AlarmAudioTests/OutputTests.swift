// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform
import PlayerProtocol
import TestSupport
import Testing

@testable import AlarmAudio

@Suite("An output")
struct OutputTests {
    static let tone = PlayerTests.tone

    @Test(
        "that cannot be opened is reported with its error",
        arguments: [("busy", 16), ("gone", 19), ("noent", 2)])
    func open(fault: String, code: Int) throws {
        let rig = try Rig()
        rig.begin(fault)
        let player = try PlayerProcess(rig)
        try player.send(
            .prepare(
                Preparation(output: "rig", cardListed: true, first: SoundRequest(.builtInTone))))
        let failure = try player.failure()
        #expect(failure.stage == .output)
        #expect(failure.code == code)
        _ = try player.waitForExit()
        #expect(player.exit == .status(0))
    }

    @Test("that ALSA does not know is reported, with what ALSA says")
    func unknown() throws {
        let player = try PlayerProcess(try Rig())
        try player.send(
            .prepare(
                Preparation(output: "nowhere", cardListed: true, first: SoundRequest(.builtInTone)))
        )
        let failure = try player.failure()
        #expect(failure.stage == .output)
        #expect(failure.reason.contains("nowhere"))
    }

    @Test("with a larger buffer than asked for is never given more than 200 ms")
    func queue() throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        let path = rig.write(Self.tone, to: "tone")
        try player.send(
            .prepare(
                Preparation(
                    output: "rig", buffer: .seconds(1), cardListed: true,
                    first: SoundRequest(.file(path)))))
        try player.wait { $0 == .armed }
        try player.go()
        let progress = try player.progress { $0.frames > 24_000 }
        #expect(progress.latency <= .milliseconds(200))
    }

    @Test("is said to keep time within a second from its first frame")
    func pace() throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.file(rig.write(Self.tone, to: "tone"))))
        let started = try player.go()
        let progress = try player.progress { $0.keepsPace }
        #expect(progress.time - started >= 700_000_000)
        #expect(progress.time - started < 1_000_000_000)
    }

    @Test("that vanishes while it plays is reported within a second, and the player exits (B69)")
    func vanishes() throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.builtInTone))
        try player.go()
        try player.progress { $0.frames > 5000 }
        rig.begin("gone")
        let failure = try player.failure(within: .seconds(1))
        #expect(failure.stage == .playing)
        #expect(failure.code == 19)
        _ = try player.waitForExit()
    }

    @Test("that runs dry goes on where it was, and says so")
    func underrun() throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.builtInTone))
        try player.go()
        try player.progress { $0.frames > 5000 }
        rig.begin("xrun")
        let before = try player.progress { $0.underruns >= 1 }
        let after = try player.progress { $0.frames > before.frames + 24_000 && $0.keepsPace }
        let known = rig.events.filter { $0.what.hasPrefix("xrun") }.count
        #expect(rig.events.filter { $0.what == "xrun forced" }.count == 1)
        #expect(after.underruns <= known)
    }

    @Test("that is suspended is waited for, and goes on (B80)")
    func suspend() throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.builtInTone))
        try player.go()
        try player.progress { $0.frames > 5000 }
        rig.begin("suspend")
        let standing = try player.progress { !$0.keepsPace }
        rig.end("suspend")
        try player.progress { $0.frames > standing.frames + 12_000 && $0.keepsPace }
    }

    @Test("that cannot resume is prepared anew")
    func noResume() throws {
        let shim = "LD_PRELOAD=" + Rig.modules + "/libalsashim.so"
        let rig = try Rig(options: "script \"300:suspend 700:resume\"")
        let player = try PlayerProcess(
            rig, environment: [shim, "ALSASHIM=resume=EAGAIN*3,ENOSYS*1000"])
        try player.arm(SoundRequest(.builtInTone))
        try player.go()
        try player.progress { $0.frames > 48_000 }
        // A busy machine may let it run dry besides, which begins anew too.
        let dry = rig.events.filter { $0.what.hasPrefix("xrun") }.count
        #expect(rig.events.filter { $0.what.hasPrefix("start") }.count == 2 + dry)
    }

    @Test("that stands still while it says that it plays does not keep pace")
    func stall() throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.builtInTone))
        try player.go()
        try player.progress { $0.keepsPace }
        rig.begin("stall")
        let stalled = try player.progress(within: .seconds(2)) { !$0.keepsPace }
        let later = try player.progress { $0.time > stalled.time + 300_000_000 }
        #expect(later.frames == stalled.frames)
        rig.end("stall")
        try player.progress { $0.keepsPace && $0.frames > later.frames + 24_000 }
    }

    @Test("that takes nothing but errors is given up, not asked for ever")
    func errors() throws {
        let shim = "LD_PRELOAD=" + Rig.modules + "/libalsashim.so"
        let rig = try Rig()
        let player = try PlayerProcess(rig, environment: [shim, "ALSASHIM=writei=EPIPE*1000"])
        try player.arm(SoundRequest(.builtInTone))
        try player.send(.go)
        let failure = try player.failure(within: .seconds(2))
        #expect(failure.stage == .playing)
    }
}
