// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import PlayerProtocol
import TestSupport

/// The player program, as the daemon starts it.
final class PlayerProcess {
    /// Something that did not come in time.
    struct Late: Error { let reports: [PlayerReport] }

    let rig: Rig

    /// All that it said, in order.
    private(set) var reports: [PlayerReport] = []

    /// How it ended, and when.
    private(set) var exit: ChildProcess.Exit?

    private let loop: RunLoop
    private var socket: Descriptor?
    private var child: ChildProcess?
    private var watch: Watch?

    /// Starts the program, and greets it.
    ///
    /// - Parameters:
    ///   - rig: Its output.
    ///   - mode: Its argument.
    ///   - environment: Its variables, besides the rig's.
    ///   - errors: Where its standard error goes.
    /// - Throws: `SystemError` where it does not start.
    init(
        _ rig: Rig, mode: String? = nil, environment: [String] = [], errors: Int32 = 2
    ) throws {
        self.rig = rig
        loop = try RunLoop()
        let (ours, theirs) = try UnixSocket.pair(.packets)
        let socket = Descriptor(owning: ours)
        let theirEnd = Descriptor(owning: theirs)
        let null = try Descriptor.openNull()
        let program = try Descriptor.openProgram(PackageRoot.programs + "/alarm-player")
        child = try ChildProcess(
            running: program, arguments: ["alarm-player"] + [mode].compactMap(\.self),
            environment: ["ALSA_CONFIG_PATH=" + rig.configuration] + environment,
            descriptors: [null.rawValue, null.rawValue, errors, theirEnd.rawValue], on: loop
        ) { [unowned self] in exit = $0 }
        theirEnd.close()
        watch = try loop.watch(socket, for: .readable) { [unowned self] _ in receive() }
        self.socket = consume socket
        try send(.hello(version: PlayerProtocol.version))
    }

    deinit {
        guard let child, child.exit == nil else { return }
        // The loop that would reap it goes away too, and what is left is waited for by every exit test.
        child.kill()
        _ = waitpid(child.processID, nil, 0)
    }

    /// Its process id.
    var processID: Int32 { child?.processID ?? 0 }

    func send(_ command: PlayerCommand) throws {
        let packet = command.encoded()
        _ = try socket?.send(packet[...])
    }

    /// Starts it with an output and a sound, and waits until it is armed.
    func arm(_ request: SoundRequest, on output: String = "rig") throws {
        try send(.prepare(Preparation(output: output, cardListed: true, first: request)))
        try wait { $0 == .armed }
    }

    /// Tells it to go, and returns when its first frame is heard.
    @discardableResult
    func go() throws -> Int64 {
        try send(.go)
        guard case .started(let time) = try wait(until: Self.isStarted) else { return 0 }
        return time
    }

    private static func isStarted(_ report: PlayerReport) -> Bool {
        if case .started = report { true } else { false }
    }

    /// The next report that answers a description, from those that were not waited for yet.
    @discardableResult
    func wait(
        within time: Duration = .seconds(10), until isExpected: (PlayerReport) -> Bool
    ) throws -> PlayerReport {
        var next = waited
        var isLate = false
        let timer = try Timer(on: loop, clock: .monotonic) { _ in isLate = true }
        try timer.arm(at: Clocks.monotonic + time)
        while true {
            while next < reports.count {
                next += 1
                if isExpected(reports[next - 1]) {
                    waited = next
                    return reports[next - 1]
                }
            }
            guard !isLate else { throw Late(reports: reports) }
            try loop.turn()
        }
    }
    private var waited = 0

    /// Waits until its `finished` or a progress answers a description.
    @discardableResult
    func progress(
        within time: Duration = .seconds(10), until isExpected: (Progress) -> Bool
    ) throws -> Progress {
        let report = try wait(within: time) {
            switch $0 {
            case .progress(let progress), .finished(let progress): isExpected(progress)
            default: false
            }
        }
        switch report {
        case .progress(let progress), .finished(let progress): return progress
        default: throw Late(reports: reports)
        }
    }

    /// Waits until it says that it is through.
    @discardableResult
    func finished() throws -> Progress {
        guard
            case .finished(let progress) = try wait(until: {
                if case .finished = $0 { true } else { false }
            })
        else { throw Late(reports: reports) }
        return progress
    }

    /// Waits until it fails.
    func failure(within time: Duration = .seconds(10)) throws -> PlayerFailure {
        guard
            case .failed(let failure) = try wait(
                within: time, until: { if case .failed = $0 { true } else { false } })
        else { throw Late(reports: reports) }
        return failure
    }

    /// Goes away, as a daemon that crashed.
    func hangUp() {
        watch?.cancel()
        watch = nil
        socket = nil
    }

    /// Waits until its process has ended, and says how long that took.
    func waitForExit(within time: Duration = .seconds(10)) throws -> Duration {
        let start = Clocks.monotonic
        var isLate = false
        let timer = try Timer(on: loop, clock: .monotonic) { _ in isLate = true }
        try timer.arm(at: start + time)
        while exit == nil, !isLate { try loop.turn() }
        guard exit != nil else { throw Late(reports: reports) }
        return Clocks.monotonic - start
    }

    private func receive() {
        while true {
            do throws(SystemError) {
                guard
                    case .bytes(let packet)? = try socket?.receive(
                        upTo: PlayerProtocol.largestPacket, isPacket: true)
                else { break }
                if let report = try? PlayerReport(decoding: packet) { reports.append(report) }
                continue
            } catch {
                break
            }
        }
        if exit != nil { hangUp() }
    }
}
