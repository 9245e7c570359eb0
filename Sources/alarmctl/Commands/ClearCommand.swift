// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// `alarmctl clear`: removes alarms.
struct ClearCommand: Command {
    private let call: ClearCall

    private static let all = Flag("--all", "Remove all alarms.")

    static let specification = CommandSpecification(
        name: "clear", summary: "Remove alarms.",
        positionals: [
            Positional(
                name: "ID", count: 0...Positional.unbounded,
                help: "The alarms; one that rings is ended.")
        ],
        options: [all], examples: [Example(verbatim: "clear wake", "remove one")])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let isAll = arguments.has(Self.all)
        guard isAll != !arguments.words.isEmpty else {
            throw UsageError(
                isAll ? "clear takes ID or --all, not both" : "clear needs ID",
                hint: isAll ? nil : "or --all, to remove them all")
        }
        let ids = try arguments.alarmIDs()
        self.call = ClearCall(ids: isAll ? nil : ids, all: isAll ? true : nil)
    }

    func run(in session: Session) throws(Failure) {
        try session.call(call) { reply in
            if reply.cleared.isEmpty { session.note("There was no alarm to remove.") }
            return reply.cleared.map { StyledLine("\($0) is removed") }
        }
    }
}

extension ParsedArguments {
    /// The words as ids of alarms, each once.
    func alarmIDs() throws(UsageError) -> [String] {
        var ids: [String] = []
        for word in words {
            let id = try ValueReader.alarmID.read(word)
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }
}
