// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// `alarmctl enable`: switches alarms on.
struct EnableCommand: Command {
    private let ids: [String]

    static let specification = CommandSpecification(
        name: "enable", summary: "Switch alarms on.",
        positionals: [
            Positional(name: "ID", count: 1...Positional.unbounded, help: "The alarms.")
        ])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.ids = try arguments.alarmIDs()
    }

    func run(in session: Session) throws(Failure) {
        try session.turn(ids, on: true) { SetCommand.lines($0, at: Surroundings.now) }
    }
}

extension Session {
    /// Switches alarms on or off, all that can be: one that is refused does not keep the others back.
    ///
    /// - Throws: The last of what was refused; what came before it is said here.
    func turn(
        _ ids: [String], on isOn: Bool, show: (SetReply) -> [StyledLine]
    ) throws(Failure) {
        var refusal: Failure?
        for id in ids {
            do throws(Failure) {
                try call(SetCall(id: id, enabled: isOn), show: show)
            } catch {
                guard error.exit == .refused else { throw error }
                if let refusal { report(explain(refusal)) }
                refusal = error
            }
        }
        if let refusal { throw refusal }
    }
}
