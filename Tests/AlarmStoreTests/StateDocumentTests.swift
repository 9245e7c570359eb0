// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@testable import AlarmStore

@Suite("A state document")
struct StateDocumentTests {
    @Test("holds all of a book, and nothing of it is lost")
    func roundTrip() throws {
        let book = try sampleBook()
        #expect(try StateDocument.decode(StateDocument.encode(book)) == book)
        #expect(try StateDocument.decode(StateDocument.encode(AlarmBook())) == AlarmBook())
    }

    @Test("holds reports where there are any, and is the same without them where there are none")
    func reports() throws {
        let book = try sampleBook()
        let (read, reports) = try StateDocument.decodeAll(
            StateDocument.encode(book, reports: ["a \"b\"", "ü"]))
        #expect(read == book && reports == ["a \"b\"", "ü"])
        #expect(StateDocument.encode(book, reports: []) == StateDocument.encode(book))
        #expect(try StateDocument.decodeAll(StateDocument.encode(book)).reports == [])
    }

    @Test("begins with its version and the checksum of the rest, and is laid out for a person")
    func readable() throws {
        let text = String(decoding: StateDocument.encode(try sampleBook()), as: UTF8.self)
        let lines = text.split(separator: "\n")
        #expect(lines.first?.hasPrefix("wecker-state 1 crc32=") == true)
        #expect(lines.contains { $0.contains("\"decided\": \"2026-12-01T06:30:00.123456Z\"") })
        #expect(lines.contains("      \"ring\": {},"))
        #expect(lines.contains("        \"time\": \"07:30\",") == false)
        #expect(text.hasSuffix("}\n"))
    }

    @Test("is refused with any one byte changed", arguments: [1, 0x20, 0x80, 0xFF] as [UInt8])
    func flipped(mask: UInt8) throws {
        let bytes = StateDocument.encode(try sampleBook())
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= mask
            #expect(throws: StateError.self) { _ = try StateDocument.decode(damaged) }
        }
    }

    @Test("is refused at any length but its own")
    func truncated() throws {
        let bytes = StateDocument.encode(try sampleBook())
        for length in 0..<bytes.count {
            #expect(throws: StateError.self) {
                _ = try StateDocument.decode(Array(bytes.prefix(length)))
            }
        }
        #expect(throws: StateError.self) { _ = try StateDocument.decode(bytes + [0]) }
        let zeros = [UInt8](repeating: 0, count: bytes.count)
        #expect(throws: StateError.self) { _ = try StateDocument.decode(zeros) }
    }

    @Test("keeps an alarm whose id became a word of WHEN")
    func storedID() throws {
        var book = try sampleBook()
        let id = try #require(AlarmID(stored: "weekdays"))
        let nominal = try #require(CivilDateTime("2026-12-01T07:30"))
        book.alarms[id] = Alarm(
            id: id,
            trigger: .schedule(Schedule(time: nominal.time, pattern: .weekly(.workdays))),
            decided: .epoch, lastDecided: OccurrenceID(alarm: id, nominal: nominal))
        #expect(try StateDocument.decode(StateDocument.encode(book)) == book)
    }

    @Test("of a newer version is refused by its number")
    func newer() {
        let bytes = Array("wecker-state 2 crc32=00000000\n{}\n".utf8)
        #expect(throws: StateError.newer(version: 2)) { _ = try StateDocument.decode(bytes) }
    }

    @Test("tolerates a member that it does not know")
    func unknownMember() throws {
        let book = try sampleBook()
        let text = String(decoding: StateDocument.encode(book), as: UTF8.self)
        let body = try #require(text.split(separator: "\n", maxSplits: 1).last)
        let more = "{\n  \"later\": [1, {}]," + body.dropFirst()
        let sum = String(Checksum.crc32(Array(more.utf8)[...]), radix: 16)
        let padded = String(repeating: "0", count: 8 - sum.count) + sum
        #expect(
            try StateDocument.decode(Array("wecker-state 1 crc32=\(padded)\n\(more)".utf8)) == book)
    }

    @Test("says where in it something is wrong")
    func path() throws {
        let text = String(decoding: StateDocument.encode(try sampleBook()), as: UTF8.self)
        let body = text.drop { $0 != "\n" }.dropFirst()
        let more = String(body).replacing("\"serial\": 2", with: "\"serial\": true")
        let sum = String(
            String(1 << 32 + Int(Checksum.crc32(Array(more.utf8)[...])), radix: 16).dropFirst())
        let bytes = Array("wecker-state 1 crc32=\(sum)\n\(more)".utf8)
        #expect(
            throws: StateError.damaged("state.alarms[2].serial is not what it should be")
        ) { _ = try StateDocument.decode(bytes) }
    }

    @Test("keeps every book that can be made", arguments: 0..<40 as Range<UInt64>)
    func randomBooks(seed: UInt64) throws {
        var generator = BookGenerator(seed: seed)
        let book = generator.book()
        #expect(try StateDocument.decode(StateDocument.encode(book)) == book)
    }
}

@Suite("The checksum")
struct ChecksumTests {
    @Test(
        "is the CRC-32 of gzip",
        arguments: [
            ("", 0), ("a", 0xE8B7_BE43), ("123456789", 0xCBF4_3926),
            ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
        ] as [(String, UInt32)])
    func known(text: String, sum: UInt32) {
        #expect(Checksum.crc32(Array(text.utf8)[...]) == sum)
    }
}
