// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

@Suite("Commands that are run")
struct CommandTests {
    /// A daemon, with a script in its folder that each of these kinds of events runs.
    private static func daemon(
        _ script: String, for kinds: [String], _ more: String = ""
    ) throws -> Daemon {
        let daemon = try Daemon()
        let path = daemon.rig.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "script")
        try #require(unsafe chmod(path, 0o755) == 0)
        let keys = kinds.map { "\($0) = \(path) \(daemon.folder) \($0)\n" }.joined()
        daemon.configure("[run]\n\(keys)\(more)")
        try daemon.start()
        return daemon
    }

    private static func text(_ name: String, of daemon: Daemon) -> String {
        String(decoding: daemon.rig.read(name), as: UTF8.self)
    }

    private static func isAlive(_ text: String) -> Bool {
        pid_t(text.prefix { $0 != "\n" }).map { Glibc.kill($0, 0) == 0 } ?? false
    }

    @Test("are told of the event by their environment and their input, without a shell between")
    func told() throws {
        let daemon = try Self.daemon(
            "cat > $1/$2.json; env > $1/$2.env; ps -o pgid= -p $$ > $1/$2.group; touch $1/$2.done",
            for: ["due", "ringing", "snoozed", "dismissed"])
        let events = try daemon.monitor()
        let label = "a; touch \(daemon.folder)/owned $(touch \(daemon.folder)/owned)"
        #expect(
            try daemon.alarmctl("set", "+1s", "--id", "a", "--label", label, "--fade", "0").status
                == 0)
        #expect(events.event("ringing") != nil)
        _ = try daemon.call("Snooze")
        _ = try daemon.call("Dismiss")
        for kind in ["due", "ringing", "snoozed", "dismissed"] {
            #expect(
                eventually(within: 10) { !daemon.rig.read("\(kind).group").isEmpty },
                "\(daemon.log)")
            let event = try JSONValue(parsing: daemon.rig.read("\(kind).json"))
            #expect(event["kind"]?.stringValue == kind)
            #expect(event["alarm"]?.stringValue == "a")
            let variables = Self.text("\(kind).env", of: daemon).split(separator: "\n")
            for line in ["WECKER_EVENT=\(kind)", "WECKER_ALARM=a", "WECKER_LABEL=\(label)"] {
                #expect(variables.contains(Substring(line)), "\(kind): \(line)")
            }
        }
        #expect(Self.text("ringing.env", of: daemon).contains("WECKER_OUTPUT=rig, "))
        #expect(daemon.rig.read("owned").isEmpty)
        #expect(unsafe access("\(daemon.folder)/owned", F_OK) != 0)
    }

    @Test("that hang are killed in time with all that they started, and hold no ring")
    func hanging() throws {
        let daemon = try Self.daemon(
            "sleep 600 & echo $! > $1/child; echo started; wait", for: ["due"], "timeout = 1s\n")
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a", "--fade", "0").status == 0)
        #expect(events.event("ringing") != nil)
        let health = events.event("health")
        #expect(health?["reason"]?.stringValue?.contains("within 1s, and was killed") == true)
        #expect(try daemon.problem("run")?.contains("script for due") == true)
        #expect(eventually(within: 10) { !Self.isAlive(Self.text("child", of: daemon)) })
        #expect(daemon.log.contains("started"), "what it writes goes where the log goes")
        #expect(try daemon.call("Status")["parameters"]?["ringing"]?.arrayValue?.count == 1)
    }

    @Test("are killed when their ring ends, where that is wanted; what the end itself runs is not")
    func killedAtEnd() throws {
        let daemon = try Self.daemon(
            "echo $$ > $1/$2; sleep 600", for: ["ringing", "dismissed"], "on_dismiss = kill\n")
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a", "--fade", "0").status == 0)
        #expect(events.event("ringing") != nil)
        #expect(eventually(within: 10) { Self.isAlive(Self.text("ringing", of: daemon)) })
        #expect(try daemon.alarmctl("dismiss").status == 0)
        #expect(eventually(within: 5) { !Self.isAlive(Self.text("ringing", of: daemon)) })
        #expect(eventually(within: 10) { Self.isAlive(Self.text("dismissed", of: daemon)) })
        #expect(try daemon.problem("run") == nil)
        daemon.stop()
        #expect(eventually(within: 5) { !Self.isAlive(Self.text("dismissed", of: daemon)) })
    }

    @Test(
        "that fail are a problem that says so",
        arguments: [
            ("/nowhere/at/all", "there is no such program"), ("/etc/passwd", "could not be run"),
            ("/bin/false", "it ended with status 1"),
        ])
    func failing(command: String, words: String) throws {
        let daemon = try Daemon.running(configuration: "[run]\nringing = \(command)\n")
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a", "--fade", "0").status == 0)
        #expect(events.event("ringing") != nil)
        let health = events.event("health")
        #expect(health?["reason"]?.stringValue?.contains(words) == true, "\(health ?? .null)")
        #expect(try daemon.call("Status")["parameters"]?["ringing"]?.arrayValue?.count == 1)
        let problems = try daemon.call("Status")["parameters"]?["problems"]?.arrayValue ?? []
        let remedy = problems.first { $0["name"]?.stringValue == "run" }?["remedy"]?.stringValue
        #expect(
            (remedy != nil) == (command == "/bin/false"), "only what ran may lack the network")
        let check = try daemon.runAnother(["--check"])
        #expect(check.status == (command == "/bin/false" ? 0 : 1), "\(check.errors)")
    }

    @Test("that fail are told beside one another, each until it succeeds")
    func failingTogether() throws {
        let daemon = try Self.daemon(
            "test $2 = ringing -o -e $1/mended", for: ["due", "ringing", "dismissed"])
        for isMended in [false, true] {
            if isMended { daemon.rig.write([], to: "mended") }
            let events = try daemon.monitor()
            #expect(try daemon.alarmctl("set", "+1s", "--id", "a", "--fade", "0").status == 0)
            #expect(events.event("ringing") != nil)
            #expect(try daemon.alarmctl("dismiss").status == 0)
            guard !isMended else { break }
            #expect(
                eventually(within: 5) {
                    let told = (try? daemon.problem("run")) ?? ""
                    return told.contains("script for due: it ended")
                        && told.contains("script for dismissed: it ended")
                        && !told.contains("for ringing")
                })
        }
        #expect(eventually(within: 5) { (try? daemon.problem("run") == nil) == true })
    }

    @Test("of a storyboard are run when its segue is taken")
    func segue() throws {
        let daemon = try Self.daemon("env > $1/$2.env", for: [])
        try #require(unsafe mkdir("\(daemon.folder)/storyboards", 0o755) == 0)
        let text = """
            [Storyboard]
            initial = one
            [Scene one]
            fade = 0
            [Scene two]
            fade = 0
            [Segue over]
            from = one
            on = unanswered 1s
            to = two
            run = \(daemon.folder)/script \(daemon.folder) over

            """
        daemon.rig.write(Array(text.utf8), to: "storyboards/steps.storyboard")
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a", "--storyboard", "steps").status == 0)
        #expect(events.event("scene") != nil, "\(daemon.log)")
        #expect(
            eventually(within: 10) {
                Self.text("over.env", of: daemon).contains("WECKER_SCENE=two")
            }, "\(daemon.log)")
    }
}
