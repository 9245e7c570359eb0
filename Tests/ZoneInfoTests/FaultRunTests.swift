// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import TestSupport
import Testing
import ZoneInfo

/// A book with the zones of this machine, whose clocks stand still until its wakes lead them on.
private struct FaultRun {
    private var book = AlarmBook()
    private var now: Moment
    private let context: BookContext

    /// A book whose clock reads `start`; `zone` is the machine's.
    init(at start: String, in zone: String) throws {
        let rules = try ZoneCatalog(read: contents(ofFile:)).zone(named: zone)
        now = Moment(
            wall: try #require(Instant(rfc3339: start)), sinceBoot: .seconds(3600), bootID: "a")
        context = BookContext { _ in rules }
        _ = book.advance(to: now, because: .boot, in: context)
    }

    mutating func set(_ id: String, _ schedule: Schedule) throws(BookError) {
        _ = try book.set(AlarmEdit(id: id, schedule: schedule), at: now, in: context)
    }

    /// What rings until `end`, and when; each ring is answered at once, and the daemon started anew at each wake.
    mutating func rings(until end: Instant) -> [String] {
        var rings: [String] = []
        while let wall = book.nextWake(in: context).wall, wall <= end {
            let wait = max(wall - now.wall, .zero)
            now.wall = now.wall + wait
            now.sinceBoot += wait
            for cause in [Cause.timer, .boot] {
                for case .present(let id, let presentation)
                    in book.advance(to: now, because: cause, in: context)
                {
                    let late = presentation.lateBy == .zero ? "" : " late"
                    rings.append("\(id.alarm.text) \(now.wall.rfc3339(offset: 0))\(late)")
                }
                _ = book.dismissAll(at: now, in: context)
            }
        }
        return rings
    }
}

@Suite("A fault that people met, in a book that is started anew at each wake,")
struct FaultRunTests {
    @Test(
        "is none here: it rings at the right instants, and at no other",
        arguments: FaultTests.springAndAutumn + FaultTests.oddZones + FaultTests.calendar)
    func right(fault: Fault) throws {
        var run = try FaultRun(at: fault.start, in: fault.zone)
        guard let last = fault.expected.last else {
            let schedule = try fault.schedule()
            #expect(throws: BookError.self) { try run.set("a", schedule) }
            return
        }
        try run.set("a", try fault.schedule())
        let end = try #require(Instant(rfc3339: last)) + .seconds(12 * 3600)
        #expect(run.rings(until: end) == fault.expected.map { "a \($0)" })
    }

    /// Alarms of one book, in the order in which they are set, and what rings until an instant.
    struct Together: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var zone: String
        var start: String
        var alarms: [(id: String, days: String, time: String)]
        var end: String
        var expected: [String]
    }

    static let together = [
        Together(
            testDescription: "the rest of the day dropped after one in the gap (B17)",
            zone: "Australia/Sydney", start: "2019-10-05T14:00:00Z",
            alarms: [("a", "daily", "02:30"), ("b", "daily", "06:30")],
            end: "2019-10-07T00:00:00Z",
            expected: [
                "a 2019-10-05T16:30:00Z", "b 2019-10-05T19:30:00Z", "a 2019-10-06T15:30:00Z",
                "b 2019-10-06T19:30:00Z",
            ]),
        Together(
            testDescription: "the second alarm never looked at, though it is earlier (B43)",
            zone: "Europe/Berlin", start: "2024-05-13T00:00:00Z",
            alarms: [("a", "daily", "08:00"), ("b", "daily", "06:00")],
            end: "2024-05-13T12:00:00Z",
            expected: ["b 2024-05-13T04:00:00Z", "a 2024-05-13T06:00:00Z"]),
        Together(
            testDescription: "one that spins or comes twice in the repeated hour (B14)",
            zone: "Europe/Vienna", start: "2025-10-26T00:55:00Z",
            alarms: [
                ("a", "daily", "01:59"), ("b", "daily", "02:00"), ("c", "daily", "02:30"),
                ("d", "daily", "02:59:59"), ("e", "daily", "03:00"),
            ],
            end: "2025-10-27T02:30:00Z",
            expected: [
                "d 2025-10-26T00:59:59Z", "e 2025-10-26T02:00:00Z", "a 2025-10-27T00:59:00Z",
                "b 2025-10-27T01:00:00Z", "c 2025-10-27T01:30:00Z", "d 2025-10-27T01:59:59Z",
                "e 2025-10-27T02:00:00Z",
            ]),
    ]

    @Test("is none beside other alarms", arguments: together)
    func beside(row: Together) throws {
        var run = try FaultRun(at: row.start, in: row.zone)
        for alarm in row.alarms {
            let fault = Fault("", row.zone, alarm.days, alarm.time, after: row.start)
            try run.set(alarm.id, try fault.schedule())
        }
        #expect(run.rings(until: try #require(Instant(rfc3339: row.end))) == row.expected)
    }
}
