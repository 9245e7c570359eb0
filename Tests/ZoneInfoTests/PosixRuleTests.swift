// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing
import ZoneInfo

@Suite("A POSIX rule")
struct PosixRuleTests {
    @Test(
        "is read as tzset(3) says",
        arguments: [
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2024-03-31T00:59:59Z", 3600),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2024-03-31T01:00:00Z", 7200),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2024-10-27T01:00:00Z", 3600),
            ("<+03>-3", "2024-07-01T00:00:00Z", 10_800),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", "2024-01-15T00:00:00Z", 0),
            ("EST5EDT,J60,J300/-1", "2024-03-01T06:59:59Z", -18_000),
            ("EST5EDT,J60,J300/-1", "2024-03-01T07:00:00Z", -14_400),
            ("EST5EDT,59,300", "2024-02-29T07:00:00Z", -14_400),
            ("EST5EDT", "2024-07-01T00:00:00Z", -14_400),
            ("XXX3EDT4,0/0,J365/23", "2024-01-01T12:00:00Z", -14_400),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2024-07-01T00:00:00Z", -3600),
        ])
    func offset(text: String, at: String, expected: Int) throws {
        let instant = try #require(Instant(rfc3339: at))
        #expect(try Zone(name: text, posix: text).span(at: instant).offset == expected)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "CET", "CE-1", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "<+03-3",
            "CET-25", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,J0,J300", "CET-1CEST,M3.5.0/168,J300",
            "CET-1CEST,M3.5.0,M10.5.0x", "CET-99999999999999999999",
        ])
    func refused(text: String) {
        #expect(throws: ZoneInfoError.invalidRule(text)) { _ = try PosixRule(text) }
    }

    @Test(
        "changes the clocks at the moment that glibc does",
        arguments: [
            ("EST5EDT,59,300", "2024-02-29T07:00:00Z", "2024-10-27T06:00:00Z"),
            ("EST5EDT,59,300", "2023-03-01T07:00:00Z", "2023-10-28T06:00:00Z"),
            ("ABC0ABD,J59,J300", "2048-02-28T02:00:00Z", "2048-10-27T01:00:00Z"),
            ("ABC0ABD,J60,J300", "2048-03-01T02:00:00Z", "2048-10-27T01:00:00Z"),
        ])
    func changes(text: String, start: String, end: String) throws {
        let zone = try Zone(name: text, posix: text)
        let span = zone.span(at: try #require(Instant(rfc3339: start)))
        #expect(span.start?.rfc3339(offset: 0) == start)
        #expect(span.end?.rfc3339(offset: 0) == end)
    }

    @Test(
        "of summer time all year has neither a beginning nor an end",
        arguments: ["XXX3EDT4,0/0,J365/23", "XXX3EDT4,J1/0,J365/23", "XXX3EDT4,0/0,365/167"])
    func always(text: String) throws {
        let span = try Zone(name: text, posix: text).span(at: Instant(seconds: 1_700_000_000))
        #expect(span == OffsetSpan(offset: -14_400, abbreviation: "EDT", start: nil, end: nil))
    }
}
