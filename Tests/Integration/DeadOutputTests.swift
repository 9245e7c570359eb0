// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import Platform
import TestSupport
import Testing

@Suite("A ring that no output plays")
struct DeadOutputTests {
    @Test(
        "is reported everywhere, costs less than 5 % of a core, and sounds when one is back (B68, B69)"
    )
    func reported() throws {
        let daemon = try Daemon.running()
        let events = try daemon.monitor()
        daemon.rig.begin("gone")
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a").status == 0)
        var health = events.event("health")
        // A machine that cannot be kept awake says so first.
        while health?["args"]?["name"] == "sleep" { health = events.event("health") }
        #expect(
            health?["reason"]?.stringValue?.contains("no output can be heard") == true,
            "\(health ?? .null)")
        #expect(daemon.log.contains("rings, but no output can be heard"))
        #expect(try daemon.problem("output") != nil)
        let before = try Self.processorTime(daemon)
        let lines = daemon.log.split(separator: "\n").count
        let begun = monotonicSeconds()
        #expect(!eventually(within: 10) { daemon.count("first_frame") > 0 })
        let used = try Self.processorTime(daemon) - before
        #expect(used / (monotonicSeconds() - begun) < 0.05, "\(used) s")
        #expect(daemon.log.split(separator: "\n").count - lines <= 10, "\(daemon.log)")
        #expect(try daemon.alarms()[0]["state"]?.stringValue == "ringing")
        daemon.rig.end("gone")
        #expect(events.event("ringing")?["alarm"]?.stringValue == "a")
        #expect(try daemon.problem("output") == nil)
    }

    /// Seconds of a processor that the daemon used, and the players that have ended.
    private static func processorTime(_ daemon: Daemon) throws -> Double {
        let process = try #require(daemon.program?.processID)
        let stat = try FileReader.read("/proc/\(process)/stat", limit: 4096, regularOnly: false)
        // Fields 14 to 17, counted from 1: user and system time, its own and its children's.
        let fields = String(decoding: stat, as: UTF8.self).split(separator: " ")
        let ticks = fields[13...16].compactMap { Double(String($0)) }.reduce(0, +)
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
