// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import PlayerProtocol

/// Which file of a folder each alarm was heard with last, so that the files take turns.
final class LastFiles {
    /// More alarms than a person has; beyond that the first are forgotten.
    private static let mostAlarms = 1000

    private var files: [AlarmID: String] = [:]

    /// The file of each folder that is taken next, since it was measured: by the folder's word.
    private var chosen: [String: String] = [:]

    /// The path of the file that an alarm was heard with last, where its sound was a folder.
    func file(of alarm: AlarmID) -> String? { files[alarm] }

    /// Takes note that an alarm is heard with the file at `path`.
    func note(_ path: String, of alarm: AlarmID) {
        if files.count >= Self.mostAlarms, files[alarm] == nil { files.removeAll() }
        files[alarm] = path
    }

    /// Which file a ring of an alarm takes: by chance, and not the last one again.
    ///
    /// - Parameters:
    ///   - alarm: Whose ring it is.
    ///   - word: Its sound, as the catalogue returned it; `nil` for the built-in tone.
    /// - Returns: The choice.
    func shuffle(for alarm: AlarmID, of word: String?) -> Shuffle {
        let last = files[alarm] ?? ""
        let next = word.flatMap { chosen[$0] } ?? ""
        return Shuffle(
            seed: .random(in: .min ... .max), next: next == last ? "" : next, last: last)
    }

    /// Takes note that the file at `path` was measured, and is to be heard next of the folder that `word` means.
    func choose(_ path: String, of word: String) {
        if chosen.count >= Self.mostAlarms, chosen[word] == nil { chosen.removeAll() }
        chosen[word] = path
    }

    /// Which file of a folder is measured for its next ring: by chance, and not the one that was chosen before.
    func shuffleToMeasure(_ word: String) -> Shuffle {
        Shuffle(seed: .random(in: .min ... .max), last: chosen[word] ?? "")
    }

    nonisolated deinit {}
}
