// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

@Suite("The check whether the next alarm will ring")
struct DoctorTests {
    /// A daemon whose clock is synchronised as long as there is a file `synchronised`.
    private static func daemon(
        _ configuration: String = "", shell: String = ":", output: String = ""
    ) throws -> Daemon {
        let daemon = try Daemon(
            configuration: configuration,
            shell: """
                export CLOCKSHIM="$HOME/synchronised" LD_PRELOAD='\(Rig.modules)/libclockshim.so'; \(shell)
                """, output: output)
        daemon.rig.write([], to: "synchronised")
        return daemon
    }

    /// What a check says: its outcome and its details, by its name.
    struct Findings {
        let status: Int32
        let errors: String
        let checks: [String: JSONValue]

        init(_ daemon: Daemon) throws {
            let run = try daemon.alarmctl("doctor", "--json")
            (status, errors) = (run.status, run.errors)
            let json = try JSONValue(parsing: Array(run.output.utf8))
            let list = json["checks"]?.arrayValue ?? []
            checks = Dictionary(
                list.map { ($0["name"]?.stringValue ?? "", $0) }, uniquingKeysWith: { $1 })
        }

        func outcome(_ name: String) -> String? { checks[name]?["outcome"]?.stringValue }
        func detail(_ name: String) -> String { checks[name]?["detail"]?.stringValue ?? "" }
        func remedy(_ name: String) -> String? { checks[name]?["remedy"]?.stringValue }
    }

    private static func set(_ daemon: Daemon, _ more: String...) throws {
        let set = try daemon.shell(
            "alarmctl set +5h --id wake \(more.map { "'\($0)'" }.joined(separator: " "))")
        #expect(set.status == 0, "\(set)")
    }

    @Test("passes where all is fine, and plays nothing")
    func fine() throws {
        let daemon = try Self.daemon()
        try daemon.start()
        try Self.set(daemon)
        let found = try Findings(daemon)
        #expect(found.status == 0, "\(found)")
        for name in [
            "service", "socket", "configuration", "zone", "clock", "next", "storyboard", "sound",
            "mixer", "storage", "calendar",
        ] { #expect(found.outcome(name) == "pass", "\(name): \(found.checks[name] ?? .null)") }
        #expect(found.detail("next").hasPrefix("wake, "))
        #expect(found.detail("output").contains("rig opens: "))
        // The machine of a test may have no clock that wakes it; its one output is no card.
        #expect(found.outcome("fallback") == "warn")
        #expect(["pass", "warn"].contains(found.outcome("output")))
        #expect(daemon.rig.heard.isEmpty)
        #expect(daemon.rig.read("state/probe").isEmpty)
        let shown = try daemon.alarmctl("doctor")
        #expect(shown.status == 0 && shown.output.contains("ok    sound"), "\(shown)")
        #expect(shown.output.hasSuffix("The next alarm will ring.\n"), "\(shown)")
        #expect(daemon.stop() == 0)
    }

    @Test("tells which storyboard the next alarm follows, and that it cannot be followed")
    func storyboard() throws {
        let daemon = try Self.daemon()
        let file = "storyboards/mine.storyboard"
        try #require(unsafe mkdir("\(daemon.folder)/storyboards", 0o755) == 0)
        daemon.rig.write(Array("[Storyboard]\ninitial = a\n[Scene a]\n".utf8), to: file)
        try daemon.start()
        try Self.set(daemon, "--storyboard", "mine")
        let whole = try Findings(daemon)
        #expect(whole.outcome("storyboard") == "pass", "\(whole)")
        #expect(whole.detail("storyboard") == "mine, of 1 scene")
        daemon.rig.write(Array("[Storyboard]\ninitial = b\n[Scene a]\n".utf8), to: file)
        daemon.reload()
        #expect(eventually(within: 10) { (try? daemon.problem("storyboard")) != .some(nil) })
        let broken = try Findings(daemon)
        #expect(broken.status == 0 && broken.outcome("storyboard") == "warn", "\(broken)")
        #expect(broken.detail("storyboard").contains("mine.storyboard:2"), "\(broken)")
    }

    @Test("warns where no alarm is on")
    func nothingSet() throws {
        let daemon = try Self.daemon()
        try daemon.start()
        let found = try Findings(daemon)
        #expect(found.status == 0 && found.outcome("next") == "warn", "\(found)")
        #expect(try daemon.alarmctl("doctor").output.contains("→ alarmctl set"))
    }

    @Test("plays silence where the configuration says so")
    func silence() throws {
        let daemon = try Self.daemon("doctor_play = yes\n")
        try daemon.start()
        let found = try Findings(daemon)
        #expect(found.detail("output").contains("; it played silence"), "\(found)")
        let heard = daemon.rig.heard
        #expect(!heard.isEmpty && heard.allSatisfy { $0 == 0 }, "\(heard.count)")
    }

    @Test(
        "fails where the mixer is muted, warns where it is low, and passes where a ring makes it fit",
        arguments: [
            ("", "64 64 0", "fail"), ("", "10 10 1", "warn"), ("", "64 64 1", "pass"),
            ("element = Master\n", "10 10 0", "pass"),
            ("element = Master\nunmute = no\n", "64 64 0", "fail"),
            ("element = Nothing\n", "64 64 1", "warn"),
        ])
    func mixer(configuration: String, state: String, outcome: String) throws {
        let daemon = try Self.daemon("[mixer]\n\(configuration)")
        daemon.rig.write(Array("\(state)\n".utf8), to: "rig/mixer")
        try daemon.start()
        let found = try Findings(daemon)
        #expect(found.outcome("mixer") == outcome, "\(found)")
        #expect(found.status == (outcome == "fail" ? 1 : 0), "\(found)")
        if outcome == "fail" {
            #expect(found.errors.contains("cannot be relied on: mixer"), "\(found.errors)")
            #expect(found.remedy("mixer")?.hasPrefix("amixer ") == true)
        }
        // Looking changed nothing.
        #expect(MixerTests.state(daemon) == state)
    }

    @Test("fails where no output opens, and says why")
    func absentOutput() throws {
        let daemon = try Self.daemon()
        daemon.rig.begin("gone")
        try daemon.start()
        let found = try Findings(daemon)
        #expect(found.status == 1 && found.outcome("output") == "fail", "\(found)")
        #expect(found.detail("output").contains("rig: "), "\(found)")
        #expect(found.remedy("output")?.contains("aplay -l") == true)
        #expect(try daemon.problem("output")?.contains("rig: ") == true)
        daemon.rig.end("gone")
        #expect(try Findings(daemon).status == 0)
        #expect(try daemon.problem("output")?.contains("rig: ") != true)
    }

    @Test("warns where another output has to take the place of the first, or nobody hears it")
    func fallback() throws {
        let daemon = try Self.daemon()
        daemon.rig.write(
            Array("[output]\ndevices = nowhere null\n[time]\nclock_wait = 0\n".utf8),
            to: "alarmd.conf")
        try daemon.start()
        let found = try Findings(daemon)
        #expect(found.status == 0 && found.outcome("output") == "warn", "\(found)")
        #expect(found.detail("output").contains("in the place of nowhere"), "\(found)")
    }

    @Test("warns where the sound is silent or gone: another rings in its place")
    func sound() throws {
        let daemon = try Self.daemon()
        let path = SoundTests.write("a.wav", of: daemon)
        try daemon.start()
        try Self.set(daemon, "--sound", path)
        let sounding = try Findings(daemon)
        #expect(sounding.outcome("sound") == "pass", "\(sounding)")
        #expect(sounding.detail("sound").contains("LUFS"), "\(sounding)")
        _ = SoundTests.write("a.wav", level: 0, of: daemon)
        let silent = try Findings(daemon)
        #expect(silent.status == 0 && silent.outcome("sound") == "warn", "\(silent)")
        #expect(silent.detail("sound").contains("silent"), "\(silent)")
        unsafe unlink(path)
        let gone = try Findings(daemon)
        #expect(gone.status == 0 && gone.outcome("sound") == "warn", "\(gone)")
        #expect(gone.detail("sound").contains("another sound rings instead"), "\(gone)")
    }

    @Test("fails where the alarms cannot be stored", .enabled(if: geteuid() == 0, "it takes root"))
    func readOnly() throws {
        guard try Program.run(["/usr/bin/unshare", "-m", "true"], environment: []).status == 0
        else {
            try Test.cancel("no mount namespace can be made here")
        }
        let daemon = try Self.daemon(
            shell: """
                mkdir -p "$HOME/state"; exec unshare -m sh -c 'mount --bind "$0" "$0" \
                && mount -o remount,ro,bind "$0" && exec "$@"' "$HOME/state" "$@"
                """)
        try daemon.start()
        let found = try Findings(daemon)
        #expect(found.status == 1 && found.outcome("storage") == "fail", "\(found)")
        #expect(found.detail("storage").contains("Read-only file system"), "\(found)")
    }

    @Test("tells of a calendar that is broken, and that the alarms ring all the same")
    func holidays() throws {
        let daemon = try Self.daemon("[calendar]\nholidays = holidays.ics\n")
        daemon.rig.write(Array("BEGIN:VCALENDAR\nno end".utf8), to: "holidays.ics")
        try daemon.start()
        let found = try Findings(daemon)
        #expect(found.status == 0 && found.outcome("calendar") == "warn", "\(found)")
        #expect(found.detail("calendar").contains("alarms ring on holidays too"), "\(found)")
    }

    @Test("tells of a clock that nothing synchronises")
    func clock() throws {
        let daemon = try Self.daemon()
        try daemon.start()
        #expect(try Findings(daemon).outcome("clock") == "pass")
        unsafe unlink(daemon.folder + "/synchronised")
        let found = try Findings(daemon)
        #expect(found.status == 0 && found.outcome("clock") == "warn", "\(found)")
        #expect(found.remedy("clock")?.contains("timedatectl") == true)
        #expect(try daemon.problem("clock") != nil)
    }

    @Test("leaves the outputs to a ring")
    func ringing() throws {
        let daemon = try Self.daemon()
        try daemon.start()
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a").status == 0)
        #expect(events.event("ringing") != nil)
        let found = try Findings(daemon)
        #expect(found.outcome("output") == "pass", "\(found)")
        #expect(found.detail("output").hasSuffix("is heard now"), "\(found)")
        #expect(try daemon.alarmctl("dismiss", "a").status == 0)
    }

    @Test("gives way to an alarm that comes meanwhile")
    func givesWay() throws {
        let daemon = try Self.daemon()
        try daemon.start()
        daemon.rig.begin("hang")
        let doctor = try daemon.connect()
        doctor.send(VarlinkConnection.message("Diagnose"))
        #expect(eventually(within: 5) { daemon.playerProcess != nil })
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a").status == 0)
        let reply = doctor.receive(within: 10)
        daemon.rig.end("hang")
        let names = reply?["parameters"]?["checks"]?.arrayValue?.compactMap {
            $0["name"]?.stringValue
        }
        #expect(names?.contains("busy") == true, "\(reply ?? .null)")
        #expect(names?.contains("output") == false, "\(reply ?? .null)")
        #expect(eventually(within: 10) { (try? daemon.alarmctl("dismiss", "a"))?.status == 0 })
    }

    @Test("says what to do where no daemon runs, and what it can see without one")
    func noDaemon() throws {
        let daemon = try Self.daemon()
        let found = try Findings(daemon)
        #expect(found.status == 1, "\(found)")
        #expect(found.outcome("service") == "fail" && found.remedy("service") != nil)
        #expect(found.outcome("clock") != nil)
        #expect(try daemon.alarmctl("doctor").output.contains("FAIL  service"))
    }

    @Test("is made by the daemon itself an hour before an alarm, which tells what changed")
    func byItself() throws {
        let daemon = try Self.daemon()
        daemon.rig.begin("gone")
        try daemon.start()
        let events = try daemon.monitor()
        // In an hour and a moment: the check comes in that moment.
        #expect(try daemon.alarmctl("set", "+1h2s", "--id", "wake").status == 0)
        let told = events.event("health", within: 20)
        #expect(told?["code"]?.stringValue == "problem", "\(told ?? .null)")
        #expect(told?["reason"]?.stringValue?.hasPrefix("output: ") == true, "\(told ?? .null)")
        #expect(daemon.log.contains("health: output: "))
    }
}
