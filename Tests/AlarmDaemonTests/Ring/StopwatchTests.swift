// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Testing

@testable import AlarmDaemon

@Suite("A stopwatch")
struct StopwatchTests {
    @Test("adds up only the time in which it runs")
    func addsUp() {
        var stopwatch = Stopwatch()
        #expect(stopwatch.elapsed(at: .seconds(5)) == .zero)
        stopwatch.start(at: .seconds(10))
        stopwatch.start(at: .seconds(12))
        #expect(stopwatch.elapsed(at: .seconds(15)) == .seconds(5))
        stopwatch.stop(at: .seconds(20))
        stopwatch.stop(at: .seconds(90))
        #expect(!stopwatch.isRunning)
        #expect(stopwatch.elapsed(at: .seconds(100)) == .seconds(10))
        stopwatch.start(at: .seconds(100))
        #expect(stopwatch.elapsed(at: .seconds(101)) == .seconds(11))
    }

    @Test("never runs backwards")
    func neverBackwards() {
        var stopwatch = Stopwatch()
        stopwatch.start(at: .seconds(10))
        #expect(stopwatch.elapsed(at: .seconds(9)) == .zero)
    }
}
