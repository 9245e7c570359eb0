// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import JSON
import TestSupport
import Testing

@Suite("Bad input")
struct BadInputTests {
    /// Words for `alarmctl`, and the exit code they have: 2 where it sees itself what is wrong.
    static let rows: [([String], Int32)] = [
        (["set", "25:00"], 2),
        (["set", "07:60"], 2),
        (["set", "2026-02-30", "07:00"], 2),
        (["set", "10000-12-31", "07:00"], 2),
        (["set", "0000-12-31", "07:00"], 2),
        (["set", "+100000h"], 2),
        (["set", "+8785h"], 2),
        (["set", "+0s"], 2),
        (["set", "+25"], 2),
        (["preview", "+100000h"], 2),
        (["set", "07:00", "--zone", "Mars/Olympus"], 1),
        (["set", "07:00", "--zone", "../../etc/passwd"], 1),
        (["set", "07:00", "--id", ""], 2),
        (["set", "07:00", "--id", "a/b"], 2),
        (["set", "07:00", "--id", "a\nb"], 2),
        (["set", "07:00", "--id", String(repeating: "i", count: 300)], 2),
        (["set", "07:00", "--id", "tomorrow"], 2),
        (["set", "07:00", "--id", "weekdays"], 2),
        (["set", "07:00", "--id", "Mon-Friday"], 2),
        (["set", "07:00", "--label", String(repeating: "l", count: 10_000)], 2),
        (["set", "07:00", "--label", "bell\u{7}"], 2),
        (["set", "07:00", "--label", "a\u{9B}31m"], 2),
        (["set", "07:00", "--label", "turned \u{202E}round"], 2),
        (["set", "07:00", "--label", "two\nlines"], 2),
        (["set", "07:00", "--volume", "101"], 2),
        (["set", "07:00", "--volume", "0"], 2),
        (["set", "07:00", "--snooze", "4h"], 2),
        (["set", "07:00", "--timeout", "30s"], 2),
        (["set", "07:00", "--late", "25h"], 2),
        (["set", "07:00", "--fade", "1h1s"], 2),
        (["set", "07:00", "--retries", "-1"], 2),
        (["snooze", "4h"], 2),
        (["snooze", "--until", "25:00"], 2),
        (["play", "--seconds", "0"], 2),
        (["set", "07:00", "--fade", "-5s"], 2),
        (["set", "07:00", "--fade", "30"], 2),
        (["set", "2001-01-01", "07:00"], 2),
        (["next", "-n", "0"], 2),
        (["preview", "07:00", "-n", "0"], 2),
        (["snooze"], 1),
        (["dismiss", "nothing"], 1),
        (["clear", "nothing"], 1),
        (["lsit"], 2),
        (["list", "--socket", "/tmp/" + String(repeating: "s", count: 200)], 2),
    ]

    @Test("is refused with its exit code and a clear word, and changes nothing")
    func refused() throws {
        let daemon = try Daemon.running()
        _ = try daemon.call(
            "Set", ["id": "stays", "schedule": ["time": "07:30", "days": ["mon"]]])
        let before = try daemon.alarms()
        for (words, status) in Self.rows {
            let name = words.map { String($0.prefix(40)) }.joined(separator: " ")
            let outcome = try Program.run(
                ["\(Program.folder)/alarmctl"] + words,
                environment: ["TZ=UTC", "LC_ALL=C.UTF-8", "ALARMD_SOCKET=\(daemon.socket)"])
            #expect(outcome.status == status, "\(name): \(outcome)")
            #expect(outcome.output.isEmpty, "\(name): \(outcome.output)")
            #expect(
                outcome.errors.hasPrefix("alarmctl: ") && outcome.errors.utf8.count < 1000,
                "\(name)")
            #expect(try daemon.alarms() == before, "\(name)")
        }
        #expect(daemon.isRunning)
    }

    @Test(
        "is refused by the daemon too, where a client lets it through",
        arguments: [
            ("Set", ["id": "x", "schedule": ["time": "25:00"]]),
            ("Set", ["id": "x", "schedule": ["time": "07:60"]]),
            ("Set", ["id": "x", "schedule": ["time": "07:00", "date": "2026-02-30"]]),
            ("Set", ["id": "x", "schedule": ["time": "07:00", "date": "2001-01-01"]]),
            ("Set", ["id": "x", "schedule": ["time": "07:00", "zone": "Mars/Olympus"]]),
            ("Set", ["id": "", "countdown": 60]),
            ("Set", ["id": "a/b", "countdown": 60]),
            ("Set", ["id": "a\nb", "countdown": 60]),
            ("Set", ["id": "today", "countdown": 60]),
            ("Set", ["id": "sat-sunday", "countdown": 60]),
            ("Set", ["id": "x", "countdown": 60, "label": "bell\u{7}"]),
            ("Set", ["id": "x", "countdown": 60, "label": "turned \u{202E}round"]),
            ("Set", ["id": "x", "countdown": 60, "label": "hid\u{200B}den"]),
            (
                "Set",
                [
                    "id": "x", "countdown": 60,
                    "label": .string(String(repeating: "l", count: 10_000)),
                ]
            ),
            ("Set", ["id": "x", "countdown": 60, "colour": "red"]),
            ("Set", ["id": "x", "countdown": 60, "ring": ["colour": "red"]]),
            ("Set", ["id": "x", "countdown": 60, "ring": ["volume": 101]]),
            ("Set", ["id": "x", "countdown": 60, "ring": ["fade": -1]]),
            ("Set", ["id": "x", "countdown": -1]),
            ("Set", ["id": "x", "countdown": 9_223_372_036_854_775_807]),
            ("Set", ["id": "x"]),
            ("Next", ["count": 0]),
            ("Play", ["seconds": 0]),
        ] as [(String, JSONValue)])
    func refusedByDaemon(method: String, parameters: JSONValue) throws {
        let daemon = try Daemon.running()
        let reply = try daemon.call(method, parameters)
        #expect(reply["error"]?.stringValue != nil, "\(reply)")
        #expect(try daemon.ids() == [])
    }

    @Test(
        "a part of an alarm that is not there is NoSuchAlarm, by its id",
        arguments: [
            ["enabled": true], ["enabled": false], ["label": "x"], ["ring": ["volume": 40]],
            ["reset": ["volume"]], [:],
        ] as [JSONValue])
    func partial(members: JSONValue) throws {
        let daemon = try Daemon.running()
        guard case .object(var parameters) = members else { return }
        parameters["id"] = "nap"
        let reply = try daemon.call("Set", .object(parameters))
        #expect(reply["error"] == "io.wecker.AlarmClock.NoSuchAlarm")
        #expect(reply["parameters"]?["id"] == "nap")
        #expect(try daemon.ids() == [])
    }

    @Test(
        "a word that is no UTF-8 is wrong usage, and is not stored as something else",
        arguments: ["alarmctl", "alarmd"])
    func notUTF8(program: String) throws {
        let daemon = try Daemon.running()
        let words = program == "alarmctl" ? "set 07:00 --label" : "--state-dir"
        let shell = "exec '\(Program.folder)/\(program)' \(words) \"$(printf 'caf\\351')\""
        let outcome = try Program.run(
            ["/bin/sh", "-c", shell],
            environment: ["TZ=UTC", "LC_ALL=C.UTF-8", "ALARMD_SOCKET=\(daemon.socket)"])
        #expect(outcome.status == 2, "\(outcome)")
        #expect(outcome.errors.contains("is no UTF-8 text"), "\(outcome.errors)")
        #expect(try daemon.ids() == [])
    }

    @Test("a socket's path that is too long is wrong usage, and keeps a daemon from starting")
    func longPath() throws {
        let daemon = try Daemon()
        let path = "/tmp/" + String(repeating: "s", count: 200)
        let outcome = try daemon.alarmctl("list", "--socket", path)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("alarmctl: "))
        let started = try daemon.runAnother(socket: path)
        #expect(started.status == 1, "\(started)")
        #expect(started.errors.contains("at most 107 bytes"), "\(started.errors)")
    }

    @Test("no daemon is 3, and the path that was asked is named")
    func nobody() throws {
        let daemon = try Daemon()
        let outcome = try daemon.alarmctl("list")
        #expect(outcome.status == 3 && outcome.errors.contains(daemon.socket), "\(outcome)")
    }

    @Test(
        "that contradicts itself changes nothing",
        arguments: [
            ("Clear", ["ids": ["a"], "all": true], "all"),
            ("Dismiss", ["occurrence": "a", "all": true], "all"),
        ] as [(String, JSONValue, String)])
    func contradiction(method: String, parameters: JSONValue, name: String) throws {
        let daemon = try Daemon.running()
        _ = try daemon.call("Set", ["id": "a", "countdown": 3600])
        _ = try daemon.call("Set", ["id": "b", "countdown": 3600])
        let reply = try daemon.call(method, parameters)
        #expect(reply["error"] == "org.varlink.service.InvalidParameter")
        #expect(reply["parameters"]?["parameter"]?.stringValue == name)
        #expect(try daemon.ids() == ["a", "b"])
    }
}
