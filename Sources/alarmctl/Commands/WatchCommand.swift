// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import JSON
internal import Localization

/// `alarmctl watch`: shows what happens, as it happens.
struct WatchCommand: Command {
    static let specification = CommandSpecification(
        name: "watch", summary: "Show what happens, a line an event.",
        discussion: [
            """
            It ends with 0 on Ctrl-C, on SIGTERM, and when nobody reads its lines any more;
            with 3 when the daemon goes away.
            """
        ])

    static let isReading = true

    init(_ arguments: ParsedArguments) throws(UsageError) {}

    func run(in session: Session) throws(Failure) {
        let daemon = try session.daemon()
        try daemon.stopOnSignals()
        try daemon.send(VarlinkCall(MonitorCall(), wantsMore: true))
        while let reply = try daemon.receive(within: nil) {
            if reply.error != nil { throw Failure(refusal: reply) }
            show(reply, in: session)
            do throws(WriteFailure) { try session.console.flush() } catch {
                guard case .failed(let reason) = error else { return }
                throw Failure(.refused, "Output", "the events cannot be written: \(reason)")
            }
            guard reply.continues else { throw .brokenOff(daemon.choice) }
        }
    }

    private func show(_ reply: VarlinkReply, in session: Session) {
        guard let event = reply.parameters["event"] else { return }
        if session.isJSON {
            session.console.print(event)
        } else if let value = try? MonitorReply(reply: reply.parameters).event {
            session.console.print(Self.line(value, in: Zones.machine))
        } else {
            // An event of a newer daemon is shown as it came, rather than not at all.
            session.console.print(
                StyledLine(verbatim: String(decoding: event.serialized(), as: UTF8.self)))
        }
    }

    /// One event as a line: when, what, of what, why, until when, by what and by whom.
    ///
    /// The times are those of one clock, whatever zones the alarms are in, so that the lines can be compared.
    static func line(_ event: Wire.Event, in zone: any ZoneRules) -> StyledLine {
        func read(_ text: String) -> CivilDateTime? {
            Instant(rfc3339: text).map {
                ZonedTime(instant: $0, offset: zone.span(at: $0).offset).civil
            }
        }
        let at = read(event.at).map {
            "\($0.date) \(TimeFormat.text($0.time, showsSeconds: true))"
        }
        var line = StyledLine(verbatim: at ?? event.at, .dim)
        let kind = event.kind.words.localized
        line.append(verbatim: "  \(kind)", style(event.kind))
        // As wide as the longest kind.
        let width = Wire.EventKind.allCases.map { displayWidth($0.words.localized) }.max() ?? 0
        line.append(verbatim: String(repeating: " ", count: max(0, width - displayWidth(kind))))
        func append(_ message: Message, _ style: StyledLine.Style = .plain) {
            line.append(verbatim: "  ")
            line.append(message, style)
        }
        if let subject = event.occurrence ?? event.alarm { append(.init(verbatim: subject), .bold) }
        if let reason = event.reasonWords { append(reason) }
        if let until = event.until {
            append(Message("until \(read(until).map { TimeFormat.text($0.time) } ?? until)"))
        }
        if let output = event.output { append(Message("on \(outputWords(output))")) }
        if let by = event.by { append(Message("by \(by)"), .dim) }
        return line
    }

    private static func style(_ kind: Wire.EventKind) -> StyledLine.Style {
        switch kind {
        case .ringing, .scene, .missed, .health: .red
        case .snoozed, .queued, .storage, .clock, .zone: .yellow
        case .set, .dismissed: .green
        default: .plain
        }
    }
}
