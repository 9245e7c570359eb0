// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import JSON
import TestSupport
import Testing

@Suite("A skipped occurrence")
struct SkipTests {
    private func list(_ daemon: Daemon) throws -> JSONValue {
        try #require(try daemon.alarms().first)
    }

    @Test("is shown by list and next, kept over a crash, and taken back")
    func shown() throws {
        let daemon = try Daemon.running()
        #expect(try daemon.alarmctl("set", "daily", "07:30", "--id", "wake").status == 0)
        let first = try list(daemon)["next"]
        let skip = try daemon.alarmctl("skip", "wake", "--count", "2")
        #expect(skip.output.hasPrefix("wake skips the next 2; it rings next on "), "\(skip)")
        daemon.kill()
        try daemon.start()
        #expect(try list(daemon)["skipped"]?.arrayValue?.count == 2)
        #expect(try list(daemon)["skips"]?["due"] == first)
        #expect(try list(daemon)["next"] != first)
        let next = try daemon.call("Next", ["count": 1])["parameters"]?["occurrences"]?.arrayValue
        #expect(
            next?.compactMap { $0["state"]?.stringValue } == ["skipped", "skipped", "scheduled"])
        #expect(next?.last?["due"] == (try list(daemon)["next"]))
        #expect(try daemon.call("Status")["parameters"]?["next"]?["id"] == next?.last?["id"])
        #expect(try daemon.alarmctl("list").output.contains("skips the next 2"))
        #expect(try daemon.alarmctl("next").output.contains("skipped (2 in a row)"))
        let pause = try daemon.alarmctl("skip", "wake", "--until", "2999-01-01", "--json")
        #expect(pause.output.contains("\"pausedUntil\":\"2999-01-01\""), "\(pause)")
        #expect(try daemon.alarmctl("list").output.contains("paused until Tue 1 Jan 2999"))
        #expect(try daemon.alarmctl("skip", "wake", "--none").status == 0)
        #expect(try list(daemon)["next"] == first)
        #expect(try list(daemon)["skips"] == nil)
    }

    @Test("stays silent, though its player was armed, and is told when its time comes")
    func silent() throws {
        let daemon = try Daemon.running()
        let events = try daemon.monitor()
        // Its player is armed two seconds before it is due: that leaves time to say that it shall not ring.
        let due = try Program.run(
            ["/bin/date", "-u", "-d", "+5 seconds", "+%H:%M:%S"], environment: []
        ).output.prefix(8)
        #expect(try daemon.alarmctl("set", "daily", String(due), "--id", "wake").status == 0)
        #expect(eventually(within: 5) { daemon.count("open") > 0 })
        #expect(try daemon.alarmctl("skip", "wake").status == 0)
        let skipped = try #require(events.event("skipped", "due"))
        #expect(skipped["kind"] == "skipped")
        #expect(skipped["occurrence"]?.stringValue?.hasSuffix("T\(due)") == true)
        #expect(daemon.count("start") == 0)
        #expect(try list(daemon)["state"] == "scheduled")
    }

    @Test("can only be what is to come")
    func refused() throws {
        let daemon = try Daemon.running()
        #expect(try daemon.alarmctl("set", "+1h", "--id", "tea").status == 0)
        #expect(try daemon.alarmctl("skip", "tea").errors.contains("a countdown rings once"))
        let past = try daemon.alarmctl("skip", "tea", "--until", "2001-01-01")
        #expect(past.status == 1)
        #expect(
            try daemon.call("Skip", ["id": "nap"])["error"] == "io.wecker.AlarmClock.NoSuchAlarm")
        #expect(
            try daemon.call("Skip", ["id": "tea", "count": 1, "none": true])["error"]
                == "io.wecker.AlarmClock.InvalidSchedule")
    }
}
