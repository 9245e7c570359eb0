// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import AlarmStore
internal import JSON
internal import Platform

/// Runs the commands of the configuration and of storyboards: programs of whoever may write those, never of a client.
///
/// Nothing waits for one: not a ring, and not another command, but where very many are to run at once.
final class CommandsController: Controller {
    /// The most that run at once.
    static let mostRunning = 16

    /// The most that wait for one to end; more are left out, and that is said.
    static let mostWaiting = 200

    private static let problemName = "run"

    /// What is run, and for how long.
    var settings = Configuration.Run()

    private let program: PlayerProgram
    private let problems: ProblemList
    private let remedy: Message
    private let loop: RunLoop
    private let log: Log
    private var waiting: [CommandRequest] = []

    /// The commands that failed, and of which each may be mended by its next run; the newest last.
    private var failed: [(title: Message, fault: CommandFault)] = []

    /// The most commands that are told; of more the first are forgotten.
    private static let mostFailed = 8

    /// Creates a controller that runs nothing yet.
    ///
    /// - Parameters:
    ///   - program: What becomes a command.
    ///   - isSandboxed: Whether commands may be kept from what they need by the service's sandbox.
    ///   - problems: Are told of what fails.
    ///   - loop: The loop.
    ///   - log: Where each failure is written.
    init(
        program: PlayerProgram, isSandboxed: Bool, problems: ProblemList, on loop: RunLoop, log: Log
    ) {
        self.program = program
        self.problems = problems
        self.remedy =
            isSandboxed
            ? Message(
                "man alarmd.conf, Section [run]: the sandbox of alarmd.service keeps it from the network"
            )
            : Message("man alarmd.conf, Section [run]")
        self.loop = loop
        self.log = log
        super.init()
    }

    override func didStop() {
        waiting = []
    }

    /// Whether a command is to be run for events of this kind, or killed by them.
    func isConcerned(by kind: EventKind) -> Bool {
        settings.commands[kind] != nil || Self.isEnd(kind) && !children.isEmpty
    }

    /// Takes note of an event: runs its command, and kills those that run no longer than their ring where that is wanted.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - written: The same, as clients are told it.
    ///   - label: What its alarm is for.
    func take(_ event: AlarmEvent, written: Wire.Event, label: String?) {
        if Self.isEnd(event.kind), settings.killsAtEnd { kill(of: event.occurrence) }
        if let words = settings.commands[event.kind] {
            run(words, for: event, written: written, label: label)
        }
    }

    /// Runs a command for an event.
    func run(_ words: [String], for event: AlarmEvent, written: Wire.Event, label: String?) {
        waiting.append(
            CommandRequest(
                words: words, kind: event.kind, occurrence: event.occurrence,
                variables: written.variables(label: label),
                input: JSONValue.object(written.parameters).serialized() + [10]))
        if waiting.count > Self.mostWaiting {
            didFail(
                waiting.removeFirst(), CommandFault(message: Message("too many wait to be run")))
        }
        startNext()
    }

    private static func isEnd(_ kind: EventKind) -> Bool { kind == .dismissed || kind == .missed }

    private func kill(of occurrence: OccurrenceID?) {
        waiting.removeAll { $0.occurrence == occurrence && !Self.isEnd($0.kind) }
        for case let command as CommandController in children
        where command.request.occurrence == occurrence && !Self.isEnd(command.request.kind) {
            command.kill()
        }
    }

    private func startNext() {
        while state == .started, children.count < Self.mostRunning, !waiting.isEmpty {
            let request = waiting.removeFirst()
            let command = CommandController(
                request, by: program, for: settings.timeout, on: loop
            ) { [weak self] in self?.didEnd($0, $1) }
            do {
                try addChild(command)
            } catch {
                didFail(request, CommandFault(message: Message(verbatim: "\(error)")))
            }
        }
    }

    private func didEnd(_ command: CommandController, _ fault: CommandFault?) {
        removeChild(command)
        if let fault { didFail(command.request, fault) } else { didSucceed(command.request) }
        startNext()
    }

    private func didFail(_ request: CommandRequest, _ fault: CommandFault) {
        log.error("the command \(request.title): \(fault.message)")
        forget(request.title)
        failed = failed.suffix(Self.mostFailed - 1) + [(request.title, fault)]
        tell()
    }

    private func didSucceed(_ request: CommandRequest) {
        guard failed.contains(where: { $0.title == request.title }) else { return }
        forget(request.title)
        if failed.isEmpty { problems.mend(Self.problemName) } else { tell() }
    }

    private func forget(_ title: Message) {
        // What a person took note of is gone from the list of problems.
        if !problems.problems.contains(where: { $0.name == Self.problemName }) { failed = [] }
        failed.removeAll { $0.title == title }
    }

    private func tell() {
        let details = failed.map { Message("\($0.title): \($0.fault.message)") }
        problems.add(
            Problem(
                name: Self.problemName, severity: .warning, detail: .joined(details, by: "; "),
                remedy: failed.contains { $0.fault.mayLackNetwork } ? remedy : nil,
                endsWhenAcknowledged: true))
    }

    nonisolated deinit {}
}
