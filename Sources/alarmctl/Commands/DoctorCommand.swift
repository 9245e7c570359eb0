// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import JSON
internal import Platform

/// `alarmctl doctor`: finds out whether the next alarm will ring.
struct DoctorCommand: Command {
    /// How long the daemon's own checks may take: disks, outputs and mixers that hang are waited for.
    private static let patience = Duration.seconds(30)

    static let specification = CommandSpecification(
        name: "doctor", summary: "Find out whether the next alarm will ring.",
        discussion: [
            """
            Each check says ok, warn or FAIL, why, and what mends it. Nothing is heard; outputs
            are opened, and with doctor_play in alarmd.conf play a moment of silence.
            Exit code 1: it cannot be relied on.
            """
        ])

    init(_ arguments: ParsedArguments) throws(UsageError) {}

    func run(in session: Session) throws(Failure) {
        let findings = try Self.findings(of: session)
        if session.isJSON {
            session.console.print(
                .object(DiagnoseReply(checks: findings.map { Wire.Check($0) }).parameters))
        } else {
            session.console.print(DoctorText.lines(try Self.timed(findings, in: session)))
        }
        let failures = findings.failures
        guard failures.isEmpty else {
            throw Failure(
                .refused, "NotReliable",
                "the next alarm cannot be relied on: \(Message.joined(failures.map(\.title), by: ", "))"
            )
        }
        if !session.isJSON { session.console.print(DoctorText.conclusion(findings)) }
    }

    /// The findings, with the time of the next alarm as a person writes it.
    private static func timed(
        _ findings: [Finding], in session: Session
    ) throws(Failure) -> [Finding] {
        let index = findings.firstIndex {
            $0.name == Finding.Check.next.rawValue && $0.verdict == .pass
        }
        let coming: Set = [Wire.OccurrenceState.scheduled, .snoozed]
        guard let index,
            let next = try session.ask(NextCall(count: 1)).value.occurrences.first(where: {
                coming.contains($0.state)
            }), let time = ZonedTime(next.sounds ?? next.due)
        else { return findings }
        var findings = findings
        let distance = distanceText(time.instant - Surroundings.now)
        findings[index].detail = Message("\(next.alarm), \(time.long), \(distance)")
        return findings
    }

    /// What the caller's world says, and then what the daemon finds, in the order of the checks.
    private static func findings(of session: Session) throws(Failure) -> [Finding] {
        guard let last = try session.choices().last else { return [] }
        let connection: Connection
        do throws(Failure) { connection = try session.daemon() } catch {
            let reach = Surroundings.mayUse(last.path) ? Reach.silent : .denied
            return service(last, reach, error) + [
                .clock(isSynchronized: ClockQuality.isSynchronized, trust: nil),
                .battery(isThere: ClockQuality.hasBatteryClock()),
            ]
        }
        let answer = try session.ask(DiagnoseCall(), patience: patience)
        return service(connection.choice, .answers, nil) + answer.value.checks.map { Finding($0) }
    }

    private static func service(
        _ choice: SocketChoice, _ reach: Reach, _ failure: Failure?
    ) -> [Finding] {
        let isUser = choice.origin == .user
        var state: ServiceState?
        switch choice.origin {
        case .named: break
        case .user, .system: state = ServiceState.ask(isUser: isUser)
        }
        let service = Finding.service(choice, reach, state, lingers: Surroundings.lingers)
        return [service, Finding.socket(choice, reach, failure)].compactMap(\.self)
    }
}
