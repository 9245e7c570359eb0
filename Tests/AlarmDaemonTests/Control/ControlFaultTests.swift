// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmProtocol
import Glibc
import JSON
import Platform
import TestSupport
import Testing

@testable import AlarmDaemon

@Suite("A client that misbehaves")
struct ControlFaultTests {
    @Test(
        "is disconnected where it sends no call, and it alone",
        arguments: [
            "hello\0", "{}\0", "[1]\0", #"{"method":"a.b.C","method":"a.b.D"}"# + "\0", "\0",
            #"{"method":"# + "\"\u{1}\"}\0",
        ])
    func malformed(text: String) throws {
        let rig = try ControlRig()
        rig.answer = { _, responder in responder.reply(SoundsReply()) }
        let other = try ControlClient(rig)
        let client = try ControlClient(rig)
        try client.send(
            VarlinkCall(SoundsCall()).message + Array(text.utf8) + VarlinkCall(SoundsCall()).message
        )
        try client.expectEnd()
        #expect(client.replies == [VarlinkReply(SoundsReply())])
        #expect(rig.log.count == 1)
        try other.call(SoundsCall())
        try other.expectReplies(1)
        #expect(rig.controller.clientCount == 1)
    }

    @Test("is disconnected at 1 MiB of a message that does not end, said once")
    func unbounded() throws {
        let rig = try ControlRig()
        let client = try ControlClient(rig)
        var most = 0
        let piece = [UInt8](repeating: 97, count: 1 << 18)
        for _ in 0..<16 {
            try client.send(piece)
            most = max(most, rig.controller.heldBytes)
            try client.read()
        }
        #expect(client.hasEnded)
        #expect(most <= 1 << 20 + 64 << 10)
        #expect(rig.log.count == 1)
        #expect(rig.log.first?.contains("1048576 bytes") == true)
        #expect(rig.controller.heldBytes == 0)
    }

    @Test("is not waited for by the others where it does not read")
    func slow() throws {
        let rig = try ControlRig()
        let slow = try ControlClient(rig)
        try slow.call(MonitorCall(), more: true)
        try rig.run { rig.received.count == 1 }
        let event = MonitorReply(
            event: Wire.Event(kind: .state, at: "", reason: String(repeating: "x", count: 10_000)))
        for _ in 0..<100 { rig.received[0].responder.continueReply(event) }
        #expect(rig.controller.heldBytes > 500_000)
        let quick = try ControlClient(rig)
        rig.answer = { _, responder in responder.reply(SoundsReply()) }
        try quick.call(SoundsCall())
        try quick.expectReplies(1)
        try slow.expectReplies(100)
        try rig.settle()
        #expect(rig.controller.heldBytes == 0)
    }

    @Test(
        "is disconnected for holding most where too much is held, once it has read nothing for 10 s"
    )
    func budget() throws {
        var limits = ControlLimits()
        limits.bytes = 3 << 19
        let rig = try ControlRig(limits: limits)
        let clients = try (0..<3).map { _ in try ControlClient(rig) }
        for client in clients { try client.call(MonitorCall(), more: true) }
        try rig.run { rig.received.count == 3 }
        let event = MonitorReply(
            event: Wire.Event(kind: .state, at: "", reason: String(repeating: "x", count: 10_000)))
        for (index, received) in rig.received.enumerated() {
            for _ in 0..<(50 + 20 * index) { received.responder.continueReply(event) }
        }
        #expect(rig.controller.heldBytes > limits.bytes)
        #expect(rig.controller.clientCount == 3)
        rig.advance(by: .seconds(9))
        rig.received[0].responder.continueReply(event)
        #expect(rig.controller.clientCount == 3)
        rig.advance(by: .seconds(1))
        rig.received[0].responder.continueReply(event)
        #expect(rig.closed == [rig.received[2].responder.client.number])
        #expect(rig.controller.heldBytes <= limits.bytes)
        #expect(rig.log.count == 1)
        #expect(rig.log.first?.contains("has read nothing for 10 s") == true)
        try clients[0].expectReplies(52)
    }

    @Test("does not starve short calls with the beginnings of long ones, and makes room in the end")
    func beginnings() throws {
        var limits = ControlLimits()
        limits.bytes = 1 << 20
        let rig = try ControlRig(limits: limits)
        rig.answer = { _, responder in responder.reply(SoundsReply()) }
        let beginning = [UInt8](repeating: 97, count: 600_000)
        let hogs = try (0..<4).map { _ in try ControlClient(rig) }
        for hog in hogs { _ = try hog.sendWhatIsTaken(beginning) }
        try rig.settle()
        #expect(rig.controller.heldBytes <= 1 << 20)
        let client = try ControlClient(rig)
        try client.call(SoundsCall())
        try client.expectReplies(1)
        #expect(rig.controller.clientCount == 5)
        rig.advance(by: .seconds(10))
        let call = VarlinkCall(SoundsCall()).message
        // Half a call is held until the rest comes: that is when what is held is looked at.
        _ = try client.sendWhatIsTaken(Array(call.prefix(20)))
        try client.send(Array(call.dropFirst(20)))
        try client.expectReplies(2)
        #expect(rig.controller.clientCount < 5)
        #expect(rig.controller.heldBytes <= 1 << 20)
        #expect(!rig.log.isEmpty)
    }

    @Test("cannot fill the log by coming again and again")
    func log() throws {
        let rig = try ControlRig()
        for round in 1...50 {
            let client = try ControlClient(rig)
            try client.send([UInt8(ascii: "x"), 0])
            try rig.run { rig.closed.count == round }
        }
        #expect((1...5).contains(rig.log.count))
        rig.advance(by: .seconds(10))
        let client = try ControlClient(rig)
        try client.send([UInt8(ascii: "x"), 0])
        try client.expectEnd()
        #expect(rig.log.last?.contains("45 lines like this were left out") == true)
    }

    @Test("takes no place from another for ever: who comes beyond the limit waits until one goes")
    func crowd() throws {
        var limits = ControlLimits()
        limits.clients = 2
        let rig = try ControlRig(limits: limits)
        rig.answer = { _, responder in responder.reply(SoundsReply()) }
        let clients = try (0..<3).map { _ in try ControlClient(rig) }
        for client in clients { try client.call(SoundsCall()) }
        try clients[0].expectReplies(1)
        try clients[1].expectReplies(1)
        try rig.settle()
        try clients[2].expectReplies(0)
        #expect(rig.controller.clientCount == 2)
        clients[0].close()
        try clients[2].expectReplies(1)
        #expect(rig.log.count == 1)
    }

    @Test("leaves descriptors for a ring, without a spin, and the next is taken when one goes")
    func descriptors() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let rig = try ControlRig()
                rig.answer = { _, responder in responder.reply(SoundsReply()) }
                // The clients' ends are in this process too, so that its limit is met from both sides.
                var clients: [ControlClient] = []
                var limit = rlimit(rlim_cur: 96, rlim_max: 96)
                _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                while rig.log.isEmpty, clients.count < 100 {
                    clients.append(try ControlClient(rig))
                    try rig.settle()
                }
                try #require(rig.log.count == 1)
                let before = rig.loop.wakeups
                try rig.settle()
                // Each poll is one, and none tells of a connection that is not taken.
                try #require(rig.loop.wakeups - before == 50)
                var spare: [Int32] = []
                for _ in 0..<16 { spare.append(dup(0)) }
                try #require(spare.allSatisfy { $0 >= 0 })
                for descriptor in spare { close(descriptor) }
                clients[0].close()
                try clients[clients.count - 1].call(SoundsCall())
                try clients[clients.count - 1].expectReplies(1)
                try #require(rig.log.count == 1)
            }
        }
    }
}

@Suite("The control socket")
struct ControlSocketTests {
    private func mode(_ path: String) -> UInt32 {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test("is for its owner and group alone")
    func permissions() throws {
        let rig = try ControlRig(group: Accounts.groupID(named: "root") == getegid() ? "root" : nil)
        #expect(mode(rig.path) == 0o660)
        #expect(rig.log.isEmpty)
    }

    @Test(
        "stays with its own group where the machine lacks the one it should have, said in the log")
    func noGroup() throws {
        let rig = try ControlRig(group: "no-such-group")
        #expect(mode(rig.path) == 0o660)
        #expect(rig.log.count == 1)
        #expect(rig.log.first?.contains("no-such-group") == true)
    }

    @Test("replaces one at which nobody listens any more")
    func stale() throws {
        let rig = try ControlRig(before: { folder in
            _ = try UnixListener(at: folder.file("socket"), mode: 0o600)
        })
        rig.answer = { _, responder in responder.reply(SoundsReply()) }
        let client = try ControlClient(rig)
        try client.call(SoundsCall())
        try client.expectReplies(1)
    }

    @Test("is not taken from another that listens there")
    func live() throws {
        let rig = try ControlRig()
        let second = ControlController(
            at: .path(rig.path, group: nil), on: rig.loop, log: .standard, version: "")
        #expect(throws: SystemError.self) { try second.start() }
        _ = try ControlClient(rig)
    }

    @Test("does not replace what is no socket")
    func other() throws {
        let error = #expect(throws: SystemError.self) {
            _ = try ControlRig(before: { $0.write("precious", to: "socket") })
        }
        #expect(error?.description.contains("a file") == true)
    }

    @Test("goes when the controller stops, and the clients are told")
    func stop() throws {
        let rig = try ControlRig()
        let client = try ControlClient(rig)
        try client.call(MonitorCall(), more: true)
        try rig.run { rig.received.count == 1 }
        rig.received[0].responder.continueReply(MonitorReply())
        rig.controller.stop()
        #expect(mode(rig.path) == 0)
        #expect(rig.closed == [1])
        try client.read()
        #expect(client.replies.count == 1)
        #expect(client.hasEnded)
        rig.received[0].responder.reply(MonitorReply())
    }

    @Test("stays when the controller stops where another has taken its place")
    func replaced() throws {
        let rig = try ControlRig()
        unsafe unlink(rig.path)
        let other = try UnixListener(at: rig.path, mode: 0o600)
        rig.controller.stop()
        #expect(mode(rig.path) == 0o600)
        other.unlinkPath()
    }

    @Test("stays when the controller stops where it was passed in, and serves until then")
    func passed() throws {
        let rig = try ControlRig()
        rig.controller.stop()
        let made = try UnixListener(at: rig.path, mode: 0o600)
        let adopted = try UnixListener(adopting: made.descriptor.duplicated())
        let second = ControlController(
            at: .passed([PassedListener(name: "control", listener: adopted)]), on: rig.loop,
            log: .standard, version: "1.0")
        second.delegate = rig
        try second.start()
        rig.answer = { _, responder in responder.reply(SoundsReply()) }
        let client = try ControlClient(rig)
        try client.call(SoundsCall())
        try client.expectReplies(1)
        second.stop()
        #expect(mode(rig.path) == 0o600)
    }
}
