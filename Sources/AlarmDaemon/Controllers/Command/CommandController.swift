// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import JSON
internal import Platform

/// A command that is to be run, and what for.
struct CommandRequest {
    /// The program's path, and its arguments.
    let words: [String]
    /// The kind of event that it is run for.
    let kind: EventKind
    /// The occurrence that it is run for.
    let occurrence: OccurrenceID?
    /// What its environment has besides, as `NAME=value`.
    let variables: [String]
    /// What it reads.
    let input: [UInt8]

    /// What it is, for who looks after it.
    var title: Message { Message("\(words.first ?? "") for \(kind.rawValue)") }
}

/// Why a command failed.
struct CommandFault {
    /// What is wrong.
    let message: Message
    /// Whether what the sandbox keeps from it may be why.
    var mayLackNetwork = false
}

/// One command that runs, until it ends or has had its time.
final class CommandController: Controller {
    /// What it runs.
    let request: CommandRequest

    private let program: PlayerProgram
    private let patience: Duration
    private let loop: RunLoop
    private let didEnd: (CommandController, CommandFault?) -> Void
    private var child: ChildProcess?
    private var timer: Timer?
    private var hasTimedOut = false
    private var wasKilled = false

    /// Creates a controller that starts its command when it is started itself.
    ///
    /// - Parameters:
    ///   - request: What is run.
    ///   - program: What becomes the command.
    ///   - patience: How long it may take.
    ///   - loop: The loop.
    ///   - didEnd: Is told of its end, with what went wrong, or `nil`; never within a call of this.
    init(
        _ request: CommandRequest, by program: PlayerProgram, for patience: Duration,
        on loop: RunLoop, didEnd: @escaping (CommandController, CommandFault?) -> Void
    ) {
        self.request = request
        self.program = program
        self.patience = patience
        self.loop = loop
        self.didEnd = didEnd
        super.init()
    }

    override func didStart() throws {
        let input = try Descriptor.reading(request.input)
        timer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in self?.timeOut() }
        try timer?.arm(at: Clocks.monotonic + patience)
        child = try program.startCommand(
            request.words, variables: request.variables, input: input, on: loop
        ) { [weak self] exit in self?.childDidExit(exit) }
    }

    override func didStop() {
        timer = nil
        child = nil
    }

    /// Ends it, with all that it started in its process group; that is no failure of it.
    func kill() {
        wasKilled = true
        child?.kill()
    }

    private func timeOut() {
        hasTimedOut = true
        child?.kill()
    }

    private func childDidExit(_ exit: ChildProcess.Exit) {
        didEnd(self, wasKilled ? nil : fault(of: exit))
    }

    private func fault(of exit: ChildProcess.Exit) -> CommandFault? {
        if hasTimedOut {
            return CommandFault(
                message: Message(
                    "it did not end within \(DurationText.write(patience)), and was killed"),
                mayLackNetwork: true)
        }
        return switch exit {
        case .status(0): nil
        case .status(126): CommandFault(message: Message("it could not be run"))
        case .status(127): CommandFault(message: Message("there is no such program"))
        case .status(let status):
            CommandFault(
                message: Message("it ended with status \(status)"), mayLackNetwork: true)
        case .signal(let signal):
            CommandFault(message: Message("it was ended by signal \(signal.rawValue)"))
        }
    }

    nonisolated deinit {}
}
