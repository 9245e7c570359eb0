// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing
import ZoneInfo

@Suite("A zone")
struct ZoneTests {
    private let catalog = ZoneCatalog(read: contents(of:))

    private static let names = [
        "Europe/Berlin", "Europe/Dublin", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Gaza",
        "America/Sao_Paulo", "Asia/Kathmandu", "Antarctica/Troll", "Africa/Casablanca", "UTC",
    ]

    @Test("tiles the time line with spans that meet", arguments: names)
    func tiles(name: String) throws {
        let zone = try catalog.zone(named: name)
        var span = zone.span(at: Instant(seconds: -3_000_000_000))
        for _ in 0..<600 {
            guard let end = span.end else { return }
            let next = zone.span(at: end)
            #expect(next.start == end)
            #expect(next.offset != span.offset || next.abbreviation != span.abbreviation)
            #expect(zone.span(at: end - .microseconds(1)) == span)
            span = next
        }
    }

    @Test("reads each instant as a civil time that leads back to it", arguments: names)
    func roundTrip(name: String) throws {
        let zone = try catalog.zone(named: name)
        for step in 0..<3000 {
            let instant = Instant(seconds: 1_200_000_000 + Int64(step) * 1_000_003)
            switch zone.resolve(zone.civil(at: instant)) {
            case .unique(let found): #expect(found == instant)
            case .overlap(let first, let second): #expect(first == instant || second == instant)
            case .gap: Issue.record("\(name) never reads \(zone.civil(at: instant))")
            }
        }
    }

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

    @Test("of hostile bytes is refused or read, and never a crash")
    func hostile() throws {
        let original = try #require(contents(of: "\(ZoneCatalog.folder)/Europe/Berlin"))
        for length in 0..<original.count {
            #expect(throws: ZoneInfoError.self) {
                _ = try Zone(name: "x", tzif: Array(original.prefix(length)))
            }
        }
        for index in original.indices {
            for bit: UInt8 in [1, 0x10, 0x80, 0xFF] {
                var bytes = original
                bytes[index] ^= bit
                _ = (try? Zone(name: "x", tzif: bytes))?.span(at: Instant(seconds: 4_000_000_000))
            }
        }
    }
}

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
}

@Suite("The machine's zone")
struct MachineZoneTests {
    /// A machine whose `/etc/localtime` holds Berlin's data.
    private func catalog(
        localtime: [UInt8]? = contents(of: "/usr/share/zoneinfo/Europe/Berlin")
    )
        -> ZoneCatalog
    {
        ZoneCatalog { $0 == ZoneCatalog.machineFile ? localtime : contents(of: $0) }
    }

    @Test(
        "is what TZ says, else what /etc/localtime is",
        arguments: [
            (nil, "/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"),
            (nil, "../usr/share/zoneinfo/posix/Europe/Berlin", "Europe/Berlin"),
            (nil, nil, "local"),
            (":/etc/localtime", nil, "local"),
            ("Europe/Berlin", nil, "Europe/Berlin"),
            (":Europe/Berlin", nil, "Europe/Berlin"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", nil, "CET-1CEST,M3.5.0,M10.5.0/3"),
        ] as [(String?, String?, String)])
    func found(variable: String?, target: String?, name: String) throws {
        let zone = catalog().machineZone(variable: variable, target: target)
        #expect(zone.rules.name == name)
        #expect(zone.problem == nil)
        let seven = try #require(TimeOfDay("07:00"))
        let now = try #require(Instant(rfc3339: "2024-03-30T12:00:00Z"))
        let next = Schedule(time: seven, pattern: .weekly(.all))
            .next(after: now, in: zone.rules, gap: .after, overlap: .first)
        #expect(next?.instant.rfc3339(offset: 0) == "2024-03-31T05:00:00Z")
    }

    @Test(
        "is UTC, and says so, where there is none",
        arguments: [(nil, nil), (nil, [1, 2, 3]), ("Mars/Base", nil), ("/no/such/file", nil)]
            as [(String?, [UInt8]?)])
    func missing(variable: String?, localtime: [UInt8]?) {
        let zone = catalog(localtime: localtime).machineZone(variable: variable, target: nil)
        #expect(zone.rules.name == "UTC")
        #expect(zone.problem?.contains("UTC") == true)
    }

    @Test("that vanishes goes on by the rules last read")
    func vanished() throws {
        var isInstalled = true
        let catalog = ZoneCatalog { isInstalled ? contents(of: $0) : nil }
        _ = try catalog.zone(named: "Europe/Berlin")
        isInstalled = false
        #expect(catalog.reload() == ["Europe/Berlin"])
        #expect(try catalog.zone(named: "Europe/Berlin").name == "Europe/Berlin")
        #expect(throws: ZoneInfoError.unknownZone("Europe/Paris")) {
            _ = try catalog.zone(named: "Europe/Paris")
        }
    }
}
