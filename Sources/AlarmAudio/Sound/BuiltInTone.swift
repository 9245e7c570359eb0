// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc
package import PlayerProtocol

/// The built-in sound, two notes of a small bell and then a breath, for ever.
///
/// It is computed while it plays and needs neither a file nor memory for one. Every partial is a vector that
/// turns and shrinks; a note is 0 at its first frame and grows from there, so that nothing clicks.
package final class BuiltInTone: SoundStream {
    /// How long one pass lasts.
    package static let pass = Duration.milliseconds(2400)

    /// What the tone is, as a sound.
    package static func facts(rate: Int) -> SoundFacts {
        SoundFacts(rate: rate, channels: 2, format: "built-in")
    }

    /// What brings the notes to the loudness of every sound, ``LevelledSound/target``.
    fileprivate static let level = 0.69

    package let rate: Int

    private let notes: [Note]
    private let passFrames: Int
    private var position = 0
    private var sounding: [Partial] = []

    /// The tone at `rate` frames a second.
    package init(rate: Int) {
        self.rate = rate
        passFrames = Self.pass.frames(at: rate)
        notes = [
            Note(pitch: 659.26, start: 0, rate: rate),
            Note(pitch: 523.25, start: Duration.milliseconds(550).frames(at: rate), rate: rate),
        ]
    }

    package func read(_ count: Int, into frames: inout [Float]) throws(PlayerFailure) -> Int {
        frames.reserveCapacity(frames.count + count * 2)
        for _ in 0..<count {
            for note in notes where note.start == position { sounding += note.partials }
            var sum: Double = 0
            for index in sounding.indices { sum += sounding[index].next() }
            frames.append(Float(sum))
            frames.append(Float(sum))
            position += 1
            if position == passFrames {
                position = 0
                // What still sounds of a pass is far below hearing when the next but one begins.
                sounding.removeAll { $0.isInaudible }
            }
        }
        return count
    }

    package func rewind() {
        position = 0
        sounding = []
    }

    private struct Note {
        let start: Int
        let partials: [Partial]

        init(pitch: Double, start: Int, rate: Int) {
            self.start = start
            // The partials of a struck bar, softened: (multiple of the pitch, amplitude, seconds to 1/e).
            let shape: [(Double, Double, Double)] = [
                (1, 0.42, 0.55), (2, 0.16, 0.32), (3.01, 0.07, 0.18), (4.1, 0.03, 0.10),
            ]
            partials = shape.compactMap { multiple, amplitude, decay in
                let frequency = pitch * multiple
                guard frequency < Double(rate) * 0.45 else { return nil }
                return Partial(
                    frequency: frequency, amplitude: amplitude * BuiltInTone.level, decay: decay,
                    rate: Double(rate))
            }
        }
    }
}

/// One decaying sine.
private struct Partial {
    private var real: Double
    private var imaginary: Double = 0
    private let turnReal: Double
    private let turnImaginary: Double

    init(frequency: Double, amplitude: Double, decay: Double, rate: Double) {
        let shrink = exp(-1 / (decay * rate))
        real = amplitude
        turnReal = cos(2 * .pi * frequency / rate) * shrink
        turnImaginary = sin(2 * .pi * frequency / rate) * shrink
    }

    var isInaudible: Bool { abs(real) + abs(imaginary) < 1e-4 }

    /// The sine's value, which is 0 at first.
    mutating func next() -> Double {
        defer {
            let turned = real * turnReal - imaginary * turnImaginary
            imaginary = real * turnImaginary + imaginary * turnReal
            real = turned
        }
        return imaginary
    }
}
