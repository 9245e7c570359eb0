// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import PlayerProtocol
import TestSupport
import Testing

@testable import AlarmAudio

@Suite("A voice makes no step larger than the sound's own")
struct VoiceStepTests {
    /// What happens to a voice while it is heard.
    enum Event: String, CaseIterable, CustomTestStringConvertible {
        case start, stop, loop, onceToItsEnd, lasting, fade, louder, softer, softerWhileFading
        case stopWhileFading, stopWhileStarting

        var testDescription: String { rawValue }

        var request: (fade: Duration, length: PlayLength, volume: Int) {
            switch self {
            case .onceToItsEnd: (.zero, .once, 100)
            case .lasting: (.zero, .lasting(.milliseconds(700)), 100)
            case .fade, .softerWhileFading, .stopWhileFading:
                (.milliseconds(900), .untilStopped, 100)
            case .louder: (.zero, .untilStopped, 30)
            default: (.zero, .untilStopped, 100)
            }
        }

        /// What it is told after 0.45 s, or after 10 ms.
        func happen(to voice: Voice) {
            switch self {
            case .stop, .stopWhileFading, .stopWhileStarting: voice.fall()
            case .louder: voice.change(volume: 100, over: .zero)
            case .softer, .softerWhileFading: voice.change(volume: 20, over: .zero)
            case .start, .loop, .onceToItsEnd, .lasting, .fade: break
            }
        }

        var frames: Int { self == .stopWhileStarting ? 480 : 21_600 }
    }

    static let sounds: [String: [Float]] = [
        // 0.4003 s: the seam and the end are in the middle of a wave.
        "a tone": Loud.sine(0.5, frequency: 440, frames: 19_214),
        "a quiet tone": Loud.sine(0.02, frequency: 440, frames: 19_214),
        // Its peaks are limited.
        "a tone with knocks": Array(Loud.knocks.prefix(24_000)),
    ]

    static func heard(_ event: Event, _ measured: MeasuredSound?, _ path: String) throws -> [Float]
    {
        let (fade, length, volume) = event.request
        let request = SoundRequest(
            .file(path), volume: volume, fade: fade, length: length, measured: measured)
        let voice = Voice(try OpenedSound(.file(path)), request, rate: 48_000)
        var heard: [Float] = []
        var frames = [Float](repeating: 0, count: event.frames * 2)
        _ = try voice.mix(into: &frames)
        heard += stride(from: 0, to: frames.count, by: 2).map { frames[$0] }
        event.happen(to: voice)
        for _ in 0..<6 {
            frames = [Float](repeating: 0, count: 4801 * 2)
            _ = try voice.mix(into: &frames)
            heard += stride(from: 0, to: frames.count, by: 2).map { frames[$0] }
        }
        return heard
    }

    @Test(arguments: Event.allCases, sounds.keys.sorted())
    func step(event: Event, name: String) throws {
        let samples = try #require(Self.sounds[name])
        let rig = try Rig()
        let format = WAV.chunk("fmt ", WAV.format(tag: 3, rate: 48_000, bits: 32))
        let file = WAV.riff(format + WAV.chunk("data", WAV.floats(samples)))
        let path = rig.write(file, to: "sound")
        let measured = try #require(try OpenedSound(.file(path)).check().measured)
        let gain = Level.amplitude(decibels: LevelledSound.gain(for: measured.loudness))
        let heard = try Self.heard(event, measured, path)
        #expect(heard.map(abs).max() ?? 0 > 0.001)
        #expect(heard.first == 0)
        // The edges and the seam's cross-fade move the level themselves, by less than a seventh of that.
        #expect(largestStep(heard) < largestStep(samples) * Float(gain) * 1.15)
        if [.stop, .lasting, .onceToItsEnd, .stopWhileFading, .stopWhileStarting].contains(event) {
            #expect(heard.last == 0)
        }
    }
}
