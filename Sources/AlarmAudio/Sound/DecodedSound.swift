// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import PlayerProtocol

/// The frames of a sound file, mixed to stereo, in one pass.
package final class DecodedSound: SoundStream {
    package let rate: Int

    /// What the file turned out to be.
    package let facts: SoundFacts

    /// Which file it is, and which state of it.
    var identity: FileIdentity? { file.identity }

    private var file: SoundFile
    private let downmix: Downmix
    private var samples: [Float] = []

    /// Opens the sound file at `path`.
    ///
    /// - Throws: ``PlayerFailure`` of stage `sound`.
    package init(path: String) throws(PlayerFailure) {
        let file = try SoundFile.open(path)
        rate = file.rate
        downmix = Downmix(channels: file.channels)
        facts = SoundFacts(rate: file.rate, channels: file.channels, format: file.format)
        self.file = file
    }

    package func read(_ count: Int, into frames: inout [Float]) throws(PlayerFailure) -> Int {
        let read = file.read(count, into: &samples)
        // Files of floats may hold anything: what is not a number is silence, what is beyond full is full.
        for index in 0..<(read * facts.channels) {
            let sample = samples[index]
            samples[index] = sample.isNaN ? 0 : min(max(sample, -1), 1)
        }
        downmix.append(samples, frames: read, to: &frames)
        return read
    }

    package func rewind() throws(PlayerFailure) {
        try file.rewind()
    }
}

/// How the channels of a file become two.
///
/// The weights of a side add up to 1, so that nothing gets louder than it was. The order of the channels is
/// that of WAV and of FLAC; the low-frequency channel is left out.
struct Downmix {
    private let left: [Float]
    private let right: [Float]

    init(channels: Int) {
        let side: Float = 0.707_106_8
        let weights: (left: [Float], right: [Float]) =
            switch channels {
            case 1: ([1], [1])
            case 2: ([1, 0], [0, 1])
            case 3: ([1, 0, side], [0, 1, side])
            case 4: ([1, 0, side, 0], [0, 1, 0, side])
            case 5: ([1, 0, side, side, 0], [0, 1, side, 0, side])
            case 6: ([1, 0, side, 0, side, 0], [0, 1, side, 0, 0, side])
            case 8:
                ([1, 0, side, 0, side, 0, side, 0], [0, 1, side, 0, 0, side, 0, side])
            default:
                // No order is known: every channel is heard on both sides.
                ([Float](repeating: 1, count: channels), [Float](repeating: 1, count: channels))
            }
        left = Self.normalized(weights.left)
        right = Self.normalized(weights.right)
    }

    /// Appends the stereo mix of `count` frames of `samples` to `frames`.
    func append(_ samples: [Float], frames count: Int, to frames: inout [Float]) {
        frames.reserveCapacity(frames.count + count * 2)
        let channels = left.count
        if channels <= 2 {
            for frame in 0..<count {
                frames.append(samples[frame * channels])
                frames.append(samples[frame * channels + channels - 1])
            }
            return
        }
        for frame in 0..<count {
            var sums: (left: Float, right: Float) = (0, 0)
            for channel in 0..<channels {
                let sample = samples[frame * channels + channel]
                sums.left += sample * left[channel]
                sums.right += sample * right[channel]
            }
            frames.append(sums.left)
            frames.append(sums.right)
        }
    }

    private static func normalized(_ weights: [Float]) -> [Float] {
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }
}
