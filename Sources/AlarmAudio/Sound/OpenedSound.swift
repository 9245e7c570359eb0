// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import PlayerProtocol

/// A sound of which at least the first frame is known to be there.
package struct OpenedSound {
    /// The rate that the chime asks an output for.
    private static let chimeRate = 48_000

    /// What the sound turned out to be.
    package let facts: SoundFacts

    private let file: DecodedSound?

    /// Opens `sound` and decodes its beginning.
    ///
    /// - Throws: ``PlayerFailure`` of stage `sound`, also for a sound without a frame.
    package init(_ sound: Sound) throws(PlayerFailure) {
        guard case .file(let path) = sound else {
            file = nil
            facts = Chime.facts(rate: Self.chimeRate)
            return
        }
        let decoded = try DecodedSound(path: path)
        var beginning: [Float] = []
        guard try decoded.read(1024, into: &beginning) > 0 else {
            throw .sound("\(path): it has no frames", code: 61)
        }
        try decoded.rewind()
        file = decoded
        facts = decoded.facts
    }

    /// The sound's frames at `rate`, over and over or in one pass.
    func stream(rate: Int, isLooped: Bool) -> any SoundStream {
        guard let file else { return Chime(rate: rate) }
        return ResampledSound.adapting(isLooped ? LoopedSound(file) : file, to: rate)
    }

    /// How many frames of `rate` a second one pass has, where that is known.
    func passFrames(at rate: Int) -> Int? {
        file == nil ? Chime.pass.frames(at: rate) : nil
    }

    /// Reads the whole sound, once.
    ///
    /// - Throws: ``PlayerFailure`` of stage `sound`.
    package func check() throws(PlayerFailure) -> SoundCheck {
        let stream = stream(rate: facts.rate, isLooped: false)
        var frames = 0
        var peak: Float = 0
        var block: [Float] = []
        // The chime goes on for ever; one pass of it is looked at.
        let end = passFrames(at: facts.rate) ?? .max
        while frames < end {
            block.removeAll(keepingCapacity: true)
            let read = try stream.read(min(4096, end - frames), into: &block)
            if read == 0 { break }
            frames += read
            for sample in block { peak = max(peak, abs(sample)) }
        }
        return SoundCheck(
            facts: facts, frames: frames, duration: Duration(frames: frames, at: facts.rate),
            peak: Int(peak * 1000))
    }
}
