// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import PlayerProtocol

/// What came of trying one output.
nonisolated struct OutputTrial: Sendable {
    /// What the output did.
    enum Result: Sendable {
        /// It opened; and, where it was asked to, it played silence.
        case opened(OutputFacts, hasPlayed: Bool)
        /// It did not; why.
        case failed(Message)
    }

    /// Its ALSA name.
    var output: String
    var result: Result
    /// Whether the kernel lists a sound card that plays.
    var cardListed: Bool

    /// What it granted; `nil` where it did not open.
    var facts: OutputFacts? {
        if case .opened(let facts, _) = result { facts } else { nil }
    }

    /// Whether somebody hears it, as far as a machine can know.
    var isVerified: Bool {
        switch facts?.backing {
        case .card: true
        case .server: cardListed
        case .nothing, nil: false
        }
    }

    /// What it granted.
    var words: Message {
        switch result {
        case .failed(let reason): return Message("\(output): \(reason)")
        case .opened(let facts, let hasPlayed):
            let buffer = DurationText.write(facts.buffer)
            let format = "\(facts.format), \(facts.rate) Hz"
            let opens = Message(
                "\(output) opens: \(format), \(facts.channels) channels, buffer \(buffer)")
            return hasPlayed ? Message("\(opens); it played silence") : opens
        }
    }
}

/// What was found of the sound of the next ring.
nonisolated struct SoundTrial: Sendable {
    /// The sound as a person wrote it; `nil` for the built-in tone.
    var word: String?
    /// What is wrong with it; `nil` where nothing is.
    var fault: Message?
    /// What was measured of it, where that is known.
    var loudness: Loudness?
}

/// What was found of the mixer of an output.
nonisolated enum MixerTrial: Sendable {
    /// There is none that could be muted.
    case none
    /// How its element is, and how a ring makes it.
    case found(MixerSnapshot)
    /// It cannot be looked at; why.
    case failed(Message)
}

/// What was found of the folder that the alarms are stored in.
nonisolated enum StorageTrial: Sendable {
    /// It takes files, and has room for so many bytes.
    case room(Int64)
    /// It takes none; why, in English.
    case failed(String)
}

nonisolated extension Finding {
    /// Judges the sound of the next ring; what cannot be played, or heard, is replaced by another.
    static func sound(_ trial: SoundTrial) -> Finding {
        guard let word = trial.word else {
            return Finding(.sound, .pass, "the built-in tone, which needs no file")
        }
        guard let fault = trial.fault else {
            guard let loudness = trial.loudness else {
                return Finding(.sound, .pass, "\(word) plays")
            }
            return Finding(
                .sound, .pass, "\(word) plays, loudness \(loudness.integrated / 100) LUFS")
        }
        return Finding(
            .sound, .warn, "\(word): \(fault); another sound rings instead",
            remedy: Message(verbatim: "alarmctl play \(word)"))
    }

    /// Judges the outputs, which were tried in the order in which a ring tries them: whether one of them plays, and
    /// whether there is another for when it is lost.
    ///
    /// - Returns: What was found of `output`, and of `fallback` where there is an output.
    static func outputs(_ trials: [OutputTrial]) -> [Finding] {
        let opened = trials.filter { $0.facts != nil }
        let failed = Message.joined(trials.filter { $0.facts == nil }.map(\.words), by: "; ")
        let remedy = Message("alarmctl play, and aplay -l for the sound cards")
        guard let first = opened.first else {
            return [Finding(.output, .fail, "no output opens: \(failed)", remedy: remedy)]
        }
        let output: Finding
        if first.output != trials.first?.output {
            output = Finding(
                .output, .warn, "\(first.words), in the place of \(failed)", remedy: remedy)
        } else if !first.isVerified {
            output = Finding(
                .output, .warn, "\(first.words); but no sound card is behind it",
                remedy: "[output] devices: aplay -L lists what there is")
        } else {
            output = Finding(.output, .pass, first.words)
        }
        return [output, fallback(opened.dropFirst().map(\.output), failed)]
    }

    private static func fallback(_ others: [String], _ failed: Message) -> Finding {
        let tone = Message("the built-in tone where a sound fails")
        guard others.isEmpty else {
            return Finding(.fallback, .pass, "\(others.joined(separator: ", ")); \(tone)")
        }
        return Finding(
            .fallback, .warn,
            failed.values.isEmpty
                ? "no other output opens; \(tone)" : "no other output opens: \(failed); \(tone)",
            remedy: "a second card in [output] devices rings where the first is lost")
    }

    /// Judges the mixer: one that is configured is made fit for a ring.
    static func mixer(_ trial: MixerTrial, _ configuration: Configuration.Mixer) -> Finding {
        let isConfigured = configuration.element != nil
        switch trial {
        case .none: return Finding(.mixer, .pass, "the output has none that could be muted")
        case .failed(let reason):
            return Finding(
                .mixer, .warn, "\(reason); the mixer is left as it is",
                remedy: Message(verbatim: "amixer scontrols"))
        case .found(let snapshot):
            let name = Message("\(snapshot.element) of the mixer \(snapshot.mixer)")
            let setting = isConfigured ? "unmute = yes" : "element = \(snapshot.element)"
            let command = "amixer -D \(snapshot.mixer) sset \(snapshot.element) unmute 80%"
            let remedy = Message("\(command), or [mixer] \(setting)")
            // What a ring will make of it.
            let levels = isConfigured ? snapshot.ours : snapshot.before
            if levels.isMuted {
                return Finding(.mixer, .fail, "\(name) is muted", remedy: remedy)
            }
            guard !snapshot.isHeard else {
                return Finding(
                    .mixer, .pass, "\(name) is on, and not below \(configuration.floor) %")
            }
            let state =
                snapshot.before.isMuted
                ? Message("\(name) is muted") : Message("\(name) is below \(configuration.floor) %")
            return isConfigured
                ? Finding(.mixer, .pass, "\(state); a ring makes it fit")
                : Finding(.mixer, .warn, state, remedy: remedy)
        }
    }

    /// Less room than this is told of: the alarms take some kilobytes, and others write too.
    static let leastRoom: Int64 = 1 << 20

    /// Judges the disk under the folder.
    static func storage(_ trial: StorageTrial, in folder: String) -> Finding {
        switch trial {
        case .failed(let reason):
            Finding(
                .storage, .fail,
                "alarms cannot be stored in \(folder), and are lost when alarmd ends: \(reason)",
                remedy: Message(verbatim: "df -h \(folder)"))
        case .room(let bytes) where bytes < leastRoom:
            Finding(
                .storage, .warn, "only \(bytes / 1024) kB are left in \(folder)",
                remedy: Message(verbatim: "df -h \(folder)"))
        case .room(let bytes):
            Finding(.storage, .pass, "\(folder) can be written, \(bytes >> 20) MB are left")
        }
    }
}

nonisolated extension MixerLevels {
    /// Whether every side is switched off.
    fileprivate var isMuted: Bool { !switches.isEmpty && !switches.contains(true) }
}
