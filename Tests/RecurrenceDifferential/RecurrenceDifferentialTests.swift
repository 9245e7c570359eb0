// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import TestSupport
import Testing

@Suite("Random recurrence rules")
struct RecurrenceDifferentialTests {
    /// Python's dateutil, asked which days a rule names.
    private static let oracle = Oracle(
        python: PackageRoot.file(".build/venv/bin/python"),
        script: "Tests/RecurrenceDifferential/oracle.py")

    /// How many rules are tried in all: 2,000, or `WECKER_RULES`.
    private static let count = Oracle.number("WECKER_RULES") ?? 2000

    /// What the rules are drawn from: a number of its own each time, or `WECKER_SEED`.
    private static let seed = Oracle.number("WECKER_SEED") ?? Int.random(in: 0..<1_000_000_000)

    /// The parts that the rules are tried in, side by side.
    private static let parts = 0..<2

    @Test(
        "name the days that dateutil says",
        .enabled(
            if: oracle.has(module: "dateutil"),
            "it takes a Python with the package python-dateutil at .build/venv/bin/python"),
        arguments: parts)
    func sameAsDateutil(part: Int) {
        let seed = Self.seed + part
        let count = max(Self.count / Self.parts.count, 1)
        print("WECKER_SEED=\(Self.seed), part \(part): \(count) random rules")
        var (tried, days) = (0, 0)
        var differences: [String] = []
        let status = Self.oracle.ask(seed: seed, count: count) { line in
            tried += 1
            guard let row = RecurrenceCase(line) else {
                differences.append("not understood: \(String(decoding: line, as: UTF8.self))")
                return
            }
            let found = row.days()
            days += found.count
            if found != row.expected { differences.append(row.difference(from: found)) }
        }
        #expect(status == 0, "the oracle failed")
        #expect(tried == count)
        #expect(days > 20 * tried)
        let wrong = differences.count
        let first = differences.prefix(5).joined(separator: "\n")
        #expect(wrong == 0, "WECKER_SEED=\(Self.seed): \(wrong) of \(tried) differ:\n\(first)")
    }
}

/// A random rule, and the days it names by dateutil: a line of `oracle.py`, which says what is where.
private struct RecurrenceCase {
    var recurrence: Recurrence
    var from: CivilDate
    var horizon: CivilDate
    var expected: [CivilDate]

    /// Reads a line, or returns `nil` where it is none of the oracle's or its rule is refused.
    init?(_ line: ArraySlice<UInt8>) {
        let fields = line.split(separator: UInt8(ascii: " "))
        guard fields.count == 5,
            let rule = try? RecurrenceRule(String(decoding: fields[0], as: UTF8.self)),
            let start = Self.date(fields[1]), let from = Self.date(fields[2]),
            let horizon = Self.date(fields[3])
        else { return nil }
        self.recurrence = Recurrence(rule, from: start)
        self.from = from
        self.horizon = horizon
        self.expected = []
        for text in fields[4].split(separator: UInt8(ascii: ",")) {
            guard let date = Self.date(text) else { return nil }
            expected.append(date)
        }
    }

    private static func date(_ text: ArraySlice<UInt8>) -> CivilDate? {
        Int(String(decoding: text, as: UTF8.self)).map(CivilDate.init(daysSinceEpoch:))
    }

    /// The first 50 days that the recurrence names, as far as the oracle looked.
    func days() -> [CivilDate] {
        var days: [CivilDate] = []
        var next = from
        while days.count < 50, let day = recurrence.firstDate(onOrAfter: next, at: .midnight),
            day <= horizon
        {
            days.append(day)
            next = day.advanced(by: 1)
        }
        return days
    }

    func difference(from found: [CivilDate]) -> String {
        let index = zip(found, expected).prefix { $0 == $1 }.count
        func text(_ dates: [CivilDate]) -> String {
            dates.dropFirst(max(index - 1, 0)).prefix(4).map(\.description).joined(separator: ", ")
        }
        let start = recurrence.start.map(\.description) ?? "–"
        return "\(recurrence.rule.text) from \(start), looked at from \(from), at day \(index)"
            + "\n  is     \(text(found))\n  not    \(text(expected))"
    }
}
