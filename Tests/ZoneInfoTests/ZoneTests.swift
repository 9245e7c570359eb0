// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import TestSupport
import Testing
import ZoneInfo

@Suite("A zone")
struct ZoneTests {
    private let catalog = ZoneCatalog(read: contents(ofFile:))

    @Test(
        "goes on by its rule beyond its last transition",
        arguments: [
            ("Europe/Berlin", "2050-07-01T12:00:00Z", 7200),
            ("Europe/Berlin", "2400-12-01T12:00:00Z", 3600),
            ("America/New_York", "9998-07-04T12:00:00Z", -14_400),
            ("Europe/Dublin", "2100-01-15T12:00:00Z", 0),
        ])
    func rule(name: String, at: String, offset: Int) throws {
        let instant = try #require(Instant(rfc3339: at))
        #expect(try catalog.zone(named: name).span(at: instant).offset == offset)
    }

    @Test(
        "resolves a time in a gap and in an overlap under every policy",
        arguments: [
            ("Europe/Berlin", "2024-03-31T02:30", GapPolicy.after, ["2024-03-31T01:30:00Z"]),
            ("Europe/Berlin", "2024-03-31T02:30", .before, ["2024-03-31T00:30:00Z"]),
            ("Europe/Berlin", "2024-03-31T02:30", .transition, ["2024-03-31T01:00:00Z"]),
            ("Europe/Berlin", "2024-03-31T02:30", .skip, []),
            ("Australia/Lord_Howe", "2024-10-06T02:15", .after, ["2024-10-05T15:45:00Z"]),
            ("Pacific/Apia", "2011-12-30T07:00", .after, ["2011-12-30T17:00:00Z"]),
            ("Pacific/Apia", "2011-12-30T07:00", .transition, ["2011-12-30T10:00:00Z"]),
        ])
    func gap(name: String, civil: String, policy: GapPolicy, expected: [String]) throws {
        let zone = try catalog.zone(named: name)
        let civil = try #require(CivilDateTime(civil))
        let times = zone.times(of: civil, gap: policy, overlap: .first)
        #expect(times.map { $0.instant.rfc3339(offset: 0) } == expected)
        #expect(times.allSatisfy { !$0.exists })
    }

    @Test(
        "resolves a time in an overlap under every policy",
        arguments: [
            ("Europe/Berlin", "2024-10-27T02:30", OverlapPolicy.first, ["2024-10-27T00:30:00Z"]),
            ("Europe/Berlin", "2024-10-27T02:30", .second, ["2024-10-27T01:30:00Z"]),
            (
                "Europe/Dublin", "2024-10-27T01:30", .both,
                ["2024-10-27T00:30:00Z", "2024-10-27T01:30:00Z"]
            ),
        ])
    func overlap(name: String, civil: String, policy: OverlapPolicy, expected: [String]) throws {
        let zone = try catalog.zone(named: name)
        let civil = try #require(CivilDateTime(civil))
        let times = zone.times(of: civil, gap: .after, overlap: policy)
        #expect(times.map { $0.instant.rfc3339(offset: 0) } == expected)
        #expect(
            times.map(\.isSecondPass) == (policy == .both ? [false, true] : [policy == .second]))
    }

    @Test("rings once where two times of a schedule fall on one instant, under the one that exists")
    func sameInstant() throws {
        let zone = try catalog.zone(named: "Pacific/Apia")
        let seven = try #require(TimeOfDay("07:00"))
        let schedule = Schedule(time: seven, pattern: .weekly(.all))
        let after = try #require(Instant(rfc3339: "2011-12-30T00:00:00Z"))
        let times = schedule.times(after: after, in: zone, gap: .after, overlap: .first).prefix(2)
        #expect(times.map(\.nominal.description) == ["2011-12-31T07:00", "2012-01-01T07:00"])
    }

    @Test("has no time left for a date that is past, and finds that out at once")
    func noFuture() throws {
        let zone = try catalog.zone(named: "Europe/Berlin")
        let time = try #require(TimeOfDay("07:00"))
        let date = try #require(CivilDate("2020-02-29"))
        let now = try #require(Instant(rfc3339: "2020-02-29T06:00:00Z"))
        let schedule = Schedule(time: time, pattern: .date(date))
        #expect(schedule.next(after: now, in: zone, gap: .after, overlap: .first) == nil)
        #expect(
            schedule.next(after: now - .seconds(1), in: zone, gap: .after, overlap: .first) != nil)
    }

    @Test(
        "is refused by a name that none has",
        arguments: [
            "", "Mars/Base", "../etc/passwd", "/etc/localtime", "Europe/", "Europe//Berlin",
            "right/UTC", "a b", "Europe/Berlin\n", String(repeating: "a", count: 300),
        ])
    func unknown(name: String) {
        #expect(throws: ZoneInfoError.self) { _ = try catalog.zone(named: name) }
    }
}
