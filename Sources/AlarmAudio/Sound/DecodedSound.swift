// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc
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
        downmix = Downmix(file.places)
        facts = SoundFacts(
            rate: file.rate, channels: file.channels, format: file.format, path: path)
        self.file = file
    }

    /// Opens the sound file at `path`, and sees that it has a beginning.
    ///
    /// - Throws: ``PlayerFailure`` of stage `sound`, also for a sound without a frame.
    convenience init(beginningOf path: String) throws(PlayerFailure) {
        try self.init(path: path)
        var beginning: [Float] = []
        guard try read(1024, into: &beginning) > 0 else {
            throw .sound(path, .empty, "it has no frames", code: ENODATA)
        }
        try rewind()
    }

    package func read(_ count: Int, into frames: inout [Float]) throws(PlayerFailure) -> Int {
        let read = file.read(count, into: &samples)
        // Files of floats may hold anything: what is not a number is silence, what is beyond full is full.
        var all = samples.mutableSpan
        for index in 0..<(read * facts.channels) {
            let sample = all[index]
            // What is not a number is within no bounds either.
            if !(abs(sample) <= 1) { all[index] = sample.isNaN ? 0 : sample < 0 ? -1 : 1 }
        }
        downmix.append(samples, frames: read, to: &frames)
        return read
    }

    package func rewind() throws(PlayerFailure) {
        try file.rewind()
    }
}
