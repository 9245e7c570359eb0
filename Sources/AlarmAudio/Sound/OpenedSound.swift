// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform
package import PlayerProtocol

/// A sound of which at least the first frame is known to be there.
package struct OpenedSound {
    /// The rate that the chime asks an output for.
    private static let chimeRate = 48_000

    /// How long a check reads at most: less than the daemon waits for it.
    package static let checkTime = Duration.milliseconds(1200)

    /// What the sound turned out to be.
    package let facts: SoundFacts

    private let file: DecodedSound?

    /// Opens `sound` and decodes its beginning.
    ///
    /// - Parameters:
    ///   - sound: What is to be heard.
    ///   - shuffle: Which file of a folder is taken, where the sound is one.
    /// - Throws: ``PlayerFailure`` of stage `sound`, also for a sound without a frame.
    package init(_ sound: Sound, _ shuffle: Shuffle = Shuffle()) throws(PlayerFailure) {
        switch sound {
        case .chime:
            file = nil
            facts = Chime.facts(rate: Self.chimeRate)
            return
        case .file(let path): file = try SoundSearch.open(path, shuffle)
        case .named(let name, let folders):
            file = try SoundSearch.open(try SoundSearch.path(of: name, in: folders), shuffle)
        }
        facts = file?.facts ?? Chime.facts(rate: Self.chimeRate)
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

    /// Reads the sound, once: whole, or as much of a long one as `time` allows.
    ///
    /// - Throws: ``PlayerFailure`` of stage `sound`.
    package func check(within time: Duration = Self.checkTime) throws(PlayerFailure) -> SoundCheck {
        let stream = stream(rate: facts.rate, isLooped: false)
        var frames = 0
        var peak: Float = 0
        var block: [Float] = []
        // The chime goes on for ever; one pass of it is looked at.
        let end = passFrames(at: facts.rate) ?? .max
        let deadline = Clocks.monotonic + time
        while frames < end, Clocks.monotonic < deadline {
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
