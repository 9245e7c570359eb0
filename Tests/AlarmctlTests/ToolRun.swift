// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmProtocol
import Platform
import TestSupport

/// A run of the built `alarmctl`, with a daemon of the test's own making at its socket.
final class ToolRun {
    /// What a run came to.
    struct Outcome {
        /// The exit code, or -1 where a signal ended it.
        var status: Int32 = -1
        /// What it wrote to standard output.
        var output = ""
        /// What it wrote to standard error.
        var errors = ""
        /// What it asked the daemon, in order.
        var calls: [VarlinkCall] = []
    }

    /// What the daemon does about a call: its replies, and whether it then ends the connection.
    struct Reaction {
        var replies: [VarlinkReply] = []
        var endsConnection = false
        /// A signal to the tool, once the replies are sent.
        var signal: Signal?

        static func reply(_ reply: some WireObject) -> Reaction {
            Reaction(replies: [VarlinkReply(reply)])
        }

        static func error(_ error: some VarlinkError) -> Reaction {
            Reaction(replies: [VarlinkReply(error)])
        }
    }

    private let loop: RunLoop
    private var outcome = Outcome()
    private var output: [UInt8] = []
    private var errors: [UInt8] = []
    private var openEnds = 0
    private var hasExited = false
    private var child: ChildProcess?
    private var connections: [FakeConnection] = []

    /// Keeps what the loop watches alive.
    private var watches: [Watch] = []

    private init() throws {
        loop = try RunLoop()
    }

    /// Runs the tool to its end, at most ten seconds.
    ///
    /// - Parameters:
    ///   - arguments: The words after `alarmctl`.
    ///   - environment: Variables besides the socket's.
    ///   - daemon: What the daemon does, or `nil` where there is none.
    /// - Returns: What the run came to.
    /// - Throws: What the operating system refuses.
    static func run(
        _ arguments: [String], environment: [String] = [],
        daemon: ((VarlinkCall) -> Reaction)? = nil
    ) throws -> Outcome {
        try ToolRun().run(arguments, environment: environment, daemon: daemon)
    }

    private func run(
        _ arguments: [String], environment: [String], daemon: ((VarlinkCall) -> Reaction)?
    ) throws -> Outcome {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/socket"
        let listener = try daemon.map { _ in try UnixListener(at: path, mode: 0o600) }
        if let listener, let daemon {
            watches.append(
                try loop.watch(listener.descriptor, for: .readable) { [weak self] _ in
                    self?.accept(from: listener, daemon)
                })
        }
        try start(arguments, environment: environment + ["ALARMD_SOCKET=\(path)", "TZ=UTC"])
        let limit = try Timer(on: loop, clock: .monotonic) { [weak self] _ in self?.child?.kill() }
        try limit.arm(at: Clocks.monotonic + .seconds(10))
        while openEnds > 0 || !hasExited { try loop.turn() }
        outcome.output = String(decoding: output, as: UTF8.self)
        outcome.errors = String(decoding: errors, as: UTF8.self)
        return outcome
    }

    private func start(_ arguments: [String], environment: [String]) throws {
        let folder = ProcessEnvironment.programPath.map {
            $0[..<($0.lastIndex(of: "/") ?? $0.endIndex)]
        }
        let program = try Descriptor.openProgram("\(folder ?? ".")/alarmctl")
        let null = try Descriptor.openNull()
        let (outputEnd, outputTool) = try Descriptor.pipe()
        let (errorsEnd, errorsTool) = try Descriptor.pipe()
        try collect(Descriptor(owning: outputEnd)) { $0.output += $1 }
        try collect(Descriptor(owning: errorsEnd)) { $0.errors += $1 }
        let outputs = Descriptor(owning: outputTool)
        let messages = Descriptor(owning: errorsTool)
        child = try ChildProcess(
            running: program, arguments: ["alarmctl"] + arguments, environment: environment,
            descriptors: [null.rawValue, outputs.rawValue, messages.rawValue], on: loop
        ) { [weak self] exit in
            if case .status(let status) = exit { self?.outcome.status = status }
            self?.hasExited = true
        }
    }

    private func collect(
        _ end: consuming Descriptor, into store: @escaping (ToolRun, [UInt8]) -> Void
    ) throws {
        openEnds += 1
        let pipe = Pipe(end)
        pipe.watch = try loop.watch(pipe.end, for: .readable) { [weak self] _ in
            guard let self else { return }
            if case .bytes(let bytes)? = try? pipe.end.read(upTo: 65_536) {
                store(self, bytes)
            } else {
                pipe.watch?.cancel()
                openEnds -= 1
            }
        }
    }

    private func accept(from listener: UnixListener, _ daemon: @escaping (VarlinkCall) -> Reaction)
    {
        guard let socket = try? UnixSocket.accept(from: listener.descriptor) else { return }
        let connection = FakeConnection(socket)
        connections.append(connection)
        connection.watch = try? loop.watch(connection.socket, for: .readable) { [weak self] _ in
            self?.serve(connection, daemon)
        }
    }

    private func serve(_ connection: FakeConnection, _ daemon: (VarlinkCall) -> Reaction) {
        guard case .bytes(let bytes)? = try? connection.socket.receive(upTo: 65_536) else {
            connection.watch?.cancel()
            return
        }
        connection.buffer.append(bytes)
        while let message = try? connection.buffer.next(),
            let call = try? VarlinkCall(parsing: message)
        {
            outcome.calls.append(call)
            let reaction = daemon(call)
            for reply in reaction.replies { _ = try? connection.socket.send(reply.message[...]) }
            if let signal = reaction.signal { child?.signal(signal) }
            if reaction.endsConnection {
                UnixSocket.endSending(connection.socket)
                connection.watch?.cancel()
                return
            }
        }
    }
}

/// A connection to the daemon of a test.
private final class FakeConnection {
    let socket: Descriptor
    var buffer = MessageBuffer()
    var watch: Watch?

    init(_ socket: consuming Descriptor) {
        self.socket = socket
    }
}

/// The reading end of a pipe.
private final class Pipe {
    let end: Descriptor
    var watch: Watch?

    init(_ end: consuming Descriptor) {
        self.end = end
    }
}
