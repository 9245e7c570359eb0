// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import TestSupport
import Testing
import ZoneInfo

@Suite("The machine's zone")
struct MachineZoneTests {
    /// A machine whose `/etc/localtime` holds Berlin's data.
    private func catalog(
        localtime: [UInt8]? = contents(ofFile: "/usr/share/zoneinfo/Europe/Berlin")
    )
        -> ZoneCatalog
    {
        ZoneCatalog { $0 == ZoneCatalog.machineFile ? localtime : contents(ofFile: $0) }
    }

    @Test(
        "is what TZ says, else what /etc/localtime is (B58)",
        arguments: [
            (nil, "/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"),
            (nil, "../usr/share/zoneinfo/posix/Europe/Berlin", "Europe/Berlin"),
            (nil, nil, "local"),
            (nil, "/usr/share/zoneinfo/right/Europe/Berlin", "Europe/Berlin"),
            (":/etc/localtime", nil, "local"),
            (":/etc/localtime", "/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"),
            ("/usr/share/zoneinfo/Europe/Berlin", nil, "Europe/Berlin"),
            ("posix/Europe/Berlin", nil, "Europe/Berlin"),
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
        "is UTC, and says so, where there is none (B58)",
        arguments: [(nil, nil), (nil, [1, 2, 3]), ("Mars/Base", nil), ("/no/such/file", nil)]
            as [(String?, [UInt8]?)])
    func missing(variable: String?, localtime: [UInt8]?) {
        let zone = catalog(localtime: localtime).machineZone(variable: variable, target: nil)
        #expect(zone.rules.name == "UTC")
        #expect(zone.problem?.contains("UTC") == true)
    }

    @Test("is UTC, as it was told to be, where TZ is empty", arguments: ["", ":"])
    func empty(variable: String) {
        let zone = catalog().machineZone(variable: variable, target: nil)
        #expect(zone.rules.name == "UTC")
        #expect(zone.problem == nil)
    }

    @Test("whose link counts leap seconds goes on beyond the file's end")
    func leapSeconds() throws {
        var counted = TZifBuilder(offsets: [3600])
        counted.leaps = [(78_796_801, 1)]
        let zone = catalog(localtime: counted.bytes)
            .machineZone(variable: nil, target: "/usr/share/zoneinfo/right/Europe/Berlin")
        let summer = try #require(Instant(rfc3339: "2050-07-01T00:00:00Z"))
        #expect(zone.rules.span(at: summer).offset == 7200)
    }

    @Test("that vanishes goes on by the rules last read")
    func vanished() throws {
        var isInstalled = true
        let catalog = ZoneCatalog { isInstalled ? contents(ofFile: $0) : nil }
        _ = try catalog.zone(named: "Europe/Berlin")
        isInstalled = false
        #expect(catalog.reload().lost == ["Europe/Berlin"])
        #expect(try catalog.zone(named: "Europe/Berlin").name == "Europe/Berlin")
        #expect(throws: ZoneInfoError.unknownZone("Europe/Paris")) {
            _ = try catalog.zone(named: "Europe/Paris")
        }
    }
}
