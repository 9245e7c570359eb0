// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import TestSupport
import Testing

@testable import Platform

@Suite("The journal")
struct JournalTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("journal") }

    private func text(_ input: Descriptor.Input) -> String? {
        if case .bytes(let bytes) = input { String(decoding: bytes, as: UTF8.self) } else { nil }
    }

    @Test("is sent a line with its fields, in one datagram")
    func fields() throws {
        let socket = try UnixSocket.bindDatagrams(at: path)
        let log = Log(descriptor: -1, journal: Journal(path: path, program: "alarmd"))
        log.write(.warning, "It\nrings.", fields: [Journal.Field("ALARM_ID", "wake")])
        log.info("Grüße")
        #expect(
            text(try socket.receive(upTo: 4096, isPacket: true))
                == "PRIORITY=4\nSYSLOG_IDENTIFIER=alarmd\nMESSAGE=It\\nrings.\nALARM_ID=wake\n")
        #expect(
            text(try socket.receive(upTo: 4096, isPacket: true))
                == "PRIORITY=6\nSYSLOG_IDENTIFIER=alarmd\nMESSAGE=Grüße\n")
    }

    @Test("is sent a value of several lines by its length")
    func severalLines() {
        let entry = Journal(path: path, program: "p").entry(
            .info, "m", fields: [Journal.Field("A", "b\nc")])
        #expect(
            entry.suffix(14) == Array("A\n".utf8) + [3, 0, 0, 0, 0, 0, 0, 0] + Array("b\nc\n".utf8))
    }

    @Test("that is not there, or does not keep up, loses nothing: the line goes to standard error")
    func fallback() throws {
        let (first, second) = try Descriptor.pipe()
        let reading = Descriptor(owning: first)
        let writing = Descriptor(owning: second)
        let log = Log(
            descriptor: writing.rawValue, journal: Journal(path: path, program: "alarmd"))
        log.error("It rings.")
        #expect(text(try reading.read(upTo: 4096)) == "<3>It rings.\n")

        let socket = try UnixSocket.bindDatagrams(at: path)
        for number in 0..<1000 { log.info("\(number)") }
        var received = 0
        while text(try socket.receive(upTo: 4096, isPacket: true)) != nil { received += 1 }
        let rest = text(try reading.read(upTo: 65536)) ?? ""
        #expect(received > 0 && rest.hasSuffix("<6>999\n"))
        #expect(received + rest.utf8.count(where: { $0 == UInt8(ascii: "\n") }) == 1000)
    }

    @Test("is not tried where standard error is none")
    func plain() throws {
        let socket = try UnixSocket.bindDatagrams(at: path)
        let (first, second) = try Descriptor.pipe()
        let reading = Descriptor(owning: first)
        let writing = Descriptor(owning: second)
        Log(descriptor: writing.rawValue, journal: nil)
            .write(.info, "on", fields: [Journal.Field("A", "b")])
        #expect(text(try reading.read(upTo: 4096)) == "on\n")
        #expect(text(try socket.receive(upTo: 4096, isPacket: true)) == nil)
    }
}
