// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import PlayerProtocol
import Testing

@testable import AlarmAudio

/// A sound whose frames are given.
final class GivenSound: SoundStream {
    let rate: Int
    private let samples: [Float]
    private var position = 0

    /// Creates a sound with the same samples on both sides.
    init(_ samples: [Float], rate: Int = 48_000) {
        self.samples = samples
        self.rate = rate
    }

    func read(_ count: Int, into frames: inout [Float]) throws(PlayerFailure) -> Int {
        let part = samples[position..<min(position + count, samples.count)]
        for sample in part { frames += [sample, sample] }
        position += part.count
        return part.count
    }

    func rewind() { position = 0 }
}

extension SoundStream {
    /// The left side of the next frames, at most `count`.
    func left(_ count: Int) throws -> [Float] {
        var frames: [Float] = []
        while frames.count < count * 2 {
            if try read(min(count - frames.count / 2, 700), into: &frames) == 0 { break }
        }
        return stride(from: 0, to: frames.count, by: 2).map { frames[$0] }
    }
}

/// The largest difference between neighbours.
func largestStep(_ samples: [Float]) -> Float {
    zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
}

/// A sine of amplitude 0.5.
func sine(_ frequency: Double, rate: Int, frames: Int) -> [Float] {
    (0..<frames).map { 0.5 * Float(sinOf(2 * .pi * frequency * Double($0) / Double(rate))) }
}

/// How often the samples pass from below 0 to above, in a second.
func pitch(_ samples: [Float], rate: Int) -> Double {
    var crossings: [Double] = []
    for (index, pair) in zip(samples, samples.dropFirst()).enumerated()
    where pair.0 < 0 && pair.1 >= 0 {
        crossings.append(Double(index) + Double(-pair.0 / (pair.1 - pair.0)))
    }
    guard let first = crossings.first, let last = crossings.last, crossings.count > 1 else {
        return 0
    }
    return Double(crossings.count - 1) * Double(rate) / (last - first)
}

@Suite("A looped sound")
struct LoopedSoundTests {
    @Test("of one level keeps that level over every seam (B79)", arguments: [8, 100, 441, 4410])
    func level(frames: Int) throws {
        let loop = LoopedSound(GivenSound([Float](repeating: 0.6, count: frames), rate: 44_100))
        let heard = try loop.left(88_200)
        #expect(heard.count == 88_200)
        #expect(heard.allSatisfy { abs($0 - 0.6) < 1e-5 })
    }

    @Test("makes no step larger than the sound's own at a seam")
    func step() throws {
        // 1000 Hz for 0.1003 s: the seam is in the middle of a wave.
        let samples = sine(1000, rate: 48_000, frames: 4814)
        let heard = try LoopedSound(GivenSound(samples)).left(48_000)
        #expect(largestStep(heard) < largestStep(samples) * 1.3)
    }

    @Test("loses 10 ms a pass to the cross-fade, and no more")
    func length() throws {
        // The first frame of a pass is marked; the passes lie 100 ms less 10 ms apart.
        var samples = [Float](repeating: 0, count: 4800)
        samples[2400] = 1
        let heard = try LoopedSound(GivenSound(samples)).left(48_000)
        let marks = heard.indices.filter { heard[$0] == 1 }
        #expect(marks.count == 11)
        #expect(zip(marks, marks.dropFirst()).allSatisfy { $1 - $0 == 4320 })
    }

    @Test("of a single frame goes on")
    func single() throws {
        #expect(try LoopedSound(GivenSound([0.25])).left(1000).allSatisfy { $0 == 0.25 })
    }

    @Test("without a frame is an error, and no endless silence")
    func empty() {
        #expect(throws: PlayerFailure.self) { try LoopedSound(GivenSound([])).left(1) }
    }
}

@Suite("A resampled sound")
struct ResampledSoundTests {
    static let rates = [
        (44_100, 48_000), (48_000, 44_100), (8000, 44_100), (22_050, 48_000), (96_000, 48_000),
        (44_100, 44_099), (48_000, 192_000), (192_000, 8000),
    ]

    @Test("keeps its pitch, its length and its level", arguments: rates)
    func pitchAndLength(from: Int, to: Int) throws {
        let samples = sine(440, rate: from, frames: from / 2)
        let heard = try ResampledSound(GivenSound(samples, rate: from), rate: to).left(to)
        #expect(abs(heard.count - to / 2) <= 1)
        #expect(abs(pitch(heard, rate: to) - 440) < 440 * 0.0005)
        #expect(abs((heard.max() ?? 0) - 0.5) < 0.01)
    }

    @Test("of one level keeps it exactly")
    func level() throws {
        let sound = GivenSound([Float](repeating: 0.5, count: 44_100), rate: 44_100)
        let heard = try ResampledSound(sound, rate: 48_000).left(48_000)
        #expect(heard[100..<47_900].allSatisfy { abs($0 - 0.5) < 1e-4 })
    }

    @Test("does not let what the new rate cannot hold come back as another pitch")
    func aliases() throws {
        let samples = sine(15_000, rate: 48_000, frames: 24_000)
        let heard = try ResampledSound(GivenSound(samples, rate: 48_000), rate: 16_000).left(8000)
        #expect((heard[200..<7800].map(abs).max() ?? 1) < 0.005)
    }

    @Test("starts again as it started")
    func rewind() throws {
        let sound = ResampledSound(
            GivenSound(sine(440, rate: 8000, frames: 800), rate: 8000), rate: 44_100)
        let first = try sound.left(10_000)
        try sound.rewind()
        #expect(try sound.left(10_000) == first)
    }
}

@Suite("The built-in tone")
struct BuiltInToneTests {
    @Test(
        "is heard in every pass, never too loud, with no click", arguments: [8000, 44_100, 48_000])
    func passes(rate: Int) throws {
        let pass = rate * 24 / 10
        let heard = try BuiltInTone(rate: rate).left(pass * 3)
        #expect(heard.map(abs).max() ?? 1 < 0.95)
        for number in 0..<3 {
            let part = heard[(number * pass)..<((number + 1) * pass)]
            #expect(part.map(abs).max() ?? 0 > 0.3)
        }
        // A partial of 2.2 kHz and amplitude 0.1 and the two below it move by less than this.
        #expect(largestStep(heard) < Float(5000.0 / Double(rate)))
    }

    @Test("has two notes, a third apart")
    func notes() throws {
        let heard = try BuiltInTone(rate: 48_000).left(48_000 * 2)
        #expect(abs(pitch(Array(heard[12_000..<25_000]), rate: 48_000) - 659.26) < 4)
        #expect(abs(pitch(Array(heard[72_000..<90_000]), rate: 48_000) - 523.25) < 12)
    }
}
