// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import TestSupport
import Testing

@Suite("A child process")
struct ChildProcessTests {
    /// Starts a shell and gives what it printed, once it has ended.
    private func shell(
        _ script: String, environment: [String] = [], extra: [Int32] = []
    ) throws -> (output: String, exit: ChildProcess.Exit?) {
        let loop = try RunLoop()
        let program = try Descriptor.openProgram("/bin/sh")
        let (first, second) = try Descriptor.pipe()
        let reading = Descriptor(owning: first)
        var exit: ChildProcess.Exit?
        let child: ChildProcess
        do {
            let writing = Descriptor(owning: second)
            let null = try Descriptor.openNull()
            child = try ChildProcess(
                running: program, arguments: ["sh", "-c", script], environment: environment,
                descriptors: [null.rawValue, writing.rawValue, null.rawValue] + extra, on: loop
            ) { exit = $0 }
        }
        try loop.run { exit != nil }
        #expect(child.exit == exit)
        var output: [UInt8] = []
        while case .bytes(let more) = try reading.read(upTo: 4096) { output += more }
        return (String(decoding: output, as: UTF8.self), exit)
    }

    @Test(
        "says how it ended",
        arguments: [
            ("exit 0", ChildProcess.Exit.status(0)), ("exit 7", .status(7)),
            ("kill -TERM $$", .signal(.terminate)), ("kill -KILL $$", .signal(.kill)),
        ])
    func exits(script: String, exit: ChildProcess.Exit) throws {
        #expect(try shell(script).exit == exit)
    }

    @Test("takes with it what it leaves in its process group")
    func leftover() throws {
        let (output, exit) = try shell("sleep 1000 >/dev/null & echo $!")
        #expect(exit == .status(0))
        let left = try #require(Int32(output.dropLast()))
        // Whoever is its parent then may take its time to reap it.
        let isGone = (1...500).contains { _ in
            usleep(10_000)
            let state = try? FileReader.read("/proc/\(left)/stat", limit: 4096)
            return state.map { String(decoding: $0, as: UTF8.self).contains(") Z ") } ?? true
        }
        #expect(isGone)
    }

    @Test("has the descriptors that it was given, in their places, and no other")
    func descriptors() throws {
        let others = try (0..<5).map { _ in try Box(Descriptor.openNull()) }
        // Not closed on exec: what a library opened without a thought.
        for other in others { try Descriptor.setCloseOnExec(other.descriptor.rawValue, false) }
        let (output, _) = try shell(
            "f=0; while [ $f -lt 100 ]; do [ -e /proc/$$/fd/$f ] && echo $f; f=$((f + 1)); done",
            extra: [others[0].descriptor.rawValue])
        #expect(output.split(separator: "\n") == ["0", "1", "2", "3"])
    }

    @Test("starts with no signal blocked or ignored, whatever its parent does")
    func signals() throws {
        try Signal.brokenPipe.ignore()
        let blocked = try SignalSource([Signal(rawValue: SIGUSR2)], on: RunLoop()) { _ in }
        let (output, _) = try shell("while read l; do echo \"$l\"; done < /proc/$$/status")
        let masks = output.split(separator: "\n").filter {
            $0.hasPrefix("SigBlk") || $0.hasPrefix("SigIgn")
        }
        #expect(masks.count == 2)
        // The C library keeps signals 32 and 33 for itself, and lets nobody set them.
        for mask in masks {
            let bits = UInt64(mask.suffix(16), radix: 16)
            #expect(bits.map { $0 & ~(3 << 31) } == 0, "\(mask)")
        }
        withExtendedLifetime(blocked) {}
    }

    @Test("leads a process group of its own")
    func group() throws {
        let (output, _) = try shell("read l < /proc/$$/stat; set -- $l; echo $(($1 == $5))")
        #expect(output == "1\n")
    }

    @Test("has the environment that it was given and no other")
    func environment() throws {
        let (output, _) = try shell("echo $A-$B-$HOME", environment: ["A=1", "B=two words"])
        #expect(output == "1-two words-\n")
    }

    @Test("is killed with all that it started when nobody keeps it, and reaped")
    func abandoned() throws {
        let loop = try RunLoop()
        let program = try Descriptor.openProgram("/bin/sh")
        let null = try Descriptor.openNull()
        let (first, second) = try Descriptor.pipe()
        let reading = Descriptor(owning: first)
        var told = false
        let processID: Int32
        do {
            let writing = Descriptor(owning: second)
            let child = try ChildProcess(
                running: program, arguments: ["sh", "-c", "sleep 1000 & wait"], environment: [],
                descriptors: [null.rawValue, writing.rawValue, null.rawValue], on: loop
            ) { _ in told = true }
            processID = child.processID
        }
        // The pipe ends when the last process that has its other end is gone.
        var isOver = false
        let watch = try loop.watch(reading, for: .readable) { _ in isOver = true }
        try loop.run { isOver }
        #expect(try reading.read(upTo: 1) == .end)
        watch.cancel()
        // A number that nobody has any more: it was reaped.
        try loop.run { kill(processID, 0) != 0 }
        #expect(!told, "who let go of it is not told")
    }

    @Test("runs the file that was opened, whatever lies at its path now")
    func replaced() throws {
        let folder = TemporaryFolder()
        #expect(unsafe symlink("/bin/true", folder.file("program")) == 0)
        let program = try Descriptor.openProgram(folder.file("program"))
        #expect(unsafe unlink(folder.file("program")) == 0)
        folder.write("not a program", to: "program")
        let loop = try RunLoop()
        var exit: ChildProcess.Exit?
        let child = try ChildProcess(
            running: program, arguments: ["program"], environment: [], descriptors: [], on: loop
        ) { exit = $0 }
        try loop.run { exit != nil }
        #expect(child.exit == .status(0))
    }

    @Test("can't be started where the file is no program, and leaves nothing behind")
    func notAProgram() throws {
        let folder = TemporaryFolder()
        folder.write("not a program", to: "file")
        let program = try Descriptor.openProgram(folder.file("file"))
        let error = #expect(throws: SystemError.self) {
            _ = try ChildProcess(
                running: program, arguments: ["file"], environment: [], descriptors: [],
                on: RunLoop()
            ) { _ in }
        }
        #expect(error?.errno == .accessDenied)
        #expect(error?.description == "can't start file: Permission denied")
    }

    @Test("is told its end through the loop, not while it is killed")
    func killed() throws {
        let loop = try RunLoop()
        let program = try Descriptor.openProgram("/bin/sleep")
        var exit: ChildProcess.Exit?
        let child = try ChildProcess(
            running: program, arguments: ["sleep", "1000"], environment: [], descriptors: [],
            on: loop
        ) { exit = $0 }
        child.kill()
        #expect(exit == nil)
        try loop.run { exit != nil }
        #expect(exit == .signal(.kill))
        child.kill()
        child.signal(.terminate)
    }
}
