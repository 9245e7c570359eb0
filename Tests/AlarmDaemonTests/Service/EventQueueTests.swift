// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Platform
import Testing

@testable import AlarmDaemon

@Suite("Events")
struct EventQueueTests {
    private func event(_ number: Int) -> AlarmEvent {
        AlarmEvent(kind: .due, at: Instant(seconds: Int64(number)))
    }

    @Test("are told at once where they are few, and many in portions and in order")
    func portions() throws {
        let loop = try RunLoop()
        var told: [Int] = []
        let queue = EventQueue(on: loop) { told.append(Int($0.at.seconds)) }
        queue.tell(event(0))
        #expect(told == [0])
        for number in 1..<200 { queue.tell(event(number)) }
        #expect(told.count == 64)
        try loop.poll()
        #expect(told.count == 128)
        queue.tell(event(200))
        while told.count < 201 {
            let before = told.count
            try loop.poll()
            try #require(told.count > before, "nothing is told any more")
        }
        #expect(told == Array(0...200))
        try loop.poll()
        queue.tell(event(201))
        #expect(told.last == 201, "at once again")
    }

    @Test("that wait are told before the end")
    func finish() throws {
        let loop = try RunLoop()
        var told = 0
        let queue = EventQueue(on: loop) { _ in told += 1 }
        for number in 0..<100 { queue.tell(event(number)) }
        queue.finish()
        #expect(told == 100)
    }

    @Test("that are told of events come behind them")
    func nested() throws {
        let loop = try RunLoop()
        var told: [Int] = []
        var queue: EventQueue?
        queue = EventQueue(on: loop) { event in
            told.append(Int(event.at.seconds))
            if event.at.seconds < 10 { queue?.tell(self.event(Int(event.at.seconds) + 1000)) }
        }
        for number in 0..<100 { queue?.tell(event(number)) }
        while told.count < 110 { try loop.poll() }
        #expect(told.count == 110)
        withExtendedLifetime(queue) {}
    }
}
