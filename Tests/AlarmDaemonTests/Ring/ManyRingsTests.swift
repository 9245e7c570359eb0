// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Platform
import TestSupport
import Testing

@testable import AlarmDaemon

@Suite("Many rings that are due one right after the other", .serialized)
struct ManyRingsTests {
    private static func occurrences(_ count: Int) throws -> [Occurrence] {
        try (0..<count).map { try RingBench.occurrence("a\($0)") }
    }

    @Test("are made ready a few at a time, the soonest first")
    func armed() throws {
        let bench = try RingBench()
        defer { bench.end() }
        let occurrences = try Self.occurrences(20)
        for occurrence in occurrences { bench.rings.arm(occurrence) }
        #expect(bench.rings.children.count == RingController.mostArmed)
        #expect(bench.rings.isBusy)
        // Those that are let go make room for others, and those that had none yet never get any.
        for occurrence in occurrences.dropFirst(2) { bench.rings.disarm(occurrence.id) }
        #expect(bench.wait { bench.rings.children.count == 2 })
        for occurrence in occurrences.prefix(2) { bench.rings.disarm(occurrence.id) }
        #expect(bench.hears("all silent") != nil)
        #expect(!bench.rings.isBusy)
    }

    @Test("are presented in no time, and the last is heard")
    func presented() throws {
        let bench = try RingBench()
        defer { bench.end() }
        let occurrences = try Self.occurrences(500)
        for occurrence in occurrences { bench.rings.arm(occurrence) }
        let start = Clocks.monotonic
        var last: Occurrence?
        for occurrence in occurrences {
            bench.present(occurrence)
            if let last { bench.rings.silence(last.id, because: .covered) }
            last = occurrence
            var turns = 0
            bench.wait {
                turns += 1
                return turns == 2
            }
        }
        // A turn of the loop for each, and what a busy machine adds.
        #expect(Clocks.monotonic - start < .seconds(5))
        #expect(bench.hears("a499 heard rig") != nil)
        #expect(bench.wait { bench.rings.children.count == 1 })
    }
}
