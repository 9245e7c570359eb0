// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmProtocol
import Platform
import TestSupport
import Testing

@testable import AlarmDaemon

@Suite("A call that came just before the end")
struct FarewellTests {
    private func rig() throws -> ControlRig {
        let rig = try ControlRig()
        rig.answer = { $1.reply(SoundsReply(sounds: ["bell"])) }
        return rig
    }

    @Test("is answered, whether or not the client was taken yet", arguments: [true, false])
    func answered(isTaken: Bool) throws {
        let rig = try rig()
        let client = try ControlClient(rig)
        if isTaken { try rig.run { rig.controller.clientCount == 1 } }
        try client.sendWithoutRunning(VarlinkCall(SoundsCall()).message)
        rig.controller.stop()
        try client.read()
        #expect(client.replies.count == 1)
        #expect(client.replies.first?.error == nil)
        #expect(client.hasEnded)
    }

    @Test("is answered where the answer takes a moment")
    func later() throws {
        let rig = try rig()
        var timer: Timer?
        rig.answer = { _, responder in
            timer = try? Timer(on: rig.loop, clock: .monotonic) { _ in
                responder.reply(SoundsReply(sounds: []))
            }
            try? timer?.arm(at: Clocks.monotonic + .milliseconds(5))
        }
        let client = try ControlClient(rig)
        try client.sendWithoutRunning(VarlinkCall(SoundsCall()).message)
        rig.controller.stop()
        try client.read()
        #expect(client.replies.count == 1)
        _ = timer
    }

    @Test("does not hold up the end where it is not answered, nor does a monitor")
    func bounded() throws {
        let rig = try rig()
        rig.answer = nil
        let client = try ControlClient(rig)
        try client.sendWithoutRunning(VarlinkCall(SoundsCall()).message)
        let start = Clocks.monotonic
        rig.controller.stop()
        let unanswered = Clocks.monotonic - start
        // At least the time that is given to it; the rest is for a machine that is busy.
        #expect(unanswered >= .milliseconds(50) && unanswered < .seconds(5))
        try client.read()
        #expect(client.replies.isEmpty && client.hasEnded)
    }

    @Test("by a client that is told everything is waited for by nobody")
    func monitor() throws {
        let rig = try rig()
        rig.answer = { call, responder in
            if case .monitor = call { responder.continueReply(MonitorReply()) }
        }
        let client = try ControlClient(rig)
        try client.call(MonitorCall(), more: true)
        try client.expectReplies(1)
        var isOver = false
        let timer = try Timer(on: rig.loop, clock: .monotonic) { _ in isOver = true }
        try timer.arm(at: Clocks.monotonic)
        rig.controller.stop()
        // Nothing was waited for, so the loop was not run.
        #expect(!isOver)
        try client.read()
        #expect(client.hasEnded)
    }
}
