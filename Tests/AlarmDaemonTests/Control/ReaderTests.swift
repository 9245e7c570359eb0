// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmProtocol
import Glibc
import JSON
import Platform
import TestSupport
import Testing

@testable import AlarmDaemon

@Suite("The socket for readers")
struct ReaderTests {
    private func rig(limits: ControlLimits = ControlLimits()) throws -> ControlRig {
        let rig = try ControlRig(limits: limits)
        try rig.controller.admitReaders(at: rig.readersPath)
        rig.answer = { _, responder in responder.reply(SoundsReply()) }
        return rig
    }

    @Test(
        "answers what looks, and denies everything else",
        arguments: AlarmClockCall.methods.map(\.name))
    func methods(name: String) throws {
        let rig = try rig()
        let client = try ControlClient(rig, asReader: true)
        let call = #"{"method":"io.wecker.AlarmClock.\#(name)","more":true}"#
        try client.send(Array(call.utf8) + [0])
        try client.expectReplies(1)
        let denied = VarlinkReply(ServiceError.permissionDenied)
        let isAnswered = ["List", "Next", "Status", "Monitor"].contains(name)
        #expect(client.replies == [isAnswered ? VarlinkReply(SoundsReply()) : denied])
        #expect(rig.received.count == (isAnswered ? 1 : 0))
    }

    @Test("tells what the service is, as every Varlink service does")
    func information() throws {
        let rig = try rig()
        let client = try ControlClient(rig, asReader: true)
        try client.send(Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0])
        try client.expectReplies(1)
        #expect(client.replies.first?.error == nil)
    }

    @Test("is for everybody, and is gone when it is switched off")
    func life() throws {
        let rig = try rig()
        var status = stat()
        #expect(unsafe lstat(rig.readersPath, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o666)
        let client = try ControlClient(rig, asReader: true)
        try rig.run { rig.controller.clientCount == 1 }
        try rig.controller.admitReaders(at: nil)
        #expect(unsafe lstat(rig.readersPath, &status) == -1)
        try client.call(StatusCall())
        try client.expectReplies(1)
        try rig.controller.admitReaders(at: rig.readersPath)
        #expect(unsafe lstat(rig.readersPath, &status) == 0)
        rig.controller.stop()
        #expect(unsafe lstat(rig.readersPath, &status) == -1)
    }

    @Test("leaves places to those who set alarms, whatever its readers do")
    func places() throws {
        var limits = ControlLimits()
        limits.readers = 3
        let rig = try rig(limits: limits)
        let readers = try (0..<5).map { _ in try ControlClient(rig, asReader: true) }
        try rig.run { rig.controller.clientCount == 3 }
        try rig.settle()
        #expect(rig.controller.clientCount == 3)
        let owner = try ControlClient(rig)
        try owner.call(SoundsCall())
        try owner.expectReplies(1)
        readers[0].close()
        try readers[3].call(StatusCall())
        try readers[3].expectReplies(1)
        #expect(rig.controller.clientCount == 4)
    }

    @Test("takes nothing away that is not its own")
    func occupied() throws {
        let rig = try ControlRig(before: { $0.write("mine", to: "socket.read") })
        #expect(throws: SystemError.self) {
            try rig.controller.admitReaders(at: rig.readersPath)
        }
        #expect(
            rig.folder.read("socket.read").map { String(decoding: $0, as: UTF8.self) } == "mine")
    }
}
