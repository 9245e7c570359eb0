// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import JSON
import TestSupport
import Testing

@Suite("A finger on a hand, over the socket")
struct HandsTests {
    private static let configuration = "[hands]\npress_duration = 100ms\n"

    private func daemon() throws -> Daemon {
        let daemon = try Daemon.running(configuration: Self.configuration)
        let set: JSONValue = [
            "id": "wake", "schedule": ["time": "07:30", "days": ["mon", "tue"]],
        ]
        #expect(try daemon.call("Set", set)["error"] == nil)
        return daemon
    }

    private func time(_ daemon: Daemon) throws -> String? {
        try daemon.alarms().first?["schedule"]?["time"]?.stringValue
    }

    private func state(_ reply: JSONValue?) -> String? {
        reply?["parameters"]?["gesture"]?["state"]?.stringValue
    }

    /// Puts a finger down, and waits until it grips; returns the id of the press.
    private func grip(
        _ connection: VarlinkConnection, _ events: VarlinkConnection, _ more: JSONObject = [:]
    ) throws -> String {
        var call: JSONObject = ["alarm": "wake"]
        for (name, value) in more { call[name] = value }
        let reply = try #require(connection.call("Press", .object(call)))
        #expect(state(reply) == "possible", "\(reply)")
        let press = try #require(reply["parameters"]?["gesture"]?["id"]?.stringValue)
        while let event = events.event("hands") {
            if event["gesture"]?["state"] == "began" { break }
        }
        return press
    }

    @Test("sets the alarm where it lets go, and every watcher sees it move")
    func turn() throws {
        let daemon = try daemon()
        let (connection, events) = (try daemon.connect(), try daemon.monitor())
        let press = try grip(connection, events, ["at": ["angle": 240]])
        let moved = connection.call("Move", ["press": .string(press), "to": ["angle": 250]])
        #expect(state(moved) == "changed")
        #expect(moved?["parameters"]?["gesture"]?["time"] == "08:20")
        let event = try #require(events.event("hands"))
        #expect(event["gesture"]?["state"] == "changed")
        #expect(event["gesture"]?["angle"]?.numberValue == 250)
        #expect(event["by"]?.stringValue?.isEmpty == false)
        #expect(try time(daemon) == "07:30")
        let point: JSONValue = ["point": ["x": -1, "y": 0]]
        #expect(
            state(connection.call("Move", ["press": .string(press), "to": point])) == "changed")
        let released = connection.call("Release", ["press": .string(press)])
        #expect(state(released) == "ended")
        #expect(released?["parameters"]?["alarm"]?["schedule"]?["time"] == "09:00")
        #expect(released?["parameters"]?["alarm"]?["schedule"]?["days"] == ["mon", "tue"])
        #expect(
            connection.call("Move", ["press": .string(press)])?["error"]
                == "io.wecker.AlarmClock.NoSuchPress")
        daemon.kill()
        try daemon.start()
        #expect(try time(daemon) == "09:00")
    }

    @Test("fails, and changes nothing, where it lets go or moves too early")
    func failed() throws {
        let daemon = try Daemon.running(configuration: "[hands]\npress_duration = 5s\n")
        #expect(try daemon.alarmctl("set", "daily", "07:30", "--id", "wake").status == 0)
        let connection = try daemon.connect()
        func press() throws -> JSONValue {
            let reply = connection.call("Press", ["alarm": "wake", "at": ["angle": 100]])
            let left = reply?["parameters"]?["gesture"]?["beginsIn"]?.integerValue ?? 0
            #expect((4000...5000).contains(left))
            return try #require(reply?["parameters"]?["gesture"]?["id"])
        }
        let released = connection.call("Release", ["press": try press()])
        #expect(state(released) == "failed")
        #expect(released?["parameters"]?["alarm"] == nil)
        let first = try press()
        #expect(
            state(connection.call("Move", ["press": first, "to": ["angle": 104]])) == "possible")
        #expect(state(connection.call("Move", ["press": first, "to": ["angle": 106]])) == "failed")
        #expect(state(connection.call("Cancel", ["press": try press()])) == "cancelled")
        #expect(try time(daemon) == "07:30")
    }

    @Test("is taken back when its connection ends, and in a crash")
    func connectionEnds() throws {
        let daemon = try daemon()
        let events = try daemon.monitor()
        var connection = try daemon.connect()
        var press = try grip(connection, events, ["at": ["time": "10:00"]])
        #expect(
            try daemon.call("Press", ["alarm": "wake"])["error"] == "io.wecker.AlarmClock.Busy")
        #expect(
            try daemon.call("Move", ["press": .string(press)])["error"]
                == "io.wecker.AlarmClock.NoSuchPress")
        connection.close()
        let event = try #require(events.event("hands"))
        #expect(event["gesture"]?["state"] == "cancelled")
        #expect(event["code"] == "press-closed")
        #expect(try time(daemon) == "07:30")
        connection = try daemon.connect()
        press = try grip(connection, events, ["at": ["time": "10:00"]])
        #expect(state(connection.call("Move", ["press": .string(press)])) == "began")
        daemon.kill()
        try daemon.start()
        #expect(try time(daemon) == "07:30")
    }

    @Test(
        "is taken back, and says so, when its alarm is edited or cleared", arguments: [false, true])
    func edited(isCleared: Bool) throws {
        let daemon = try daemon()
        let (connection, events) = (try daemon.connect(), try daemon.monitor())
        let press = try grip(connection, events, ["at": ["time": "10:00"]])
        daemon.reload()
        #expect(events.event("config") != nil)
        #expect(state(connection.call("Move", ["press": .string(press)])) == "began")
        if isCleared {
            #expect(try daemon.call("Clear", ["ids": ["wake"]])["error"] == nil)
        } else {
            #expect(try daemon.call("Set", ["id": "wake", "label": "Work"])["error"] == nil)
        }
        let event = try #require(events.event("hands"))
        #expect(event["code"] == (isCleared ? "press-cleared" : "press-edited"))
        // It is answered once with what became of it, and is unknown then.
        let released = connection.call("Release", ["press": .string(press)])
        #expect(state(released) == "cancelled")
        #expect(
            connection.call("Release", ["press": .string(press)])?["error"]
                == "io.wecker.AlarmClock.NoSuchPress")
        if !isCleared { #expect(try time(daemon) == "07:30") }
    }

    @Test("holds a hand that steps by itself for as long as it stays")
    func direction() throws {
        let daemon = try daemon()
        let (connection, events) = (try daemon.connect(), try daemon.monitor())
        let press = try grip(connection, events, ["direction": "backward"])
        while let event = events.event("hands"),
            event["gesture"]?["time"]?.stringValue ?? "" > "07:26"
        {}
        let released = connection.call("Release", ["press": .string(press)])
        #expect(state(released) == "ended")
        let shown = try #require(try time(daemon))
        // Each 100 ms is a step of a minute.
        #expect(("07:21"..."07:26").contains(shown), "\(shown)")
        #expect(
            connection.call(
                "Press", ["alarm": "wake", "at": ["angle": 1], "direction": "forward"])?[
                    "parameters"]?["parameter"] == "direction")
    }

    @Test("is refused where there is no such place, alarm or hand")
    func refused() throws {
        let daemon = try daemon()
        #expect(try daemon.call("Set", ["id": "tea", "countdown": 300])["error"] == nil)
        let rows: [(JSONValue, String)] = [
            (["alarm": "wake", "at": ["angle": 360]], "at.angle"),
            (["alarm": "wake", "at": ["angle": -1]], "at.angle"),
            (["alarm": "wake", "at": ["point": ["x": 0.05, "y": 0.05]]], "at.point"),
            (["alarm": "wake", "at": ["time": "25:00"]], "at.time"),
            (["alarm": "wake", "at": [:]], "at"),
            (["alarm": "wake", "at": ["angle": 1, "time": "07:00"]], "at"),
            (["alarm": "wake", "hand": "second"], "hand"),
        ]
        for (call, parameter) in rows {
            #expect(
                try daemon.call("Press", call)["parameters"]?["parameter"]?.stringValue == parameter
            )
        }
        #expect(
            try daemon.call("Press", ["alarm": "tea"])["error"]
                == "io.wecker.AlarmClock.PressFailed")
        #expect(
            try daemon.call("Press", ["alarm": "nap"])["error"]
                == "io.wecker.AlarmClock.NoSuchAlarm")
    }

    @Test("stops a ring once it was held for long enough, and nothing else does")
    func stop() throws {
        let daemon = try Daemon.running(
            configuration: "[hands]\npress_duration = 50ms\nstop_hold = 500ms\n")
        let events = try daemon.monitor()
        #expect(try daemon.call("Set", ["id": "tea", "countdown": 1])["error"] == nil)
        #expect(events.event("ringing") != nil)
        let refused = "io.wecker.AlarmClock.PressFailed"
        #expect(try daemon.call("Dismiss")["error"]?.stringValue == refused)
        #expect(try daemon.call("Dismiss", ["occurrence": "tea"])["error"]?.stringValue == refused)
        #expect(try daemon.call("Dismiss", ["all": true])["error"]?.stringValue == refused)
        #expect(try daemon.call("Clear", ["ids": ["tea"]])["error"]?.stringValue == refused)
        #expect(try daemon.call("Clear", ["all": true])["error"]?.stringValue == refused)
        #expect(
            try daemon.call("Set", ["id": "tea", "enabled": false])["error"]?.stringValue == refused
        )
        let connection = try daemon.connect()
        let early = connection.call("Press", ["alarm": "tea"])
        let press = try #require(early?["parameters"]?["gesture"]?["id"])
        #expect(state(connection.call("Release", ["press": press])) == "failed")
        #expect(try daemon.alarms().first?["state"] == "ringing")
        let held = connection.call("Press", ["alarm": "tea"])?["parameters"]?["gesture"]
        let left = held?["beginsIn"]?.integerValue ?? 0
        #expect((400...500).contains(left))
        #expect(events.event("dismissed") != nil)
        let id = try #require(held?["id"])
        #expect(state(connection.call("Release", ["press": id])) == "ended")
        #expect(
            connection.call("Release", ["press": id])?["error"]
                == "io.wecker.AlarmClock.NoSuchPress")
    }

    @Test("is taken back when its alarm starts to ring")
    func rings() throws {
        let daemon = try daemon()
        let (connection, events) = (try daemon.connect(), try daemon.monitor())
        let due = try Program.run(
            ["/bin/date", "-u", "-d", "+3 seconds", "+%H:%M:%S"], environment: []
        ).output.prefix(8)
        #expect(try daemon.alarmctl("set", "daily", String(due), "--id", "wake").status == 0)
        let press = try grip(connection, events, ["at": ["time": "10:00"]])
        let event = try #require(events.event("hands"))
        #expect(event["code"] == "press-rings")
        #expect(state(connection.call("Move", ["press": .string(press)])) == "cancelled")
        #expect(try time(daemon) == String(due))
    }
}
