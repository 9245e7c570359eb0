// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import PlayerProtocol

/// Which file of a folder each alarm was heard with last, so that the files take turns.
final class LastFiles {
    /// More alarms than a person has; beyond that the first are forgotten.
    private static let mostAlarms = 1000

    private var files: [AlarmID: String] = [:]

    /// The path of the file that an alarm was heard with last, where its sound was a folder.
    func file(of alarm: AlarmID) -> String? { files[alarm] }

    /// Takes note that an alarm is heard with the file at `path`.
    func note(_ path: String, of alarm: AlarmID) {
        if files.count >= Self.mostAlarms, files[alarm] == nil { files.removeAll() }
        files[alarm] = path
    }

    /// Which file a ring of an alarm takes: by chance, and not the last one again.
    func shuffle(for alarm: AlarmID) -> Shuffle {
        Shuffle(seed: .random(in: .min ... .max), last: files[alarm] ?? "")
    }

    nonisolated deinit {}
}
