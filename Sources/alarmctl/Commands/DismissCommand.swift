// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import JSON
internal import Platform

/// `alarmctl dismiss`: ends what rings.
struct DismissCommand: Command {
    private let call: DismissCall
    private let holds: Bool

    private static let all = Flag("--all", "End everything, what is snoozed too.")
    private static let hold = Flag(
        "--hold", "Hold a finger on it for as long as the configuration wants ([hands] stop_hold).")

    static let specification = CommandSpecification(
        name: "dismiss", summary: "End what rings or is snoozed.",
        positionals: [
            Positional(
                name: "OCCURRENCE|ID", count: 0...1,
                help: "What to end; left out, what is heard is meant.")
        ],
        options: [all, hold])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let isAll = arguments.has(Self.all)
        guard !isAll || arguments.words.isEmpty else {
            throw UsageError("dismiss takes an occurrence or --all, not both")
        }
        var occurrence: String?
        if let word = arguments.words.first { occurrence = try ValueReader.occurrence.read(word) }
        self.call = DismissCall(occurrence: occurrence, all: isAll ? true : nil)
        self.holds = arguments.has(Self.hold)
        guard !holds || !isAll else {
            throw UsageError(.excluding([Self.hold.spelling, Self.all.spelling]))
        }
    }

    func run(in session: Session) throws(Failure) {
        if holds, let ringing = try ringing(in: session) {
            return try hold(ringing, in: session)
        }
        try session.call(call) { reply in
            if reply.dismissed.isEmpty, reply.continued.isEmpty {
                session.note("Nothing rang, and nothing was snoozed.")
            }
            return reply.dismissed.map { StyledLine("\($0) is dismissed") }
                + reply.continued.map { StyledLine(Self.goesOn($0)) }
        }
    }

    private static func goesOn(_ occurrence: String) -> Message {
        Message("\(occurrence) goes on in another scene of its storyboard")
    }

    /// What is to be ended and rings; `nil` where it does not ring, and so needs no press.
    private func ringing(in session: Session) throws(Failure) -> Wire.Occurrence? {
        let ringing = try session.ask(StatusCall()).value.ringing
            .filter { $0.state == .ringing || $0.state == .queued }
        guard let name = call.occurrence else { return ringing.first { $0.state == .ringing } }
        return ringing.first { $0.id == name || $0.alarm == name }
    }

    private func hold(_ occurrence: Wire.Occurrence, in session: Session) throws(Failure) {
        var press = try RemotePress(PressCall(alarm: occurrence.alarm), in: session)
        let length = Duration.milliseconds(press.gesture.beginsIn)
        if length > .seconds(1) {
            session.note("\(occurrence.alarm) is held for \(durationText(length)) …")
        }
        try press.waitUntilBegun()
        guard press.gesture.state == .ended else {
            // It ended just before the finger was put down, and a hand was gripped instead.
            try press.cancel()
            throw press.broken
        }
        let goesOn = try session.ask(StatusCall()).value.ringing.contains { $0.id == occurrence.id }
        if session.isJSON {
            let reply = DismissReply(
                dismissed: goesOn ? [] : [occurrence.id], continued: goesOn ? [occurrence.id] : [])
            session.console.print(.object(reply.parameters))
        } else {
            session.console.print(
                StyledLine(
                    goesOn ? Self.goesOn(occurrence.id) : "\(occurrence.id) is dismissed"))
        }
    }
}
