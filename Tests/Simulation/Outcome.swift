// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What came of some runs.
import AlarmModel

struct Outcome: Sendable {
    /// How many occurrences were said to be due, or missed.
    var told = 0
    /// How often the book was looked at.
    var looks = 0
    var days = 0
    /// What was found broken, a line a run.
    var broken: [String] = []

    /// So many alarms for so many days are as much as one run takes.
    static let limit = 6_000

    init() {}

    /// Does one run.
    init(seed: UInt64, world: World, limit: Int = Outcome.limit, watching watched: AlarmID? = nil) {
        var simulation = Simulation(seed: seed, world: world, limit: limit)
        simulation.watched = watched
        let broken = simulation.run()
        told = simulation.promise.toldCount
        looks = simulation.lookCount
        days = simulation.size.days
        guard !broken.isEmpty else { return }
        self.broken = [
            "WECKER_SEED=\(seed) WECKER_RUNS=1: \(simulation.size.alarms) alarms, at "
                + "\(simulation.now.wall.rfc3339(offset: 0)), look \(simulation.lookCount): "
                + broken.prefix(3).joined(separator: "; ")
        ]
    }

    mutating func add(_ other: Outcome) {
        told += other.told
        looks += other.looks
        days += other.days
        broken += other.broken
    }
}
