// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import PlayerProtocol
import TestSupport
import Testing

@testable import AlarmAudio

@Suite("What is no sound file")
struct SoundFaultTests {
    @Test(
        "is refused by the player within 100 ms, which then arms another (B92)",
        arguments: [("pipe", 22), ("folder", 2), ("absent", 2), ("device", 22)])
    func irregular(kind: String, code: Int) throws {
        let rig = try Rig()
        let path = try Irregular.make(kind, in: rig.folder)
        let player = try PlayerProcess(rig)
        try player.wait { $0 == .hello(version: PlayerProtocol.version) }
        let start = Clocks.monotonic
        try player.send(
            .prepare(
                Preparation(output: "rig", cardListed: true, first: SoundRequest(.file(path)))))
        let failure = try player.failure()
        #expect(Clocks.monotonic - start < .milliseconds(100))
        #expect(failure.stage == .sound && failure.code == code)
        #expect(failure.subject.contains(path))
        try player.send(.play(SoundRequest(.builtInTone), .cut))
        try player.wait { $0 == .armed }
    }

    @Test("is one that may not be read (B92)")
    func permission() throws {
        let rig = try Rig()
        let path = rig.write(PlayerTests.tone, to: "secret.wav")
        unsafe chmod(path, 0)
        unsafe chmod(rig.folder, 0o711)
        // Root may read everything, but not a thread that gave up being root for files.
        try AnotherUser.withFilesOfNobody {
            #expect {
                try OpenedSound(.file(path))
            } throws: { ($0 as? PlayerFailure)?.code == Int(EACCES) }
        }
    }
}

@Suite("A sound file that changes while it plays")
struct ChangingSoundTests {
    @Test("is played on where another is put in its place")
    func replaced() throws {
        let rig = try Rig()
        let path = rig.write(PlayerTests.tone, to: "tone")
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.file(path)))
        try player.go()
        try player.progress { $0.frames > 5000 }
        let other = rig.write(Array("no sound".utf8), to: "other")
        _ = Irregular.rename(other, to: path)
        let heard = try player.progress { $0.frames > 100_000 }
        #expect(heard.keepsPace)
        #expect(!player.reports.contains { if case .failed = $0 { true } else { false } })
    }

    @Test("is followed by another sound on the same output where nothing is left of it")
    func emptied() throws {
        let rig = try Rig()
        let path = rig.write(PlayerTests.tone, to: "tone")
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.file(path)))
        try player.go()
        try player.progress { $0.frames > 5000 }
        unsafe truncate(path, 0)
        let failure = try player.failure(within: .seconds(2))
        #expect(failure.stage == .sound)
        try player.send(.play(SoundRequest(.builtInTone), .cut))
        let taken = try player.wait { if case .soundOpen = $0 { true } else { false } }
        #expect(taken == .soundOpen(BuiltInTone.facts(rate: 48_000)))
        try player.send(.stop)
        try player.finished()
        _ = try player.waitForExit()
        #expect(rig.events.count { $0.what == "open" } == 1)
    }

    @Test("is heard as far as it goes where it becomes shorter")
    func shortened() throws {
        let rig = try Rig()
        let path = rig.write(PlayerTests.tone, to: "tone")
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.file(path)))
        try player.go()
        try player.progress { $0.frames > 5000 }
        unsafe truncate(path, 44 + 20_000)
        try player.progress { $0.frames > 100_000 }
        try player.send(.stop)
        let last = try player.finished()
        _ = try player.waitForExit()
        let heard = leftOf(rig.heard)
        // Never 50 ms of silence, until it was told to stop.
        for start in stride(from: 2400, to: last.frames - 9600, by: 2400) {
            #expect(heard[start..<(start + 2400)].contains { abs($0) > 8000 })
        }
    }
}
