// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import JSON
import TestSupport
import Testing

@Suite("A bad configuration")
struct ConfigurationTests {
    private static let bad = "[ring]\nvolume = 400\n[time]\ngpa = after\n"

    @Test("does not keep the daemon from its work, and is told in Status and in the log")
    func start() throws {
        let daemon = try Daemon.running(configuration: Self.bad)
        let problem = try #require(try daemon.problem("configuration"))
        for text in [problem, daemon.log] {
            #expect(
                text.contains(daemon.configuration) && text.contains("volume")
                    && text.contains("gpa"), "\(text)")
        }
        let status = try daemon.alarmctl("status")
        #expect(status.output.contains("volume"), "\(status)")
        #expect(try daemon.alarmctl("set", "+1h", "--id", "a").status == 0)
    }

    @Test("is told by --check with file, line and key, and the exit code 1")
    func check() throws {
        let daemon = try Daemon(configuration: Self.bad)
        let outcome = try daemon.runAnother(["--check"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("\(daemon.configuration):4"), "\(outcome.errors)")
        #expect(outcome.errors.contains("volume"), "\(outcome.errors)")
        daemon.configure("")
        #expect(try daemon.runAnother(["--check"]).status == 0)
    }

    @Test("is refused whole by a reload, and what holds goes on")
    func reload() throws {
        let daemon = try Daemon.running(configuration: "[ring]\nsnooze = 7m\n")
        let events = try daemon.monitor()
        daemon.configure("[ring]\nsnooze = 20m\nvolume = 400\n")
        daemon.reload()
        let refused = events.event("config")
        #expect(refused?["reason"]?.stringValue?.contains("volume") == true, "\(refused ?? .null)")
        #expect(try daemon.problem("configuration")?.contains("volume") == true)
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a").status == 0)
        #expect(events.event("ringing") != nil)
        _ = try daemon.call("Snooze")
        let until = try #require(events.event("snoozed")?["until"]?.stringValue)
        let at = try #require(try daemon.call("Status")["parameters"]?["time"]?.stringValue)
        #expect(
            (410...421).contains(Self.seconds(until) - Self.seconds(at))
                || Self.seconds(until) < 500, "\(at) \(until)")
        daemon.configure("[ring]\nsnooze = 20m\n")
        daemon.reload()
        #expect(events.event("config")?["code"]?.stringValue == "reloaded")
        #expect(try daemon.problem("configuration") == nil)
    }

    @Test("that cannot be read leaves the one accepted last")
    func unreadable() throws {
        let daemon = try Daemon.running(configuration: "[ring]\nsnooze = 7m\n")
        daemon.stop()
        daemon.rig.write([0xff, 0xfe, 0], to: "alarmd.conf")
        try daemon.start()
        #expect(try daemon.problem("configuration") != nil)
        #expect(daemon.log.contains(daemon.configuration))
    }

    /// The seconds since midnight of `2026-12-01T07:30:00Z`.
    private static func seconds(_ instant: String) -> Int {
        let parts = instant.dropFirst(11).prefix(8).split(separator: ":").compactMap { Int($0) }
        return parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : -1
    }
}
