// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmProtocol
import Glibc
import Platform
import TestSupport
import Testing

@testable import AlarmDaemon

/// A control controller on a loop and in a folder of its own, and what it tells its delegate.
final class ControlRig: ControlControllerDelegate {
    let loop: RunLoop
    let folder = TemporaryFolder()
    let controller: ControlController
    var received: [(call: AlarmClockCall, responder: Responder)] = []
    var closed: [Int] = []
    /// Answers a call as it comes; `nil` leaves that to the test.
    var answer: ((AlarmClockCall, Responder) -> Void)?
    private let clock: ManualClock
    private let logFile: Descriptor

    let path: String
    var readersPath: String { "\(path).read" }

    init(
        limits: ControlLimits = ControlLimits(), group: String? = nil, path: String? = nil,
        makesFolder: Bool = false,
        before: (TemporaryFolder) throws -> Void = { _ in }
    ) throws {
        loop = try RunLoop()
        self.path = path ?? folder.file("socket")
        let clock = ManualClock()
        self.clock = clock
        let number = unsafe open(
            folder.file("log"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        logFile = Descriptor(owning: number)
        controller = ControlController(
            at: .path(self.path, group: group), on: loop,
            log: Log(descriptor: number, hasPriorities: false), version: "1.0", limits: limits,
            now: { clock.now })
        try before(folder)
        controller.makesFolder = makesFolder
        controller.delegate = self
        try controller.start()
    }

    deinit {
        // A test may have stopped it; a second time does nothing.
        MainActor.assumeIsolated { controller.stop() }
    }

    /// The lines of the log.
    var log: [Substring] {
        String(decoding: folder.read("log") ?? [], as: UTF8.self).split(separator: "\n")
    }

    func advance(by duration: Duration) { clock.now += duration }

    func controlController(
        _ controller: ControlController, didReceive call: AlarmClockCall, from client: Client,
        responder: Responder
    ) {
        received.append((call, responder))
        answer?(call, responder)
    }

    func controlController(_ controller: ControlController, didClose client: Client) {
        closed.append(client.number)
    }

    /// Runs the loop until something holds, and fails the test where it does not come to hold in time.
    func run(
        sourceLocation: SourceLocation = #_sourceLocation, until condition: () throws -> Bool
    ) throws {
        let deadline = Clocks.monotonic + .seconds(30)
        // A condition may come to hold by what is performed, with nothing left to wait for.
        while try !condition() {
            try loop.poll()
            guard Clocks.monotonic < deadline else {
                Issue.record("it did not happen in time", sourceLocation: sourceLocation)
                return
            }
        }
    }

    /// Runs the loop as long as anything is ready.
    func settle() throws {
        for _ in 0..<50 { try loop.poll() }
    }
}

/// A clock that stands still until a test moves it.
final class ManualClock {
    var now = Clocks.monotonic
}

/// A client of the rig's.
final class ControlClient {
    private let rig: ControlRig
    private var socket: Descriptor?
    private var input = MessageBuffer()
    var replies: [VarlinkReply] = []
    var hasEnded = false

    init(_ rig: ControlRig, asReader: Bool = false) throws {
        self.rig = rig
        socket = try UnixSocket.connect(to: asReader ? rig.readersPath : rig.path)
    }

    /// Sends bytes, and lets the daemon read meanwhile; stops where it is disconnected.
    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        try rig.run {
            while !rest.isEmpty, !hasEnded {
                let count: Int
                do throws(SystemError) { count = try socket?.send(rest) ?? 0 } catch { break }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Sends bytes that the socket has room for, while the daemon does nothing.
    func sendWithoutRunning(_ bytes: [UInt8]) throws {
        #expect(try socket?.send(bytes[...]) == bytes.count)
    }

    /// Sends as much as the daemon takes while it is running, and returns how many bytes that was.
    func sendWhatIsTaken(_ bytes: [UInt8]) throws -> Int {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let count = try socket?.send(rest) else { break }
            rest = rest.dropFirst(count)
            try rig.settle()
            guard count > 0 else { break }
        }
        return bytes.count - rest.count
    }

    func call(_ method: some AlarmClockMethod, isOneway: Bool = false, more: Bool = false) throws {
        try send(VarlinkCall(method, isOneway: isOneway, wantsMore: more).message)
    }

    /// Reads what is there.
    func read() throws {
        while !hasEnded {
            let received: Descriptor.Input
            do throws(SystemError) {
                received = try socket?.receive(upTo: 65536) ?? .end
            } catch {
                hasEnded = true
                return
            }
            switch received {
            case .bytes(let bytes):
                input.append(bytes)
                while let message = try input.next() {
                    replies.append(try VarlinkReply(parsing: message))
                }
            case .wouldBlock: return
            default: hasEnded = true
            }
        }
    }

    /// Runs the daemon until there have been this many replies.
    func expectReplies(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try rig.run(sourceLocation: sourceLocation) {
            try read()
            return replies.count >= count
        }
        #expect(replies.count == count, sourceLocation: sourceLocation)
    }

    /// Runs the daemon until it ends the connection.
    func expectEnd(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try rig.run(sourceLocation: sourceLocation) {
            try read()
            return hasEnded
        }
    }

    func endSending() { if let number = socket?.rawValue { shutdown(number, Int32(SHUT_WR)) } }

    func close() { socket = nil }
}
