// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import PlayerProtocol
import TestSupport
import Testing

@testable import AlarmAudio

/// Sounds of which the loudness is known, or hard to make even.
enum Loud {
    /// Seconds of a sine that fades neither in nor out.
    static func sine(_ amplitude: Float, frequency: Double = 997, frames: Int = 144_000) -> [Float]
    {
        AlarmAudioTests.sine(frequency, rate: 48_000, frames: frames).map { $0 * amplitude * 2 }
    }

    /// A soft tone, and a hard knock on it twice a second.
    static let knocks: [Float] = (0..<72_000).map { index in
        let time = Double(index) / 48_000
        let since = Double(index % 24_000) / 48_000
        let knock = 0.8 * exp(-since * 500) * sinOf(2 * .pi * 1500 * since)
        return Float(0.05 * sinOf(2 * .pi * 500 * time) + knock)
    }

    /// The loudness of what comes out of `stream`, until it ends.
    static func measured(_ stream: any SoundStream) throws -> Loudness? {
        var survey = SoundSurvey(rate: stream.rate, clock: { .zero })
        return try survey.read(stream) > 0 ? try survey.loudness(of: stream) : nil
    }

    /// The highest level between and on the samples, in decibels: of four times as many of them.
    static func truePeak(_ stream: any SoundStream) throws -> Double {
        let fine = try ResampledSound(stream, rate: stream.rate * 4).left(.max / 4)
        return Level.decibels(amplitude: Double(fine.map(abs).max() ?? 0))
    }
}

@Suite("The loudness of a sound")
struct LoudnessTests {
    @Test(
        "is what BS.1770 says of a sine on both speakers",
        arguments: [(1, 0.05), (0.1, -19.95), (0.01, -39.95)] as [(Float, Double)])
    func sine(amplitude: Float, expected: Double) throws {
        let loudness = try #require(try Loud.measured(GivenSound(Loud.sine(amplitude))))
        #expect(abs(Double(loudness.integrated) / 100 - expected) < 0.1)
        let peak = Level.decibels(amplitude: Double(amplitude))
        #expect(abs(Double(loudness.peak) / 100 - peak) < 0.02)
    }

    @Test("of a beep is that of the beep over and over, as it is heard")
    func beep() throws {
        let beep = try #require(try Loud.measured(GivenSound(Loud.sine(0.1, frames: 4814))))
        #expect(abs(beep.integrated + 1995) < 30)
    }

    @Test("is none for silence, and for what has a rate too low to be weighted")
    func none() throws {
        #expect(try Loud.measured(GivenSound([Float](repeating: 0, count: 48_000))) == nil)
        #expect(try Loud.measured(GivenSound(Loud.sine(0.1), rate: 4000)) == nil)
    }

    @Test("is measured in the first ten minutes")
    func long() throws {
        var survey = SoundSurvey(rate: 8000, clock: { .zero })
        #expect(try survey.read(EndlessSound(rate: 8000)) == 600 * 8000)
    }

    @Test("is measured as far as 1.5 s go")
    func slow() throws {
        var now = Duration.zero
        var survey = SoundSurvey(rate: 48_000) {
            now += .milliseconds(300)
            return now
        }
        #expect(try survey.read(EndlessSound(rate: 48_000)) == 5 * 4096)
        #expect(try survey.loudness(of: EndlessSound(rate: 48_000)) != nil)
    }
}

/// A sound without an end.
final class EndlessSound: SoundStream {
    let rate: Int

    init(rate: Int) { self.rate = rate }

    func read(_ count: Int, into frames: inout [Float]) throws(PlayerFailure) -> Int {
        frames += [Float](repeating: 0.1, count: count * 2)
        for index in stride(from: frames.count - count * 2, to: frames.count, by: 8) {
            frames[index] = -0.1
        }
        return count
    }

    func rewind() {}
}

@Suite("A sound at the loudness of every sound")
struct LevelledSoundTests {
    static func levelled(_ samples: [Float]) throws -> any SoundStream {
        let sound = GivenSound(samples)
        let loudness = try Loud.measured(sound)
        sound.rewind()
        return LevelledSound.adapting(sound, loudness)
    }

    @Test("is at -16 LUFS, whatever it was", arguments: [1, 0.5, 0.1, 0.01] as [Float])
    func target(amplitude: Float) throws {
        let levelled = try Self.levelled(Loud.sine(amplitude))
        let loudness = try #require(try Loud.measured(levelled))
        #expect(abs(loudness.integrated + 1600) <= 10)
    }

    @Test("is raised by 30 dB at most: what is quieter still is noise")
    func noise() throws {
        let loudness = try #require(try Loud.measured(try Self.levelled(Loud.sine(0.001))))
        #expect(abs(loudness.integrated + 2995) < 10)
    }

    @Test("of hard knocks is as loud as the others, and no true peak passes -1 dB")
    func peaks() throws {
        let knocks = GivenSound(Loud.knocks)
        var survey = SoundSurvey(rate: 48_000, clock: { .zero })
        _ = try survey.read(knocks)
        let measured = try #require(try survey.loudness(of: knocks))
        // By the gain alone its peaks would be 6 dB and more beyond the ceiling.
        let gain = LevelledSound.gain(for: measured)
        #expect(Double(measured.peak) / 100 + gain > 5)
        let corrected = try LevelledSound.corrected(measured, of: knocks, after: survey)
        knocks.rewind()
        let levelled = LevelledSound.adapting(knocks, corrected)
        let loudness = try #require(try Loud.measured(levelled))
        #expect(abs(loudness.integrated + 1600) < 50, "\(gain) dB, \(corrected)")
        try levelled.rewind()
        #expect(try Loud.truePeak(levelled) < -0.95)
    }

    @Test("has as many frames as before, at any rate of reading", arguments: [1, 7, 700, 5000])
    func length(block: Int) throws {
        let levelled = try Self.levelled(Array(Loud.knocks.prefix(30_000)))
        var frames: [Float] = []
        while try levelled.read(block, into: &frames) > 0 {}
        #expect(frames.count == 60_000)
    }

    @Test("is nothing but the sound and a gain, sample by sample, where its peaks allow that")
    func exact() throws {
        let samples = Loud.sine(0.5)
        let loudness = try #require(try Loud.measured(GivenSound(samples)))
        let gain = Float(Level.amplitude(decibels: LevelledSound.gain(for: loudness)))
        #expect(try Self.levelled(samples).left(200_000) == samples.map { $0 * gain })
    }

    @Test("and so is the built-in tone")
    func tone() throws {
        let tone = BuiltInTone(rate: 48_000)
        var survey = SoundSurvey(rate: 48_000, clock: { .zero })
        _ = try survey.read(tone, upTo: BuiltInTone.pass.frames(at: 48_000) * 4)
        let loudness = try #require(try survey.loudness(of: tone))
        #expect(abs(loudness.integrated + 1600) < 20)
        #expect(loudness.peak < -400)
    }

    @Test("is the one measured, or is left as it is", arguments: [true, false])
    func identity(isSame: Bool) throws {
        let rig = try Rig()
        let path = rig.write(WAV.mono(WAV.tone(48_000, rate: 48_000), rate: 48_000), to: "tone")
        var measured = try #require(try OpenedSound(.file(path)).check().measured)
        if !isSame { measured.identity.modified += 1 }
        let stream = try OpenedSound(.file(path))
            .stream(rate: 48_000, isLooped: false, measured: measured)
        let peak = try stream.left(48_000).max() ?? 0
        let gain = Level.amplitude(decibels: LevelledSound.gain(for: measured.loudness))
        #expect(abs(Double(peak) - (isSame ? 0.5 * gain : 0.5)) < 0.001)
    }
}

@Suite("The limiter")
struct PeakLimiterTests {
    /// What comes out of a limiter to -1 dB, at the left.
    static func limited(_ samples: [Float]) -> [Float] {
        var limiter = PeakLimiter(rate: 48_000, ceiling: -1)
        let silence = [Float](repeating: 0, count: limiter.delay)
        var frames = (samples + silence).flatMap { [$0, $0] }
        limiter.process(&frames)
        return stride(from: 0, to: frames.count, by: 2).map { frames[$0] }
    }

    @Test("leaves what is under the ceiling as it is, bit by bit")
    func quiet() {
        let samples = Loud.sine(0.8)
        #expect(Self.limited(samples) == samples)
    }

    @Test(
        "holds true peaks under the ceiling, those between samples too",
        arguments: [(997, 4), (12_000, 1), (11_000, 3), (50, 2)] as [(Double, Float)])
    func ceiling(frequency: Double, amplitude: Float) throws {
        // A quarter of the rate, an eighth of a turn late: every sample is 3 dB below the peak.
        let samples = (0..<48_000).map { index in
            amplitude * Float(sinOf(2 * .pi * (frequency * Double(index) / 48_000 + 0.125)))
        }
        let limited = GivenSound(Self.limited(samples))
        #expect(try Loud.truePeak(limited) < -0.9)
    }

    @Test("has no steps of its own: its gain moves over 5 ms at least")
    func smooth() {
        // One level, and one loud click in it.
        var samples = [Float](repeating: 0.5, count: 48_000)
        for index in 20_000..<20_004 { samples[index] = 4 }
        let limited = Self.limited(samples)
        let gains = zip(limited, samples).map { $0 / $1 }
        #expect(largestStep(gains) < 1.0 / 200)
        #expect(gains.min() ?? 1 < 0.25)
        #expect((gains.last ?? 0) > 0.99)
    }
}
