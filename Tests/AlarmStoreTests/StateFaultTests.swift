// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Glibc
import Platform
import TestSupport
import Testing

@testable import AlarmStore

/// The `number`th book of a series, each told from the others.
private func book(_ number: Int) throws -> AlarmBook {
    var book = try sampleBook()
    book.nextSerial = 1000 + number
    return book
}

private func save(_ book: AlarmBook, in path: String) throws {
    try Snapshot(bytes: StateDocument.encode(book), name: StateFolder.fileName)
        .write(toFolder: Descriptor.openFolder(path))
}

@Suite("A state that is being saved")
struct StateFaultTests {
    private let temporary = TemporaryFolder()

    @Test("is as it was where the disk has no room for the new one")
    func noRoom() async throws {
        let path = temporary.path
        try save(book(1), in: path)
        try save(book(2), in: path)
        await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 512, rlim_max: 512)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            do { try save(book(3), in: path) } catch { exit(7) }
        }
        let loaded = try StateFolder(path: path).load()
        #expect(try loaded == LoadedState(book: book(2), problems: [], isSalvaged: false))
        #expect(
            try FileReader.names(inFolder: path, limit: 10).filter { $0.hasSuffix(".new") }
                == ["alarms.json.1.new"].filter { temporary.read($0) != nil })
    }

    @Test(
        "is always one that was handed over, whenever the process is killed",
        arguments: Array(stride(from: 200, through: 30_000, by: 1700)))
    func killed(afterMicroseconds microseconds: Int) async throws {
        let path = temporary.path
        try save(book(0), in: path)
        await #expect(processExitsWith: .signal(SIGALRM)) { [path = path as String, microseconds] in
            // Nobody handles it, so that it ends the process as it stands.
            var timer = itimerval()
            timer.it_value.tv_usec = microseconds
            unsafe setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
            for number in 1... { try save(book(number), in: path) }
        }
        let loaded = try StateFolder(path: path).load()
        #expect(loaded.problems.isEmpty)
        let number = loaded.book.nextSerial - 1000
        #expect(try number >= 0 && loaded.book == book(number))
    }
}
