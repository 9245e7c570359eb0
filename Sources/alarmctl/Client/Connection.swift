// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import JSON
internal import Platform

/// A connection to a daemon, which answers one call after the other.
final class Connection {
    /// Which socket it goes to.
    let choice: SocketChoice

    private let socket: Descriptor
    private let loop: RunLoop
    private var buffer = MessageBuffer()
    private var watch: Watch?
    private var isReady = false

    /// How long an answer may take, where nothing else is said.
    static let patience = Duration.seconds(5)

    /// Connects to the first of `choices` that answers.
    ///
    /// - Parameters:
    ///   - choices: The sockets to try; at least one.
    ///   - isReading: Whether only methods will be called that change nothing: those may also go to the
    ///     socket for readers beside the first.
    /// - Throws: ``Failure`` with exit code 3 where none answers.
    init(to choices: [SocketChoice], isReading: Bool) throws(Failure) {
        var failure: SystemError?
        for choice in choices {
            let paths = isReading ? [choice.path, "\(choice.path).read"] : [choice.path]
            for path in paths where path.utf8.count <= UnixSocket.pathLimit {
                do throws(SystemError) {
                    let socket = try UnixSocket.connect(to: path)
                    self.loop = try RunLoop()
                    self.socket = socket
                    self.choice = choice
                    return
                } catch {
                    // What the first socket of a choice says is what a person can mend.
                    if path == choice.path { failure = error }
                    guard error.errno == .accessDenied else { break }
                }
            }
        }
        throw .unreachable(choices, failure)
    }

    /// Calls a method and waits for its one answer.
    ///
    /// - Parameters:
    ///   - method: The method with its parameters.
    ///   - patience: How long to wait, or `nil` for as long as it takes.
    /// - Returns: The answer.
    /// - Throws: ``Failure`` with exit code 1 where the daemon refuses, and 3 where it does not answer.
    func call<Method: AlarmClockMethod>(
        _ method: Method, patience: Duration? = patience
    ) throws(Failure) -> Answer<Method.Reply> {
        try send(VarlinkCall(method))
        guard let reply = try receive(within: patience) else { throw .noAnswer(from: choice) }
        return try Answer(reply)
    }

    /// Sends a call without waiting for its answer.
    func send(_ call: VarlinkCall) throws(Failure) {
        var rest = call.message[...]
        do throws(SystemError) {
            while !rest.isEmpty {
                let count = try socket.send(rest)
                rest = rest.dropFirst(count)
                if count == 0 { try waitUntil(.writable, deadline: nil) }
            }
        } catch {
            throw .brokenOff(choice)
        }
    }

    /// Waits for a reply.
    ///
    /// - Parameter patience: How long to wait, or `nil` for as long as it takes.
    /// - Returns: The reply, or `nil` where the time is over or ``stop()`` was called.
    /// - Throws: ``Failure`` where the daemon ends the connection, or says what no daemon says.
    func receive(within patience: Duration?) throws(Failure) -> VarlinkReply? {
        let deadline = patience.map { Clocks.monotonic + $0 }
        while true {
            if let message = try nextMessage() {
                do { return try VarlinkReply(parsing: message) } catch {
                    throw .notUnderstood(Message(verbatim: "\(error)"), from: choice)
                }
            }
            let input: Descriptor.Input
            do throws(SystemError) { input = try socket.receive(upTo: 65_536) } catch {
                throw .brokenOff(choice)
            }
            switch input {
            case .bytes(let bytes): buffer.append(bytes)
            case .wouldBlock:
                let isThere = try waitForInput(deadline: deadline)
                if !isThere { return nil }
            case .end, .oversized: throw .brokenOff(choice)
            }
        }
    }

    private func nextMessage() throws(Failure) -> [UInt8]? {
        do { return try buffer.next() } catch {
            throw .notUnderstood(Message("a message longer than 1 MiB"), from: choice)
        }
    }

    // MARK: - Waiting

    /// Calls `body` on another loop whenever there is something to receive, as long as what is returned is kept.
    ///
    /// - Throws: ``Failure`` where the system refuses.
    func watch(on other: RunLoop, _ body: @escaping () -> Void) throws(Failure) -> Watch {
        do throws(SystemError) {
            return try other.watch(socket, for: .readable) { _ in body() }
        } catch {
            throw Failure(.refused, "System", Message(verbatim: "\(error)"))
        }
    }

    private var isStopped = false
    private var signals: SignalSource?

    /// Lets SIGINT and SIGTERM end ``receive(within:)`` instead of the process.
    func stopOnSignals() throws(Failure) {
        do throws(SystemError) {
            signals = try SignalSource([.interrupt, .terminate], on: loop) { [weak self] _ in
                self?.isStopped = true
            }
        } catch {
            throw Failure(.refused, "System", Message(verbatim: "\(error)"))
        }
    }

    /// Waits until there is something to read; returns whether there is.
    private func waitForInput(deadline: Duration?) throws(Failure) -> Bool {
        do throws(SystemError) {
            return try waitUntil(.readable, deadline: deadline)
        } catch {
            throw Failure(.refused, "System", Message(verbatim: "\(error)"))
        }
    }

    @discardableResult
    private func waitUntil(_ interest: Readiness, deadline: Duration?) throws(SystemError) -> Bool {
        isReady = false
        let watch = try loop.watch(socket, for: interest) { [weak self] _ in self?.isReady = true }
        defer { watch.cancel() }
        var isOver = false
        let timer = try deadline.map { (deadline) throws(SystemError) in
            let timer = try Timer(on: loop, clock: .monotonic) { _ in isOver = true }
            try timer.arm(at: deadline)
            return timer
        }
        while !isReady, !isOver, !isStopped { try loop.turn() }
        _ = timer
        return isReady
    }
}

/// What a method answered.
struct Answer<Reply: WireObject> {
    /// The reply's parameters, as they came.
    let parameters: JSONObject

    /// What they mean.
    let value: Reply

    /// Reads an answer.
    ///
    /// - Throws: ``Failure`` where `reply` is an error, or cannot be understood.
    init(_ reply: VarlinkReply) throws(Failure) {
        if reply.error != nil { throw Failure(refusal: reply) }
        self.parameters = reply.parameters
        do { self.value = try Reply(reply: reply.parameters) } catch {
            throw .notUnderstood(Message(verbatim: "\(error)"), from: nil)
        }
    }
}
