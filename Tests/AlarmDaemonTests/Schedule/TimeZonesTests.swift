// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Glibc
import TestSupport
import Testing
import ZoneInfo

@testable import AlarmDaemon

@Suite("The zones that are followed")
struct TimeZonesTests {
    private let folder = TestSupport.TemporaryFolder()

    init() {
        for name in ["zoneinfo", "zoneinfo/Asia"] { folder.makeFolder(name) }
        install("Tokyo")
        folder.link("localtime", to: folder.file("zoneinfo/Asia/Tokyo"))
    }

    private func install(_ name: String) {
        folder.write(
            contents(ofFile: "/usr/share/zoneinfo/Asia/\(name)") ?? [], to: "zoneinfo/Asia/\(name)")
    }

    private func remove(_ name: String) { _ = unsafe unlink(folder.file(name)) }

    private func zones(
        kept: [String: [UInt8]] = [:], willRead: @escaping (String) -> Void = { _ in }
    ) -> TimeZones {
        TimeZones(
            environment: ["TZ": ":\(folder.file("localtime"))", "TZDIR": folder.file("zoneinfo")],
            kept: kept, willRead: willRead)
    }

    private func offset(_ zones: TimeZones, _ name: String? = nil) -> Int? {
        zones.rules(named: name)?.span(at: Instant(seconds: 1_700_000_000)).offset
    }

    @Test("go on by their last rules until what is broken is known to stay so")
    func settling() {
        let zones = zones()
        zones.keep("Asia/Tokyo")
        #expect(
            zones.reload(isFinal: false) == TimeZones.Reload(didChange: false, isUnsettled: false))
        remove("zoneinfo/Asia/Tokyo")
        #expect(
            zones.reload(isFinal: false) == TimeZones.Reload(didChange: false, isUnsettled: true))
        #expect(offset(zones) == 9 * 3600 && zones.machine.problem == nil)
        #expect(zones.lost == [])
        #expect(
            zones.reload(isFinal: true) == TimeZones.Reload(didChange: true, isUnsettled: false))
        #expect(offset(zones) == 0 && zones.machine.problem != nil)
        #expect(offset(zones, "Asia/Tokyo") == 9 * 3600)
        #expect(zones.lost == ["Asia/Tokyo"])
        #expect(
            zones.reload(isFinal: false) == TimeZones.Reload(didChange: false, isUnsettled: false))
        install("Tokyo")
        #expect(
            zones.reload(isFinal: false) == TimeZones.Reload(didChange: true, isUnsettled: false))
        #expect(offset(zones) == 9 * 3600 && zones.lost == [])
    }

    @Test("hand over the data of those that alarms name, whenever it changes")
    func kept() {
        let zones = zones()
        var handed: [[String: [UInt8]]] = []
        zones.didKeep = { handed.append($0) }
        zones.keepOnly(["Asia/Tokyo", "Asia/Nowhere"])
        let tokyo = contents(ofFile: "/usr/share/zoneinfo/Asia/Tokyo")
        let kolkata = contents(ofFile: "/usr/share/zoneinfo/Asia/Kolkata")
        #expect(handed.map(\.keys.first) == ["Asia/Tokyo"])
        zones.keep("Asia/Tokyo")
        #expect(handed.count == 1, "nothing new")
        folder.write(kolkata ?? [], to: "zoneinfo/Asia/Tokyo")
        #expect(zones.reload(isFinal: false).didChange)
        #expect(handed.map { $0["Asia/Tokyo"] } == [tokyo, kolkata])
    }

    @Test("are those that were kept where the files are gone, and say so")
    func restored() {
        let tokyo = contents(ofFile: "/usr/share/zoneinfo/Asia/Tokyo") ?? []
        remove("zoneinfo/Asia/Tokyo")
        let zones = zones(kept: ["Asia/Tokyo": tokyo, "Asia/Unused": tokyo])
        var handed: [[String: [UInt8]]] = []
        zones.didKeep = { handed.append($0) }
        zones.keepOnly(["Asia/Tokyo"])
        #expect(handed == [["Asia/Tokyo": tokyo]], "what no alarm names is forgotten")
        #expect(offset(zones, "Asia/Tokyo") == 9 * 3600)
        #expect(
            zones.faults(ofZonesOf: ["Asia/Tokyo": [id("a")]]).last?.contains("Asia/Tokyo of a")
                == true)
    }

    @Test("include one that was never known, when it comes")
    func unknown() {
        var read: [String] = []
        let zones = zones { read.append($0) }
        #expect(zones.rules(named: "Asia/Kolkata") == nil)
        #expect(read.last == folder.file("zoneinfo/Asia/Kolkata"))
        let faults = zones.faults(ofZonesOf: ["Asia/Kolkata": (1...7).map { id("a\($0)") }])
        #expect(faults.count == 1 && faults[0].contains("a1, a2, a3, a4, a5 and 2 more"))
        install("Kolkata")
        #expect(zones.reload(isFinal: false).didChange)
        #expect(offset(zones, "Asia/Kolkata") == 19800)
        #expect(!zones.hasLosses)
    }

    @Test(
        "of the machine are called by the zone, however many links lead there",
        arguments: [("zoneinfo/Asia/Tokyo", "Asia/Tokyo"), ("copy", "local")])
    func name(target: String, name: String) {
        folder.write(contents(ofFile: "/usr/share/zoneinfo/Asia/Tokyo") ?? [], to: "copy")
        folder.link("second", to: folder.file(target))
        remove("localtime")
        folder.link("localtime", to: folder.file("second"))
        #expect(zones().followed.zone == name)
        #expect(zones().followed.source == "TZ")
    }

    private func id(_ text: String) -> AlarmID {
        guard let id = AlarmID(text) else { preconditionFailure("\(text) is no id") }
        return id
    }
}
