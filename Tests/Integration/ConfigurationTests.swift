// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
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

    @Test("is told by --check in a line that steers no terminal")
    func strange() throws {
        let daemon = try Daemon(configuration: "[ring]\nvolume = \u{9b}2J\u{202e}\n")
        let check = try daemon.runAnother(["--check"])
        #expect(check.status == 1)
        #expect(check.errors.contains("volume: \"\\u{9b}2J\\u{202e}\""), "\(check.errors)")
        #expect(!check.errors.contains("\u{9b}"))
    }

    @Test("is told by --check with what mends it")
    func remedy() throws {
        let daemon = try Daemon(
            configuration: "[ring]\nsnooze = 9 m\n[time]\ngpa = after\nzone = Mars/Base\n")
        let errors = try daemon.runAnother(["--check"]).errors
        for remedy in ["write snooze = 9m", "did you mean gap?", "timedatectl list-timezones"] {
            #expect(errors.contains(remedy), "\(errors)")
        }
    }

    @Test("that is named and is not there is said everywhere, and what was accepted last holds")
    func absent() throws {
        let daemon = try Daemon.running(configuration: "[ring]\nsnooze = 7m\n")
        daemon.stop()
        unsafe unlink(daemon.configuration)
        let check = try daemon.runAnother(["--check"])
        #expect(check.status == 1)
        #expect(check.errors.contains(daemon.configuration), "\(check.errors)")
        #expect(check.errors.contains("without --config"), "\(check.errors)")
        try daemon.start()
        let events = try daemon.monitor()
        #expect(try daemon.problem("configuration")?.contains(daemon.configuration) == true)
        #expect(daemon.log.contains(daemon.configuration), "\(daemon.log)")
        #expect(try daemon.alarmctl("status").output.contains(daemon.configuration))
        #expect(try (400...421).contains(Self.snooze(of: daemon, events)))
        daemon.configure("")
        daemon.reload()
        #expect(events.event("config")?["code"]?.stringValue == "reloaded")
        #expect(try daemon.problem("configuration") == nil)
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
        #expect(try (400...421).contains(Self.snooze(of: daemon, events)))
        daemon.configure("[ring]\nsnooze = 20m\n")
        daemon.reload()
        #expect(events.event("config")?["code"]?.stringValue == "reloaded")
        #expect(try daemon.problem("configuration") == nil)
    }

    @Test("that cannot be read leaves the one accepted last")
    func unreadable() throws {
        let daemon = try Daemon.running(configuration: "[ring]\nsnooze = 7m\n")
        daemon.stop()
        unsafe unlink(daemon.configuration)
        unsafe mkdir(daemon.configuration, 0o755)
        try daemon.start()
        let events = try daemon.monitor()
        #expect(try daemon.problem("configuration")?.contains(daemon.configuration) == true)
        #expect(daemon.log.contains(daemon.configuration))
        #expect(try (400...421).contains(Self.snooze(of: daemon, events)))
    }

    /// The seconds that a snooze lasts which names no duration.
    private static func snooze(of daemon: Daemon, _ events: VarlinkConnection) throws -> Int {
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a").status == 0)
        #expect(events.event("ringing") != nil)
        _ = try daemon.call("Snooze")
        let event = try #require(events.event("snoozed"))
        let (at, until) = (seconds(event["at"]), seconds(event["until"]))
        return until - at + (until < at ? 86_400 : 0)
    }

    /// The seconds since midnight of `2026-12-01T07:30:00Z`.
    private static func seconds(_ instant: JSONValue?) -> Int {
        let time = (instant?.stringValue ?? "").dropFirst(11).prefix(8)
        let parts = time.split(separator: ":").compactMap { Int($0) }
        return parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : -1
    }
}
