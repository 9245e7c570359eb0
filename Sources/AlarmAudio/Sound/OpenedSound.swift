// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform
package import PlayerProtocol

/// A sound of which at least the first frame is known to be there.
package struct OpenedSound {
    /// The rate that the built-in tone asks an output for.
    private static let toneRate = 48_000

    /// How long a check reads at most: less than the daemon waits for it.
    package static let checkTime = Duration.milliseconds(1500)

    /// What the sound turned out to be.
    package let facts: SoundFacts

    /// Which file it is, and which state of it; `nil` for what needs no file.
    var identity: FileIdentity? { file?.identity }

    private let file: DecodedSound?
    private let isSilent: Bool

    /// Opens `sound` and decodes its beginning.
    ///
    /// - Parameters:
    ///   - sound: What is to be heard.
    ///   - shuffle: Which file of a folder is taken, where the sound is one.
    /// - Throws: ``PlayerFailure`` of stage `sound`, also for a sound without a frame.
    package init(_ sound: Sound, _ shuffle: Shuffle = Shuffle()) throws(PlayerFailure) {
        isSilent = sound == .silence
        switch sound {
        case .builtInTone:
            file = nil
            facts = BuiltInTone.facts(rate: Self.toneRate)
            return
        case .silence:
            file = nil
            facts = Silence.facts(rate: Self.toneRate)
            return
        case .file(let path): file = try SoundSearch.open(path, shuffle)
        case .named(let name, let folders):
            file = try SoundSearch.open(try SoundSearch.path(of: name, in: folders), shuffle)
        }
        facts = file?.facts ?? BuiltInTone.facts(rate: Self.toneRate)
    }

    /// Whether it is still the file, in the state, that was measured.
    package func isStill(_ measured: MeasuredSound) -> Bool {
        identity == measured.identity
    }

    /// The sound's frames at `rate`, over and over or in one pass, at the loudness of every sound where what was
    /// measured is of this very file.
    func stream(rate: Int, isLooped: Bool, measured: MeasuredSound? = nil) -> any SoundStream {
        guard let file else { return isSilent ? Silence(rate: rate) : BuiltInTone(rate: rate) }
        let stream = ResampledSound.adapting(isLooped ? LoopedSound(file) : file, to: rate)
        guard let measured, measured.identity == file.identity else { return stream }
        return LevelledSound.adapting(stream, measured.loudness)
    }

    /// How many frames of `rate` a second one pass has, where that is known.
    func passFrames(at rate: Int) -> Int? {
        file == nil ? BuiltInTone.pass.frames(at: rate) : nil
    }

    /// Reads the sound, once, and measures it: its first ten minutes, or what `time` suffices for.
    ///
    /// - Throws: ``PlayerFailure`` of stage `sound`.
    package func check(within time: Duration = Self.checkTime) throws(PlayerFailure) -> SoundCheck {
        var survey = SoundSurvey(rate: facts.rate, time: time)
        let stream = stream(rate: facts.rate, isLooped: false)
        // The built-in tone goes on for ever; one pass of it is looked at.
        let end = passFrames(at: facts.rate) ?? .max
        let frames = try survey.read(stream, upTo: end)
        let measured = try measured(by: &survey)
        return SoundCheck(
            facts: facts, frames: frames, duration: Duration(frames: frames, at: facts.rate),
            peak: Int(survey.peak * 1000), measured: measured)
    }

    private func measured(by survey: inout SoundSurvey) throws(PlayerFailure) -> MeasuredSound? {
        guard let file, let identity = file.identity,
            let loudness = try survey.loudness(of: file)
        else { return nil }
        let corrected = try LevelledSound.corrected(loudness, of: file, after: survey)
        return MeasuredSound(identity: identity, loudness: corrected)
    }
}
