// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// The sounds that could not be played, until they play again or a person took note of them: one problem for all.
final class SoundFaults {
    private static let problemName = "sound"

    /// What stands for the sound that no file holds.
    static let builtIn = "built-in tone"

    /// The most sounds that are told; of more the first are forgotten.
    private static let mostSounds = 20

    private let problems: ProblemList
    private var faults: [(sound: String, detail: Message)] = []

    /// Creates a list that knows of no fault, and tells `problems`.
    init(problems: ProblemList) {
        self.problems = problems
    }

    /// Takes note that a sound cannot be played, and why.
    func add(_ sound: String, _ detail: Message) {
        forgetAcknowledged()
        faults.removeAll { $0.sound == sound }
        faults.append((sound, detail))
        if faults.count > Self.mostSounds { faults.removeFirst() }
        tell()
    }

    /// Takes note that a sound plays.
    func mend(_ sound: String) {
        guard faults.contains(where: { $0.sound == sound }) else { return }
        forgetAcknowledged()
        faults.removeAll { $0.sound == sound }
        if faults.isEmpty { problems.mend(Self.problemName) } else { tell() }
    }

    /// Forgets the sounds that nothing names any more.
    ///
    /// - Parameter named: Says which sounds are named; asked only where there is a fault.
    func keep(_ named: () -> Set<String>) {
        guard !faults.isEmpty else { return }
        let names = named()
        let left = faults.filter { names.contains($0.sound) || $0.sound == Self.builtIn }
        guard left.count != faults.count else { return }
        forgetAcknowledged()
        guard !faults.isEmpty else { return }
        faults = left
        if faults.isEmpty { problems.mend(Self.problemName) } else { tell() }
    }

    /// What a person took note of is gone from the list of problems.
    private func forgetAcknowledged() {
        if !problems.problems.contains(where: { $0.name == Self.problemName }) { faults = [] }
    }

    private func tell() {
        guard let last = faults.last else { return }
        problems.add(
            Problem(
                name: Self.problemName, severity: .warning,
                detail: .joined(faults.map(\.detail), by: "; "),
                remedy: Message(verbatim: "alarmctl play \(last.sound)"), endsWhenAcknowledged: true
            ))
    }

    nonisolated deinit {}
}
