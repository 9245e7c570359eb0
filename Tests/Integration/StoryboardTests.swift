// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

@Suite("Storyboards")
struct StoryboardTests {
    /// Two seconds of the tone, then a file until a dismiss leads to the last scene.
    private static let stages = stages(after: "2s")

    private static func stages(after time: String) -> String {
        """
        [Storyboard]
        initial = first
        [Scene first]
        volume = 40
        fade = 0
        [Scene second]
        sound = \(PackageRoot.file("config/sounds/bell.opus"))
        message = Still there?
        fade = 0
        [Scene last]
        fade = 0
        [Segue time]
        from = first
        on = unanswered \(time)
        to = second
        transition = crossfade 500ms
        [Segue stop]
        from = second
        on = dismiss
        to = last

        """
    }

    /// A daemon with storyboards of these names and texts beside its configuration.
    private static func daemon(
        _ storyboards: [String: String], configuration: String = ""
    ) throws -> Daemon {
        let daemon = try Daemon(configuration: configuration)
        try #require(unsafe mkdir("\(daemon.folder)/storyboards", 0o755) == 0)
        for (name, text) in storyboards { write(text, to: name, of: daemon) }
        return daemon
    }

    private static func write(_ text: String, to name: String, of daemon: Daemon) {
        daemon.rig.write(Array(text.utf8), to: "storyboards/\(name).storyboard")
    }

    private static func scene(of daemon: Daemon) throws -> String? {
        try daemon.call("Status")["parameters"]?["ringing"]?.arrayValue?.first?["scene"]?
            .stringValue
    }

    /// For how many microseconds a ring was played, as it is stored.
    private static func storedTime(of daemon: Daemon) -> Int {
        let state = daemon.rig.read("state/alarms.json")
        let key = Array("\"sounded\": ".utf8)
        let found = state.indices.first { state[$0...].starts(with: key) }
        let digits = found.map { state[($0 + key.count)...].prefix { (48...57).contains($0) } }
        return digits.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    }

    @Test(
        "leave a scene at its time although the daemon crashed, short of what the last seconds were"
    )
    func crashes() throws {
        let daemon = try Self.daemon(["stages": Self.stages(after: "20s")])
        try daemon.start()
        let events = try daemon.monitor()
        #expect(
            try daemon.alarmctl("set", "+1s", "--id", "a", "--storyboard", "stages").status == 0)
        #expect(events.event("ringing") != nil)
        #expect(eventually(within: 15) { Self.storedTime(of: daemon) >= 9_000_000 })
        daemon.kill()
        try daemon.start()
        let later = try daemon.monitor()
        #expect(try Self.scene(of: daemon) == "first")
        // Ten seconds of the twenty are left, where none were stored all.
        #expect(later.event("scene", within: 15)?["args"]?["scene"]?.stringValue == "second")
    }

    @Test("are followed from scene to scene by one player, and after a crash from where they were")
    func followed() throws {
        let daemon = try Self.daemon(["stages": Self.stages])
        try daemon.start()
        let events = try daemon.monitor()
        #expect(
            try daemon.alarmctl("set", "+1s", "--id", "a", "--storyboard", "stages").status == 0)
        #expect(events.event("ringing")?["output"]?.stringValue?.contains("built-in") == true)
        #expect(try Self.scene(of: daemon) == "first")
        let scene = events.event("scene")
        #expect(scene?["args"]?["scene"]?.stringValue == "second", "\(daemon.log)")
        #expect(scene?["reason"]?.stringValue?.contains("Still there?") == true)
        #expect(events.event("ringing")?["output"]?.stringValue?.contains("bell.opus") == true)
        #expect(daemon.count("open") == 1, "\(daemon.rig.events)")
        daemon.kill()
        try daemon.start()
        let later = try daemon.monitor()
        #expect(try Self.scene(of: daemon) == "second")
        #expect(
            eventually(within: 5) {
                let output = try? daemon.call("Status")["parameters"]?["output"]?.stringValue
                return output?.contains("bell.opus") == true
            })
        let goesOn = try daemon.alarmctl("dismiss")
        #expect(goesOn.output.contains("goes on in another scene"), "\(goesOn)")
        #expect(later.event("scene")?["args"]?["scene"]?.stringValue == "last")
        #expect(try daemon.alarmctl("dismiss").output.contains("is dismissed"))
        #expect(later.event("dismissed") != nil)
    }

    @Test("that are not there, or broken, are refused when they are set, with what mends it")
    func refused() throws {
        let broken = Self.stages.split(separator: "\n").dropLast().joined(separator: "\n")
        let daemon = try Self.daemon(["stages": Self.stages, "broken": broken])
        try daemon.start()
        for (name, words) in [("stage", "did you mean stages?"), ("broken", "has no to")] {
            let outcome = try daemon.alarmctl("set", "+1h", "--storyboard", name)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
        let path = try daemon.alarmctl("set", "+1h", "--storyboard", "../alarmd")
        #expect(path.status == 1)
        #expect(try daemon.ids() == [])
    }

    @Test("that break later cost no ring, and are a problem until they are mended")
    func brokenLater() throws {
        let daemon = try Self.daemon(["stages": Self.stages])
        try daemon.start()
        #expect(
            try daemon.alarmctl("set", "+1h", "--id", "a", "--storyboard", "stages").status == 0)
        Self.write("[Storyboard]\ninitial = x\n", to: "stages", of: daemon)
        let events = try daemon.monitor()
        daemon.reload()
        let health = events.event("health")
        #expect(health?["reason"]?.stringValue?.contains("stages.storyboard:2: initial") == true)
        #expect(try daemon.problem("storyboard")?.contains("there is no scene x") == true)
        #expect(
            try daemon.alarmctl("set", "+1s", "--id", "a", "--fade", "0").status == 0,
            "\(daemon.log)")
        #expect(events.event("ringing")?["alarm"]?.stringValue == "a")
        #expect(try Self.scene(of: daemon) == nil)
        Self.write(Self.stages, to: "stages", of: daemon)
        daemon.reload()
        #expect(events.event("health")?["code"]?.stringValue == "mended")
        #expect(try daemon.problem("storyboard") == nil)
    }

    @Test("are looked at by --check, with their sounds")
    func check() throws {
        let silent = Self.stages.split(separator: "\n").map {
            $0.hasPrefix("sound") ? "sound = klaxonn" : String($0)
        }
        let daemon = try Self.daemon(
            ["silent": silent.joined(separator: "\n"), "empty": "[Storyboard]\n"],
            configuration: "[ring]\nstoryboard = silence\n")
        let outcome = try daemon.runAnother(["--check"])
        #expect(outcome.status == 1)
        for words in [
            "silent.storyboard:7: sound: ", "empty.storyboard:1: initial: ",
            "storyboard: there is no storyboard silence; did you mean silent?",
        ] {
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
        daemon.configure("")
        Self.write(Self.stages, to: "silent", of: daemon)
        Self.write(Self.stages, to: "empty", of: daemon)
        let good = try daemon.runAnother(["--check"])
        #expect(good.status == 0, "\(good.errors)")
    }

    @Test("are followed where a scene's sound is gone: by the segue on failed")
    func failed() throws {
        let text = """
            [Storyboard]
            initial = gone
            [Scene gone]
            sound = /nowhere.wav
            [Scene tone]
            sound = built-in
            fade = 0
            [Segue no-sound]
            from = gone
            on = failed
            to = tone

            """
        let daemon = try Self.daemon(["gone": text])
        try daemon.start()
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+3s", "--id", "a", "--storyboard", "gone").status == 0)
        #expect(events.event("scene")?["args"]?["scene"]?.stringValue == "tone", "\(daemon.log)")
        #expect(events.event("ringing") != nil)
    }

    @Test(
        "are followed by the segue on failed over another ring that is heard as well",
        arguments: ["sound = /nowhere.wav", "output = nosuchdevice"])
    func failedOverAnother(line: String) throws {
        let text = """
            [Storyboard]
            initial = trouble
            [Scene trouble]
            fade = 0
            \(line)
            [Scene tone]
            sound = built-in
            fade = 0
            [Segue trouble]
            from = trouble
            on = failed
            to = tone

            """
        let daemon = try Self.daemon(["trouble": text])
        try daemon.start()
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "base").status == 0)
        #expect(events.event("ringing") != nil)
        #expect(
            try daemon.alarmctl("set", "+3s", "--id", "over", "--storyboard", "trouble").status
                == 0)
        let scene = events.event("scene")
        #expect(scene?["alarm"]?.stringValue == "over", "\(daemon.log)")
        #expect(scene?["args"]?["scene"]?.stringValue == "tone", "\(daemon.log)")
    }

    @Test("that are installed can all be followed")
    func shipped() throws {
        let daemon = try Daemon()
        try #require(
            unsafe symlink(PackageRoot.file("config/storyboards"), "\(daemon.folder)/storyboards")
                == 0)
        try daemon.start()
        let names = ["bedside", "bell", "gentle", "klaxon", "timer"]
        let listed = try daemon.alarmctl("storyboards").output.split(separator: "\n")
        #expect(listed.map { String($0.prefix { $0 != " " }) } == names, "\(listed)")
        for name in names {
            let shown = try daemon.alarmctl("storyboards", "show", name)
            #expect(shown.status == 0 && shown.output.contains("──▶"), "\(shown)")
            #expect(
                try daemon.alarmctl("set", "+1h", "--id", name, "--storyboard", name).status == 0)
        }
        #expect(try daemon.alarmctl("storyboards", "show", "nothing").status == 1)
    }

    @Test("that are faulty are shown with their faults, and fail whoever asks for them")
    func faulty() throws {
        let daemon = try Self.daemon(["wrong": "[Storyboard]\ninitial = a\n[Scene a]\n[Scene a]"])
        try daemon.start()
        let shown = try daemon.alarmctl("storyboards", "show", "wrong")
        #expect(shown.status == 1)
        #expect(
            shown.output.contains("wrong.storyboard:4: there is a second [Scene a]"), "\(shown)")
        #expect(shown.errors.contains("no alarm follows it"), "\(shown)")
    }

    @Test("end a ring by themselves, and a snooze with it, as a school's bell")
    func bell() throws {
        let text = """
            [Storyboard]
            initial = strokes
            [Scene strokes]
            fade = 0
            [Segue over]
            from = strokes
            on = unanswered 1s
            to = end

            """
        let daemon = try Self.daemon(["bell": text])
        try daemon.start()
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a", "--storyboard", "bell").status == 0)
        let ended = events.event("dismissed")
        #expect(ended?["code"]?.stringValue == "ended-by-storyboard", "\(daemon.log)")
        #expect(eventually(within: 2) { daemon.count("close") == 1 })
        #expect(try daemon.call("Status")["parameters"]?["missed"]?.arrayValue?.isEmpty == true)
    }
}
