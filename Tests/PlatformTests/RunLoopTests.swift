// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import TestSupport
import Testing

@Suite("A run loop")
struct RunLoopTests {
    /// A pipe whose ends are both owned.
    final class Pipe {
        let reading: Descriptor
        let writing: Descriptor

        init() throws {
            let (first, second) = try Descriptor.pipe()
            reading = Descriptor(owning: first)
            writing = Descriptor(owning: second)
        }

        func fill() throws { _ = try writing.write([1]) }
    }

    @Test("tells who watches a descriptor that it can be read")
    func tellsReadiness() throws {
        let loop = try RunLoop()
        let pipe = try Pipe()
        var told: [Readiness] = []
        let watch = try loop.watch(pipe.reading, for: .readable) { told.append($0) }
        try pipe.fill()
        try loop.turn()
        #expect(told == [.readable])
        watch.cancel()
    }

    @Test("does not wake up while nothing happens")
    func sleepsWhileIdle() throws {
        let loop = try RunLoop()
        let pipe = try Pipe()
        let watch = try loop.watch(pipe.reading, for: .readable) { _ in }
        let timer = try Timer(on: loop, clock: .monotonic) { _ in loop.stop() }
        try timer.arm(at: Clocks.monotonic + .milliseconds(300))
        try loop.run()
        #expect(loop.wakeups == 1)
        watch.cancel()
    }

    @Test("calls no handler whose watch another cancelled in the same batch")
    func cancelledInTheSameBatch() throws {
        let loop = try RunLoop()
        let pipes = try [Pipe(), Pipe(), Pipe()]
        var watches: [Watch] = []
        var called = 0
        for pipe in pipes {
            watches.append(
                try loop.watch(pipe.reading, for: .readable) { _ in
                    called += 1
                    for watch in watches { watch.cancel() }
                })
            try pipe.fill()
        }
        try loop.turn()
        #expect(called == 1)
    }

    @Test("lets a handler cancel its own watch, once and for all")
    func cancelsItself() throws {
        let loop = try RunLoop()
        let pipe = try Pipe()
        var watch: Watch?
        var called = 0
        watch = try loop.watch(pipe.reading, for: .readable) { _ in
            called += 1
            watch?.cancel()
            watch = nil
        }
        try pipe.fill()
        try loop.turn()
        try loop.poll()
        #expect(called == 1)
    }

    @Test("ends no other's watch with one whose descriptor's number was given out again")
    func reusedNumber() throws {
        let loop = try RunLoop()
        let first = try Pipe()
        let second = try Pipe()
        let old = try loop.watch(first.reading, for: .readable) { _ in }
        // Closes the one and gives its number to the other at once.
        #expect(dup2(second.reading.rawValue, first.reading.rawValue) >= 0)
        var told = 0
        let new = try loop.watch(first.reading, for: .readable) { _ in told += 1 }
        old.cancel()
        try second.fill()
        try loop.turn()
        #expect(told == 1)
        new.cancel()
    }

    @Test("ends a watch that nobody keeps")
    func forgottenWatch() throws {
        let loop = try RunLoop()
        let pipe = try Pipe()
        var told = 0
        _ = try loop.watch(pipe.reading, for: .readable) { _ in told += 1 }
        try pipe.fill()
        try loop.poll()
        #expect(told == 0)
    }

    @Test("changes what a descriptor is watched for")
    func changesInterest() throws {
        let loop = try RunLoop()
        let pipe = try Pipe()
        var told: [Readiness] = []
        let watch = try loop.watch(pipe.writing, for: []) { told.append($0) }
        try loop.poll()
        #expect(told.isEmpty)
        try watch.setInterest(.writable)
        try loop.turn()
        #expect(told == [.writable])
    }

    @Test("performs what an action adds in the next turn, and in order")
    func performsInOrder() throws {
        let loop = try RunLoop()
        var order: [Int] = []
        loop.perform {
            order.append(1)
            loop.perform {
                order.append(3)
                loop.stop()
            }
        }
        loop.perform { order.append(2) }
        try loop.run()
        #expect(order == [1, 2, 3])
    }

    @Test("ends at once where it was stopped before it ran")
    func stoppedBefore() throws {
        let loop = try RunLoop()
        loop.stop()
        try loop.run()
        #expect(loop.wakeups == 0)
    }

    @Test("refuses a regular file and a second watch of one descriptor")
    func refuses() throws {
        let loop = try RunLoop()
        let folder = TemporaryFolder()
        folder.write("x", to: "file")
        let file = try Descriptor.openForReading(folder.file("file"))
        #expect(throws: SystemError.self) { _ = try loop.watch(file, for: .readable) { _ in } }
        let pipe = try Pipe()
        let watch = try loop.watch(pipe.reading, for: .readable) { _ in }
        #expect(throws: SystemError.self) {
            _ = try loop.watch(pipe.reading, for: .readable) { _ in }
        }
        watch.cancel()
    }

    @Test("is reached from another thread by a flag")
    func otherThread() throws {
        let loop = try RunLoop()
        let flag = try EventDescriptor()
        var told = 0
        let watch = try loop.watch(flag.descriptor, for: .readable) { _ in
            told += flag.lower() ? 1 : 0
        }
        flag.raise()
        flag.raise()
        try loop.turn()
        try loop.poll()
        #expect(told == 1, "raised twice is raised once")
        watch.cancel()
    }

    @Test("takes signals as events")
    func signals() throws {
        let loop = try RunLoop()
        var told: [Signal] = []
        let user = Signal(rawValue: SIGUSR1)
        let source = try SignalSource([user], on: loop) { told.append($0) }
        user.raise()
        try loop.turn()
        #expect(told == [user])
        withExtendedLifetime(source) {}
    }
}
