// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Glibc
import Platform

// Lives through many simulated years, and says whether the promise was kept (CONTRIBUTING.md, Testing).
//
// WECKER_SEED   the seed of the first run, a number (drawn where it is none); the others count on from it
// WECKER_RUNS   how many runs (1000)
// WECKER_WATCH  an alarm, such as a7, of which all that becomes is printed

func number(_ name: String) -> Int? { ProcessEnvironment.variables[name].flatMap { Int($0) } }

let count = number("WECKER_RUNS") ?? 1000
let first = number("WECKER_SEED") ?? Int(Clocks.wallMicroseconds % 1_000_000_000)
let watched = ProcessEnvironment.variables["WECKER_WATCH"].flatMap { AlarmID($0) }
print("simulation: \(count) runs from seed \(first)")

let start = Clocks.monotonic
let world = try World()
let outcome = await withTaskGroup(of: Outcome.self) { group in
    var next = first
    func addRun() {
        guard next < first + count else { return }
        let seed = UInt64(next)
        next += 1
        group.addTask { Outcome(seed: seed, world: world, watching: watched) }
    }
    for _ in 0..<8 { addRun() }
    var whole = Outcome()
    for await outcome in group {
        whole.add(outcome)
        addRun()
    }
    return whole
}
for line in outcome.broken { print(line) }
let took = Clocks.monotonic - start
print(
    "simulation: \(outcome.told) occurrences, \(outcome.looks) looks, \(outcome.days / 365) years, \(took)"
)
if !outcome.broken.isEmpty { exit(1) }
