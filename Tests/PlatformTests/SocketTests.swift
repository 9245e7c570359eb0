// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import TestSupport
import Testing

@Suite("Listening at a path")
struct UnixListenerTests {
    private func mode(_ path: String) -> UInt32 {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    /// The connection that waits, or `SetUpFailure` where none does.
    private func connection(of listener: UnixListener) throws -> Descriptor {
        guard let connection = try UnixSocket.accept(from: listener.descriptor) else {
            throw SetUpFailure()
        }
        return connection
    }

    @Test("sets mode and group as told, and takes connections with who they are from")
    func accepts() throws {
        let folder = TemporaryFolder()
        let path = folder.file("socket")
        let listener = try UnixListener(at: path, mode: 0o660, group: getgid())
        #expect(mode(path) == 0o660)
        #expect(throws: SetUpFailure.self) { _ = try connection(of: listener) }
        let client = try UnixSocket.connect(to: path)
        let server = Box(try connection(of: listener))
        let peer = try UnixSocket.peer(of: server.descriptor)
        #expect(
            peer
                == UnixSocket.Peer(
                    process: ProcessEnvironment.processID, user: getuid(), group: getgid()))
        #expect(try client.send(Array("hello".utf8)[...]) == 5)
        #expect(try server.descriptor.receive(upTo: 100) == .bytes(Array("hello".utf8)))
        #expect(try server.descriptor.receive(upTo: 100) == .wouldBlock)
        client.close()
        #expect(try server.descriptor.receive(upTo: 100) == .end)
    }

    @Test("replaces a socket at which nobody listens any more")
    func stale() throws {
        let folder = TemporaryFolder()
        let path = folder.file("socket")
        do { _ = try UnixListener(at: path, mode: 0o600) }
        #expect(folder.names == ["socket"])
        let listener = try UnixListener(at: path, mode: 0o600)
        _ = try UnixSocket.connect(to: path)
        listener.unlinkPath()
        #expect(folder.names.isEmpty)
    }

    @Test("never takes a live socket")
    func live() throws {
        let folder = TemporaryFolder()
        let path = folder.file("socket")
        let listener = try UnixListener(at: path, mode: 0o600)
        for kind in [UnixSocket.Kind.stream, .packets] {
            let error = #expect(throws: SystemError.self) {
                _ = try UnixListener(at: path, mode: 0o600, kind: kind)
            }
            #expect(error?.errno == .addressInUse)
        }
        _ = try UnixSocket.connect(to: path)
        withExtendedLifetime(listener) {}
    }

    @Test("never deletes what is no socket", arguments: ["file", "folder", "link", "fifo"])
    func notASocket(kind: String) throws {
        let folder = TemporaryFolder()
        let path = folder.file("socket")
        folder.write("precious", to: "target")
        switch kind {
        case "file": folder.write("precious", to: "socket")
        case "folder": #expect(unsafe mkdir(path, 0o700) == 0)
        case "link": #expect(unsafe symlink(folder.file("target"), path) == 0)
        default: #expect(unsafe mkfifo(path, 0o600) == 0)
        }
        let before = mode(path)
        let error = #expect(throws: SystemError.self) {
            _ = try UnixListener(at: path, mode: 0o600)
        }
        #expect(error?.errno == .notSocket)
        #expect(error?.description.contains("which is left alone") == true)
        #expect(mode(path) == before)
        #expect(folder.text("target") == "precious")
        if kind == "file" { #expect(folder.text("socket") == "precious") }
    }

    @Test(
        "says how long a path may be",
        arguments: [
            (UnixSocket.pathLimit, true), (UnixSocket.pathLimit + 1, false), (200, false),
        ])
    func pathLength(length: Int, isTaken: Bool) throws {
        let folder = TemporaryFolder()
        let path = folder.file(
            String(repeating: "x", count: length - folder.path.utf8.count - 1))
        if isTaken {
            _ = try UnixListener(at: path, mode: 0o600)
            #expect(folder.names.count == 1)
        } else {
            let error = #expect(throws: SystemError.self) {
                _ = try UnixListener(at: path, mode: 0o600)
            }
            #expect(error?.errno == .nameTooLong)
            #expect(error?.description.contains("at most \(UnixSocket.pathLimit) bytes") == true)
        }
    }

    @Test("takes away only the file that it made")
    func unlinksItsOwn() throws {
        let folder = TemporaryFolder()
        let listener = try UnixListener(at: folder.file("socket"), mode: 0o600)
        #expect(unsafe rename(folder.file("socket"), folder.file("moved")) == 0)
        folder.write("another's", to: "socket")
        listener.unlinkPath()
        #expect(folder.text("socket") == "another's")
    }

    @Test("adopts a socket that listens, and nothing else")
    func adopts() throws {
        let folder = TemporaryFolder()
        let made = try UnixListener(at: folder.file("socket"), mode: 0o600)
        let adopted = try UnixListener(adopting: made.descriptor.duplicated())
        #expect(adopted.path.isEmpty)
        adopted.unlinkPath()
        #expect(folder.names == ["socket"])
        let (first, second) = try UnixSocket.pair(.stream)
        let other = Descriptor(owning: second)
        #expect(throws: SystemError.self) {
            _ = try UnixListener(adopting: Descriptor(owning: first))
        }
        let null = try Descriptor.openNull()
        let error = #expect(throws: SystemError.self) {
            _ = try UnixListener(adopting: null.duplicated())
        }
        #expect(error?.errno == .notSocket)
        withExtendedLifetime((made, adopted)) {}
        other.close()
    }
}

@Suite("Sockets")
struct UnixSocketTests {
    @Test("keep packets apart, and say how long one was that did not fit")
    func packets() throws {
        let (first, second) = try UnixSocket.pair(.packets)
        let sender = Descriptor(owning: first)
        let receiver = Descriptor(owning: second)
        #expect(try sender.send([1, 2, 3]) == 3)
        #expect(try sender.send([4]) == 1)
        #expect(try sender.send([1, 2, 3, 4, 5]) == 5)
        #expect(try receiver.receive(upTo: 4, isPacket: true) == .bytes([1, 2, 3]))
        #expect(try receiver.receive(upTo: 4, isPacket: true) == .bytes([4]))
        #expect(try receiver.receive(upTo: 4, isPacket: true) == .oversized(5))
        sender.close()
        #expect(try receiver.receive(upTo: 4, isPacket: true) == .end)
    }

    @Test("survive a peer that is gone, and say so")
    func noSignal() throws {
        let (first, second) = try UnixSocket.pair(.stream)
        let sender = Descriptor(owning: first)
        Descriptor(owning: second).close()
        let error = #expect(throws: SystemError.self) { try sender.send([1]) }
        #expect(error?.errno == .brokenPipe)
    }

    @Test("take nothing, instead of waiting, where the peer does not read")
    func full() throws {
        let (first, second) = try UnixSocket.pair(.stream)
        let sender = Descriptor(owning: first)
        let receiver = Descriptor(owning: second)
        let bytes = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        while case let count = try sender.send(bytes[...]), count > 0 { total += count }
        #expect(total > 0)
        receiver.close()
    }

    @Test(
        "say why they can't connect",
        arguments: [
            ("missing", Errno.noSuchFile), (String(repeating: "x", count: 200), .nameTooLong),
        ])
    func connecting(name: String, errno: Errno) throws {
        let folder = TemporaryFolder()
        let error = #expect(throws: SystemError.self) {
            _ = try UnixSocket.connect(to: folder.file(name))
        }
        #expect(error?.errno == errno)
    }
}

/// A descriptor that an optional of a copyable kind can hold.
final class Box {
    let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }
}
