// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmProtocol
import Glibc
import Platform
import TestSupport
import Testing

@testable import AlarmDaemon

@Suite("The socket of a daemon that runs")
struct SocketKeeperTests {
    private let outer = TemporaryFolder()

    private func answeringRig(makesFolder: Bool = false) throws -> ControlRig {
        outer.makeFolder("run")
        let rig = try ControlRig(path: outer.file("run/socket"), makesFolder: makesFolder)
        rig.answer = { $1.reply(SoundsReply(sounds: [])) }
        return rig
    }

    private func expectAnswer(_ rig: ControlRig) throws {
        let client = try ControlClient(rig)
        try client.call(SoundsCall())
        try client.expectReplies(1)
    }

    @Test("is made again where it was deleted, or moved away, which is said")
    func gone() throws {
        let rig = try answeringRig()
        let client = try ControlClient(rig)
        for name in ["run/socket", "run/other"] {
            if name == "run/other" {
                #expect(unsafe rename(rig.path, outer.file(name)) == 0)
            } else {
                #expect(unsafe unlink(rig.path) == 0)
            }
            try rig.run { unsafe access(rig.path, F_OK) == 0 }
            try expectAnswer(rig)
        }
        #expect(rig.log.filter { $0.contains("was gone, and is made again") }.count == 2)
        // Who is connected notices nothing.
        try client.call(SoundsCall())
        try client.expectReplies(1)
        var status = stat()
        #expect(unsafe stat(rig.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o660)
    }

    @Test("takes those who connected before it was gone, and were not taken yet")
    func waiting() throws {
        let rig = try answeringRig()
        let client = try ControlClient(rig)
        #expect(unsafe unlink(rig.path) == 0)
        try client.call(SoundsCall())
        try client.expectReplies(1)
    }

    @Test("comes back with its folder, removed and made anew, and again after that")
    func folder() throws {
        let rig = try answeringRig()
        for _ in 0..<2 {
            #expect(unsafe unlink(rig.path) == 0)
            #expect(unsafe rmdir(outer.file("run")) == 0)
            try rig.settle()
            #expect(rig.log.contains { $0.contains("clients cannot reach alarmd") })
            outer.makeFolder("run")
            try rig.run { unsafe access(rig.path, F_OK) == 0 }
            try expectAnswer(rig)
        }
        let before = rig.log.count
        #expect(unsafe unlink(rig.path) == 0)
        try rig.run { unsafe access(rig.path, F_OK) == 0 }
        #expect(rig.log.count == before + 1)
    }

    @Test("is made with its folder where that is the daemon's own")
    func ownFolder() throws {
        let rig = try answeringRig(makesFolder: true)
        #expect(unsafe unlink(rig.path) == 0)
        #expect(unsafe rmdir(outer.file("run")) == 0)
        try rig.run { unsafe access(rig.path, F_OK) == 0 }
        try expectAnswer(rig)
    }

    @Test("is not taken from another daemon that listens there by then, but follows it")
    func another() throws {
        let rig = try answeringRig()
        #expect(unsafe unlink(rig.path) == 0)
        let other = try UnixListener(at: rig.path, mode: 0o600)
        try rig.settle()
        #expect(other.isInPlace)
        #expect(rig.log.contains { $0.contains("another process listens there") })
        other.unlinkPath()
        try rig.run { unsafe access(rig.path, F_OK) == 0 }
        try expectAnswer(rig)
    }

    @Test("does not replace what is no socket")
    func file() throws {
        let rig = try answeringRig()
        #expect(unsafe unlink(rig.path) == 0)
        outer.write("precious", to: "run/socket")
        try rig.settle()
        #expect(outer.text("run/socket") == "precious")
    }

    @Test("is looked at only when something goes: other files are nothing to it")
    func others() throws {
        let rig = try answeringRig()
        outer.write("x", to: "run/other")
        try rig.settle()
        #expect(unsafe unlink(outer.file("run/other")) == 0)
        try rig.settle()
        #expect(rig.log.isEmpty)
        try expectAnswer(rig)
    }

    @Test("is not made again once the daemon has stopped")
    func stopped() throws {
        let rig = try answeringRig()
        rig.controller.stop()
        try rig.settle()
        #expect(outer.names == ["run"])
        #expect(unsafe access(rig.path, F_OK) != 0)
    }
}
