// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import TestSupport
import Testing
import ZoneInfo

/// Every policy where clocks change by an hour, by less, by more, at midnight, in winter, and by a day.
@Suite("The policies of a schedule")
struct PolicyTests {
    private let catalog = ZoneCatalog(read: contents(ofFile:))

    /// A civil time that a change leaves out, and the instant by each policy in UTC; `skip` has none.
    private struct Gap: CustomTestStringConvertible {
        var zone: String
        var civil: String
        var after: String
        var before: String
        var transition: String

        var testDescription: String { "\(zone) \(civil)" }
    }

    private static let gaps = [
        Gap(
            zone: "Europe/Berlin", civil: "2024-03-31T02:30", after: "2024-03-31T01:30:00Z",
            before: "2024-03-31T00:30:00Z", transition: "2024-03-31T01:00:00Z"),
        // Half an hour.
        Gap(
            zone: "Australia/Lord_Howe", civil: "2024-10-06T02:15", after: "2024-10-05T15:45:00Z",
            before: "2024-10-05T15:15:00Z", transition: "2024-10-05T15:30:00Z"),
        // Two hours.
        Gap(
            zone: "Antarctica/Troll", civil: "2024-03-31T02:30", after: "2024-03-31T02:30:00Z",
            before: "2024-03-31T00:30:00Z", transition: "2024-03-31T01:00:00Z"),
        // At midnight: the first hour of a day, and midnight itself.
        Gap(
            zone: "Africa/Cairo", civil: "2024-04-26T00:30", after: "2024-04-25T22:30:00Z",
            before: "2024-04-25T21:30:00Z", transition: "2024-04-25T22:00:00Z"),
        Gap(
            zone: "Africa/Cairo", civil: "2024-04-26T00:00", after: "2024-04-25T22:00:00Z",
            before: "2024-04-25T21:00:00Z", transition: "2024-04-25T22:00:00Z"),
        Gap(
            zone: "America/Havana", civil: "2024-03-10T00:15", after: "2024-03-10T05:15:00Z",
            before: "2024-03-10T04:15:00Z", transition: "2024-03-10T05:00:00Z"),
        // Winter is the time with the flag of daylight saving, and less than standard time.
        Gap(
            zone: "Europe/Dublin", civil: "2024-03-31T01:30", after: "2024-03-31T01:30:00Z",
            before: "2024-03-31T00:30:00Z", transition: "2024-03-31T01:00:00Z"),
        // A whole day.
        Gap(
            zone: "Pacific/Apia", civil: "2011-12-30T07:00", after: "2011-12-30T17:00:00Z",
            before: "2011-12-29T17:00:00Z", transition: "2011-12-30T10:00:00Z"),
    ]

    @Test("in a gap are after, before, at the transition, or not that day", arguments: gaps)
    private func gap(row: Gap) throws {
        let zone = try catalog.zone(named: row.zone)
        let civil = try #require(CivilDateTime(row.civil))
        for (policy, expected) in [
            (GapPolicy.after, [row.after]), (.before, [row.before]),
            (.transition, [row.transition]), (.skip, []),
        ] {
            for overlap in OverlapPolicy.allCases {
                let times = zone.times(of: civil, gap: policy, overlap: overlap)
                #expect(times.map { $0.instant.rfc3339(offset: 0) } == expected, "\(policy)")
                #expect(times.allSatisfy { !$0.exists && !$0.isSecondPass && $0.nominal == civil })
            }
        }
    }

    @Test("in a gap lead a daily rule over the change, and its count goes on", arguments: gaps)
    private func ruleOverGap(row: Gap) throws {
        let zone = try catalog.zone(named: row.zone)
        let civil = try #require(CivilDateTime(row.civil))
        let rule = try RecurrenceRule("FREQ=DAILY;COUNT=3")
        let schedule = Schedule(
            time: civil.time,
            pattern: .recurring(Recurrence(rule, from: civil.date.advanced(by: -1))))
        let beginning = Instant(seconds: civil.secondsOnWall) - .seconds(5 * 86_400)
        for (policy, middle) in [
            (GapPolicy.after, [row.after]), (.before, [row.before]),
            (.transition, [row.transition]), (.skip, []),
        ] {
            let times = Array(
                schedule.times(after: beginning, in: zone, gap: policy, overlap: .first))
            let neighbours = [-1, 1].flatMap { days in
                zone.times(
                    of: CivilDateTime(date: civil.date.advanced(by: days), time: civil.time),
                    gap: .after, overlap: .first
                ).map { $0.instant.rfc3339(offset: 0) }
            }
            let instants = times.map { $0.instant.rfc3339(offset: 0) }
            // Two on one instant ring once: the day after the one that Apia left out has the same.
            #expect(instants == Set(neighbours + middle).sorted(), "\(policy)")
        }
    }

    /// A civil time that a change repeats, and its two instants in UTC.
    private struct Overlap: CustomTestStringConvertible {
        var zone: String
        var civil: String
        var first: String
        var second: String

        var testDescription: String { "\(zone) \(civil)" }
    }

    private static let overlaps = [
        Overlap(
            zone: "Europe/Berlin", civil: "2024-10-27T02:30", first: "2024-10-27T00:30:00Z",
            second: "2024-10-27T01:30:00Z"),
        Overlap(
            zone: "Australia/Lord_Howe", civil: "2024-04-07T01:45", first: "2024-04-06T14:45:00Z",
            second: "2024-04-06T15:15:00Z"),
        Overlap(
            zone: "Antarctica/Troll", civil: "2024-10-27T01:30", first: "2024-10-26T23:30:00Z",
            second: "2024-10-27T01:30:00Z"),
        Overlap(
            zone: "Africa/Cairo", civil: "2024-10-31T23:30", first: "2024-10-31T20:30:00Z",
            second: "2024-10-31T21:30:00Z"),
        Overlap(
            zone: "America/Havana", civil: "2024-11-03T00:15", first: "2024-11-03T04:15:00Z",
            second: "2024-11-03T05:15:00Z"),
        Overlap(
            zone: "Europe/Dublin", civil: "2024-10-27T01:30", first: "2024-10-27T00:30:00Z",
            second: "2024-10-27T01:30:00Z"),
        // Most of a day: Kwajalein changed the side of the date line.
        Overlap(
            zone: "Pacific/Kwajalein", civil: "1969-09-30T12:00", first: "1969-09-30T01:00:00Z",
            second: "1969-10-01T00:00:00Z"),
    ]

    @Test("in an overlap are the first, the second or both", arguments: overlaps)
    private func overlap(row: Overlap) throws {
        let zone = try catalog.zone(named: row.zone)
        let civil = try #require(CivilDateTime(row.civil))
        let rule = try RecurrenceRule("FREQ=DAILY;COUNT=1")
        let schedule = Schedule(
            time: civil.time, pattern: .recurring(Recurrence(rule, from: civil.date)))
        let beginning = Instant(seconds: civil.secondsOnWall) - .seconds(5 * 86_400)
        for (policy, expected, second) in [
            (OverlapPolicy.first, [row.first], [false]), (.second, [row.second], [true]),
            (.both, [row.first, row.second], [false, true]),
        ] {
            for gap in GapPolicy.allCases {
                let times = zone.times(of: civil, gap: gap, overlap: policy)
                #expect(times.map { $0.instant.rfc3339(offset: 0) } == expected, "\(policy)")
                #expect(times.map(\.isSecondPass) == second)
                #expect(times.allSatisfy { $0.exists && $0.nominal == civil })
                let ruled = schedule.times(after: beginning, in: zone, gap: gap, overlap: policy)
                #expect(Array(ruled) == times)
            }
        }
    }
}
