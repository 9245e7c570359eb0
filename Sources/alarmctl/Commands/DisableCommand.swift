// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// `alarmctl disable`: switches alarms off.
struct DisableCommand: Command {
    private let ids: [String]

    static let specification = CommandSpecification(
        name: "disable", summary: "Switch alarms off; they stay set.",
        positionals: [
            Positional(
                name: "ID", count: 1...Positional.unbounded,
                help: "The alarms; one that rings is ended.")
        ])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.ids = try arguments.alarmIDs()
    }

    func run(in session: Session) throws(Failure) {
        try session.turn(ids, on: false) { [StyledLine("\($0.alarm.id) is off")] }
    }
}
