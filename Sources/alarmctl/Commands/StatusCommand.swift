// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// `alarmctl status`: shows how the clock is.
struct StatusCommand: Command {
    private let acknowledges: Bool

    private static let acknowledge = Flag(
        "--acknowledge", "Say that you have seen what was missed, or was damaged.")

    static let specification = CommandSpecification(
        name: "status",
        summary: "Show how the clock is: what rings, what was missed, what is wrong.",
        options: [acknowledge])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.acknowledges = arguments.has(Self.acknowledge)
    }

    // The socket for readers knows no Acknowledge; that the main one is asked first suffices for it.
    static let isReading = true

    func run(in session: Session) throws(Failure) {
        guard !acknowledges else {
            try session.call(AcknowledgeCall()) { [Self.line(acknowledged: $0.acknowledged)] }
            return
        }
        try session.call(StatusCall()) { StatusText.lines($0, elsewhere: Surroundings.now) }
    }

    private static func line(acknowledged count: Int) -> StyledLine {
        guard count > 0 else { return StyledLine("There was nothing to acknowledge.") }
        return StyledLine(
            Message(
                one: "One report is acknowledged.", many: "\(count) reports are acknowledged.",
                count: count))
    }
}
