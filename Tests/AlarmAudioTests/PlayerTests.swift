// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform
import PlayerProtocol
import TestSupport
import Testing

@testable import AlarmAudio

/// The left side of frames of two channels of S16.
func leftOf(_ bytes: [UInt8]) -> [Int] {
    stride(from: 0, to: bytes.count - 3, by: 4).map {
        Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
    }
}

@Suite("The player")
struct PlayerTests {
    /// A tone of one second, at half the full level.
    static let tone = WAV.mono(WAV.tone(48_000, rate: 48_000), rate: 48_000)

    /// One level for 0.1 s.
    static let level = WAV.mono([Int](repeating: 20_000, count: 4800), rate: 48_000)

    @Test(
        "says what it opened, is armed with nothing written, and plays from go until it is stopped")
    func plays() throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        let path = rig.write(Self.tone, to: "tone")
        try player.arm(SoundRequest(.file(path)))
        #expect(!rig.events.contains { $0.what.hasPrefix("start") })
        #expect(
            Array(player.reports.prefix(3)) == [
                .hello(version: PlayerProtocol.version),
                .soundOpen(
                    SoundFacts(
                        rate: 48_000, channels: 1, format: "WAV (Microsoft)", path: path)),
                .outputOpen(
                    OutputFacts(
                        rate: 48_000, channels: 2, format: "S16_LE", period: .milliseconds(50),
                        buffer: .milliseconds(200), backing: .server)),
            ])
        let started = try player.go()
        let start = try #require(rig.events.first { $0.what.hasPrefix("start") })
        #expect(abs(started - start.time) < 50_000_000)
        let progress = try player.progress { $0.frames > 60_000 }
        #expect(progress.keepsPace && progress.verified)
        try player.send(.stop)
        let last = try player.finished()
        #expect(try player.waitForExit() < .milliseconds(200))
        #expect(player.exit == .status(0))
        let heard = leftOf(rig.heard)
        #expect(abs(heard.count - last.frames) < 4800)
        // It begins at 0, ends at 0, and has no step larger than the tone's own, also not at the loop's seam.
        #expect(abs(heard[0]) < 10)
        #expect(abs(heard[heard.count - 1]) < 10)
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 1100 })
        let between = player.reports.compactMap { report -> Int64? in
            if case .progress(let progress) = report { progress.time } else { nil }
        }
        #expect(zip(between, between.dropFirst()).allSatisfy { $1 - $0 < 500_000_000 })
    }

    @Test(
        "ends a sound of a length after it, and one to be played once after its last frame (B77, B79)"
    )
    func ends() throws {
        let rig = try Rig()
        let path = rig.write(Self.level, to: "level")
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.file(path), length: .lasting(.milliseconds(300))))
        try player.go()
        #expect(try player.finished().frames == 14_400)
        _ = try player.waitForExit()
        let heard = leftOf(rig.heard)
        #expect(heard[1440..<12_960].allSatisfy { abs($0 - 20_000) <= 1 })
        #expect(heard[14_400...].allSatisfy { $0 == 0 })
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 30 })
    }

    @Test(
        "writes every frame of a sound to a file that takes all at once, paced by the clock (B75)")
    func golden() throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        let path = rig.write(Self.tone, to: "tone")
        try player.arm(SoundRequest(.file(path), length: .once), on: "file")
        let start = try player.go()
        let last = try player.finished()
        _ = try player.waitForExit()
        #expect(last.frames >= 48_000)
        #expect(abs(Double(last.time - start) / 1e9 - 1) < 0.2)
        #expect(last.keepsPace && !last.verified)
        let written = leftOf(rig.read("written.raw"))
        let expected = WAV.tone(48_000, rate: 48_000)
        #expect(zip(written, expected).dropFirst(1440).allSatisfy { abs($0 - $1) <= 1 })
        // The last frame's level is taken down to 0 in 5 ms.
        #expect(written[48_000...].map(abs).max() ?? 0 <= abs(expected[47_999]))
        #expect(written[48_240...].allSatisfy { $0 == 0 })
    }

    @Test("costs no core on an output that takes everything at once")
    func null() throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        let path = rig.write(Self.tone, to: "tone")
        try player.arm(SoundRequest(.file(path), length: .lasting(.seconds(2))), on: "null")
        let start = try player.go()
        let end = try player.progress { $0.frames > 80_000 }
        // Fields 14 and 15 of stat are user and system time, in hundredths of a second.
        let stat = try FileReader.read("/proc/\(player.processID)/stat", limit: 4096)
        let fields = String(decoding: stat, as: UTF8.self).split(separator: " ")
        let used = (Int(fields[13]) ?? 999) + (Int(fields[14]) ?? 999)
        #expect(used < 60)
        let last = try player.finished()
        #expect(abs(Double(last.time - start) / 1e9 - 2) < 0.2)
        #expect(end.keepsPace && !end.verified)
        #expect(last.frames == 96_000)
    }

    @Test("reports a sound that fails, and arms the next on the same output")
    func nextSound() throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        try player.send(
            .prepare(
                Preparation(output: "rig", cardListed: false, first: SoundRequest(.file("/absent")))
            ))
        let failure = try player.failure()
        #expect(failure.stage == .sound)
        #expect(failure.code == 2)
        #expect(failure.subject.contains("/absent"))
        try player.send(.play(SoundRequest(.builtInTone), .cut))
        try player.wait { $0 == .armed }
        try player.go()
        #expect(try player.progress { $0.keepsPace }.verified == false)
    }

    @Test(
        "lets another sound take over without a step",
        arguments: [
            SoundTransition.cut, .crossfade(.milliseconds(200)), .fade(.milliseconds(200)),
        ])
    func transition(_ transition: SoundTransition) throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.file(rig.write(Self.level, to: "level"))))
        try player.go()
        try player.progress { $0.frames > 5000 }
        let low = WAV.mono([Int](repeating: -10_000, count: 4800), rate: 48_000)
        let asked = Clocks.monotonic.wholeNanoseconds
        try player.send(.play(SoundRequest(.file(rig.write(low, to: "low"))), transition))
        try player.wait { if case .soundOpen = $0 { true } else { false } }
        let start = try player.wait { if case .started = $0 { true } else { false } }
        // When it is heard, not when it is mixed: what is queued already comes first.
        if case .started(let time) = start { #expect(time > asked + 30_000_000) }
        try player.progress { $0.frames > 48_000 }
        try player.send(.stop)
        try player.finished()
        _ = try player.waitForExit()
        let heard = leftOf(rig.heard)
        #expect(abs((heard.max() ?? 0) - 20_000) <= 1)
        #expect(heard.filter { abs($0 + 10_000) <= 1 }.count > 10_000)
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 40 })
    }

    /// What is heard of a sound that another takes over from, and a third soon after that.
    private func heard(
        _ first: SoundTransition, _ second: SoundTransition, whole frames: Int
    ) throws -> [Int] {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.file(rig.write(Self.level, to: "level"))))
        try player.go()
        try player.progress { $0.frames > 5000 }
        for (level, transition) in [(-10_000, first), (5000, second)] {
            let sound = WAV.mono([Int](repeating: level, count: 4800), rate: 48_000)
            let file = rig.write(sound, to: "level\(level)")
            try player.send(.play(SoundRequest(.file(file)), transition))
            try player.wait { if case .soundOpen = $0 { true } else { false } }
            let now = try player.progress { _ in true }.frames
            try player.progress { $0.frames > now + 9600 }
        }
        let now = try player.progress { _ in true }.frames
        try player.progress { $0.frames > now + frames }
        try player.send(.stop)
        try player.finished()
        _ = try player.waitForExit()
        return leftOf(rig.heard)
    }

    @Test("lets a sound take the place of one that is waited for, without a longer silence")
    func fadeInFade() throws {
        let heard = try heard(.fade(.seconds(2)), .fade(.seconds(2)), whole: 110_000)
        #expect(!heard.contains { $0 < -1 }, "the second is heard")
        #expect(heard.filter { abs($0 - 5000) <= 1 }.count > 4800)
        var (silence, longest) = (0, 0)
        for sample in heard.drop(while: { $0 < 19_999 }).dropLast(4800) {
            silence = abs(sample) < 10 ? silence + 1 : 0
            longest = max(longest, silence)
        }
        #expect(longest < 9600, "\(longest) frames of silence")
    }

    @Test("cuts a fade short where a sound is to take over at once")
    func cutInFade() throws {
        let heard = try heard(.fade(.seconds(20)), .cut, whole: 12_000)
        // A period is queued when it is told so, and it takes an edge; then there is the third sound alone.
        #expect(heard.filter { abs($0 - 5000) <= 1 }.count > 6000)
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 40 })
    }

    @Test("crossfades to another sound, each sample of it as the two curves say")
    func crossfade() throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.file(rig.write(Self.level, to: "level"))))
        try player.go()
        try player.progress { $0.frames > 5000 }
        let low = WAV.mono([Int](repeating: -10_000, count: 4800), rate: 48_000)
        let length = 24_000
        try player.send(
            .play(
                SoundRequest(.file(rig.write(low, to: "low"))), .crossfade(.milliseconds(500))))
        try player.wait { if case .started = $0 { true } else { false } }
        try player.progress { $0.frames > 72_000 }
        try player.send(.stop)
        try player.finished()
        _ = try player.waitForExit()
        let heard = leftOf(rig.heard)
        // The curves are steepest half-way, where the level passes 5,000.
        let steady = try #require(heard.firstIndex { $0 >= 19_999 })
        let middle = try #require(heard[steady...].firstIndex { $0 <= 5000 })
        let start = middle - length / 2
        try #require(start > 0 && heard.count > start + length)
        for index in 0..<length {
            let share = (1 - sinOf((0.5 - Double(index) / Double(length)) * .pi)) / 2
            let expected = 20_000 - 30_000 * share
            try #require(abs(Double(heard[start + index]) - expected) <= 3, "\(index)")
        }
    }

    @Test("changes the volume without a step")
    func volume() throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.file(rig.write(Self.level, to: "level"))))
        try player.go()
        try player.progress { $0.frames > 5000 }
        try player.send(.volume(50, over: .zero))
        try player.progress { $0.frames > 36_000 }
        try player.send(.stop)
        try player.finished()
        _ = try player.waitForExit()
        let heard = leftOf(rig.heard)
        #expect(heard.filter { abs($0 - 4489) <= 1 }.count > 5000)
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 30 })
    }

    @Test("checks a sound, or its beginning alone, without any output")
    func check() throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        try player.send(.check(SoundRequest(.file(rig.write(Self.tone, to: "tone")))))
        try player.wait {
            if case .checked(let check) = $0 { check.frames == 48_000 } else { false }
        }
        try player.send(.open(.file(rig.write(Self.tone, to: "tone"))))
        try player.wait {
            if case .soundOpen(let facts) = $0 { facts.rate == 48_000 } else { false }
        }
        try player.send(.check(SoundRequest(.file(rig.write([], to: "empty")))))
        #expect(try player.failure().stage == .sound)
        #expect(rig.events.isEmpty)
        player.hangUp()
        _ = try player.waitForExit()
        #expect(player.exit == .status(0))
    }
}
