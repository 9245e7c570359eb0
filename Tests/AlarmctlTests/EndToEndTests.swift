// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmProtocol
import JSON
import Platform
import Testing

@testable import alarmctl

@Suite("alarmctl, run") struct EndToEndTests {
    @Test("says 3 and what to start where no daemon answers")
    func unreachable() throws {
        let run = try ToolRun.run(["list"])
        #expect(run.status == 3)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("alarmctl: no alarmd answers at /tmp/"))
    }

    @Test("says 2 for a socket's path of 200 bytes, and 0 for help without a daemon")
    func usage() throws {
        let long = "/" + String(repeating: "x", count: 199)
        #expect(try ToolRun.run(["list", "--socket", long]).status == 2)
        #expect(try ToolRun.run(["set", "--help"]).status == 0)
        #expect(try ToolRun.run([]).status == 2)
        let version = try ToolRun.run(["--version"])
        #expect(version.status == 0)
        #expect(version.output == "alarmctl \(Tool.version)\n")
    }

    @Test("tells errors as objects with --json")
    func jsonErrors() throws {
        let usage = try ToolRun.run(["set", "25:00", "--json"])
        #expect(usage.status == 2)
        #expect(usage.output == "")
        let object = try JSONValue(parsing: Array(usage.errors.utf8))
        #expect(object["error"] == "Usage")
        #expect(object["message"] == "“25:00” is no time of day")
        let refused = try ToolRun.run(["clear", "wkae", "--json"]) { call in
            call.member == "List"
                ? .reply(ListReply(alarms: [wake]))
                : .error(AlarmClockError.noSuchAlarm(id: "wkae"))
        }
        #expect(refused.status == 1)
        let error = try JSONValue(parsing: Array(refused.errors.utf8))
        #expect(error["error"] == "io.wecker.AlarmClock.NoSuchAlarm")
        #expect(error["parameters"]?["id"] == "wkae")
        #expect(error["hints"]?[0] == "did you mean wake?")
    }

    @Test("sets an alarm with all that was said, and answers with date and distance")
    func set() throws {
        let words = [
            "set", "mon-fri", "07:30", "--id", "wake", "--label", "Get up", "--volume", "40",
            "--fade=0",
            "--snooze", "5m", "--no-wake", "--zone", "Europe/Berlin", "--gap", "skip", "--reset",
            "late,snooze-limit",
        ]
        let run = try ToolRun.run(words) { _ in .reply(SetReply(alarm: wake, created: true)) }
        #expect(run.status == 0)
        #expect(
            run.calls.map { try? SetCall(parameters: $0.parameters) } == [
                SetCall(
                    id: "wake", label: "Get up",
                    schedule: Wire.Schedule(
                        time: "07:30", days: Weekdays.workdays.days, zone: "Europe/Berlin",
                        gap: .skip),
                    ring: Wire.Ring(volume: 40, fade: 0, snooze: 300, wake: false),
                    reset: ["late", "snoozeLimit"])
            ])
        #expect(
            run.output.hasPrefix(
                "wake (Get up) rings mon-fri 07:30, next on Monday 3 January 2056 at 07:30, in "))
    }

    @Test("sets an alarm by a rule, from a date of the past too, and says it in words")
    func recurrence() throws {
        let words = [
            "set", "2020-01-31 18:00", "--rrule", "FREQ=MONTHLY;BYDAY=-1FR", "--id", "wake",
        ]
        let schedule = Wire.Schedule(
            time: "18:00", date: "2020-01-31", rrule: "FREQ=MONTHLY;BYDAY=-1FR")
        let run = try ToolRun.run(words) { _ in
            var alarm = wake
            alarm.schedule = schedule
            return .reply(SetReply(alarm: alarm, created: true))
        }
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.calls.first.map { try? SetCall(parameters: $0.parameters) }
                == SetCall(id: "wake", schedule: schedule))
        #expect(run.output.contains(" rings monthly on the last fri 18:00, next on "))
        let never = try ToolRun.run([
            "set", "2026-03-01 07:00", "--rrule", "FREQ=MONTHLY;INTERVAL=12;BYMONTH=2",
        ])
        #expect(never.status == 2)
        #expect(never.calls.isEmpty)
    }

    @Test("takes tomorrow for the day after the daemon's, and refuses it in the daemon's night")
    func tomorrow() throws {
        let morning = try ToolRun.run(["preview", "tomorrow", "06:00"])
        // In the first hours of a day in UTC, the tool itself refuses.
        guard morning.status == 0 else { return }
        func daemon(_ time: String) -> (VarlinkCall) -> ToolRun.Reaction {
            { call in
                call.member == "Status"
                    ? .reply(status(time: time)) : .reply(SetReply(alarm: wake, created: true))
            }
        }
        let day = try ToolRun.run(
            ["set", "tomorrow 06:00"], daemon: daemon("2026-12-01T23:00:00+09:00"))
        #expect(
            day.calls.last { $0.member == "Set" }?.parameters["schedule"]?["date"] == "2026-12-02")
        let night = try ToolRun.run(
            ["set", "tomorrow 06:00"], daemon: daemon("2026-12-01T02:13:00+09:00"))
        #expect(night.status == 2)
        #expect(night.calls.map(\.member) == ["Status"])
        #expect(
            night.errors == """
                alarmctl: it is 02:13 at night, so tomorrow could be either day
                  for Tuesday 1 December say: 2026-12-01 06:00
                  for Wednesday 2 December say: 2026-12-02 06:00

                """)
    }

    @Test(
        "asks for what is to be skipped, and says what will ring next",
        arguments: [
            (
                ["skip", "wake"], SkipCall(id: "wake", count: 1),
                "wake skips Mon 3 Jan 2056 07:30; it rings"
            ),
            (
                ["skip", "wake", "--count", "2"], SkipCall(id: "wake", count: 2),
                "wake skips the next 2; it rings next on Monday 3 January 2056 at 07:30, in "
            ),
            (
                ["skip", "--until=2056-01-09", "wake"], SkipCall(id: "wake", until: "2056-01-09"),
                "wake is paused until Sun 9 Jan 2056; it rings next on "
            ),
            (
                ["skip", "wake", "--none"], SkipCall(id: "wake", none: true),
                "wake skips nothing; it rings next on "
            ),
        ])
    func skip(_ words: [String], _ call: SkipCall, _ line: String) throws {
        let run = try ToolRun.run(words) { request in
            var alarm = wake
            alarm.pausedUntil = call.until
            alarm.skipped = (0..<(call.count ?? 0)).map { "wake@2056-01-0\(3 + $0)T07:30" }
            return .reply(SkipReply(alarm: alarm))
        }
        #expect(run.status == 0)
        #expect(run.calls.map { try? SkipCall(parameters: $0.parameters) } == [call])
        #expect(run.output.hasPrefix(line), "\(run.output)")
    }

    @Test("never makes a repeating alarm ring only once without --replace")
    func replace() throws {
        func daemon(_ call: VarlinkCall) -> ToolRun.Reaction {
            call.member == "List"
                ? .reply(ListReply(alarms: [wake])) : .reply(SetReply(alarm: wake, created: false))
        }
        let refused = try ToolRun.run(["set", "08:00", "--id", "wake"], daemon: daemon)
        #expect(refused.status == 1)
        #expect(refused.calls.map(\.member) == ["List"])
        let replaced = try ToolRun.run(
            ["set", "08:00", "--id", "wake", "--replace"], daemon: daemon)
        #expect(replaced.status == 0)
        #expect(replaced.calls.map(\.member) == ["Set", "Status"])
    }

    @Test("prints what the daemon answers with --json, unchanged")
    func json() throws {
        let run = try ToolRun.run(["list", "--json"]) { _ in .reply(ListReply(alarms: [wake])) }
        #expect(
            try JSONValue(parsing: Array(run.output.utf8))
                == .object(ListReply(alarms: [wake]).parameters))
        #expect(run.output.hasSuffix("}\n"))
    }

    @Test("passes over members of replies that it does not know, and with --json passes them on")
    func newerDaemon() throws {
        var alarm = wake.parameters
        alarm["mood"] = ["grumpy", nil]
        let reply = VarlinkReply(parameters: ["alarms": [.object(alarm)], "weather": ["rain": 3]])
        let shown = try ToolRun.run(["list"]) { _ in ToolRun.Reaction(replies: [reply]) }
        #expect(shown.status == 0, "\(shown.errors)")
        #expect(shown.output.contains("wake"))
        let raw = try ToolRun.run(["next", "--json"]) { _ in
            ToolRun.Reaction(replies: [
                VarlinkReply(parameters: ["occurrences": [], "weather": ["rain": 3]])
            ])
        }
        #expect(raw.status == 0, "\(raw.errors)")
        #expect(
            try JSONValue(parsing: Array(raw.output.utf8))
                == ["occurrences": [], "weather": ["rain": 3]])
        let pages = try ToolRun.run(["list", "--json"]) { _ in ToolRun.Reaction(replies: [reply]) }
        #expect(
            try JSONValue(parsing: Array(pages.output.utf8))["alarms"]?[0]?["mood"]
                == ["grumpy", nil])
    }

    @Test(
        "asks once more where the daemon ends the connection, if that changes nothing",
        arguments: [
            (["list"], ["List", "List"]), (["next"], ["Next", "Next"]),
            (["status"], ["Status", "Status"]), (["sounds"], ["Sounds", "Sounds"]),
            (["clear", "wake"], ["Clear"]), (["dismiss"], ["Dismiss"]),
            (["set", "+5m"], ["Set"]), (["status", "--acknowledge"], ["Acknowledge"]),
        ])
    func restarted(words: [String], calls: [String]) throws {
        var count = 0
        let run = try ToolRun.run(words) { call in
            count += 1
            guard count > 1 else { return ToolRun.Reaction(endsConnection: true) }
            return switch call.member {
            case "List": .reply(ListReply(alarms: [wake]))
            case "Next": .reply(NextReply(occurrences: []))
            case "Status": .reply(status(time: "2026-12-01T00:18:10+01:00"))
            default: .reply(SoundsReply(sounds: ["bell"]))
            }
        }
        #expect(run.calls.map { String($0.member) } == calls)
        #expect(run.status == (calls.count == 2 ? 0 : 3), "\(run.errors)")
    }

    @Test("asks only once more")
    func restartedTwice() throws {
        let run = try ToolRun.run(["list"]) { _ in ToolRun.Reaction(endsConnection: true) }
        #expect(run.calls.count == 2)
        #expect(run.status == 3)
        #expect(run.errors.contains("ended the connection"))
    }

    @Test("says of play what keeps it from playing", arguments: [true, false])
    func play(alarmRings: Bool) throws {
        let run = try ToolRun.run(["play"]) { _ in
            .error(
                alarmRings
                    ? AlarmClockError.alarmRings
                    : AlarmClockError.noAudibleOutput(reason: "no card"))
        }
        #expect(run.status == 1)
        #expect(run.errors.contains("alarmctl dismiss ends it") == alarmRings)
        #expect(run.errors.contains("aplay -l lists the sound cards") == !alarmRings)
    }

    @Test("lists more alarms than one reply holds")
    func pages() throws {
        let all = (0..<1100).map { "a\($0 + 1000)" }
        let run = try ToolRun.run(["list", "--json"]) { call in
            let after = call.parameters["after"]?.stringValue ?? ""
            let page = all.filter { $0 > after }.prefix(500)
            return .reply(
                ListReply(
                    alarms: page.map {
                        Wire.Alarm(
                            id: $0, enabled: false, ring: Wire.Ring(), state: .off, skipped: [])
                    }))
        }
        #expect(run.calls.count == 3)
        let alarms = try JSONValue(parsing: Array(run.output.utf8))["alarms"]?.arrayValue
        #expect(alarms?.compactMap { $0["id"]?.stringValue } == all)
    }

    @Test("switches on what can be, and tells what cannot")
    func enable() throws {
        let run = try ToolRun.run(["enable", "none", "wake", "other"]) { call in
            switch (call.member, call.parameters["id"]?.stringValue) {
            case ("Set", "wake"): .reply(SetReply(alarm: wake, created: false))
            case ("List", _): .reply(ListReply(alarms: []))
            default:
                .error(AlarmClockError.noSuchAlarm(id: call.parameters["id"]?.stringValue ?? ""))
            }
        }
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("wake (Get up) rings"))
        #expect(run.errors.contains("“none”") && run.errors.contains("“other”"))
    }

    @Test("says 3 when the daemon goes away, after what was told")
    func daemonGone() throws {
        let event = Wire.Event(kind: .state, at: "2026-12-01T07:30:00+01:00")
        let watch = try ToolRun.run(["watch", "--json"]) { _ in
            ToolRun.Reaction(
                replies: [VarlinkReply(MonitorReply(event: event), continues: true)],
                endsConnection: true)
        }
        #expect(watch.status == 3)
        #expect(watch.output == #"{"kind":"state","at":"2026-12-01T07:30:00+01:00"}"# + "\n")
        #expect(
            try ToolRun.run(["next"]) { _ in ToolRun.Reaction(endsConnection: true) }.status == 3)
    }

    static let refusals: [(any VarlinkError, String)] = [
        (AlarmClockError.noSuchOccurrence(occurrence: ""), "nothing rings, and nothing is snoozed"),
        (AlarmClockError.noSuchOccurrence(occurrence: "x"), "“x” neither rings nor is snoozed"),
        (
            AlarmClockError.ambiguous(occurrences: ["a@b", "c@d"]),
            "that could mean any of 2: say which"
        ),
        (
            AlarmClockError.snoozeLimitReached(occurrence: "x", limit: 10),
            "“x” was snoozed 10 times, and that is its limit"
        ),
        (
            AlarmClockError.storageFailed(reason: "the disk is full"),
            "it could not be stored, and was not done: the disk is full"
        ),
        (
            AlarmClockError.invalidSchedule(field: "snoozeLimit", reason: "no"),
            "--snooze-limit: no"
        ),
        (AlarmClockError.invalidSchedule(field: "date", reason: "is past"), "WHEN: is past"),
        (ServiceError.invalidParameter("ring.volume"), "alarmd does not take that for --volume"),
        (ServiceError.methodNotImplemented("a.B"), "this alarmd cannot do a.B"),
    ]

    @Test("puts each of the daemon's errors in words", arguments: refusals)
    func words(error: any VarlinkError, message: String) throws {
        let failure = Failure(refusal: VarlinkReply(error))
        #expect(failure.message.description == message)
        #expect(failure.exit == .refused)
    }

    @Test("warns where the machine cannot be woken for what is set", arguments: [true, false])
    func sleeper(canWake: Bool) throws {
        let run = try ToolRun.run(["set", "07:30"]) { call in
            guard call.member == "Status" else {
                return .reply(SetReply(alarm: wake, created: true))
            }
            var reply = status(time: "2026-12-01T23:00:00+09:00")
            reply.canWake = canWake
            return .reply(reply)
        }
        #expect(run.status == 0)
        #expect(run.errors.contains("WARNING") == !canWake, "\(run.errors)")
    }

    @Test("lists the choices where a word is ambiguous", arguments: ["dismiss", "snooze"])
    func ambiguous(command: String) throws {
        let run = try ToolRun.run([command]) { _ in
            .error(
                AlarmClockError.ambiguous(occurrences: ["a@2026-12-01T07:30", "b@2026-12-01T07:30"])
            )
        }
        #expect(run.status == 1)
        #expect(
            run.errors.contains("a@2026-12-01T07:30\n")
                && run.errors.contains("b@2026-12-01T07:30\n"))
        #expect(run.errors.contains("alarmctl dismiss --all ends them all"))
    }
}

/// An alarm that repeats; it is due in a year that no test run reaches.
var wake: Wire.Alarm {
    Wire.Alarm(
        id: "wake", label: "Get up", enabled: true,
        schedule: Wire.Schedule(time: "07:30", days: Weekdays.workdays.days), ring: Wire.Ring(),
        state: .scheduled, next: "2056-01-03T07:30:00+01:00", skipped: [])
}

private func status(time: String) -> StatusReply {
    StatusReply(
        version: "1", instance: .system, time: time, zone: "Asia/Tokyo", clockTrusted: true,
        canWake: true, ringing: [], missed: [], problems: [])
}
