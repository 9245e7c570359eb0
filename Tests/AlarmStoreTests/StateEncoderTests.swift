// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@testable import AlarmStore

@Suite("An encoder of one state after another")
struct StateEncoderTests {
    @Test(
        "writes of each what it would write had it written no other",
        arguments: 0..<20 as Range<UInt64>)
    func sequence(seed: UInt64) {
        var generator = BookGenerator(seed: seed)
        let encoder = StateEncoder()
        var book = generator.book()
        for _ in 0..<30 {
            #expect(encoder.encode(book) == StateEncoder().encode(book))
            let other = generator.book()
            // Some alarms go, some come, some change, and what goes on does too.
            for id in book.alarms.keys.sorted() where Bool.random(using: &generator) {
                book.alarms[id] = other.alarms[id]
            }
            for alarm in other.alarms.values where Bool.random(using: &generator) {
                book.alarms[alarm.id] = alarm
            }
            (book.live, book.armed, book.history) = (other.live, other.armed, other.history)
            book.aside = other.aside
        }
    }

    @Test("writes hundreds that come, change and go one by one in the order of their ids")
    func oneByOne() throws {
        var generator = BookGenerator(seed: 1)
        let encoder = StateEncoder()
        var book = AlarmBook()
        let ids = (0..<300).compactMap { AlarmID("a\($0)") }
        for id in ids.shuffled(using: &generator) {
            book.alarms[id] = Alarm(
                id: id, trigger: .countdown(Countdown(length: .seconds(5))), decided: .epoch)
            if book.alarms.count % 10 == 0 {
                #expect(encoder.encode(book) == StateEncoder().encode(book))
            }
        }
        for id in ids.shuffled(using: &generator) {
            if Bool.random(using: &generator) {
                book.alarms[id] = nil
            } else {
                book.alarms[id]?.label = "changed"
            }
            guard Int.random(in: 0..<10, using: &generator) == 0 else { continue }
            #expect(encoder.encode(book) == StateEncoder().encode(book))
        }
        #expect(encoder.encode(AlarmBook()) == StateEncoder().encode(AlarmBook()))
    }

    @Test("hands over what was written before as it is, and in order")
    func pieces() throws {
        var book = AlarmBook()
        for id in (0..<1000).compactMap({ AlarmID("a\($0)") }) {
            book.alarms[id] = Alarm(
                id: id, trigger: .countdown(Countdown(length: .seconds(5))), decided: .epoch)
        }
        let encoder = StateEncoder()
        let pieces = encoder.pieces(of: book)
        #expect(pieces.count > 10)
        #expect(Array(pieces.joined()) == encoder.encode(book))
        #expect(try StateDocument.decode(Array(pieces.joined())) == book)
    }
}
