// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmProtocol
import JSON
import Testing

@Suite("Varlink's framing")
struct MessageBufferTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("cuts several messages out of one read, and waits for the end of the last")
    func coalesced() throws {
        var buffer = MessageBuffer()
        buffer.append(bytes("one\0two\0thr"))
        #expect(try buffer.next() == bytes("one"))
        #expect(try buffer.next() == bytes("two"))
        #expect(try buffer.next() == nil)
        #expect(buffer.count == 3)
        buffer.append(bytes("ee\0"))
        #expect(try buffer.next() == bytes("three"))
        #expect(try buffer.next() == nil)
        #expect(buffer.count == 0)
    }

    @Test("puts a message together that comes byte by byte")
    func partial() throws {
        var buffer = MessageBuffer()
        for byte in bytes("hello") {
            buffer.append([byte])
            #expect(try buffer.next() == nil)
        }
        buffer.append([0, 0])
        #expect(try buffer.next() == bytes("hello"))
        #expect(try buffer.next() == [])
        #expect(try buffer.next() == nil)
    }

    @Test("takes a message of 1 MiB, and none longer", arguments: [true, false])
    func bound(hasEnd: Bool) throws {
        let longest = [UInt8](repeating: 97, count: MessageBuffer.maximumLength)
        var buffer = MessageBuffer()
        buffer.append(longest + [0])
        #expect(try buffer.next()?.count == 1 << 20)
        buffer.append(longest)
        #expect(try buffer.next() == nil)
        buffer.append(hasEnd ? [97, 0] : [97])
        #expect(throws: MessageTooLong.self) { try buffer.next() }
    }
}

@Suite("A Varlink call")
struct VarlinkCallTests {
    @Test("is read back as it was written")
    func roundTrip() throws {
        let calls = [
            VarlinkCall(method: "a.b.C"),
            VarlinkCall(method: "a.b.C", parameters: ["x": [1, nil]]),
            VarlinkCall(method: "a.b.C", isOneway: true),
            VarlinkCall(method: "a.b.C", wantsMore: true, wantsUpgrade: true),
        ]
        for call in calls {
            #expect(call.message.last == 0)
            #expect(try VarlinkCall(parsing: Array(call.message.dropLast())) == call)
        }
    }

    @Test("may say null for what it does not say, and things that are not known")
    func lenient() throws {
        let text = #"{"method":"a.B","parameters":null,"more":null,"oneway":false,"new":1}"#
        #expect(try VarlinkCall(parsing: Array(text.utf8)) == VarlinkCall(method: "a.B"))
    }

    @Test(
        "is refused where it is none",
        arguments: [
            "", "x", "[]", "{}", #"{"method":1}"#, #"{"method":"a.B","parameters":[]}"#,
            #"{"method":"a.B","more":1}"#, #"{"method":"a.B","oneway":"yes"}"#,
            #"{"method":"a.B","upgrade":{}}"#, #"{"method":"a.B","method":"a.C"}"#,
            #"{"method":"a.B"}{"method":"a.B"}"#,
        ])
    func refused(text: String) {
        #expect(throws: VarlinkMessageError.self) { try VarlinkCall(parsing: Array(text.utf8)) }
    }

    @Test("is refused where it holds more values than any call needs")
    func bomb() {
        let text =
            #"{"method":"a.B","parameters":{"x":["# + String(repeating: "[],", count: 300_000)
            + "1]}}"
        #expect(throws: VarlinkMessageError.self) { try VarlinkCall(parsing: Array(text.utf8)) }
    }

    @Test(
        "knows the interface and the member that it names",
        arguments: [
            ("a.b.C", "a.b", "C"), ("C", "", "C"), ("", "", ""), ("a.", "a", ""), (".C", "", "C"),
        ])
    func names(method: String, interface: String, member: String) {
        let call = VarlinkCall(method: method)
        #expect(call.interface == interface)
        #expect(call.member == member)
    }
}

@Suite("A Varlink reply")
struct VarlinkReplyTests {
    @Test("is read back as it was written")
    func roundTrip() throws {
        let replies = [
            VarlinkReply(), VarlinkReply(parameters: ["a": 1], continues: true),
            VarlinkReply(ServiceError.invalidParameter("ring.volume")),
            VarlinkReply(AlarmClockError.storageFailed(reason: "the disk is full")),
        ]
        for reply in replies {
            #expect(try VarlinkReply(parsing: Array(reply.message.dropLast())) == reply)
        }
    }

    @Test("says one of Varlink's errors by its name and parameter")
    func serviceErrors() {
        let errors: [ServiceError] = [
            .interfaceNotFound("a.b"), .methodNotFound("a.b.C"), .methodNotImplemented("a.b.C"),
            .invalidParameter("x"), .permissionDenied, .expectedMore,
        ]
        for error in errors { #expect(ServiceError(VarlinkReply(error)) == error) }
        #expect(VarlinkReply(ServiceError.expectedMore).error == "org.varlink.service.ExpectedMore")
        #expect(
            VarlinkReply(ServiceError.invalidParameter("x")).parameters == ["parameter": "x"])
        #expect(ServiceError(VarlinkReply(AlarmClockError.busy(press: "1"))) == nil)
        #expect(ServiceError(VarlinkReply()) == nil)
    }
}
