// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@testable import AlarmDaemon

@Suite("The time for which a ring was played")
struct PlayingTimeTests {
    @Test("counts up to the moment at which a newer one is presented over it")
    func covered() throws {
        let bench = try ScheduleBench()
        bench.evidence = .synchronized
        bench.set("older", in: 60)
        bench.set("newer", in: 66)
        bench.pass(60)
        let older = try #require(bench.presented.first)
        bench.playing = (older, .seconds(4))
        // The newer one is armed two seconds ahead.
        bench.pass(4)
        bench.playing = (older, .seconds(6))
        bench.pass(2)
        #expect(bench.presented.last?.alarm.text == "newer")
        #expect(bench.schedule?.book.occurrence(older)?.sounded == .seconds(6))
        #expect(bench.stored.last?.occurrence(older)?.sounded == .seconds(6))
    }

    @Test("is stored while it is played, and nothing is while nothing is")
    func kept() throws {
        let bench = try ScheduleBench()
        bench.evidence = .synchronized
        bench.set(in: 60)
        bench.pass(60)
        let id = try #require(bench.presented.first)
        let before = bench.stored.count
        bench.schedule?.keepPlayingTime()
        #expect(bench.stored.count == before)
        bench.playing = (id, .seconds(10))
        bench.schedule?.keepPlayingTime()
        #expect(bench.stored.count == before + 1)
        #expect(bench.stored.last?.occurrence(id)?.sounded == .seconds(10))
    }
}
