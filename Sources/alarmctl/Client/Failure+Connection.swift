// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import JSON
internal import Platform

/// What to say where no daemon is reached.
extension Failure {
    /// None of `choices` can be connected to; `error` is what the last of them said.
    static func unreachable(_ choices: [SocketChoice], _ error: SystemError?) -> Failure {
        let paths = choices.map(\.path)
        guard let last = choices.last, let error else {
            return Failure(.unreachable, "Unreachable", "there is no socket to try")
        }
        let parameters: JSONObject = ["sockets": .array(paths.map { .string($0) })]
        func failure(_ message: Message, _ hints: [Message]) -> Failure {
            Failure(.unreachable, "Unreachable", message, hints: hints, parameters: parameters)
        }
        switch error.errno {
        case .accessDenied:
            let group = Surroundings.groupName(ofFile: last.path) ?? "alarm"
            return failure(
                "you may not use \(last.path): it is for the group “\(group)”",
                [
                    "sudo usermod -aG \(group) \(Surroundings.userName ?? "$USER") makes you a member; then log in again"
                ])
        case .noSuchFile, .connectionRefused:
            return failure(
                "no alarmd answers at \(Message.disjunction(paths))", whatToStart(last))
        default:
            return failure(Message(verbatim: "\(error)"), whatToStart(last))
        }
    }

    private static func whatToStart(_ choice: SocketChoice) -> [Message] {
        switch choice.origin {
        case .named(let name):
            [
                Message(
                    "is alarmd running there? Without \(name) the user's or the system's is asked")
            ]
        case .user, .system:
            [
                Message(
                    """
                    sudo systemctl start alarmd starts the system's, \
                    systemctl --user start alarmd your own
                    """)
            ]
        }
    }

    /// The daemon did not answer in time.
    static func noAnswer(from choice: SocketChoice) -> Failure {
        Failure(
            .unreachable, "NoAnswer",
            "alarmd at \(choice.path) has not answered for \(durationText(Connection.patience))",
            hints: [
                "what was asked may still be done; alarmctl list shows what is set",
                "journalctl -u alarmd tells what it is doing",
            ])
    }

    /// Whether the daemon ended the connection before it answered.
    var isBrokenOff: Bool { name == Self.brokenOffName }

    private static let brokenOffName = "BrokenOff"

    /// The daemon ended the connection.
    static func brokenOff(_ choice: SocketChoice) -> Failure {
        Failure(
            .unreachable, brokenOffName, "alarmd at \(choice.path) ended the connection",
            hints: ["journalctl -u alarmd tells why; it may have been restarted: try again"])
    }

    /// The daemon, or what else listens there, said something that is not understood.
    static func notUnderstood(_ what: Message, from choice: SocketChoice?) -> Failure {
        let message =
            choice.map { Message("alarmd at \($0.path) answered what is not understood: \(what)") }
            ?? Message("alarmd answered what is not understood: \(what)")
        return Failure(
            .refused, "NotUnderstood", message,
            hints: ["alarmctl --version and alarmctl status tell whether both are of one version"])
    }
}
