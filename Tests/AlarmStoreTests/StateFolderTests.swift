// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Platform
import TestSupport
import Testing

@testable import AlarmStore

@Suite("A state folder")
struct StateFolderTests {
    private let temporary = TemporaryFolder()

    private var folder: StateFolder { StateFolder(path: temporary.path) }

    private func write(_ bytes: [UInt8], as name: String = StateFolder.fileName) throws {
        try Snapshot(bytes: bytes, name: name).write(
            toFolder: Descriptor.openFolder(temporary.path))
    }

    private func names() throws -> [String] {
        try FileReader.names(inFolder: temporary.path, limit: 100)
    }

    /// A book, and the one stored before it.
    private func storeTwo() throws -> (newest: AlarmBook, older: AlarmBook) {
        let newest = try sampleBook()
        var older = newest
        older.alarms[try #require(AlarmID("tea"))] = nil
        try write(StateDocument.encode(older))
        try write(StateDocument.encode(newest))
        return (newest, older)
    }

    @Test("in which nothing was stored yet has an empty book and no problem")
    func empty() throws {
        #expect(
            try folder.load() == LoadedState(book: AlarmBook(), problems: [], isSalvaged: false))
        let absent = StateFolder(path: temporary.path + "/absent")
        #expect(try absent.load().book == AlarmBook())
    }

    @Test("gives the newest state")
    func newest() throws {
        let (newest, _) = try storeTwo()
        #expect(try folder.load() == LoadedState(book: newest, problems: [], isSalvaged: false))
    }

    @Test(
        "whose newest state is damaged gives the one before, keeps the damaged one, and says so",
        arguments: ["empty", "half", "zeros", "bit"])
    func damaged(kind: String) throws {
        let (newest, older) = try storeTwo()
        let whole = StateDocument.encode(newest)
        let damaged: [UInt8] =
            switch kind {
            case "empty": []
            case "half": Array(whole.prefix(whole.count / 2))
            case "zeros": [UInt8](repeating: 0, count: whole.count)
            default: whole.enumerated().map { $0 == 500 ? $1 ^ 4 : $1 }
            }
        overwrite(StateFolder.fileName, with: damaged)
        let loaded = try folder.load()
        #expect(loaded.book == older)
        #expect(!loaded.isSalvaged)
        #expect(loaded.problems.first?.contains("alarms.json.damaged-1") == true)
        #expect(try names() == ["alarms.json.1", "alarms.json.damaged-1"])
        #expect(
            try FileReader.read(temporary.path + "/alarms.json.damaged-1", limit: 1 << 20)
                == damaged)
        // Loaded again, nothing more is lost: the one before still stands.
        #expect(try folder.load().book == older)
    }

    @Test("says again what was found damaged before, newest or older, with what is found now")
    func reports() throws {
        let book = try sampleBook()
        try write(StateDocument.encode(book, reports: ["lost once"]))
        #expect(
            try folder.load()
                == LoadedState(
                    book: book, problems: [], isSalvaged: false, reports: ["lost once"]))
        try write(StateDocument.encode(book, reports: ["lost once"]))
        overwrite(StateFolder.fileName, with: [])
        let loaded = try folder.load()
        #expect(loaded.book == book)
        #expect(loaded.allReports.first == "lost once")
        #expect(loaded.allReports.count == 1 + loaded.problems.count)
        #expect(loaded.problems.count == 2)
    }

    @Test("keeps the newest reports where there are ever more")
    func manyReports() {
        let reports = (1...100).map { "\($0)" }
        let loaded = LoadedState(
            book: AlarmBook(), problems: ["now"], isSalvaged: false, reports: reports)
        #expect(loaded.allReports == (82...100).map { "\($0)" } + ["now"])
    }

    @Test("whose newest state is missing beside an older one counts as damaged")
    func missing() throws {
        let (_, older) = try storeTwo()
        _ = try Files.setAside(StateFolder.fileName, inFolder: temporary.path)
        let loaded = try folder.load()
        #expect(loaded.book == older)
        #expect(loaded.problems.first?.contains("missing") == true)
    }

    @Test("with no generation whole keeps each alarm that can still be read")
    func salvage() throws {
        let (newest, _) = try storeTwo()
        let whole = StateDocument.encode(newest)
        overwrite(StateFolder.fileName, with: whole.map { $0 == UInt8(ascii: "5") ? 54 : $0 })
        overwrite("alarms.json.1", with: Array(whole.prefix(300)))
        let loaded = try folder.load()
        #expect(loaded.isSalvaged)
        #expect(!loaded.book.alarms.isEmpty)
        #expect(loaded.problems.count == 3)
        #expect(
            try names() == ["alarms.json", "alarms.json.1.damaged-1", "alarms.json.damaged-1"])
        // What was read is stored already, with what is to be said: a crash now loses nothing more.
        let again = try folder.load()
        #expect(again.book == loaded.book)
        #expect(again.problems.isEmpty && !again.isSalvaged)
        #expect(
            again.reports == [loaded.problems.first, loaded.problems.last].compactMap(\.self))
    }

    @Test("never overwrites a damaged file that was kept before")
    func keepsAll() throws {
        for number in 1...3 {
            try write([UInt8(number)])
            _ = try? folder.load()
        }
        #expect(try names().filter { $0.contains("damaged") }.count >= 3)
    }

    @Test("with a newer version's state is refused, and the file is left as it is")
    func newer() throws {
        let bytes = Array("wecker-state 9 crc32=00000000\n{}\n".utf8)
        try write(bytes)
        #expect(
            throws: StateFolderError.newer(file: temporary.path + "/alarms.json", version: 9)
        ) { _ = try folder.load() }
        #expect(try FileReader.read(temporary.path + "/alarms.json", limit: 1000) == bytes)
    }

    @Test("whose newest state has any one bit flipped gives the one before, the version's bits too")
    func anyBit() throws {
        let (newest, older) = try storeTwo()
        let whole = StateDocument.encode(newest)
        // All bits of the first line, and one of each byte behind it that is not looked at elsewhere.
        let places = (0..<40 * 8).map { ($0 / 8, UInt8(1) << UInt8($0 % 8)) }
        for (index, mask) in places where whole.indices.contains(index) {
            var damaged = whole
            damaged[index] ^= mask
            overwrite(StateFolder.fileName, with: damaged)
            let loaded = try folder.load()
            #expect(loaded.book == older, "byte \(index), mask \(mask)")
            #expect(loaded.problems.count == 2)
        }
    }

    @Test("is not held up by an older state that cannot be used while the newest is whole")
    func olderUnusable() throws {
        let (newest, _) = try storeTwo()
        overwrite(StateFolder.olderFileName, with: Array("wecker-state 7 crc32=00000000\n".utf8))
        #expect(try folder.load() == LoadedState(book: newest, problems: [], isSalvaged: false))
    }

    @Test("both of whose generations say a version one bit away is a newer daemon's, and refused")
    func newerByOneBit() throws {
        let whole = StateDocument.encode(try sampleBook())
        let newer = Array("wecker-state 3".utf8) + whole.dropFirst("wecker-state 1".utf8.count)
        overwrite(StateFolder.fileName, with: newer)
        overwrite(StateFolder.olderFileName, with: newer)
        let file = temporary.file(StateFolder.fileName)
        #expect(throws: StateFolderError.newer(file: file, version: 3)) { _ = try folder.load() }
        #expect(temporary.read(StateFolder.fileName) == newer)
    }

    @Test("in which something else has the state's name goes on with the one before")
    func notAFile() throws {
        let (_, older) = try storeTwo()
        _ = try Files.setAside(StateFolder.fileName, inFolder: temporary.path)
        temporary.makeFolder(StateFolder.fileName)
        let loaded = try folder.load()
        #expect(loaded.book == older)
        #expect(loaded.problems.count == 2)
    }

    /// Replaces a file's content in place, as a fault of the disk would.
    private func overwrite(_ name: String, with bytes: [UInt8]) {
        temporary.write(bytes, to: name)
    }
}
