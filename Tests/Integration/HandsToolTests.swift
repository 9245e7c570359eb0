// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

@Suite("alarmctl hands")
struct HandsToolTests {
    private static let configuration = "[hands]\npress_duration = 100ms\n"

    private func daemon() throws -> Daemon {
        let daemon = try Daemon.running(configuration: Self.configuration)
        #expect(try daemon.alarmctl("set", "daily", "07:30", "--id", "wake").status == 0)
        return daemon
    }

    private func time(_ daemon: Daemon) throws -> String? {
        try daemon.alarms().first?["schedule"]?["time"]?.stringValue
    }

    @Test(
        "turns the hands as it is told",
        arguments: [
            (["--to", "06:47"], "06:47"), (["--to", "19:00:30"], "19:00:30"),
            (["--by", "-15m"], "07:15"), (["--by", "+20h"], "03:30"), (["--by", "-8h"], "23:30"),
            (["--by", "90s", "--hand", "hour"], "07:31:30"), (["--angle", "240"], "08:00"),
            (["--angle", "90", "--hand", "minute"], "07:15"),
        ] as [([String], String)])
    func turn(words: [String], shown: String) throws {
        let daemon = try daemon()
        let command = (["hands", "wake"] + words).joined(separator: " ")
        let run = try daemon.shell("alarmctl \(command)")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.hasPrefix("wake rings daily \(shown), next on "), "\(run)")
        #expect(try time(daemon) == shown)
    }

    @Test("follows a date past midnight")
    func date() throws {
        let daemon = try daemon()
        #expect(try daemon.alarmctl("set", "2099-12-24", "23:50", "--id", "xmas").status == 0)
        #expect(try daemon.alarmctl("hands", "xmas", "--by", "+11m").status == 0)
        let later = try daemon.alarms().last?["schedule"]
        #expect(later?["date"] == "2099-12-25")
        #expect(later?["time"] == "00:01")
        #expect(try daemon.alarmctl("hands", "xmas", "--by", "-2m").status == 0)
        #expect(try daemon.alarms().last?["schedule"]?["date"] == "2099-12-24")
        #expect(try daemon.alarms().last?["schedule"]?["time"] == "23:59")
    }

    @Test("holds a hand that steps by itself")
    func hold() throws {
        let daemon = try daemon()
        let run = try daemon.alarmctl("hands", "wake", "--hold", "forward", "--for", "550ms")
        #expect(run.status == 0, "\(run)")
        // Six steps of a minute by the clock, and as many more as a busy machine takes to let go.
        let shown = try #require(try time(daemon))
        #expect(("07:36"..."07:50").contains(shown), "\(shown)")
    }

    @Test("moves the next occurrence alone, which every list shows")
    func once() throws {
        let daemon = try daemon()
        let run = try daemon.alarmctl("hands", "wake", "--by", "-15m", "--once")
        #expect(run.output.hasPrefix("wake rings once at 07:15: "), "\(run)")
        #expect(try time(daemon) == "07:30")
        daemon.kill()
        try daemon.start()
        let alarm = try #require(try daemon.alarms().first)
        #expect(alarm["override"]?["time"] == "07:15")
        #expect(alarm["next"]?.stringValue?.contains("T07:15:00") == true)
        let next = try daemon.call("Next", ["count": 2])["parameters"]?["occurrences"]?.arrayValue
        #expect(next?.first?["id"] == alarm["override"]?["occurrence"])
        #expect(next?.first?["id"]?.stringValue?.hasSuffix("T07:30") == true)
        #expect(next?.last?["due"]?.stringValue?.contains("T07:30:00") == true)
        #expect(try daemon.alarmctl("list").output.contains("once at 07:15"))
        #expect(try daemon.alarmctl("hands", "wake", "--to", "07:30", "--once").status == 0)
        #expect(try daemon.alarms().first?["override"] == nil)
    }

    @Test("answers each line of a script, and takes back what is not let go")
    func script() throws {
        let daemon = try daemon()
        let whole = try daemon.shell(
            "printf 'press at 210\\nmove 07:16\\r\\nmove 212\\r\\nrelease\\n' | alarmctl hands wake --stdin"
        )
        #expect(whole.status == 0, "\(whole)")
        #expect(
            whole.output == """
                began 07:00 210
                changed 07:16 218
                changed 07:05 212.5
                ended 07:05 212.5

                """)
        #expect(try time(daemon) == "07:05")
        let broken = try daemon.shell(
            "printf 'move 1\\nturn\\npress 90\\nmove 400\\ncancel\\npress at 90' | alarmctl hands wake --stdin"
        )
        #expect(broken.status == 2, "\(broken)")
        let lines = broken.output.split(separator: "\n")
        #expect(lines.count == 6, "\(broken)")
        #expect(lines.filter { $0.hasPrefix("error ") }.count == 3)
        #expect(lines[4] == "cancelled 07:05 212.5")
        #expect(lines[5] == "began 03:00 90")
        #expect(try time(daemon) == "07:05")
    }

    @Test("draws the dial once where there is no terminal")
    func drawing() throws {
        let daemon = try daemon()
        let run = try daemon.alarmctl("hands", "wake")
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 22, "\(run.output)")
        #expect(lines[20] == "wake at 07:30: half past seven in the morning")
        #expect(!run.output.contains("\u{1B}"))
        #expect(try daemon.alarmctl("hands", "nap").status == 1)
        let json = try daemon.alarmctl("hands", "wake", "--json").output
        #expect(json.hasPrefix("{\"id\":\"wake\""), "\(json)")
    }

    @Test(
        "turns nothing while the alarm rings, and does not end that",
        arguments: [["--to", "07:00"], ["--by", "+5m"], ["--hold", "forward", "--for", "1s"]])
    func rings(words: [String]) throws {
        let daemon = try daemon()
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "tea").status == 0)
        #expect(events.event("ringing") != nil)
        let command = (["hands", "tea"] + words).joined(separator: " ")
        let run = try daemon.shell("alarmctl \(command)")
        #expect(run.status == 1)
        #expect(run.errors.contains("tea rings"), "\(run)")
        #expect(run.errors.contains("alarmctl dismiss tea"), "\(run)")
        let script = try daemon.shell("echo press at 210 | alarmctl hands tea --stdin")
        #expect(script.status == 1 && script.output.hasPrefix("error tea rings"), "\(script)")
        #expect(try daemon.call("Status")["parameters"]?["ringing"]?.arrayValue?.count == 1)
    }

    @Test("stops a ring that only a press stops")
    func dismissHold() throws {
        let daemon = try Daemon.running(configuration: "[hands]\nstop_hold = 1500ms\n")
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "tea").status == 0)
        #expect(events.event("ringing") != nil)
        let refused = try daemon.alarmctl("dismiss")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("alarmctl dismiss --hold"), "\(refused)")
        let held = try daemon.alarmctl("dismiss", "--hold")
        #expect(held.status == 0, "\(held)")
        #expect(held.output.hasPrefix("tea@"))
        #expect(events.event("dismissed") != nil)
        #expect(try daemon.alarmctl("dismiss", "--hold").status == 1)
    }
}

@Suite("The live dial")
struct LiveDialTests {
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let steps: [String]
        let shown: String

        init(_ name: String, _ steps: [String], _ shown: String) {
            (testDescription, self.steps, self.shown) = (name, steps, shown)
        }
    }

    static let hasPython = unsafe access("/usr/bin/python3", X_OK) == 0

    static let first = "wait:wake at 07:30: half past seven in the morning"

    static let rows = [
        Row(
            "is turned by arrow keys, and let go by Enter",
            [
                first, "send:\\x1b[A\\x1b[A", "wait:is held", "wait:wake at 07:40", "send:\\r",
                "wait:It is set", "send:q",
            ],
            "07:40"),
        Row(
            "is turned by + and -, by the hand that is chosen",
            [
                first, "send:m", "wait:the minute hand", "send:+", "wait:is held", "send:+-++",
                "wait:07:33", "send:\\r", "wait:It is set", "send:\\x1b",
            ],
            "07:33"),
        Row(
            "is taken back by Escape",
            [
                first, "send:+", "wait:wake at 07:35", "send:\\x1b", "wait:It is as it was",
                "send:q",
            ],
            "07:30"),
        Row(
            "is dragged by the mouse",
            [
                first, "send:\\x1b[<0;61;11M", "wait:wake at 03:05", "send:\\x1b[<32;41;19M",
                "wait:wake at 05:55", "send:\\x1b[<0;41;19m", "wait:It is set", "send:q",
            ],
            "05:55"),
        Row(
            "turns nothing by a click",
            [
                first, "send:\\x1b[<0;61;11M\\x1b[<0;61;11m", "wait:It is as it was", "send:q",
            ],
            "07:30"),
        Row("leaves by Ctrl-C", [first, "send:+", "wait:wake at 07:35", "send:\\x03"], "07:30"),
        Row(
            "leaves by a signal", [first, "send:+", "wait:wake at 07:35", "signal:SIGTERM"], "07:30"
        ),
        Row(
            "leaves when the terminal goes",
            [first, "send:+", "wait:wake at 07:35", "signal:SIGHUP"], "07:30"),
        Row(
            "is drawn anew when the window changes, and after a stop",
            [
                first, "resize:12x40", "wait:half past seven", "send:\\x1a", "stopped",
                "wait:half past seven", "send:q",
            ],
            "07:30"),
        Row(
            "follows what others turn, and what they take back",
            [
                first, "run:alarmctl hands wake --to 08:10", "wait:wake at 08:10",
                "run:(echo press at 210; sleep 1; echo cancel) | alarmctl hands wake --stdin",
                "wait:wake at 07:00", "wait:somebody else holds", "wait:wake at 08:10",
                "wait:the alarm hand is chosen", "send:+", "wait:wake at 08:15", "send:\\r",
                "wait:It is set", "send:q",
            ],
            "08:15"),
    ]

    @Test("ends when another clears its alarm", .enabled(if: hasPython))
    func cleared() throws {
        let run = try onTerminal([Self.first, "run:alarmctl clear wake", "wait:no alarm"])
        #expect(run["failure"]?.isNull == true, "\(run)")
        #expect(run["status"]?.integerValue == 1, "\(run)")
        #expect(run["restored"] == true)
    }

    /// Runs the dial of a new daemon's alarm through `steps`.
    private func onTerminal(_ steps: [String]) throws -> JSONValue {
        let daemon = try Daemon.running(configuration: "[hands]\npress_duration = 100ms\n")
        #expect(try daemon.alarmctl("set", "daily", "07:30", "--id", "wake").status == 0)
        return try onTerminal(steps, of: daemon)
    }

    private func onTerminal(_ steps: [String], of daemon: Daemon) throws -> JSONValue {
        let run = try Program.run(
            ["/usr/bin/python3", PackageRoot.file("Tests/Integration/terminal.py")] + steps
                + ["--", "\(Program.folder)/alarmctl", "hands", "wake"],
            environment: [
                "PATH=\(Program.folder):/usr/bin:/bin", "TERM=xterm", "LC_ALL=C.UTF-8",
                "ALARMD_SOCKET=\(daemon.socket)",
            ], seconds: 60)
        return try JSONValue(parsing: Array(run.output.utf8))
    }

    @Test(
        "lives on a terminal, which is put back as it was",
        .enabled(if: hasPython, "it takes python3"), arguments: rows)
    func live(row: Row) throws {
        let daemon = try Daemon.running(configuration: "[hands]\npress_duration = 100ms\n")
        #expect(try daemon.alarmctl("set", "daily", "07:30", "--id", "wake").status == 0)
        let outcome = try onTerminal(row.steps, of: daemon)
        #expect(outcome["failure"]?.isNull == true, "\(outcome)")
        #expect(outcome["status"]?.integerValue == 0, "\(outcome)")
        #expect(outcome["restored"] == true)
        #expect(outcome["left"] == true, "\(outcome)")
        #expect(try daemon.alarms().first?["schedule"]?["time"]?.stringValue == row.shown)
    }

    @Test("says why, on a terminal put back, when the daemon goes away", .enabled(if: hasPython))
    func daemonGone() throws {
        let daemon = try Daemon.running(configuration: "[hands]\npress_duration = 100ms\n")
        #expect(try daemon.alarmctl("set", "daily", "07:30", "--id", "wake").status == 0)
        let process = try #require(daemon.program?.processID)
        let script = PackageRoot.file("Tests/Integration/terminal.py")
        // The press is renewed each 3 s, and finds it gone.
        let run = try Program.run(
            [
                "/bin/sh", "-c",
                "( sleep 2; kill -9 \(process) ) & exec /usr/bin/python3 \(script) '\(Self.first)' "
                    + "send:+ 'wait:is held' -- \(Program.folder)/alarmctl hands wake",
            ],
            environment: [
                "PATH=/usr/bin:/bin", "TERM=xterm", "LC_ALL=C.UTF-8",
                "ALARMD_SOCKET=\(daemon.socket)",
            ], seconds: 60)
        let outcome = try JSONValue(parsing: Array(run.output.utf8))
        #expect(outcome["status"]?.integerValue == 3, "\(run)")
        #expect(outcome["restored"] == true)
        #expect(outcome["left"] == true)
    }
}
