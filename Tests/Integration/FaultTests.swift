// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

@Suite("A fault that people met")
struct FaultTests {
    private static let allDays: JSONValue = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// Seconds of the wall clock.
    private static func wallSeconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// When the first frame was heard, in seconds of the monotonic clock; the first after `time`.
    private static func firstFrame(_ daemon: Daemon, after time: Double = 0) -> Double? {
        daemon.rig.events.first { $0.what == "first_frame" && Double($0.time) / 1e9 > time }
            .map { Double($0.time) / 1e9 }
    }

    /// Sets an alarm for each day, so many whole seconds ahead; returns when it is due, by the monotonic clock.
    private static func set(_ id: String, in seconds: Int, _ daemon: Daemon) throws -> Double {
        let due = Int(wallSeconds()) + seconds
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = [due / 3600 % 24, due / 60 % 60, due % 60].map(two).joined(separator: ":")
        let reply = try daemon.call(
            "Set",
            [
                "id": .string(id), "schedule": ["time": .string(time), "days": allDays],
                "ring": ["fade": 0],
            ])
        #expect(reply["error"] == nil, "\(reply)")
        return monotonicSeconds() + Double(due) - wallSeconds()
    }

    /// Nothing that a calendar, a clock or a map has.
    private static let impossible: [JSONObject] = [
        ["time": "07:00", "date": "2027-02-30"], ["time": "07:00", "date": "2027-02-29"],
        ["time": "07:00", "date": "2027-13-01"], ["time": "07:00", "date": "2027-00-10"],
        ["time": "24:00", "days": allDays], ["time": "7:60", "days": allDays],
        ["time": "07:00:60", "days": allDays], ["time": "07:00", "days": []],
        ["time": "07:00", "days": allDays, "zone": "Mars/Base"],
        ["time": "07:00", "rrule": "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"],
    ]

    @Test("in a day or a time that there is not is refused at once, and nothing is stored (B55)")
    func impossibleTimes() throws {
        let daemon = try Daemon.running()
        let client = try daemon.connect()
        for schedule in Self.impossible {
            // The quickest of three: a busy machine is no fault of the daemon.
            let times = (0..<3).map { _ in
                let before = monotonicSeconds()
                let reply = client.call(
                    "Set", ["id": "x", "schedule": .object(schedule)])
                #expect(reply?["error"]?.stringValue?.hasSuffix("InvalidSchedule") == true)
                return monotonicSeconds() - before
            }
            #expect(times.min() ?? 1 < 0.1, "\(schedule)")
        }
        #expect(try daemon.ids() == [])
    }

    @Test(
        "after a crash is none: with no client, one of fifty alarms is heard within half a second of its time (B49, B126)"
    )
    func unattended() throws {
        let daemon = try Daemon.running()
        let client = try daemon.connect()
        for number in 1..<50 {
            let schedule: JSONValue = ["time": "07:30", "date": "2090-01-01"]
            let reply = client.call(
                "Set", ["id": .string("a\(number)"), "schedule": schedule])
            #expect(reply?["error"] == nil)
        }
        client.close()
        let due = try Self.set("soon", in: 5, daemon)
        daemon.kill()
        try daemon.launch()
        #expect(eventually(within: 15) { Self.firstFrame(daemon) != nil }, "\(daemon.log)")
        let late = try #require(Self.firstFrame(daemon)) - due
        #expect(late > -0.01 && late < 0.5, "\(late) s after its time")
    }

    @Test(
        "with a sound card that is away or busy at start and at the first alarm: heard when it is back, and the next alarm on time (B68, B71, B82)",
        arguments: ["busy", "gone", "noent"])
    func lateCard(fault: String) throws {
        let daemon = try Daemon()
        daemon.rig.begin(fault)
        try daemon.start()
        let events = try daemon.monitor()
        let due = try Self.set("first", in: 2, daemon)
        while monotonicSeconds() < due + 6 { usleep(20_000) }
        #expect(Self.firstFrame(daemon) == nil)
        #expect(try daemon.alarms()[0]["state"]?.stringValue == "ringing")
        #expect(try daemon.problem("output") != nil)
        let tries = daemon.count("open ->")
        let back = monotonicSeconds()
        daemon.rig.end(fault)
        #expect(events.event("ringing")?["alarm"]?.stringValue == "first")
        let heard = try #require(Self.firstFrame(daemon)) - back
        #expect(heard < 1.5, "\(heard) s after its return, after \(tries) tries")
        #expect(tries < 40)
        #expect(try daemon.call("Dismiss")["error"] == nil)

        let second = try Self.set("second", in: 4, daemon)
        let ringing = events.event("ringing")
        #expect(ringing?["alarm"]?.stringValue == "second")
        let late = try #require(Self.firstFrame(daemon, after: second - 0.5)) - second
        #expect(late > -0.01 && late < 0.5, "\(late) s after its time")
    }

    private static let canLoseRights =
        unsafe access("/usr/bin/setpriv", X_OK) == 0 && geteuid() == 0

    @Test(
        "without the right to wake the machine is said, once in the log, and an alarm rings all the same (B64)",
        .enabled(if: canLoseRights, "it takes root, and setpriv, to lose a right"))
    func withoutWakeAlarm() throws {
        let daemon = try Daemon.running(
            shell: "exec setpriv --bounding-set -wake_alarm --inh-caps -wake_alarm \"$@\"")
        #expect(try daemon.call("Status")["parameters"]?["canWake"]?.boolValue == false)
        #expect(try daemon.problem("wake") != nil)
        let events = try daemon.monitor()
        let due = try Self.set("a", in: 3, daemon)
        #expect(events.event("ringing")?["alarm"]?.stringValue == "a")
        let late = try #require(Self.firstFrame(daemon)) - due
        #expect(late > -0.01 && late < 0.5, "\(late) s after its time")
        let lines = daemon.log.split(separator: "\n").filter { $0.contains("cannot be woken") }
        #expect(lines.count == 1, "\(daemon.log)")
    }
}
