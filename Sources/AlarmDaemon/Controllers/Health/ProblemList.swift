// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// Something that is wrong until it is mended or a person has taken note of it.
nonisolated struct Problem: Hashable, Sendable {
    /// How bad it is.
    enum Severity: Hashable, Sendable {
        /// A ring may not be as it was asked for.
        case warning
        /// A ring may not be heard, or may be lost.
        case failure
    }

    /// What it is about, by a name that never changes: `storage`, `configuration`, `output`, `zone`.
    var name: String
    var severity: Severity
    /// What is wrong.
    var detail: Message
    /// What mends it; `nil` where that is not known.
    var remedy: Message?
    /// Whether a check found it, so that the next may mend it.
    var isFoundByCheck = false
    /// Whether it ends when a person takes note of it, since nothing else can mend it.
    var endsWhenAcknowledged = false
}

/// Is told of what is wrong, and what is mended.
protocol ProblemListDelegate: AnyObject {
    func problemList(_ list: ProblemList, didAdd problem: Problem)
    func problemList(_ list: ProblemList, didMend name: String)
}

/// All that is wrong now, one problem a name: what `Status.problems` shows.
final class ProblemList {
    weak var delegate: (any ProblemListDelegate)?

    /// The problems, in the order in which they came up.
    private(set) var problems: [Problem] = []

    /// Takes note of a problem; of one with the same name, the newer stands.
    ///
    /// Said again, it is not told again.
    func add(_ problem: Problem) {
        if let index = problems.firstIndex(where: { $0.name == problem.name }) {
            guard problems[index] != problem else { return }
            problems[index] = problem
        } else {
            problems.append(problem)
        }
        delegate?.problemList(self, didAdd: problem)
    }

    /// Takes note that a problem is no more.
    func mend(_ name: String) {
        guard problems.contains(where: { $0.name == name }) else { return }
        problems.removeAll { $0.name == name }
        delegate?.problemList(self, didMend: name)
    }

    /// Takes note that a person knows; returns how many problems end by that.
    func acknowledge() -> Int {
        let count = problems.count
        problems.removeAll(where: \.endsWhenAcknowledged)
        return count - problems.count
    }

    nonisolated deinit {}
}
