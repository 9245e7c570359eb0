// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The ways in which one ring may be heard, tried from the best to the last (design, section 5).
///
/// A sound that fails is followed by the next sound on the same output, an output that fails by the next
/// output with the same sound. The last sound is the built-in tone, which needs no file, so that the
/// ladder ends only when every output is dead.
nonisolated struct OutputLadder: Hashable, Sendable {
    /// One way to be heard.
    struct Rung: Hashable, Sendable {
        /// The ALSA name of the output.
        let output: String

        /// The path of the sound file, or `nil` for the built-in tone.
        let sound: String?
    }

    /// What failed on a rung.
    enum Failure: Hashable, Sendable {
        case sound
        case output
    }

    /// The ALSA names of the outputs, the preferred one first; never empty.
    let outputs: [String]

    /// The sounds, the preferred one first; the last is `nil`, the built-in tone.
    let sounds: [String?]

    private var outputIndex = 0
    private var soundIndex = 0

    /// Creates a ladder whose names appear once each, in the order given.
    ///
    /// - Parameters:
    ///   - outputs: ALSA names of the outputs; `default` is tried where there is none.
    ///   - files: Paths of sound files; the built-in tone follows the last.
    init(outputs: [String], files: [String]) {
        self.outputs = outputs.isEmpty ? ["default"] : outputs.uniqued()
        self.sounds = files.uniqued() + [nil]
    }

    /// The rung to stand on now.
    var current: Rung { Rung(output: outputs[outputIndex], sound: sounds[soundIndex]) }

    /// Whether the preferred output is the current one.
    var isOnPreferredOutput: Bool { outputIndex == 0 }

    /// Whether there is an output below the current one.
    var hasNextOutput: Bool { outputIndex + 1 < outputs.count }

    /// The rungs with a better output and the same sound, the best first.
    var better: [Rung] {
        outputs[..<outputIndex].map { Rung(output: $0, sound: sounds[soundIndex]) }
    }

    /// Steps to `output`, where it is one of the outputs, keeping the sound.
    mutating func step(to output: String) {
        outputIndex = outputs.firstIndex(of: output) ?? outputIndex
    }

    /// Steps down after `failure`, or returns `false` and goes back to the top, keeping the sound, when no
    /// output is left.
    mutating func descend(after failure: Failure) -> Bool {
        if failure == .sound, soundIndex + 1 < sounds.count {
            soundIndex += 1
            return true
        }
        guard outputIndex + 1 < outputs.count else {
            outputIndex = 0
            return false
        }
        outputIndex += 1
        return true
    }
}

nonisolated extension OutputLadder {
    /// The longest pause: with the time that a try takes, a better device that returns is heard within 5 s.
    static let longestPause = Duration.milliseconds(4500)

    /// The longest pause while no output is heard, where the device that returns ends a silence.
    static let longestSilentPause = Duration.seconds(1)

    /// How long to wait before `outputs` outputs are tried again that were dead `rounds` times; `isHeard` says
    /// whether another one plays meanwhile.
    ///
    /// Each try starts a process, so that more outputs are tried less often.
    static func pause(afterDeadRounds rounds: Int, outputs: Int, isHeard: Bool) -> Duration {
        let pauses: [Duration] = [
            .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2),
        ]
        let pause = rounds > pauses.count ? longestPause : pauses[max(rounds - 1, 0)]
        let patience = isHeard ? pause : min(pause, longestSilentPause)
        return min(max(patience, .milliseconds(150) * outputs), longestPause)
    }
}

nonisolated extension Array where Element: Hashable {
    fileprivate func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
