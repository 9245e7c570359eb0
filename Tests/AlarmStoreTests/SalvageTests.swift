// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@testable import AlarmStore

@Suite("What is read of a damaged state")
struct SalvageTests {
    @Test("is all of it where only the checksum is wrong")
    func whole() throws {
        var book = try sampleBook()
        let found = StateDocument.salvage([StateDocument.encode(book)])
        // A salvaged book is numbered anew, which this one already is in its order.
        #expect(found.alarms == book.alarms)
        #expect(found.live == book.live)
        #expect(found.armed == book.armed)
        #expect(found.clock == book.clock)
        book.missed = found.missed
        #expect(found.history == book.history)
        #expect(StateDocument.salvage([]) == AlarmBook())
        #expect(StateDocument.salvage([[], [0, 0], Array("{{{{".utf8)]) == AlarmBook())
    }

    @Test("is each alarm before a cut, at any length")
    func cut() throws {
        let book = try sampleBook()
        let bytes = StateDocument.encode(book)
        var counts: Set<Int> = []
        for length in stride(from: 0, to: bytes.count, by: 7) {
            let found = StateDocument.salvage([Array(bytes.prefix(length))]).alarms
            #expect(found.values.allSatisfy { book.alarms[$0.id]?.trigger == $0.trigger })
            counts.insert(found.count)
        }
        #expect(counts == [0, 1, 2, 3, 4])
    }

    @Test("is each alarm behind zeros, from any place on")
    func zeroed() throws {
        let book = try sampleBook()
        let bytes = StateDocument.encode(book)
        for length in stride(from: 0, to: bytes.count, by: 7) {
            let rest = [UInt8](repeating: 0, count: length) + bytes.dropFirst(length)
            let text = String(decoding: rest, as: UTF8.self)
            let whole = book.alarms.keys.filter { text.contains("\"id\": \"\($0)\"") }
            let found = StateDocument.salvage([rest]).alarms
            // The alarm that the zeros end in may have lost its beginning before its id.
            #expect(found.count >= whole.count - 1)
            #expect(found.values.allSatisfy { book.alarms[$0.id]?.trigger == $0.trigger })
        }
    }

    @Test("loses at most one alarm to any one byte")
    func oneByte() throws {
        let book = AlarmBook(alarms: try sampleBook().alarms)
        let bytes = StateDocument.encode(book)
        for mask in [1, 0x20] as [UInt8] {
            for index in bytes.indices {
                var damaged = bytes
                damaged[index] ^= mask
                let found = StateDocument.salvage([damaged]).alarms
                #expect(found.count >= book.alarms.count - 1, "byte \(index), mask \(mask)")
            }
        }
    }

    @Test("has no setting out of its range, and no number of its order that could overflow")
    func ranges() throws {
        var book = AlarmBook()
        let id = try #require(AlarmID("wake"))
        let time = try #require(TimeOfDay("07:30"))
        book.alarms[id] = Alarm(
            id: id, trigger: .schedule(Schedule(time: time, pattern: .weekly(.workdays))),
            ring: RingSettings(
                volume: 900, fade: .seconds(-1), timeout: .zero, retries: 1, snooze: .seconds(9),
                snoozeLimit: -1, late: .seconds(1 << 40), wake: false),
            decided: .epoch, serial: .max)
        let found = StateDocument.salvage([StateDocument.encode(book)])
        #expect(found.alarms[id]?.ring == RingSettings(retries: 1, wake: false))
        #expect(found.alarms[id]?.serial == 1)
        #expect(found.nextSerial == 2)
    }
}
