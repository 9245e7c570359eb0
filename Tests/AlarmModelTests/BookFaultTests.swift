// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

/// What a person, a clock or a sleep does to a bench; returns what follows from it.
private typealias Step = @Sendable (inout BookBench) throws -> [String]

/// A fault that people met: what happens to an alarm, and the right outcome.
private struct BookFault: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var time: String
    var start: String
    var zone: TestZone = TestZone("UTC", first: 0)
    var late: Int?
    /// What happens before the fault.
    var before: @Sendable (inout BookBench) throws -> Void = { _ in }
    var step: Step
    var effects: [String] = []
    /// What the alarm does next, and when it sounds.
    var state = AlarmState.scheduled
    var next: String
    /// What follows at that time.
    var then: String

    init(
        _ description: String, _ time: String, from start: String,
        zone: TestZone = TestZone("UTC", first: 0), late: Int? = nil,
        before: @escaping @Sendable (inout BookBench) throws -> Void = { _ in },
        step: @escaping Step, effects: [String] = [], state: AlarmState = .scheduled,
        next: String, then: String
    ) {
        testDescription = description
        self.time = time
        self.start = start
        self.zone = zone
        self.late = late
        self.before = before
        self.step = step
        self.effects = effects
        self.state = state
        self.next = next
        self.then = then
    }
}

@Suite("A fault that people met, in the book,")
struct BookFaultTests {
    private static func rung(at utc: String) -> @Sendable (inout BookBench) throws -> Void {
        { bench in
            _ = bench.run(to: utc)
            _ = try bench.dismiss()
        }
    }

    private static let clocks = [
        BookFault(
            "the instant of a wrong clock waited for (B29)", "07:00", from: "2098-01-01T00:00",
            before: { _ = $0.pass(.seconds(60)) }, step: { $0.setClock(to: "2026-05-01T06:00") },
            next: "2026-05-01T07:00", then: "present wake@2026-05-01T07:00 first"),
        BookFault(
            "a schedule begun anew under a clock that is wrong at boot (B30)", "07:00",
            from: "2026-05-01T04:00", zone: .berlin, before: rung(at: "2026-05-01T05:00"),
            step: { bench in
                bench.context.evidence = .none
                let atBoot = bench.reboot(at: "2026-04-01T00:00")
                let later = bench.pass(.seconds(25))
                return atBoot + later + bench.setClock(to: "2026-05-01T06:00")
            },
            effects: ["clock - clock-trusted"], next: "2026-05-02T05:00",
            then: "present wake@2026-05-02T07:00 first"),
        BookFault(
            "rung twice after the clock was set back a little (B32)", "07:02",
            from: "2026-05-01T06:00", before: rung(at: "2026-05-01T07:02"),
            step: { bench in
                bench.setClock(to: "2026-05-01T07:00") + bench.run(to: "2026-05-01T07:03")
            },
            next: "2026-05-02T07:02", then: "present wake@2026-05-02T07:02 first"),
        BookFault(
            "not rung after the clock was set back by a day (B32)", "07:02",
            from: "2026-05-01T06:00", before: rung(at: "2026-05-01T07:02"),
            step: { $0.setClock(to: "2026-04-30T07:00") },
            next: "2026-04-30T07:02", then: "present wake@2026-04-30T07:02 first"),
        BookFault(
            "moved when the machine's zone was (B27)", "07:00", from: "2026-06-10T12:00",
            zone: .berlin, step: { $0.follow(TestZone.london) },
            next: "2026-06-11T06:00", then: "present wake@2026-06-11T07:00 first"),
        BookFault(
            "not moved back when the machine's zone was (B27)", "07:00", from: "2026-06-10T12:00",
            zone: .berlin, before: { _ = $0.follow(TestZone.london) },
            step: { $0.follow(TestZone.berlin) },
            next: "2026-06-11T05:00", then: "present wake@2026-06-11T07:00 first"),
    ]

    private static let absences = [
        BookFault(
            "rung hours late at boot where nothing may be late (B34)", "07:00",
            from: "2026-05-01T04:00", zone: .berlin, late: 0,
            step: { $0.reboot(at: "2026-05-01T08:30") },
            effects: ["missed wake@2026-05-01T07:00 too-late-boot"], next: "2026-05-02T05:00",
            then: "present wake@2026-05-02T07:00 first"),
        BookFault(
            "rung hours late at boot where half an hour may be (B34)", "07:00",
            from: "2026-05-01T04:00", zone: .berlin, late: 1800,
            step: { $0.reboot(at: "2026-05-01T08:30") },
            effects: ["missed wake@2026-05-01T07:00 too-late-boot"], next: "2026-05-02T05:00",
            then: "present wake@2026-05-02T07:00 first"),
        BookFault(
            "not rung, or not once, at a boot within the half hour (B34)", "07:00",
            from: "2026-05-01T04:00", zone: .berlin, late: 1800,
            step: { bench in
                let effects = bench.reboot(at: "2026-05-01T05:10")
                _ = try bench.dismiss()
                return effects + bench.restart(at: "2026-05-01T05:12")
            },
            effects: [
                "due wake@2026-05-01T07:00 late-boot",
                "present wake@2026-05-01T07:00 first late 600",
            ], next: "2026-05-02T05:00", then: "present wake@2026-05-02T07:00 first"),
        BookFault(
            "the whole wait begun anew after a sleep (B63)", "07:02", from: "2026-05-01T07:00",
            before: { _ = $0.pass(.seconds(10)) },
            step: { bench in
                let effects = bench.pass(.seconds(110), because: .resume)
                _ = try bench.dismiss()
                return effects
            },
            effects: [
                "due wake@2026-05-01T07:02 due", "present wake@2026-05-01T07:02 first",
            ], next: "2026-05-02T07:02", then: "present wake@2026-05-02T07:02 first"),
    ]

    private static let snoozes = [
        BookFault(
            "a snooze of the evening rung next morning (B35)", "20:00", from: "2026-05-01T19:00",
            before: { bench in
                _ = bench.run(to: "2026-05-01T20:00")
                _ = bench.run(to: "2026-05-01T20:01")
                _ = try bench.snooze(nil, .length(.seconds(600)))
                _ = bench.run(to: "2026-05-01T20:05")
            },
            step: { $0.reboot(at: "2026-05-02T06:00") },
            effects: ["missed wake@2026-05-01T20:00 too-late-boot"], next: "2026-05-02T20:00",
            then: "present wake@2026-05-02T20:00 first"),
        BookFault(
            "a snooze of ten minutes that takes nine to thirteen (B37)", "05:00",
            from: "2026-05-01T04:00",
            before: { bench in
                _ = bench.run(to: "2026-05-01T05:00")
                _ = bench.run(to: "2026-05-01T05:00:47")
            },
            step: { try $0.snooze(nil, .length(.seconds(600))) },
            effects: [
                "silence wake@2026-05-01T05:00 snoozed",
                "snoozed wake@2026-05-01T05:00 snoozed until 2026-05-01T05:10:47",
            ], state: .snoozed, next: "2026-05-01T05:10:47",
            then: "present wake@2026-05-01T05:00 again"),
        BookFault(
            "a snooze moved by a clock that was set, though it is elapsed time (B37)", "05:00",
            from: "2026-05-01T04:00",
            before: { bench in
                _ = bench.run(to: "2026-05-01T05:00")
                _ = bench.run(to: "2026-05-01T05:00:47")
                _ = try bench.snooze(nil, .length(.seconds(600)))
                _ = bench.run(to: "2026-05-01T05:05")
            },
            step: { $0.setClock(to: "2026-05-01T05:06:30") }, state: .snoozed,
            next: "2026-05-01T05:12:17", then: "present wake@2026-05-01T05:00 again"),
        BookFault(
            "a snooze that cannot be taken back (B40)", "05:00", from: "2026-05-01T04:00",
            before: { bench in
                _ = bench.run(to: "2026-05-01T05:00")
                _ = try bench.snooze(nil, .length(.seconds(600)))
            },
            step: { bench in
                try bench.dismiss("wake") + bench.run(to: "2026-05-01T05:10")
            },
            effects: ["dismissed wake@2026-05-01T05:00 dismissed"], next: "2026-05-02T05:00",
            then: "present wake@2026-05-02T05:00 first"),
    ]

    @Test("is none here", arguments: clocks + absences + snoozes)
    private func right(fault: BookFault) throws {
        var bench = BookBench(fault.start, zone: fault.zone)
        let ring = RingSettings(late: fault.late.map { .seconds($0) })
        try bench.set("wake", fault.time, ring: ring)
        try fault.before(&bench)
        #expect(try fault.step(&bench) == fault.effects)
        #expect(bench.state("wake") == fault.state)
        let next = bench.book.next(1, at: bench.now, in: bench.context).first
        let sound = next.map { bench.book.soundTime(of: $0, at: bench.now) }
        #expect(sound == instant(fault.next))
        let wait = instant(fault.next) - bench.now.wall
        #expect(!bench.pass(wait - .seconds(1)).contains { $0.hasPrefix("present") })
        #expect(bench.pass(.seconds(1)).last == fault.then)
        #expect(bench.pass(.seconds(1)) == [])
    }

    @Test("one of several due in a second dropped, is none here (B42)", arguments: [false, true])
    func sameSecond(isFoundLate: Bool) throws {
        var bench = BookBench("2026-05-01T04:00")
        for (id, time) in [("a", "05:00"), ("b", "05:00"), ("c", "05:00:01")] {
            try bench.set(id, time)
        }
        func due(_ lines: [String]) -> [String] { lines.filter { $0.hasPrefix("due ") } }
        let both = ["due a@2026-05-01T05:00 due", "due b@2026-05-01T05:00 due"]
        let third = ["due c@2026-05-01T05:00:01 due"]
        if isFoundLate {
            #expect(due(bench.run(to: "2026-05-01T05:00:02")) == both + third)
        } else {
            #expect(due(bench.run(to: "2026-05-01T05:00")) == both)
            #expect(due(bench.run(to: "2026-05-01T05:00:01")) == third)
        }
        #expect(bench.book.live.count == 3)
    }

    @Test("the alarm of the machine's clock lost when that is set, is none here (B66)")
    func machineWake() throws {
        var bench = BookBench("2026-05-01T04:00")
        try bench.set("wake", "05:00")
        let wake = instant("2026-05-01T05:00") - bench.context.wakeLead
        for time in ["04:00:20", "04:01:50", "03:59", "04:58"] {
            #expect(bench.setClock(to: "2026-05-01T\(time)") == [])
            #expect(bench.book.nextWake(in: bench.context).machineWall == wake, "\(time)")
        }
        _ = bench.pass(.seconds(60), because: .resume)
        #expect(bench.book.nextWake(in: bench.context).machineWall == wake)
    }
}
