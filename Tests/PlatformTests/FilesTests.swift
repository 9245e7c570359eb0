// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import TestSupport
import Testing

@Suite("Reading a file")
struct FileReaderTests {
    @Test("gives all of it up to the limit, and nothing of one that is larger")
    func limit() throws {
        let folder = TemporaryFolder()
        let text = String(repeating: "0123456789", count: 5000)
        folder.write(text, to: "file")
        #expect(try FileReader.read(folder.file("file"), limit: 50000) == Array(text.utf8))
        let error = #expect(throws: SystemError.self) {
            try FileReader.read(folder.file("file"), limit: 49999)
        }
        #expect(error?.errno == .fileTooLarge)
    }

    @Test("refuses what would wait or is no file")
    func kinds() throws {
        let folder = TemporaryFolder()
        #expect(unsafe mkfifo(folder.file("fifo"), 0o600) == 0)
        let fifo = #expect(throws: SystemError.self) {
            try FileReader.read(folder.file("fifo"), limit: 10)
        }
        #expect(fifo?.description == "can't read \(folder.path)/fifo: it is not a regular file")
        let itself = #expect(throws: SystemError.self) {
            try FileReader.read(folder.path, limit: 10)
        }
        #expect(itself?.errno == .isFolder)
        let missing = #expect(throws: SystemError.self) {
            try FileReader.read(folder.file("missing"), limit: 10)
        }
        #expect(
            missing?.description
                == "can't open \(folder.path)/missing: No such file or directory")
        let cut = #expect(throws: SystemError.self) {
            try FileReader.read(folder.file("fifo\0x"), limit: 10)
        }
        #expect(cut?.errno == .invalidArgument)
    }

    @Test("gives what the kernel makes up on reading")
    func madeUp() throws {
        #expect(try !FileReader.read("/proc/self/status", limit: 65536).isEmpty)
    }
}

@Suite("A folder's lock")
struct FolderLockTests {
    private static let python = "/usr/bin/python3"

    // That the second is told who has it is tried with two daemons.
    @Test(
        "keeps another process out, and ends with its holder",
        .enabled(if: unsafe access(python, X_OK) == 0, "python3 is not installed"))
    func excludes() throws {
        let folder = TemporaryFolder()
        do {
            let lock = try FolderLock(folder: folder.path)
            #expect(try another(locks: folder.file("lock")) == .status(7))
            withExtendedLifetime(lock) {}
        }
        #expect(try another(locks: folder.file("lock")) == .status(0))
    }

    @Test("can't be had where the folder can't be written to")
    func missingFolder() throws {
        let folder = TemporaryFolder()
        let failure = FolderLock.Failure.system(
            SystemError(
                operation: "open", errno: .noSuchFile, subject: folder.file("none/lock")))
        #expect(throws: failure) { _ = try FolderLock(folder: folder.file("none")) }
    }

    /// Lets another process take the lock: 0 where it could, 7 where somebody has it.
    private func another(locks path: String) throws -> ChildProcess.Exit? {
        let script = """
            import fcntl, sys
            try: fcntl.lockf(open(sys.argv[1], "r+"), fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError: sys.exit(7)
            """
        let loop = try RunLoop()
        let program = try Descriptor.openProgram(Self.python)
        let null = try Descriptor.openNull()
        var exit: ChildProcess.Exit?
        let child = try ChildProcess(
            running: program, arguments: ["python3", "-c", script, path], environment: [],
            descriptors: [null.rawValue, null.rawValue, 2], on: loop
        ) { exit = $0 }
        try loop.run { exit != nil }
        return child.exit
    }
}

@Suite("Watching folders")
struct FileWatcherTests {
    @Test("tells what is written, renamed and deleted in them, by folder and name")
    func tells() throws {
        let folder = TemporaryFolder()
        let loop = try RunLoop()
        var told: [FileWatcher.Event] = []
        let watcher = try FileWatcher(on: loop) { told.append($0) }
        try watcher.watch(folder: folder.path)
        folder.write("x", to: "a")
        #expect(unsafe rename(folder.file("a"), folder.file("b")) == 0)
        #expect(unsafe unlink(folder.file("b")) == 0)
        try loop.run { told.count == 5 }
        let changes = told.map { "\($0.name ?? "-") \($0.change.rawValue)" }
        #expect(changes == ["a 2", "a 1", "a 4", "b 2", "b 4"])
        #expect(told.allSatisfy { $0.folder == folder.path })
    }

    @Test("tells that a folder is gone")
    func gone() throws {
        let folder = TemporaryFolder()
        #expect(unsafe mkdir(folder.file("inner"), 0o700) == 0)
        let loop = try RunLoop()
        var told: [FileWatcher.Event] = []
        let watcher = try FileWatcher(on: loop) { told.append($0) }
        try watcher.watch(folder: folder.file("inner"))
        #expect(unsafe rmdir(folder.file("inner")) == 0)
        try loop.run { !told.isEmpty }
        #expect(told.first?.change == .folderGone)
        #expect(told.first?.name == nil)
    }

    @Test("can't be done where there is no folder")
    func missing() throws {
        let watcher = try FileWatcher(on: RunLoop()) { _ in }
        let error = #expect(throws: SystemError.self) { try watcher.watch(folder: "/nowhere") }
        #expect(error?.errno == .noSuchFile)
    }
}

@Suite("The zone's link")
struct ZoneLinkTests {
    @Test("gives its target as it is written, and nothing where it is no link")
    func target() throws {
        let folder = TemporaryFolder()
        let zone = "../usr/share/zoneinfo/Europe/Berlin"
        #expect(unsafe symlink(zone, folder.file("localtime")) == 0)
        folder.write("x", to: "file")
        #expect(ZoneLink.target(of: folder.file("localtime")) == zone)
        #expect(ZoneLink.target(of: folder.file("file")) == nil)
        #expect(ZoneLink.target(of: folder.file("missing")) == nil)
    }
}
