// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import PlayerProtocol

/// A sound brought to the loudness that every sound has at full volume.
///
/// What its peaks allow is done by a gain alone, which changes nothing but the level. Where they would pass the
/// ceiling a ``PeakLimiter`` holds them, so that a sound of soft notes and hard attacks is as loud as any other.
package final class LevelledSound: SoundStream {
    /// The integrated loudness that sounds are brought to, in LUFS.
    static let target: Double = -16

    /// What no true peak passes, in decibels of the full level (EBU R 128, section 3).
    static let ceiling: Double = -1

    /// How far a sound is raised at most, in decibels: what is quieter still is noise.
    static let mostRaised: Double = 30

    /// By how much the true peak may be above the largest sample, in decibels, for any sound but test signals.
    private static let peakMargin: Double = 3

    /// What is added at most for what the limiter takes, in hundredths of a decibel.
    private static let mostCorrected = 600

    private static let blockFrames = 4096

    package let rate: Int

    private let base: any SoundStream
    private let gain: Float
    private var limiter: PeakLimiter?
    private var levelled = FrameQueue()
    private var hasEnded = false

    /// What was read last; kept for its memory.
    private var block: [Float] = []

    private init(_ base: any SoundStream, gain: Double, isLimited: Bool) {
        self.base = base
        self.gain = Float(Level.amplitude(decibels: gain))
        rate = base.rate
        if isLimited { limiter = PeakLimiter(rate: rate, ceiling: Self.ceiling) }
    }

    /// `base` at the target, where it is as loud as `loudness` says; `base` itself where that is not known.
    static func adapting(_ base: any SoundStream, _ loudness: Loudness?) -> any SoundStream {
        guard let loudness else { return base }
        return LevelledSound(base, gain: gain(for: loudness), isLimited: isLimited(loudness))
    }

    private static func isLimited(_ loudness: Loudness) -> Bool {
        Double(loudness.peak) / 100 + gain(for: loudness) + peakMargin > ceiling
    }

    /// The loudness to count `stream` as, so that it comes out at the target.
    ///
    /// Where most of a sound's power is in its peaks, the limiter takes some of it; it is measured again as it
    /// comes out, as often as there is time, and what is missing is added to its gain, 6 dB at most.
    static func corrected(
        _ loudness: Loudness, of stream: any SoundStream, after survey: borrowing SoundSurvey
    ) throws(PlayerFailure) -> Loudness {
        var corrected = loudness
        for _ in 0..<3 where isLimited(corrected) {
            try stream.rewind()
            var again = survey.another()
            let levelled = adapting(stream, corrected)
            _ = try again.read(levelled)
            // What was cut short says nothing of the whole.
            guard let result = try again.loudness(of: levelled), again.isAsLong(as: survey) else {
                break
            }
            let missing = Int(target * 100) - result.integrated
            guard missing > 20 else { break }
            corrected.integrated = max(
                corrected.integrated - missing, loudness.integrated - mostCorrected)
        }
        return corrected
    }

    /// By how much a sound is raised or lowered, in decibels.
    static func gain(for loudness: Loudness) -> Double {
        min(target - Double(loudness.integrated) / 100, mostRaised)
    }

    package func read(_ count: Int, into frames: inout [Float]) throws(PlayerFailure) -> Int {
        guard limiter != nil else {
            let start = frames.count
            let read = try base.read(count, into: &frames)
            var samples = frames.mutableSpan
            for index in start..<samples.count { samples[index] *= gain }
            return read
        }
        while levelled.count == 0, !hasEnded { try extend() }
        return levelled.move(count, to: &frames)
    }

    package func rewind() throws(PlayerFailure) {
        try base.rewind()
        limiter?.reset()
        levelled = FrameQueue()
        hasEnded = false
    }

    /// Limits the next frames; at the end, those that it still looks at.
    private func extend() throws(PlayerFailure) {
        block.removeAll(keepingCapacity: true)
        if try base.read(Self.blockFrames, into: &block) == 0 {
            hasEnded = true
            block = [Float](repeating: 0, count: (limiter?.delay ?? 0) * 2)
        }
        var samples = block.mutableSpan
        for index in samples.indices { samples[index] *= gain }
        limiter?.process(&block)
        levelled.append(block[...])
    }
}
