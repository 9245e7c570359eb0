// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmProtocol

/// `alarmctl dismiss`: ends what rings.
struct DismissCommand: Command {
    private let call: DismissCall

    private static let all = Flag("--all", "End everything, what is snoozed too.")

    static let specification = CommandSpecification(
        name: "dismiss", summary: "End what rings or is snoozed.",
        positionals: [
            Positional(
                name: "OCCURRENCE|ID", count: 0...1,
                help: "What to end; left out, what is heard is meant.")
        ],
        options: [all])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let isAll = arguments.has(Self.all)
        guard !isAll || arguments.words.isEmpty else {
            throw UsageError("dismiss takes an occurrence or --all, not both")
        }
        var occurrence: String?
        if let word = arguments.words.first { occurrence = try ValueReader.occurrence.read(word) }
        self.call = DismissCall(occurrence: occurrence, all: isAll ? true : nil)
    }

    func run(in session: Session) throws(Failure) {
        try session.call(call) { reply in
            if reply.dismissed.isEmpty { session.note("Nothing rang, and nothing was snoozed.") }
            return reply.dismissed.map { StyledLine("\($0) is dismissed") }
        }
    }
}
