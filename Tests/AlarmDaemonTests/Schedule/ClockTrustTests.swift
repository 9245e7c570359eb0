// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Platform
import Testing

@testable import AlarmDaemon

@Suite("The schedule, while nothing vouches for the clock")
struct ClockTrustTests {
    @Test("holds an alarm back until the wait ends, and says until when")
    func waits() throws {
        let bench = try ScheduleBench()
        bench.set(in: 60)
        bench.pass(60)
        #expect(bench.presented.isEmpty)
        #expect(bench.schedule?.clockTrust == .waiting(until: .seconds(300)))
        #expect(bench.schedule?.clockWaitEnd == bench.now.wall + .seconds(220))
        bench.pass(220)
        #expect(bench.presented.count == 1)
        #expect(bench.schedule?.clockTrust == .doubted)
        #expect(bench.schedule?.clockWaitEnd == nil)
    }

    @Test("asks the machine anew each time, and rings once the kernel vouches for the clock")
    func synchronizes() throws {
        let bench = try ScheduleBench()
        bench.set(in: 60)
        bench.pass(60)
        bench.evidence = .synchronized
        bench.pass(1)
        #expect(bench.presented.count == 1)
        // That is not asked again, and outlives the daemon.
        bench.evidence = .none
        let stored = try #require(bench.stored.last)
        let next = try ScheduleBench(book: stored)
        #expect(next.schedule?.clockTrust == .trusted)
    }

    @Test("waits for nothing where no wait is configured")
    func impatient() throws {
        let bench = try ScheduleBench(wait: .zero)
        bench.set(in: 60)
        bench.pass(60)
        #expect(bench.presented.count == 1)
    }

    @Test("stores what a set clock made of the alarms, though nothing is said of them")
    func stores() throws {
        let bench = try ScheduleBench()
        bench.evidence = .synchronized
        bench.set(in: 60)
        bench.pass(60)
        let before = bench.stored.count
        bench.now.wall = bench.now.wall - .seconds(3600)
        bench.schedule?.reschedule(because: .clockSet)
        #expect(bench.stored.count == before + 1)
        let wake = try #require(bench.stored.last?.alarms.values.first)
        #expect(wake.decided == bench.now.wall)
    }
}
