// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Platform

@Suite("A snapshot")
struct SnapshotTests {
    private func write(_ text: String, in folder: TemporaryFolder) throws {
        let snapshot = Snapshot(bytes: Array(text.utf8), name: "state")
        try snapshot.write(toFolder: Descriptor.openFolder(folder.path))
    }

    @Test("replaces the file and keeps the one before")
    func generations() throws {
        let folder = TemporaryFolder()
        try write("one", in: folder)
        #expect(folder.names == ["state"])
        try write("two", in: folder)
        try write("three", in: folder)
        #expect(folder.names == ["state", "state.1"])
        #expect(folder.text("state") == "three")
        #expect(folder.text("state.1") == "two")
    }

    @Test(
        "of many pieces is their bytes, one behind the other",
        arguments: [
            [], [0], [1], [1, 0, 2], [Snapshot.gathered], [Snapshot.gathered + 1],
            [1, Snapshot.gathered, 1], [Snapshot.gathered - 1, 1, 1, 3 * Snapshot.gathered, 5],
            Array(repeating: 1000, count: 200),
        ])
    func pieces(sizes: [Int]) throws {
        let folder = TemporaryFolder()
        let pieces = sizes.enumerated().map { index, size in
            Array(repeating: UInt8(ascii: "a") + UInt8(index % 26), count: size)
        }
        try Snapshot(pieces: pieces, name: "state").write(
            toFolder: Descriptor.openFolder(folder.path))
        #expect(folder.text("state") == String(decoding: Array(pieces.joined()), as: UTF8.self))
    }

    @Test(
        "leaves a whole file of either content wherever it is cut off, and the next one mends the rest"
    )
    func cutOff() throws {
        for count in 0...Snapshot.Step.allCases.count {
            let folder = TemporaryFolder()
            try write("older", in: folder)
            try write("old", in: folder)
            let descriptor = try Descriptor.openFolder(folder.path)
            let new = Snapshot(bytes: Array("new".utf8), name: "state")
            for step in Snapshot.Step.allCases.prefix(count) {
                try new.perform(step, in: descriptor)
            }
            let isReplaced = count > 3
            #expect(folder.text("state") == (isReplaced ? "new" : "old"), "after \(count) steps")
            let before = folder.text("state.1")
            #expect(before == "old" || before == "older", "after \(count) steps")
            try write("next", in: folder)
            #expect(folder.names == ["state", "state.1"])
            #expect(folder.text("state") == "next")
            #expect(folder.text("state.1") == (isReplaced ? "new" : "old"))
        }
    }

    @Test("is refused where something is in its way, and gives the room back")
    func fails() throws {
        let folder = TemporaryFolder()
        #expect(unsafe mkdir(folder.file("state"), 0o700) == 0)
        folder.write("x", to: "state/inside")
        #expect(throws: SystemError.self) { try write("one", in: folder) }
        #expect(folder.names == ["state"])
        #expect(folder.text("state/inside") == "x")
    }

    @Test("does not follow a link that lies where it is prepared")
    func link() throws {
        let folder = TemporaryFolder()
        folder.write("precious", to: "other")
        #expect(unsafe symlink(folder.file("other"), folder.file("state.new")) == 0)
        try write("one", in: folder)
        #expect(folder.text("other") == "precious")
        #expect(folder.text("state") == "one")
    }

    @Test("keeps an older generation where there is no newer one")
    func onlyOlder() throws {
        let folder = TemporaryFolder()
        folder.write("kept", to: "state.1")
        try write("one", in: folder)
        #expect(folder.text("state.1") == "kept")
    }
}

@Suite("The snapshot writer")
struct SnapshotWriterTests {
    /// A disk that waits until it is let go on.
    final class SlowDisk: Sendable {
        let written = Mutex<[String]>([])
        let gate: EventDescriptor
        let entered: EventDescriptor

        init() throws {
            gate = try EventDescriptor(waits: true)
            entered = try EventDescriptor(waits: true)
        }

        func write(_ snapshot: Snapshot) {
            entered.raise()
            gate.wait()
            written.withLock { $0.append(String(decoding: snapshot.bytes, as: UTF8.self)) }
        }
    }

    @Test("makes what it is given durable and says so")
    func writes() throws {
        let folder = TemporaryFolder()
        let loop = try RunLoop()
        var settled: [UInt64] = []
        let writer = try SnapshotWriter(folder: folder.path, name: "state", on: loop) {
            #expect($0.error == nil)
            settled.append($0.generation)
        }
        #expect(writer.write(Array("one".utf8)) == 1)
        try loop.run { settled == [1] }
        #expect(writer.write(Array("two".utf8)) == 2)
        try loop.run { settled == [1, 2] }
        #expect(writer.pendingSince == nil)
        #expect(writer.settledGeneration == 2)
        #expect(folder.text("state") == "two")
        #expect(folder.text("state.1") == "one")
    }

    @Test("returns at once while the disk hangs, and then writes only the newest")
    func hangs() throws {
        let loop = try RunLoop()
        let disk = try SlowDisk()
        var settled: [UInt64] = []
        let writer = try SnapshotWriter(
            name: "state", on: loop, handler: { settled.append($0.generation) },
            write: { snapshot throws(SystemError) in disk.write(snapshot) })
        writer.write(Array("1".utf8))
        disk.entered.wait()
        for text in ["2", "3", "4"] { writer.write(Array(text.utf8)) }
        #expect(settled.isEmpty)
        #expect(writer.pendingSince != nil)
        #expect(!writer.finish(within: .milliseconds(20)))
        disk.gate.raise()
        disk.entered.wait()
        disk.gate.raise()
        try loop.run { settled == [1, 4] }
        #expect(disk.written.withLock { $0 } == ["1", "4"])
        #expect(writer.pendingSince == nil)
    }

    @Test("tells of a full disk, and tries again only when it is told to")
    func full() throws {
        let loop = try RunLoop()
        let isFull = Mutex(true)
        var told: [Errno?] = []
        let writer = try SnapshotWriter(
            name: "state", on: loop, handler: { told.append($0.error?.errno) },
            write: { _ throws(SystemError) in
                if isFull.withLock({ $0 }) {
                    throw SystemError(operation: "write", errno: .noSpace)
                }
            })
        writer.write([1])
        try loop.run { told.count == 1 }
        #expect(writer.pendingSince == nil)
        isFull.withLock { $0 = false }
        writer.write([1])
        try loop.run { told.count == 2 }
        #expect(told == [.noSpace, nil])
    }

    @Test("finishes what it was given before the program ends")
    func finishes() throws {
        let folder = TemporaryFolder()
        var settled: [UInt64] = []
        let writer = try SnapshotWriter(
            folder: folder.path, name: "state", on: RunLoop()
        ) { settled.append($0.generation) }
        let last = writer.write(Array("last".utf8))
        #expect(writer.finish(within: .seconds(20)))
        #expect(settled == [last])
        #expect(folder.text("state") == "last")
    }

    @Test("writes what it still holds when it goes away")
    func goesAway() throws {
        let disk = try SlowDisk()
        do {
            let writer = try SnapshotWriter(
                name: "state", on: RunLoop(), handler: { _ in },
                write: { snapshot throws(SystemError) in disk.write(snapshot) })
            writer.write(Array("1".utf8))
            disk.entered.wait()
            writer.write(Array("2".utf8))
        }
        disk.gate.raise()
        disk.entered.wait()
        #expect(disk.written.withLock { $0 } == ["1"])
        disk.gate.raise()
    }
}
