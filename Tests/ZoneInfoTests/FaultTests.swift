// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import TestSupport
import Testing
import ZoneInfo

/// A fault that people met in an alarm clock or a scheduler, and the instants that are right.
///
/// No process zone can leak into them: the modules under test import neither Glibc nor Foundation, and read
/// no environment (the architecture's tests hold that).
struct Fault: CustomTestStringConvertible, Sendable {
    var name: String
    var zone: String
    var days: String
    var time: String
    var start: String
    var expected: [String]

    init(
        _ name: String, _ zone: String, _ days: String, _ time: String, after start: String,
        _ expected: String...
    ) {
        self.name = name
        self.zone = zone
        self.days = days
        self.time = time
        self.start = start
        self.expected = expected
    }

    var testDescription: String { "\(name): \(zone) \(days) \(time)" }

    /// The schedule that the row tells.
    func schedule() throws -> Schedule {
        let pattern: Schedule.Pattern
        switch days {
        case "daily": pattern = .weekly(.all)
        case "next": pattern = .next(fixedTo: nil)
        default:
            if let date = CivilDate(days) {
                pattern = .date(date)
            } else {
                pattern = .weekly(Weekdays([try #require(Weekday(rawValue: days))]))
            }
        }
        return Schedule(time: try #require(TimeOfDay(time)), pattern: pattern)
    }

    /// The first times, at most `count`, in UTC.
    func times(_ count: Int) throws -> [String] {
        let zone = try ZoneCatalog(read: contents(ofFile:)).zone(named: zone)
        let start = try #require(Instant(rfc3339: start))
        return try schedule().times(after: start, in: zone, gap: .after, overlap: .first)
            .prefix(count).map { $0.instant.rfc3339(offset: 0) }
    }
}

@Suite("A fault that people met")
struct FaultTests {
    static let springAndAutumn = [
        Fault(
            "an instant kept over the change (B01)", "Europe/Berlin", "daily", "04:30",
            after: "2019-03-30T12:00:00Z", "2019-03-31T02:30:00Z", "2019-04-01T02:30:00Z",
            "2019-04-02T02:30:00Z"),
        Fault(
            "an hour early, and again (B02)", "Europe/Berlin", "daily", "08:15",
            after: "2023-10-28T20:00:00Z", "2023-10-29T07:15:00Z", "2023-10-30T07:15:00Z",
            "2023-10-31T07:15:00Z"),
        Fault(
            "no run in the missing hour (B03)", "America/New_York", "daily", "02:00",
            after: "2017-03-11T12:00:00Z", "2017-03-12T07:00:00Z", "2017-03-13T06:00:00Z",
            "2017-03-14T06:00:00Z"),
        Fault(
            "a Sunday of 23 hours lost (B04)", "Europe/Berlin", "sun", "12:00",
            after: "2022-03-24T11:00:00Z", "2022-03-27T10:00:00Z", "2022-04-03T10:00:00Z",
            "2022-04-10T10:00:00Z"),
        Fault(
            "a crash in the missing hour (B05)", "America/New_York", "daily", "02:00",
            after: "2025-03-09T06:30:00Z", "2025-03-09T07:00:00Z", "2025-03-10T06:00:00Z",
            "2025-03-11T06:00:00Z"),
        Fault(
            "twice in the repeated hour (B07)", "America/New_York", "daily", "01:30",
            after: "2026-10-31T12:00:00Z", "2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z",
            "2026-11-03T06:30:00Z"),
        Fault(
            "twice after a restart between the passes (B07)", "America/New_York", "daily", "01:30",
            after: "2026-11-01T05:45:00Z", "2026-11-02T06:30:00Z"),
        Fault(
            "not in spring (B13)", "Europe/Berlin", "daily", "02:30",
            after: "2024-03-30T12:00:00Z", "2024-03-31T01:30:00Z", "2024-04-01T00:30:00Z"),
        Fault(
            "twice in autumn (B13)", "Europe/Berlin", "daily", "02:30",
            after: "2024-10-26T12:00:00Z", "2024-10-27T00:30:00Z", "2024-10-28T01:30:00Z"),
        Fault(
            "an answer in the past before the gap (B15)", "America/New_York", "daily", "02:59",
            after: "2026-03-08T06:59:00Z", "2026-03-08T07:59:00Z", "2026-03-09T06:59:00Z"),
        Fault(
            "the rest of the day dropped, in the gap (B17)", "Australia/Sydney", "daily", "02:30",
            after: "2019-10-05T14:00:00Z", "2019-10-05T16:30:00Z", "2019-10-06T15:30:00Z"),
        Fault(
            "the rest of the day dropped, later (B17)", "Australia/Sydney", "daily", "06:30",
            after: "2019-10-05T14:00:00Z", "2019-10-05T19:30:00Z", "2019-10-06T19:30:00Z"),
        Fault(
            "Sunday's alarm on Saturday (B24)", "Australia/Sydney", "sun", "16:00",
            after: "2016-09-30T12:00:00Z", "2016-10-02T05:00:00Z", "2016-10-09T05:00:00Z",
            "2016-10-16T05:00:00Z"),
        Fault(
            "the second pass of a fold chosen (B125)", "Europe/Oslo", "next", "02:41",
            after: "2019-10-27T00:40:00Z", "2019-10-27T00:41:00Z"),
        Fault(
            "a day later, though the clock reads it once more", "Europe/Oslo", "next", "02:41",
            after: "2019-10-27T01:40:00Z", "2019-10-27T01:41:00Z"),
    ]

    static let oddZones = [
        Fault(
            "a day that begins at one o'clock lost (B09)", "America/Sao_Paulo", "sun", "01:00",
            after: "2018-11-03T12:00:00Z", "2018-11-04T03:00:00Z", "2018-11-11T03:00:00Z"),
        Fault(
            "a midnight that does not exist (B09)", "America/Sao_Paulo", "daily", "00:00",
            after: "2018-11-03T12:00:00Z", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"),
        Fault(
            "a fold of half an hour (B10)", "Australia/Lord_Howe", "daily", "01:45",
            after: "2026-04-03T12:00:00Z", "2026-04-03T14:45:00Z", "2026-04-04T14:45:00Z",
            "2026-04-05T15:15:00Z"),
        Fault(
            "a gap of half an hour (B10)", "Australia/Lord_Howe", "daily", "02:15",
            after: "2024-10-04T12:00:00Z", "2024-10-04T15:45:00Z", "2024-10-05T15:45:00Z",
            "2024-10-06T15:15:00Z"),
        Fault(
            "a day that was left out (B11)", "Pacific/Apia", "daily", "07:00",
            after: "2011-12-28T20:00:00Z", "2011-12-29T17:00:00Z", "2011-12-30T17:00:00Z",
            "2011-12-31T17:00:00Z", "2012-01-01T17:00:00Z"),
        Fault(
            "winter that is the exception (B19)", "Europe/Dublin", "daily", "07:30",
            after: "2022-10-31T20:00:00Z", "2022-11-01T07:30:00Z", "2022-11-02T07:30:00Z"),
        Fault(
            "a fold whose first pass is no daylight saving (B19)", "Europe/Dublin", "daily",
            "01:30",
            after: "2024-10-26T12:00:00Z", "2024-10-27T00:30:00Z", "2024-10-28T01:30:00Z"),
        Fault(
            "no summer after 2037 (B21)", "America/New_York", "daily", "07:00",
            after: "2038-03-13T12:00:00Z", "2038-03-14T11:00:00Z", "2038-03-15T11:00:00Z"),
        Fault(
            "no summer in 2050 (B21)", "Europe/Berlin", "daily", "06:30",
            after: "2050-03-26T12:00:00Z", "2050-03-27T04:30:00Z", "2050-03-28T04:30:00Z"),
        Fault(
            "rules of last year (B23)", "Asia/Gaza", "daily", "07:00",
            after: "2021-03-26T00:00:00Z", "2021-03-26T05:00:00Z", "2021-03-27T04:00:00Z",
            "2021-03-28T04:00:00Z"),
        Fault(
            "the zone of the process in the answer (B25)", "Europe/London", "daily", "00:00",
            after: "2020-03-26T12:00:00Z", "2020-03-27T00:00:00Z", "2020-03-28T00:00:00Z",
            "2020-03-29T00:00:00Z", "2020-03-29T23:00:00Z"),
        Fault(
            "the zone left behind, at home (B27)", "Europe/Berlin", "daily", "07:00",
            after: "2026-06-10T12:00:00Z", "2026-06-11T05:00:00Z"),
        Fault(
            "the zone left behind, on the way (B27)", "Europe/London", "daily", "07:00",
            after: "2026-06-10T12:00:00Z", "2026-06-11T06:00:00Z"),
    ]

    static let calendar = [
        Fault(
            "the next 29 February on one (B20)", "Europe/Berlin", "2020-02-29", "09:00",
            after: "2016-02-29T08:00:00Z", "2020-02-29T08:00:00Z"),
        Fault(
            "a leap day passed over (B20)", "Europe/Berlin", "daily", "09:00",
            after: "2024-02-27T12:00:00Z", "2024-02-28T08:00:00Z", "2024-02-29T08:00:00Z",
            "2024-03-01T08:00:00Z", "2024-03-02T08:00:00Z"),
        Fault(
            "a leap day in 2100 (B20)", "Europe/Berlin", "daily", "09:00",
            after: "2100-02-27T12:00:00Z", "2100-02-28T08:00:00Z", "2100-03-01T08:00:00Z"),
        Fault(
            "a month's end jumped over (B53)", "Asia/Seoul", "daily", "04:00",
            after: "2022-02-27T16:00:00Z", "2022-02-27T19:00:00Z", "2022-02-28T19:00:00Z",
            "2022-03-01T19:00:00Z"),
        Fault(
            "a used one-shot set for the wrong day (B45)", "Europe/Berlin", "next", "07:00",
            after: "2026-05-01T23:30:00Z", "2026-05-02T05:00:00Z"),
        Fault(
            "today's time that is past (B46)", "Europe/Berlin", "next", "08:00",
            after: "2026-05-01T15:00:00Z", "2026-05-02T06:00:00Z"),
        Fault(
            "today's weekday that is past (B46)", "Europe/Berlin", "thu", "08:00",
            after: "2019-04-11T15:00:00Z", "2019-04-18T06:00:00Z"),
        Fault(
            "a date that is past (B46)", "Europe/Berlin", "2026-05-01", "08:00",
            after: "2026-05-01T15:00:00Z"),
        Fault(
            "weekdays ignored (B48)", "Europe/Berlin", "sat", "20:00",
            after: "2022-01-03T12:00:00Z", "2022-01-08T19:00:00Z", "2022-01-15T19:00:00Z"),
        Fault(
            "a timer that is early (B51)", "UTC", "daily", "16:02",
            after: "2026-05-01T16:01:59.998Z", "2026-05-01T16:02:00Z", "2026-05-02T16:02:00Z"),
        Fault(
            "the same instant twice (B51)", "UTC", "daily", "16:02",
            after: "2026-05-01T16:02:00Z", "2026-05-02T16:02:00Z"),
    ]

    @Test("is none here", arguments: springAndAutumn + oddZones + calendar)
    func right(fault: Fault) throws {
        #expect(try fault.times(max(fault.expected.count, 1)) == fault.expected)
    }

    @Test("from any minute of the Saturday night, Sunday noon is the next day's (B04)")
    func saturdayNight() throws {
        for minute in 0..<60 {
            let start = "2022-03-26T22:\(minute < 10 ? "0" : "")\(minute):00Z"
            let fault = Fault("", "Europe/Berlin", "sun", "12:00", after: start)
            #expect(try fault.times(1) == ["2022-03-27T10:00:00Z"])
        }
    }

    @Test(
        "second by second through a change, each answer is later than now and never earlier than the last (B14)",
        arguments: ["01:59", "02:00", "02:30", "02:59:59", "03:00"])
    func advances(time: String) throws {
        let zone = try ZoneCatalog(read: contents(ofFile:)).zone(named: "Europe/Vienna")
        let schedule = try Fault("", "", "daily", time, after: "").schedule()
        let start = try #require(Instant(rfc3339: "2025-10-26T00:55:00Z"))
        var last = start
        for second in 0...(70 * 60) {
            let now = start + .seconds(second)
            let next = schedule.next(after: now, in: zone, gap: .after, overlap: .first)
            let instant = try #require(next).instant
            #expect(instant > now && instant >= last)
            last = instant
        }
        #expect(last - start < .seconds(26 * 3600))
    }
}
