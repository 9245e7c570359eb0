// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import PlayerProtocol
import Testing

@testable import AlarmAudio

@Suite("The gain of a voice")
struct GainCurveTests {
    /// The gain of each of the next frames.
    static func gains(_ curve: inout GainCurve, _ count: Int) -> [Float] {
        var frames = [Float](repeating: 1, count: count * 2)
        curve.apply(to: &frames[...])
        return stride(from: 0, to: frames.count, by: 2).map { frames[$0] }
    }

    static func decibels(_ gain: Float) -> Double { Level.decibels(amplitude: Double(gain)) }

    @Test("starts at 0 and is full after 30 ms, without a step")
    func start() {
        var curve = GainCurve(rate: 48_000, volume: 100, fade: .zero)
        let gains = Self.gains(&curve, 2000)
        #expect(gains[0] == 0)
        #expect(abs(gains[720] - 0.5) < 0.001)
        #expect(gains[1440...].allSatisfy { $0 == 1 })
        #expect(largestStep(gains) < 0.0012)
    }

    @Test("fades in linear in decibels, from -40 dB to the level of the volume (B88)")
    func fade() {
        var curve = GainCurve(rate: 1000, volume: 80, fade: .seconds(12))
        let gains = Self.gains(&curve, 20_000)
        let full = -4.448
        // After the first 30 ms the edge is through.
        for (second, part) in [
            (0.1, 0.1 / 12), (5, 5.0 / 12), (11.9, 11.9 / 12), (12, 1), (19.9, 1),
        ] {
            let expected = -40 + (full + 40) * part
            #expect(abs(Self.decibels(gains[Int(second * 1000)]) - expected) < 0.02)
        }
    }

    @Test("of the least volume is heard, and fades in by what that is above -40 dB")
    func quiet() {
        var curve = GainCurve(rate: 1000, volume: 1, fade: .seconds(12))
        let gains = Self.gains(&curve, 13_000)
        #expect(abs(Self.decibels(gains[100]) + 40) < 0.02)
        #expect(abs(Self.decibels(gains[12_500]) + 39.07) < 0.02)
    }

    @Test(
        "maps the volume as alsamixer does",
        arguments: [(100, 0.0), (50, -12.98), (10, -31.91), (1, -39.07)])
    func volume(percent: Int, decibels: Double) {
        #expect(abs(Level.decibels(amplitude: Level.amplitude(volume: percent)) - decibels) < 0.01)
    }

    @Test("moves to another volume over 30 ms at least, without a step")
    func change() {
        var curve = GainCurve(rate: 48_000, volume: 100, fade: .zero)
        _ = Self.gains(&curve, 2000)
        curve.change(volume: 50, over: .zero)
        let gains = Self.gains(&curve, 2000)
        #expect(gains[0] == 1)
        #expect(gains[1440...].allSatisfy { abs($0 - 0.22445) < 1e-4 })
        #expect(largestStep(gains) < 0.0012)
    }

    @Test("falls from wherever it is to 0, and is silent then")
    func fall() {
        var curve = GainCurve(rate: 48_000, volume: 100, fade: .zero)
        let rising = Self.gains(&curve, 700)
        curve.fall()
        let falling = Self.gains(&curve, 2000)
        #expect(largestStep(rising + falling) < 0.0012)
        #expect(falling[1440...].allSatisfy { $0 == 0 })
        #expect(curve.isSilent)
    }
}

@Suite("The end of a position's pace")
struct PaceTests {
    /// Whether a position that moves at `speed` is said to keep time after each quarter of a second.
    static func verdicts(_ speed: (Double) -> Double, quarters: Int) -> [Bool] {
        var pace = Pace(rate: 48_000)
        pace.restart(at: 0, heard: 0)
        var heard: Double = 0
        return (1...quarters).map { quarter in
            heard += 12_000 * speed(Double(quarter) / 4)
            pace.note(heard: Int(heard), at: Int64(quarter) * 250_000_000)
            return pace.isKept
        }
    }

    @Test("is kept from 0.75 s on by what keeps time", arguments: [1.0, 1.04, 0.96])
    func kept(speed: Double) {
        let verdicts = Self.verdicts({ _ in speed }, quarters: 40)
        #expect(verdicts == [false, false] + [Bool](repeating: true, count: 38))
    }

    @Test(
        "is never kept by what stands still, runs away or crawls",
        arguments: [0.0, 20.0, 0.8, 0.9, 1.1, 1.2])
    func lost(speed: Double) {
        #expect(Self.verdicts({ _ in speed }, quarters: 40).allSatisfy { !$0 })
    }

    @Test(
        "is told from that of a device that moves by whole periods as well",
        arguments: [(1.0, true), (0.99, true), (0.9, false), (0.8, false), (1.1, false)])
    func steps(speed: Double, isKept: Bool) {
        var pace = Pace(rate: 48_000, step: 2400)
        pace.restart(at: 0, heard: 0)
        // Looks and periods fall together in every way there is.
        for look in 1...120 {
            let time = Double(look) * 0.083
            pace.note(
                heard: Int(48_000 * speed * time) / 2400 * 2400, at: Int64(time * 1_000_000_000))
            // What keeps time is believed at once, what does not is found out when the steps matter less.
            if time > (isKept ? 0.75 : 1.5) { #expect(pace.isKept == isKept, "after \(time) s") }
        }
    }

    @Test("of what stands still for a while at first is kept a second after it began to move")
    func late() {
        let verdicts = Self.verdicts({ $0 <= 0.5 ? 0 : 1 }, quarters: 12)
        #expect(!verdicts[3])
        #expect(verdicts[6...].allSatisfy { $0 })
    }

    @Test("of a short sound is told when it ends", arguments: [(1.0, true), (0.5, false)])
    func short(speed: Double, isKept: Bool) {
        var pace = Pace(rate: 48_000)
        pace.restart(at: 0, heard: 0)
        pace.note(heard: Int(14_400 * speed), at: 300_000_000)
        #expect(!pace.isKept)
        pace.conclude()
        #expect(pace.isKept == isKept)
    }

    @Test("is lost within half a second by what stalls, and kept again 2.5 s after it goes on")
    func stall() {
        let verdicts = Self.verdicts({ $0 > 5 && $0 <= 7 ? 0 : 1 }, quarters: 48)
        #expect(verdicts[19])
        #expect(!verdicts[21])
        #expect(!verdicts[27])
        #expect(verdicts[38...].allSatisfy { $0 })
    }
}

@Suite("The budget of recoveries")
struct RecoveryBudgetTests {
    @Test("is spent by the third in a row with nothing heard between")
    func row() {
        var budget = RecoveryBudget()
        #expect((1...3).map { budget.spend(at: Int64($0)) } == [true, true, false])
    }

    @Test("is spent by the tenth within 5 s, whatever was heard")
    func window() {
        var budget = RecoveryBudget()
        let verdicts = (1...10).map { number in
            defer { budget.succeeded() }
            return budget.spend(at: Int64(number) * 400_000_000)
        }
        #expect(verdicts == [Bool](repeating: true, count: 9) + [false])
    }

    @Test("lasts for ever for one a second")
    func ever() {
        var budget = RecoveryBudget()
        #expect(
            (1...100).allSatisfy { number in
                defer { budget.succeeded() }
                return budget.spend(at: Int64(number) * 1_000_000_000)
            })
    }
}

@Suite("A frame as the device takes it")
struct FrameEncoderTests {
    static let samples: [Float] = [0, 1, -1, 0.5, -0.5, 2, -2]

    static func encoded(_ format: SampleFormat) -> [[UInt8]] {
        samples.map { sample in
            var bytes: [UInt8] = []
            FrameEncoder(format: format, channels: 2).append([sample, 0], to: &bytes)
            return Array(bytes.prefix(format.width))
        }
    }

    @Test(
        "is clamped, never wrapped, in every format",
        arguments: [
            (
                SampleFormat.signed16,
                [[0, 0], [255, 127], [0, 128], [0, 64], [0, 192], [255, 127], [0, 128]]
            ),
            (
                .signed24Packed,
                [
                    [0, 0, 0], [255, 255, 127], [0, 0, 128], [0, 0, 64], [0, 0, 192],
                    [255, 255, 127],
                    [0, 0, 128],
                ]
            ),
            (
                .signed24,
                [
                    [0, 0, 0, 0], [255, 255, 127, 0], [0, 0, 128, 255], [0, 0, 64, 0],
                    [0, 0, 192, 255],
                    [255, 255, 127, 0], [0, 0, 128, 255],
                ]
            ),
            (
                .signed32,
                [
                    [0, 0, 0, 0], [255, 255, 255, 127], [0, 0, 0, 128], [0, 0, 0, 64],
                    [0, 0, 0, 192],
                    [255, 255, 255, 127], [0, 0, 0, 128],
                ]
            ),
            (
                .float32,
                [
                    [0, 0, 0, 0], [0, 0, 128, 63], [0, 0, 128, 191], [0, 0, 0, 63], [0, 0, 0, 191],
                    [0, 0, 128, 63], [0, 0, 128, 191],
                ]
            ),
            (.unsigned8, [[128], [255], [0], [192], [64], [255], [0]]),
        ] as [(SampleFormat, [[UInt8]])])
    func formats(format: SampleFormat, expected: [[UInt8]]) {
        #expect(Self.encoded(format) == expected)
    }

    @Test("has silence on the channels beyond the second")
    func six() {
        var bytes: [UInt8] = []
        FrameEncoder(format: .unsigned8, channels: 6).append([1, -1], to: &bytes)
        #expect(bytes == [255, 0, 128, 128, 128, 128])
    }

    @Test("of one channel is the mean of both sides")
    func one() {
        var bytes: [UInt8] = []
        FrameEncoder(format: .unsigned8, channels: 1).append([1, 0, 1, -1], to: &bytes)
        #expect(bytes == [192, 128])
    }
}
