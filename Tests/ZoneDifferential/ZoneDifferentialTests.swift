// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import TestSupport
import Testing
import ZoneInfo

@Suite("Random schedules in random zones")
struct ZoneDifferentialTests {
    /// Python, asked when schedules come due.
    private static let oracle = Oracle(
        python: "python3", script: "Tests/ZoneDifferential/oracle.py")

    /// How many cases are tried in all: 100,000, or `WECKER_CASES`.
    private static let count = Oracle.number("WECKER_CASES") ?? 100_000

    /// What the cases are drawn from: a number of its own each time, or `WECKER_SEED`.
    private static let seed = Oracle.number("WECKER_SEED") ?? Int.random(in: 0..<1_000_000_000)

    /// The parts that the cases are tried in, side by side.
    private static let parts = 0..<4

    @Test(
        "come due when Python's zoneinfo says",
        .enabled(
            if: oracle.has(module: "zoneinfo"), "python3, 3.9 or newer, is not installed"),
        arguments: parts)
    func sameAsPython(part: Int) {
        let seed = Self.seed + part
        let count = max(Self.count / Self.parts.count, 1)
        print("WECKER_SEED=\(Self.seed), part \(part): \(count) random schedules")
        let catalog = ZoneCatalog(read: contents(ofFile:))
        var (tried, occurrences) = (0, 0)
        var differences: [String] = []
        let status = Self.oracle.ask(seed: seed, count: count) { line in
            tried += 1
            guard let row = OracleCase(line), let zone = row.rules(from: catalog) else {
                differences.append("not understood: \(String(decoding: line, as: UTF8.self))")
                return
            }
            let found = row.times(in: zone)
            occurrences += found.count
            if found != row.expected { differences.append(row.difference(from: found)) }
        }
        #expect(status == 0, "the oracle failed")
        #expect(tried == count)
        #expect(occurrences > tried)
        let wrong = differences.count
        let first = differences.prefix(5).joined(separator: "\n")
        #expect(wrong == 0, "WECKER_SEED=\(Self.seed): \(wrong) of \(tried) differ:\n\(first)")
    }
}

extension OracleCase {
    /// The rules of its zone: of a place, or after `=` of no place.
    fileprivate func rules(from catalog: ZoneCatalog) -> (any ZoneRules)? {
        if zone.hasPrefix("=") { return try? Zone(name: zone, posix: String(zone.dropFirst())) }
        return try? catalog.zone(named: zone)
    }

    /// The times that the oracle tells: five, or the next one alone where that is asked for.
    fileprivate func times(in zone: any ZoneRules) -> [ScheduledTime] {
        let times = schedule.times(after: start, in: zone, gap: gap, overlap: overlap)
        return Array(times.prefix(schedule.pattern == .next(fixedTo: nil) ? 1 : 5))
    }

    fileprivate func difference(from found: [ScheduledTime]) -> String {
        func text(_ times: [ScheduledTime]) -> String {
            times.map {
                "\($0.instant.rfc3339(offset: 0)) (\($0.nominal)\($0.isSecondPass ? "~2" : "")"
                    + "\($0.exists ? "" : ", in a gap"))"
            }.joined(separator: ", ")
        }
        return "\(self)\n  is     \(text(found))\n  not    \(text(expected))"
    }
}
