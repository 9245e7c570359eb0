// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmProtocol
import JSON
import Testing

@Suite("A call that is sorted out")
struct ServiceRequestTests {
    private func request(
        _ method: String, _ parameters: JSONObject = [:], more: Bool = false, upgrade: Bool = false
    ) throws -> ServiceRequest {
        try ServiceRequest(
            VarlinkCall(
                method: method, parameters: parameters, wantsMore: more, wantsUpgrade: upgrade),
            version: "1.2")
    }

    @Test(
        "is answered by Varlink's own error where it cannot be done",
        arguments: [
            ("a.b.C", [:], .interfaceNotFound("a.b")), ("List", [:], .interfaceNotFound("List")),
            ("io.wecker.AlarmClock.Foo", [:], .methodNotFound("io.wecker.AlarmClock.Foo")),
            ("org.varlink.service.Foo", [:], .methodNotFound("org.varlink.service.Foo")),
            ("org.varlink.service.GetInfo", ["x": 1], .invalidParameter("x")),
            ("org.varlink.service.GetInterfaceDescription", [:], .invalidParameter("interface")),
            (
                "org.varlink.service.GetInterfaceDescription", ["interface": "a.b"],
                .interfaceNotFound("a.b")
            ),
            ("io.wecker.AlarmClock.Press", [:], .invalidParameter("alarm")),
            (
                "io.wecker.AlarmClock.Press", ["alarm": "a", "hand": "second"],
                .invalidParameter("hand")
            ),
            (
                "io.wecker.AlarmClock.Press", ["alarm": "a", "at": ["point": ["x": 1]]],
                .invalidParameter("at.point.y")
            ),
            ("io.wecker.AlarmClock.Diagnose", ["deep": true], .invalidParameter("deep")),
            ("io.wecker.AlarmClock.Monitor", [:], .expectedMore),
            ("io.wecker.AlarmClock.List", ["count": "3"], .invalidParameter("count")),
            ("io.wecker.AlarmClock.List", ["count": 1.5], .invalidParameter("count")),
            ("io.wecker.AlarmClock.List", ["cuont": 3], .invalidParameter("cuont")),
            ("io.wecker.AlarmClock.Preview", [:], .invalidParameter("schedule")),
            ("io.wecker.AlarmClock.Preview", ["schedule": nil], .invalidParameter("schedule")),
            ("io.wecker.AlarmClock.Set", ["schedule": [:]], .invalidParameter("schedule.time")),
            (
                "io.wecker.AlarmClock.Set",
                ["schedule": ["time": "07:30", "days": ["mon", "mo"]]],
                .invalidParameter("schedule.days[1]")
            ),
            (
                "io.wecker.AlarmClock.Set", ["schedule": ["time": "07:30", "gap": "now"]],
                .invalidParameter("schedule.gap")
            ),
            (
                "io.wecker.AlarmClock.Set", ["ring": ["volume": true]],
                .invalidParameter("ring.volume")
            ),
            ("io.wecker.AlarmClock.Set", ["ring": ["loud": true]], .invalidParameter("ring.loud")),
            ("io.wecker.AlarmClock.Set", ["label": "a\u{0}b"], .invalidParameter("label")),
            ("io.wecker.AlarmClock.Set", ["reset": ["fade", 1]], .invalidParameter("reset[1]")),
        ] as [(String, JSONObject, ServiceError)])
    func errors(method: String, parameters: JSONObject, expected: ServiceError) {
        #expect(throws: expected) { try request(method, parameters) }
    }

    @Test("is refused where it wants to speak another protocol")
    func upgrade() {
        #expect(throws: ServiceError.invalidParameter("upgrade")) {
            try request("io.wecker.AlarmClock.List", upgrade: true)
        }
    }

    @Test("is answered at once where it asks about the service")
    func service() throws {
        let info = GetInfoReply(
            vendor: "The Wecker authors", product: "Wecker", version: "1.2", url: "",
            interfaces: ["org.varlink.service", "io.wecker.AlarmClock"])
        #expect(try request("org.varlink.service.GetInfo") == .answered(VarlinkReply(info)))
        for (name, text) in [
            ("org.varlink.service", ServiceInterface.description),
            ("io.wecker.AlarmClock", AlarmClockInterface.description),
        ] {
            let reply = GetInterfaceDescriptionReply(description: text)
            let answer = try request(
                "org.varlink.service.GetInterfaceDescription", ["interface": .string(name)])
            #expect(answer == .answered(VarlinkReply(reply)))
        }
    }

    @Test("has its parameters, and null says nothing")
    func parameters() throws {
        let call = SetCall(
            id: "wake", schedule: Wire.Schedule(time: "07:30", days: [.monday, .friday]),
            ring: Wire.Ring(volume: 80))
        let parameters: JSONObject = [
            "id": "wake", "label": nil,
            "schedule": ["time": "07:30", "days": ["mon", "fri"], "date": nil],
            "ring": ["volume": 80, "wake": nil],
        ]
        #expect(try request("io.wecker.AlarmClock.Set", parameters) == .alarmClock(.set(call)))
        #expect(try request("io.wecker.AlarmClock.Set", call.parameters) == .alarmClock(.set(call)))
        let monitor = try request(
            "io.wecker.AlarmClock.Monitor", ["kinds": ["ringing"]], more: true)
        #expect(monitor == .alarmClock(.monitor(MonitorCall(kinds: [.ringing]))))
    }
}

@Suite("A member that the interface does not know")
struct UnknownMemberTests {
    private let alarm: JSONObject = [
        "id": "wake", "enabled": true, "ring": ["colour": 1], "state": "off", "skipped": [],
    ]

    @Test(
        "is refused in a call by its path, wherever it stands",
        arguments: [
            (["colour": 1], "colour"), (["ring": ["colour": nil]], "ring.colour"),
            (["schedule": ["time": "07:00", "colour": []]], "schedule.colour"),
        ] as [(JSONObject, String)])
    func call(parameters: JSONObject, path: String) {
        #expect(throws: ServiceError.invalidParameter(path)) {
            try SetCall(parameters: parameters)
        }
    }

    @Test("is passed over in a reply, wherever it stands")
    func reply() throws {
        let parameters: JSONObject = ["alarms": [.object(alarm)], "colour": [1]]
        let reply = try ListReply(reply: parameters)
        #expect(reply.alarms.map(\.id) == ["wake"])
        #expect(throws: ServiceError.invalidParameter("alarms[0].ring.colour")) {
            try ListReply(parameters: parameters)
        }
    }

    @Test("does not make up for one that is missing or wrong in a reply")
    func wrongReply() {
        #expect(throws: ServiceError.invalidParameter("alarms")) {
            try ListReply(reply: ["colour": 1])
        }
        var wrong = alarm
        wrong["enabled"] = "yes"
        #expect(throws: ServiceError.invalidParameter("alarms[0].enabled")) {
            try ListReply(reply: ["alarms": [.object(wrong)]])
        }
    }
}

@Suite("The interface's types and the model's")
struct ConversionTests {
    @Test("agree on what is to be skipped, one thing at a time, the next where nothing is said")
    func skip() throws {
        #expect(try SkipRequest(SkipCall(id: "a")) == .next(1))
        #expect(try SkipRequest(SkipCall(id: "a", none: false)) == .next(1))
        #expect(try SkipRequest(SkipCall(id: "a", count: 3)) == .next(3))
        #expect(try SkipRequest(SkipCall(id: "a", none: true)) == SkipRequest.none)
        #expect(
            try SkipRequest(SkipCall(id: "a", until: "2026-12-24"))
                == .until(CivilDate(daysSinceEpoch: 20_811)))
        let refused: [SkipCall] = [
            SkipCall(id: "a", until: "24.12.2026"), SkipCall(id: "a", until: ""),
            SkipCall(id: "a", count: 1, none: true), SkipCall(id: "a", until: "x", none: true),
            SkipCall(id: "a", count: 1, until: "2026-12-24"),
        ]
        for call in refused {
            #expect(throws: AlarmClockError.self) { try SkipRequest(call) }
        }
    }

    @Test(
        "agree on a schedule",
        arguments: [
            (Wire.Schedule(time: "07:30"), "07:30", Schedule.Pattern.next(fixedTo: nil)),
            (
                Wire.Schedule(time: "7:30:05", date: "2026-12-24"), "07:30:05",
                .date(CivilDate(daysSinceEpoch: 20_811))
            ),
            (
                Wire.Schedule(
                    time: "00:00", days: [.saturday, .sunday], zone: "Europe/Berlin", gap: .skip,
                    overlap: .both), "00:00", .weekly(.weekend)
            ),
        ])
    func schedule(wire: Wire.Schedule, time: String, pattern: Schedule.Pattern) throws {
        let schedule = try Schedule(wire)
        #expect(schedule.pattern == pattern)
        #expect(schedule.zone == wire.zone)
        var expected = wire
        expected.time = time
        #expect(Wire.Schedule(schedule) == expected)
    }

    @Test("write a recurrence rule as it was set, with the day it starts on")
    func recurrence() throws {
        let wire = Wire.Schedule(time: "07:30", rrule: "freq=daily;COUNT=3")
        var schedule = try Schedule(wire)
        #expect(schedule.recurrence?.start == nil)
        schedule.fixStart(at: Instant(seconds: 1_796_106_600), in: UTC())
        var expected = wire
        expected.date = "2026-12-01"
        #expect(Wire.Schedule(schedule) == expected)
        #expect(try Schedule(expected) == schedule)
    }

    @Test(
        "refuse a schedule by the member that is wrong",
        arguments: [
            (Wire.Schedule(time: "25:00"), "time"), (Wire.Schedule(time: "07:60"), "time"),
            (Wire.Schedule(time: ""), "time"),
            (Wire.Schedule(time: "07:30", date: "2026-02-30"), "date"),
            (Wire.Schedule(time: "07:30", date: "2026-12-24", days: [.monday]), "date"),
            (Wire.Schedule(time: "07:30", days: [.monday], rrule: "FREQ=DAILY"), "rrule"),
            (Wire.Schedule(time: "07:30", rrule: ""), "rrule"),
            (Wire.Schedule(time: "07:30", rrule: "FREQ=DAILY;BYHOUR=8"), "rrule"),
            (Wire.Schedule(time: "07:30", rrule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), "rrule"),
            (Wire.Schedule(time: "07:30", date: "2026-02-30", rrule: "FREQ=DAILY"), "date"),
        ])
    func wrongSchedule(wire: Wire.Schedule, field: String) {
        let error = #expect(throws: AlarmClockError.self) { try Schedule(wire) }
        guard case .invalidSchedule(let found, let reason) = error else {
            Issue.record("\(String(describing: error)) is another error")
            return
        }
        #expect(found == field)
        #expect(!reason.format.isEmpty)
    }

    @Test("agree on how an alarm rings, to every member, whatever the numbers")
    func ring() {
        let wire = Wire.Ring(
            sound: "a", volume: 50, fade: 1, timeout: .max, retries: 3, snooze: -4, snoozeLimit: 5,
            late: 6, wake: false, storyboard: "b", notOnHolidays: true)
        #expect(Wire.Ring(RingSettings(wire)) == wire)
        #expect(Wire.Ring(RingSettings(Wire.Ring())) == Wire.Ring())
    }

    @Test("agree on a snooze")
    func snooze() throws {
        #expect(try Snooze(SnoozeCall()) == .usual)
        #expect(try Snooze(SnoozeCall(seconds: 90)) == .length(.seconds(90)))
        #expect(
            try Snooze(SnoozeCall(until: "08:00"))
                == .until(TimeOfDay(secondsSinceMidnight: 28_800)))
        for call in [SnoozeCall(until: "8 o'clock"), SnoozeCall(seconds: 1, until: "08:00")] {
            #expect(throws: ServiceError.invalidParameter("until")) { try Snooze(call) }
        }
    }

    @Test("agree on an event, told with the offset of its zone")
    func event() {
        struct East: ZoneRules {
            let name = "East"
            func span(at instant: Instant) -> OffsetSpan {
                OffsetSpan(offset: 3600, start: nil, end: nil)
            }
        }
        let writer = WireWriter { $0 == "East" ? East() : nil }
        let event = AlarmEvent(
            kind: .snoozed, at: .epoch, reason: Reason(Reason.Code(rawValue: "x"), ["n": "1"]),
            alarm: AlarmID("wake"), until: Instant(seconds: 60), by: "ann", zone: "East")
        let wire = writer.event(event)
        #expect(wire.at == "1970-01-01T01:00:00+01:00")
        #expect(wire.until == "1970-01-01T01:01:00+01:00")
        #expect(wire.code == "x")
        #expect(wire.args == ["n": "1"])
        #expect(wire.alarm == "wake")
        #expect(wire.by == "ann")
        #expect(writer.text(.epoch, zone: "gone") == "1970-01-01T00:00:00Z")
    }

    @Test(
        "tell the sentence of an event in English, and with its values apart where it can be told in other languages",
        arguments: [
            (Message("\("/x") is full"), "/x is full", true),
            (Message(verbatim: "as it is"), "as it is", false),
        ])
    func eventWithSentence(detail: Message, english: String, isTold: Bool) throws {
        let writer = WireWriter { _ in nil }
        let reason = Reason(.problem, ["name": "storage"], detail: detail)
        let wire = writer.event(AlarmEvent(kind: .health, at: .epoch, reason: reason))
        #expect(wire.args == ["name": "storage", "detail": english])
        #expect(wire.reason == "storage: \(english)")
        #expect(wire.text?.message == (isTold ? detail : nil))
        var again = Reason(.problem, wire.args ?? [:])
        again.detail = wire.text?.message
        #expect(again == reason)
    }
}
