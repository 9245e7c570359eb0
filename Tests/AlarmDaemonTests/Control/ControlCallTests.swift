// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmProtocol
import Glibc
import JSON
import Platform
import TestSupport
import Testing

@testable import AlarmDaemon

@Suite("A client's calls")
struct ControlCallTests {
    @Test("are told with who calls, and answered")
    func answered() throws {
        let rig = try ControlRig()
        rig.answer = { _, responder in responder.reply(SoundsReply(sounds: ["bell"])) }
        let client = try ControlClient(rig)
        try client.call(SoundsCall())
        try client.expectReplies(1)
        #expect(client.replies == [VarlinkReply(SoundsReply(sounds: ["bell"]))])
        #expect(rig.received.first?.call == .sounds(SoundsCall()))
        #expect(rig.received.first?.responder.client.peer.user == getuid())
        #expect(rig.received.first?.responder.client.peer.process == getpid())
    }

    @Test("about the service itself, or that are wrong, are answered without asking anybody")
    func service() throws {
        let rig = try ControlRig()
        let client = try ControlClient(rig)
        try client.send(
            VarlinkCall(method: "org.varlink.service.GetInfo").message
                + VarlinkCall(method: "io.wecker.AlarmClock.List", parameters: ["x": 1]).message
                + VarlinkCall(method: "io.wecker.AlarmClock.Monitor").message)
        try client.expectReplies(3)
        #expect(client.replies[0].parameters["version"] == "1.0")
        #expect(client.replies[1] == VarlinkReply(ServiceError.invalidParameter("x")))
        #expect(client.replies[2] == VarlinkReply(ServiceError.expectedMore))
        #expect(rig.received.isEmpty)
    }

    @Test("come several in one read, and the last one's end later")
    func coalesced() throws {
        let rig = try ControlRig()
        rig.answer = { _, responder in responder.reply(ClearReply()) }
        let client = try ControlClient(rig)
        let call = VarlinkCall(ClearCall()).message
        try client.send(call + call + call.dropLast())
        try client.expectReplies(2)
        try rig.settle()
        try client.expectReplies(2)
        try client.send([0])
        try client.expectReplies(3)
    }

    @Test("are told at once, and answered in their order, whatever the order they are answered in")
    func order() throws {
        let rig = try ControlRig()
        let client = try ControlClient(rig)
        for count in 1...3 { try client.call(ListCall(count: count)) }
        try rig.run { rig.received.count == 3 }
        for index in [2, 0, 1] {
            rig.received[index].responder.reply(ClearReply(cleared: ["\(index)"]))
        }
        try client.expectReplies(3)
        #expect(client.replies.map { $0.parameters["cleared"] } == [["0"], ["1"], ["2"]])
    }

    @Test("are told while one goes on that takes several replies, and answered when it ends")
    func more() throws {
        let rig = try ControlRig()
        let client = try ControlClient(rig)
        try client.call(MonitorCall(), more: true)
        try client.call(SoundsCall())
        try rig.run { rig.received.count == 2 }
        rig.received[1].responder.reply(SoundsReply())
        rig.received[0].responder.continueReply(MonitorReply())
        rig.received[0].responder.continueReply(MonitorReply())
        try client.expectReplies(2)
        #expect(client.replies.allSatisfy { $0.continues })
        rig.received[0].responder.fail(AlarmClockError.busy(press: "p"))
        try client.expectReplies(4)
        #expect(client.replies[2] == VarlinkReply(AlarmClockError.busy(press: "p")))
        #expect(client.replies[3] == VarlinkReply(SoundsReply()))
    }

    @Test("that want no reply are done, and get none, not even an error")
    func oneway() throws {
        let rig = try ControlRig()
        rig.answer = { _, responder in responder.reply(ClearReply()) }
        let client = try ControlClient(rig)
        try client.call(ClearCall(all: true), isOneway: true)
        try client.send(VarlinkCall(method: "a.b.C", isOneway: true).message)
        try client.call(ClearCall(ids: ["a"]))
        try client.expectReplies(1)
        #expect(
            rig.received.map(\.call) == [
                .clear(ClearCall(all: true)), .clear(ClearCall(ids: ["a"])),
            ])
        #expect(rig.received.first?.responder.isOneway == true)
    }

    @Test("are answered also where the client sends no more", arguments: [true, false])
    func halfClosed(isAnsweredLater: Bool) throws {
        let rig = try ControlRig()
        if !isAnsweredLater { rig.answer = { _, responder in responder.reply(ClearReply()) } }
        let client = try ControlClient(rig)
        for _ in 0..<200 { try client.call(ClearCall()) }
        client.endSending()
        if isAnsweredLater {
            for index in 0..<200 {
                try rig.run { rig.received.count > index }
                rig.received[index].responder.reply(ClearReply())
            }
        }
        try client.expectReplies(200)
        try client.expectEnd()
        #expect(rig.closed == [1])
    }

    @Test("wait while the client does not read, and are all answered in order when it does")
    func backPressure() throws {
        var limits = ControlLimits()
        limits.readSize = 4096
        let rig = try ControlRig(limits: limits)
        var count = 0
        rig.answer = { _, responder in
            count += 1
            responder.reply(SoundsReply(sounds: ["\(count)", String(repeating: "x", count: 1000)]))
        }
        let client = try ControlClient(rig)
        let call = VarlinkCall(SoundsCall()).message
        let sent = try client.sendWhatIsTaken(Array(repeatElement(call, count: 40_000).joined()))
        #expect(sent < 40_000 * call.count)
        #expect(rig.controller.heldBytes < 64 << 10)
        let whole = sent / call.count
        try client.expectReplies(whole)
        #expect(
            client.replies.map { $0.parameters["sounds"]?[0]?.stringValue }
                == (1...whole).map(String.init))
    }

    @Test(
        "are done even where the client goes at once, and nobody is hurt", arguments: [false, true])
    func gone(resets: Bool) throws {
        let rig = try ControlRig()
        rig.answer = { _, responder in responder.reply(SoundsReply(sounds: ["a"])) }
        for round in 1...300 {
            let client = try ControlClient(rig)
            try client.call(ClearCall())
            // An unread reply makes the kernel reset the connection rather than end it.
            if resets { try rig.run { rig.received.count == round } }
            client.close()
            try rig.run { rig.closed.count == round }
        }
        #expect(rig.received.count == 300)
        let client = try ControlClient(rig)
        try client.call(SoundsCall())
        try client.expectReplies(1)
        #expect(rig.controller.clientCount == 1)
        #expect(rig.controller.heldBytes == 0)
    }

    @Test("of others are not behind all of one's, nor of many who all call at once")
    func turns() throws {
        var limits = ControlLimits()
        (limits.turn, limits.turns) = (.zero, .zero)
        let rig = try ControlRig(limits: limits)
        rig.answer = { _, responder in responder.reply(ClearReply()) }
        let crowd = try (0..<20).map { _ in try ControlClient(rig) }
        let other = try ControlClient(rig)
        try rig.run { rig.controller.clientCount == 21 }
        let call = VarlinkCall(ListCall()).message
        for client in crowd {
            try client.sendWithoutRunning(Array(repeatElement(call, count: 50).joined()))
        }
        try rig.run { rig.received.count >= 60 }
        try other.sendWithoutRunning(VarlinkCall(StatusCall()).message)
        try rig.run { rig.received.count == 1001 }
        let place = rig.received.firstIndex { $0.call == .status(StatusCall()) }
        // Within a turn of the loop, or two.
        #expect(try #require(place) < 100)
        for client in crowd { try client.expectReplies(50) }
        try other.expectReplies(1)
    }

    @Test("of a client that is gone are done only where they change something")
    func goneWhileWaiting() throws {
        var limits = ControlLimits()
        limits.turn = .zero
        let rig = try ControlRig(limits: limits)
        rig.answer = { _, responder in responder.reply(ClearReply()) }
        let client = try ControlClient(rig)
        try rig.run { rig.controller.clientCount == 1 }
        let look = Array(repeatElement(VarlinkCall(ListCall()).message, count: 50).joined())
        let change = VarlinkCall(ClearCall(ids: ["a"])).message
        try client.sendWithoutRunning(look + change + look + change)
        client.close()
        try rig.run { rig.closed == [1] }
        #expect(
            rig.received.map(\.call) == [
                .clear(ClearCall(ids: ["a"])), .clear(ClearCall(ids: ["a"])),
            ])
        #expect(rig.controller.heldBytes == 0)
    }

    @Test("end with the client: what it was told continually ends too")
    func goneWhileMonitoring() throws {
        let rig = try ControlRig()
        let client = try ControlClient(rig)
        try client.call(MonitorCall(), more: true)
        try rig.run { rig.received.count == 1 }
        let responder = rig.received[0].responder
        responder.continueReply(MonitorReply())
        #expect(responder.isOpen)
        client.close()
        for _ in 0..<10 { responder.continueReply(MonitorReply()) }
        try rig.run { rig.closed == [1] }
        #expect(!responder.isOpen)
        responder.continueReply(MonitorReply())
        responder.reply(MonitorReply())
        #expect(rig.controller.clientCount == 0)
        #expect(rig.controller.heldBytes == 0)
    }
}

@Suite("Replies in the order of their calls")
struct ReplyQueueTests {
    @Test("wait for those before them, and count while they do")
    func order() {
        var queue = ReplyQueue()
        let (first, second, third) = (queue.begin(), queue.begin(), queue.begin())
        #expect(queue.add([3], to: third, isLast: true) == [])
        #expect(queue.add([2, 2], to: second, isLast: false) == [])
        #expect(queue.byteCount == 3)
        #expect(queue.add([1], to: first, isLast: false) == [[1]])
        #expect(queue.add([1, 1], to: first, isLast: true) == [[1, 1], [2, 2]])
        #expect(queue.byteCount == 1)
        #expect(queue.count == 2)
        #expect(queue.add([2], to: second, isLast: true) == [[2], [3]])
        #expect(queue.byteCount == 0)
        #expect(queue.count == 0)
        #expect(queue.add([9], to: first, isLast: true) == [])
    }
}
