// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// `alarmctl next`: shows what sounds next.
struct NextCommand: Command {
    private let count: Int

    private static let number = ValueOption(
        "-n", "N", "How many to show, 1 to 1000; 5 where not given.", reads: .number(1...1000))

    static let specification = CommandSpecification(
        name: "next", summary: "Show what sounds next.", options: [number])

    static let isReading = true

    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.count = try arguments.value(of: Self.number) ?? 5
    }

    func run(in session: Session) throws(Failure) {
        try session.call(NextCall(count: count)) { reply in
            guard reply.occurrences.isEmpty else {
                return AlarmTable.occurrences(reply.occurrences, at: Surroundings.now)
            }
            session.note("Nothing is going to ring.")
            return []
        }
    }
}
