// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

/// A machine's zones in a folder of a test's own.
///
/// Tokyo (+09:00) and Kolkata (+05:30) know no summer time, so that these tests say the same all year.
private final class Zones {
    let folder = TemporaryFolder()

    init() {
        for name in ["etc", "zoneinfo", "zoneinfo/Asia"] { folder.makeFolder(name) }
        for name in ["Tokyo", "Kolkata"] { folder.write(data(name), to: "zoneinfo/Asia/\(name)") }
        folder.link("etc/localtime", to: zone("Tokyo"))
    }

    /// The file of a zone.
    func zone(_ name: String) -> String { folder.file("zoneinfo/Asia/\(name)") }

    /// What the machine has installed as the data of a zone.
    func data(_ name: String) -> [UInt8] {
        contents(ofFile: "/usr/share/zoneinfo/Asia/\(name)") ?? []
    }

    func rename(_ old: String, to new: String) {
        #expect(unsafe Glibc.rename(folder.file(old), folder.file(new)) == 0)
    }

    func remove(_ name: String) { #expect(unsafe unlink(folder.file(name)) == 0) }

    /// A daemon that follows these zones.
    func daemon() throws -> Daemon {
        try Daemon(variables: [
            "TZ=:\(folder.file("etc/localtime"))", "TZDIR=\(folder.file("zoneinfo"))",
        ])
    }
}

@Suite("The zone of the machine, and of an alarm")
struct ZoneTests {
    private static func daily(zone: String? = nil) -> JSONValue {
        var schedule: JSONObject = [
            "time": "07:00", "days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
        ]
        if let zone { schedule["zone"] = .string(zone) }
        return .object(schedule)
    }

    /// Whether the alarm comes to ring at 07:00 by a clock of this offset.
    private func rings(
        _ daemon: Daemon, _ id: String, at offset: String, within: Double = 5
    ) -> Bool {
        eventually(within: within) {
            let alarm = (try? daemon.alarms())?.first { $0["id"]?.stringValue == id }
            return alarm?["next"]?.stringValue?.hasSuffix("T07:00:00\(offset)") == true
        }
    }

    @Test(
        "is followed at once when it is replaced, and an alarm's own stays (B23, B27)",
        arguments: ["link swapped", "file renamed over", "file written", "data replaced"])
    fileprivate func machine(how: String) throws {
        let zones = Zones()
        let daemon = try zones.daemon()
        if how == "file written" {
            zones.remove("etc/localtime")
            zones.folder.write(zones.data("Tokyo"), to: "etc/localtime")
        }
        try daemon.start()
        _ = try daemon.call("Set", ["id": "local", "schedule": Self.daily()])
        _ = try daemon.call("Set", ["id": "own", "schedule": Self.daily(zone: "Asia/Tokyo")])
        #expect(rings(daemon, "local", at: "+09:00") && rings(daemon, "own", at: "+09:00"))
        let events = try daemon.monitor()
        switch how {
        case "link swapped":
            zones.folder.link("etc/new", to: zones.zone("Kolkata"))
            zones.rename("etc/new", to: "etc/localtime")
        case "file renamed over":
            zones.folder.write(zones.data("Kolkata"), to: "etc/new")
            zones.rename("etc/new", to: "etc/localtime")
        case "file written":
            zones.folder.write(zones.data("Kolkata"), to: "etc/localtime")
        default:
            zones.folder.write(zones.data("Kolkata"), to: "zoneinfo/Asia/new")
            zones.rename("zoneinfo/Asia/new", to: "zoneinfo/Asia/Tokyo")
        }
        #expect(events.event("zone") != nil)
        #expect(rings(daemon, "local", at: "+05:30"))
        // New rules of a zone are those of the alarms that name it.
        #expect(rings(daemon, "own", at: how == "data replaced" ? "+05:30" : "+09:00"))
        #expect(try daemon.problem("zone") == nil)
    }

    @Test("that leaves out the time of a one-shot makes that a problem")
    func neverDue() throws {
        let zones = Zones()
        let daemon = try zones.daemon()
        try daemon.start()
        let schedule: JSONValue = ["time": "01:30", "date": "2027-03-28", "gap": "skip"]
        _ = try daemon.call("Set", ["id": "once", "schedule": schedule])
        #expect(try daemon.problem("alarm") == nil)
        let london = contents(ofFile: "/usr/share/zoneinfo/Europe/London") ?? []
        zones.folder.write(london, to: "zoneinfo/Asia/new")
        zones.rename("zoneinfo/Asia/new", to: "zoneinfo/Asia/Tokyo")
        #expect(eventually(within: 5) { (try? daemon.problem("alarm"))?.contains("once") == true })
    }

    @Test("is /etc/localtime's where TZ is not set", .enabled(if: geteuid() == 0, "it takes root"))
    func localtime() throws {
        guard try Program.run(["/usr/bin/unshare", "-m", "true"], environment: []).status == 0
        else {
            try Test.cancel("no mount namespace can be made here")
        }
        let zones = Zones()
        for name in ["passwd", "group", "nsswitch.conf"] {
            zones.folder.write(contents(ofFile: "/etc/\(name)") ?? [], to: "etc/\(name)")
        }
        let etc = zones.folder.file("etc")
        let daemon = try Daemon.running(
            shell: """
                unset TZ; exec unshare -m sh -c 'mount --bind "$0" /etc && exec "$@"' '\(etc)' "$@"
                """)
        _ = try daemon.call("Set", ["id": "local", "schedule": Self.daily()])
        #expect(rings(daemon, "local", at: "+09:00"))
        zones.folder.link("etc/new", to: "/usr/share/zoneinfo/Asia/Kolkata")
        zones.rename("etc/new", to: "etc/localtime")
        #expect(rings(daemon, "local", at: "+05:30"))
        let status = try daemon.call("Status")["parameters"]
        #expect(status?["zone"]?.stringValue == "Asia/Kolkata")
        #expect(status?["zoneSource"]?.stringValue == "/etc/localtime")
    }

    @Test("is named by Status, with where it comes from")
    func status() throws {
        let zones = Zones()
        let daemon = try zones.daemon()
        try daemon.start()
        func told() throws -> [String?] {
            let status = try daemon.call("Status")["parameters"]
            return [status?["zone"]?.stringValue, status?["zoneSource"]?.stringValue]
        }
        #expect(try told() == ["Asia/Tokyo", "TZ"])
        #expect(try daemon.alarmctl("status").output.contains("Asia/Tokyo (TZ)"))
        daemon.configure("[time]\nzone = Asia/Kolkata\n")
        daemon.reload()
        #expect(eventually(within: 5) { (try? told()) == ["Asia/Kolkata", "configuration"] })
    }

    @Test(
        "goes on by the rules last read where its data vanishes, also after a restart, and says so")
    func vanished() throws {
        let zones = Zones()
        let daemon = try zones.daemon()
        try daemon.start()
        _ = try daemon.call("Set", ["id": "own", "schedule": Self.daily(zone: "Asia/Kolkata")])
        zones.remove("zoneinfo/Asia/Kolkata")
        func isReported() -> Bool {
            let problem = try? daemon.problem("zone")
            return problem?.contains("Asia/Kolkata") == true && problem?.contains("own") == true
        }
        #expect(eventually(within: 10, isReported))
        #expect(daemon.log.contains("Asia/Kolkata of own"))
        #expect(rings(daemon, "own", at: "+05:30"))

        for isCrash in [false, true] {
            if isCrash { daemon.kill() } else { daemon.stop() }
            try daemon.start()
            #expect(isReported(), "\(daemon.log)")
            #expect(rings(daemon, "own", at: "+05:30"))
        }

        zones.folder.write(zones.data("Kolkata"), to: "zoneinfo/Asia/Kolkata")
        #expect(eventually(within: 5) { (try? daemon.problem("zone")) == .some(nil) })
        #expect(rings(daemon, "own", at: "+05:30"))
    }

    @Test("is not UTC for the moment in which its file is replaced, but is where it stays away")
    func gap() throws {
        let zones = Zones()
        let daemon = try zones.daemon()
        try daemon.start()
        _ = try daemon.call("Set", ["id": "local", "schedule": Self.daily()])
        zones.folder.write([], to: "etc/new")
        zones.rename("etc/new", to: "etc/localtime")
        #expect(!rings(daemon, "local", at: "Z", within: 0.3))
        #expect(rings(daemon, "local", at: "+09:00"))
        zones.folder.write(zones.data("Kolkata"), to: "etc/localtime")
        #expect(rings(daemon, "local", at: "+05:30"))
        #expect(!daemon.log.contains("UTC"))

        zones.remove("etc/localtime")
        #expect(rings(daemon, "local", at: "Z", within: 10))
        #expect(try daemon.problem("zone")?.contains("UTC") == true)
    }
}
