// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform
internal import PlayerProtocol

/// The program that plays, opened once: an upgrade of the file never mixes versions (design, section 5).
final class PlayerProgram {
    /// Where it was found.
    let path: String

    private let descriptor: Descriptor
    private let environment: [String]

    /// Opens the program.
    ///
    /// - Throws: `SystemError` where it is in none of the folders.
    init(folders: [String], environment: [String]) throws(SystemError) {
        let paths = folders.map { "\($0)/alarm-player" }
        for path in paths {
            guard let opened = try? Descriptor.openProgram(path) else { continue }
            self.path = path
            self.descriptor = opened
            self.environment = environment
            return
        }
        throw SystemError(
            operation: "find", errno: .noSuchFile, subject: "alarm-player",
            explanation: "it is in none of \(folders.joined(separator: ", ")): install it there")
    }

    /// The folders that the player of the program at `path` is looked for in: beside it, and in
    /// `PREFIX/libexec/wecker`.
    static func folders(besideProgram path: String) -> [String] {
        let parts = path.split(separator: "/").dropLast()
        let beside = "/" + parts.joined(separator: "/")
        return [beside, "/" + (parts.dropLast() + ["libexec", "wecker"]).joined(separator: "/")]
    }

    fileprivate func start(
        socket: Int32, arguments: [String], on loop: RunLoop,
        didExit: @escaping (ChildProcess.Exit) -> Void
    ) throws(SystemError) -> ChildProcess {
        let null = try Descriptor.openNull()
        // Its messages go where the daemon's go; PlayerProtocol.controlDescriptor is the one after them.
        return try ChildProcess(
            running: descriptor, arguments: ["alarm-player"] + arguments, environment: environment,
            descriptors: [null.rawValue, null.rawValue, 2, socket], on: loop, didExit: didExit)
    }

    /// Starts a command, by a player that becomes it: whatever its disk does, nobody waits for it here.
    ///
    /// - Parameters:
    ///   - words: The program's path, and its arguments.
    ///   - variables: What its environment has besides, as `NAME=value`.
    ///   - input: What it reads; what it writes goes where the daemon's messages go.
    ///   - loop: Where its end is told.
    ///   - didExit: Called once, when it has ended.
    /// - Returns: The process; it is killed when that is let go.
    /// - Throws: `SystemError` where no process is left.
    func startCommand(
        _ words: [String], variables: [String], input: borrowing Descriptor, on loop: RunLoop,
        didExit: @escaping (ChildProcess.Exit) -> Void
    ) throws(SystemError) -> ChildProcess {
        try ChildProcess(
            running: descriptor, arguments: ["alarm-player", "--run"] + words,
            environment: environment + variables, descriptors: [input.rawValue, 2, 2],
            endsWithParent: true, on: loop, didExit: didExit)
    }

    nonisolated deinit {}
}

/// One player: a process and the socket to it.
final class PlayerProcess {
    /// What comes from a player.
    enum Event {
        /// It says something.
        case report(PlayerReport)
        /// It is gone, or speaks another language; why. Nothing comes after this.
        case ended(Message)
    }

    private let socket: Descriptor
    private var child: ChildProcess?
    private var watch: Watch?
    private var handler: ((Event) -> Void)?

    /// Starts a player.
    ///
    /// - Throws: `SystemError` where no process or descriptor is left.
    init(
        running program: PlayerProgram, arguments: [String] = [], on loop: RunLoop,
        handler: @escaping (Event) -> Void
    ) throws(SystemError) {
        let (ours, theirs) = try UnixSocket.pair(.packets)
        socket = Descriptor(owning: ours)
        let other = Descriptor(owning: theirs)
        self.handler = handler
        child = try program.start(socket: other.rawValue, arguments: arguments, on: loop) {
            [weak self] exit in
            self?.childDidExit(exit)
        }
        watch = try loop.watch(socket, for: .readable) { [weak self] _ in self?.receive() }
        send(.hello(version: PlayerProtocol.version))
    }

    /// Tells the player; one that is gone is told of by its end.
    func send(_ command: PlayerCommand) {
        _ = try? socket.send(command.encoded()[...])
    }

    /// Ends the player at once.
    ///
    /// Nothing comes from it any more, and nobody waits for it to die.
    func kill() {
        handler = nil
        watch?.cancel()
        watch = nil
        child?.kill()
        child = nil
    }

    /// Lets the player fall silent and end by itself, and waits for that, at most until `deadline` of
    /// CLOCK_MONOTONIC.
    ///
    /// Nothing comes from it any more. It is for a daemon that ends: a service manager kills what is left then.
    func waitForEnd(until deadline: Duration) {
        handler = nil
        watch?.cancel()
        watch = nil
        child?.waitForEnd(until: deadline)
        kill()
    }

    private func receive() {
        while watch != nil {
            do throws(SystemError) {
                switch try socket.receive(upTo: PlayerProtocol.largestPacket, isPacket: true) {
                case .bytes(let packet): take(packet)
                case .wouldBlock: return
                case .oversized: end(Message("it sent a packet that is too large"))
                case .end: closed()
                }
            } catch {
                end(Message(verbatim: "\(error)"))
            }
        }
    }

    private func take(_ packet: [UInt8]) {
        do throws(PlayerProtocolError) {
            let report = try PlayerReport(decoding: packet)
            if case .hello(let version) = report {
                if version != PlayerProtocol.version {
                    end(Message("it speaks version \(version)"))
                }
                return
            }
            handler?(.report(report))
        } catch {
            end(Message("it sent what is no report: \(String(describing: error))"))
        }
    }

    /// Its end of the socket is closed; how it ended is told by its process, which may be a moment later.
    private func closed() {
        watch?.cancel()
        watch = nil
        if child == nil { end(Message("it ended")) }
    }

    private func childDidExit(_ exit: ChildProcess.Exit) {
        child = nil
        receive()
        switch exit {
        case .status(let status): end(Message("it ended with status \(status)"))
        case .signal(let signal): end(Message("it was ended by signal \(signal.rawValue)"))
        }
    }

    private func end(_ reason: Message) {
        let handler = handler
        kill()
        handler?(.ended(reason))
    }

    nonisolated deinit {}
}
