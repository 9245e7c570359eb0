// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmProtocol
import AlarmStore
import Platform
import Testing

@testable import AlarmDaemon

@Suite("The fingers on the dials")
struct HandsControllerTests {
    /// A controller of alarms that ring each day at noon, on a clock that a test moves.
    final class Bench: HandsControllerDelegate {
        let hands: HandsController
        let schedule: ScheduleController
        let finger = Finger(input: "knob")
        private(set) var events: [AlarmEvent] = []
        private final class Clock { var now = Duration.seconds(50) }
        private let clock = Clock()

        init(alarms: Int = 1) throws {
            let loop = try RunLoop()
            let log = Log(descriptor: 2, hasPriorities: false)
            let context = BookContext { _ in UTC() }
            let wall = try #require(Instant(rfc3339: "2026-12-01T00:00:00Z"))
            schedule = ScheduleController(
                book: AlarmBook(), context: context, on: loop, log: log,
                evidence: { .synchronized },
                now: { [clock] in
                    Moment(wall: wall + clock.now, sinceBoot: clock.now, bootID: "boot")
                })
            hands = HandsController(schedule: schedule, on: loop, log: log) { [clock] in clock.now }
            hands.delegate = self
            let noon = try #require(TimeOfDay("12:00"))
            for number in 1...alarms {
                try schedule.change { book, moment, context throws(BookError) in
                    let edit = AlarmEdit(
                        id: "a\(number)", schedule: Schedule(time: noon, pattern: .weekly(.all)))
                    return ((), try book.set(edit, at: moment, in: context).effects)
                }
            }
        }

        func handsController(_ controller: HandsController, didTell event: AlarmEvent) {
            events.append(event)
        }

        func pass(_ milliseconds: Int) {
            clock.now += .milliseconds(milliseconds)
        }

        func time(_ id: String = "a1") -> String? {
            AlarmID(id).flatMap { schedule.book.alarms[$0]?.schedule?.time.description }
        }

        func press(_ id: String = "a1", _ direction: StepDirection? = nil) throws -> String {
            try hands.press(
                PressRequest(alarm: id, direction: direction), by: finger
            ).id
        }

        var codes: [String] { events.compactMap { $0.reason?.code.rawValue } }
    }

    @Test(
        "holding a hand make as many steps as the time that it was held says",
        arguments: [
            (500, StepDirection.forward, "12:01"), (599, .forward, "12:01"),
            (600, .forward, "12:02"), (1400, .forward, "12:10"), (1500, .forward, "12:15"),
            (3400, .forward, "13:50"), (3500, .forward, "14:05"), (5400, .forward, "18:50"),
            (1500, .backward, "11:45"), (9999, .backward, "17:55"),
        ] as [(Int, StepDirection, String)])
    func steps(milliseconds: Int, direction: StepDirection, shown: String) throws {
        // Once each time the timer tells it, and once with no timer at all until the finger lets go.
        for timed in [true, false] {
            let bench = try Bench()
            let press = try bench.press("a1", direction)
            var passed = 0
            while timed, passed + 70 < milliseconds {
                bench.pass(70)
                bench.hands.tick()
                passed += 70
            }
            bench.pass(milliseconds - passed)
            let (gesture, outcome) = try bench.hands.release(press, by: bench.finger)
            #expect(gesture.state == .ended)
            #expect(outcome?.alarm.schedule?.time.description == shown)
            #expect(bench.time() == shown)
        }
    }

    @Test("that are lost while they hold end with their lease, and all is as it was")
    func lost() throws {
        let bench = try Bench()
        let press = try bench.press("a1", .forward)
        bench.pass(9000)
        #expect(try bench.hands.move(press, to: nil, by: bench.finger).state == .changed)
        bench.pass(9999)
        bench.hands.tick()
        #expect(bench.codes.last == "press-changed")
        bench.pass(1)
        bench.hands.tick()
        #expect(bench.codes.last == "press-silent")
        #expect(bench.events.last?.gesture?.time.description == "12:00")
        #expect(bench.time() == "12:00")
        // Answered once with what became of it, and unknown then.
        #expect(try bench.hands.release(press, by: bench.finger).gesture.state == .cancelled)
        #expect(throws: AlarmClockError.noSuchPress(press: press)) {
            try bench.hands.release(press, by: bench.finger)
        }
    }

    @Test("are a thousand at once, each exact")
    func thousand() throws {
        let bench = try Bench(alarms: 1000)
        let presses = try (1...1000).map { try bench.press("a\($0)", .forward) }
        for _ in 0..<20 {
            bench.pass(100)
            bench.hands.tick()
        }
        for press in presses { _ = try bench.hands.release(press, by: bench.finger) }
        // 2 s held, half a second of which before the first step.
        #expect((1...1000).allSatisfy { bench.time("a\($0)") == "12:40" })
        // Each was told its beginning, its begin, fifteen changes and its end.
        #expect(bench.codes.count == 18_000)
    }

    @Test("go away with whom they belong to")
    func leave() throws {
        let bench = try Bench(alarms: 2)
        _ = try bench.press("a1", .forward)
        let other = try bench.hands.press(PressRequest(alarm: "a2"), by: Finger(input: "other"))
        bench.pass(600)
        bench.hands.leave(.input("knob"))
        #expect(bench.codes.suffix(2) == ["press-began", "press-closed"])
        #expect(bench.time() == "12:00")
        #expect(throws: AlarmClockError.noSuchPress(press: other.id)) {
            try bench.hands.move(other.id, to: nil, by: bench.finger)
        }
        #expect(try bench.press() != other.id)
    }
}
