// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Testing

@testable import simulation

@Suite("Simulated years")
struct SimulationTests {
    private static let world = try? World()

    @Test("keep the promise: never early, never twice, never lost", arguments: 1...40)
    func holds(_ seed: Int) throws {
        let world = try #require(Self.world)
        let outcome = Outcome(seed: UInt64(seed), world: world, limit: 800)
        #expect(outcome.broken == [])
        #expect(outcome.told > 0)
    }
}
