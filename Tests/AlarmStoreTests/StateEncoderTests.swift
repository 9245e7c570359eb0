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
        }
    }
}
