// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import PlayerProtocol
import TestSupport
import Testing

@testable import AlarmAudio

@Suite("A fault that people met in players is none here:")
struct FaultTests {
    /// Plays a sound to its end.
    private static func play(
        _ sound: [UInt8], on rig: Rig, output: String = "rig", length: PlayLength = .once,
        environment: [String] = []
    ) throws -> Progress {
        let player = try PlayerProcess(rig, environment: environment)
        let path = rig.write(sound, to: "sound")
        try player.arm(SoundRequest(.file(path), length: length), on: output)
        try player.go()
        let last = try player.finished()
        _ = try player.waitForExit()
        return last
    }

    /// Behind the first edge, of 30 ms.
    private static let edge = 1500

    @Test("a file of one channel is refused by a device of two or six (B72)", arguments: [2, 6])
    func channels(count: Int) throws {
        let rig = try Rig(options: "channels \"\(count)\"; rates \"44100\"")
        let tone = WAV.tone(4410)
        let last = try Self.play(WAV.mono(tone), on: rig)
        #expect(last.frames >= 4410)
        let grant = Grant(format: "S16_LE", channels: count, rate: 44_100)
        for channel in 0..<count {
            let heard = grant.samples(rig.heard, channel: channel).map { Int($0 * 32768) }
            #expect(heard.count >= 4410)
            let right = channel < 2 ? tone : tone.map { _ in 0 }
            #expect(zip(heard, right).dropFirst(Self.edge).allSatisfy { abs($0 - $1) <= 1 })
        }
    }

    @Test("a sound that is shorter than what the device holds back is swallowed (B75, B77)")
    func short() throws {
        let rig = try Rig()
        let tone = WAV.tone(7200, rate: 48_000)
        let last = try Self.play(WAV.mono(tone, rate: 48_000), on: rig)
        #expect(last.frames >= 7200)
        let heard = leftOf(rig.heard)
        #expect(heard.count >= 7200)
        #expect(zip(heard, tone).dropFirst(Self.edge).allSatisfy { abs($0 - $1) <= 1 })
    }

    @Test("the rounds of a loop lie apart (B79)")
    func loop() throws {
        let rig = try Rig()
        let level = WAV.mono([Int](repeating: 20_000, count: 4410))
        let last = try Self.play(
            level, on: rig, output: "file", length: .lasting(.seconds(2)))
        #expect(last.frames == 88_200)
        let written = leftOf(rig.read("written.raw"))
        #expect(written.count >= 88_200)
        // But for the edges at both ends.
        #expect(written[Self.edge..<(88_200 - Self.edge)].allSatisfy { abs($0 - 20_000) <= 1 })
    }

    @Test("the block that an underrun refused is thrown away (B86)")
    func underruns() throws {
        let rig = try Rig()
        let shim = "LD_PRELOAD=" + Rig.modules + "/libalsashim.so"
        let errors = [String](repeating: "OK*4,EPIPE", count: 6).joined(separator: ",")
        let ramp = (0..<48_000).map { $0 * 32_767 / 48_000 }
        _ = try Self.play(
            WAV.mono(ramp, rate: 48_000), on: rig, output: "file",
            environment: [shim, "ALSASHIM=writei=\(errors)"])
        let written = leftOf(rig.read("written.raw"))
        #expect(written.count >= 48_000)
        #expect(zip(written, ramp).dropFirst(Self.edge).allSatisfy { abs($0 - $1) <= 1 })
    }

    @Test("a suspended output fills the log, and stays silent (B80)")
    func suspended() throws {
        let shim = "LD_PRELOAD=" + Rig.modules + "/libalsashim.so"
        let rig = try Rig(options: "script \"300:suspend 700:resume\"")
        let errors = unsafe open(rig.write([], to: "errors"), O_WRONLY | O_APPEND | O_CLOEXEC)
        defer { close(errors) }
        let player = try PlayerProcess(
            rig, environment: [shim, "ALSASHIM=resume=EAGAIN*3,ENOSYS*1000"], errors: errors)
        try player.arm(SoundRequest(.file(rig.write(PlayerTests.tone, to: "tone"))))
        try player.go()
        try player.progress { $0.frames > 48_000 }
        #expect(TextFile.lines(rig.folder + "/errors").count <= 5)
    }

    @Test("a service that may not open the device is left to guess why (B85)")
    func permission() throws {
        let shim = "LD_PRELOAD=" + Rig.modules + "/libalsashim.so"
        let player = try PlayerProcess(
            try Rig(), environment: [shim, "ALSASHIM=open=EACCES*1000"])
        try player.send(
            .prepare(
                Preparation(
                    output: "rig", cardListed: true,
                    first: SoundRequest(.file(player.rig.write(PlayerTests.tone, to: "tone"))))))
        let failure = try player.failure()
        #expect(failure.stage == .output && failure.code == 13)
        #expect(failure.reason.hasPrefix("rig: "))
        #expect(failure.reason.contains("/dev/snd is for members of the group audio"))
    }

    @Test(
        "24 bits are taken for 16, or for 32 (B96)",
        arguments: [("S16_LE", 256), ("S24_LE", 1), ("S24_3LE", 1), ("S32_LE", 1)])
    func deep(format: String, unit: Int) throws {
        let values = (0..<4800).map { $0 * 7919 % 8_388_608 - 4_194_304 }
        let sound = WAV.riff(
            WAV.chunk("fmt ", WAV.format(rate: 48_000, bits: 24))
                + WAV.chunk("data", WAV.samples(values, bytes: 3)))
        let grant = Grant(format: format, channels: 2, rate: 48_000)
        let rig = try Rig(options: grant.options)
        _ = try Self.play(sound, on: rig)
        let heard = grant.samples(rig.heard, channel: 0).map { Int($0 * 8_388_608) }
        #expect(heard.count >= 4800)
        #expect(zip(heard, values).dropFirst(Self.edge).allSatisfy { abs($0 - $1) <= unit })
    }

    @Test("a part of a frame shifts the sides of the next round (B104)")
    func partialFrame() throws {
        let tone = WAV.tone(4410).flatMap { [$0, $0] }
        let rig = try Rig()
        let path = rig.write(
            WAV.riff(
                WAV.chunk("fmt ", WAV.format(channels: 2))
                    + WAV.chunk("data", WAV.samples(tone) + [1, 2, 3])), to: "sound")
        let sound = try DecodedSound(path: path)
        var frames: [Float] = []
        for _ in 0..<3 {
            while try sound.read(1000, into: &frames) > 0 {}
            try sound.rewind()
        }
        #expect(frames.count == 13_230 * 2)
        #expect(
            stride(from: 0, to: frames.count, by: 2).allSatisfy { frames[$0] == frames[$0 + 1] })
    }

    @Test("a fade of minutes is heard by nobody, or though it is off (B90)")
    func longFade() {
        var off = GainCurve(rate: 1000, volume: 100, fade: .zero)
        #expect(GainCurveTests.gains(&off, 300_000).dropFirst(30).allSatisfy { $0 == 1 })
        var on = GainCurve(rate: 1000, volume: 100, fade: .seconds(300))
        let levels = GainCurveTests.gains(&on, 301_000).map(GainCurveTests.decibels)
        #expect(levels.dropFirst(1000).allSatisfy { $0 > -40 })
        #expect(abs(levels[150_000] + 20) < 0.05)
        #expect(abs(levels[300_500]) < 0.001)
    }
}
