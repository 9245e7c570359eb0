// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("A long press")
struct LongPressTests {
    /// A finger that was put down at 100 s, to be held for half a second and moved by 5 degrees at most.
    private func press() -> LongPress {
        LongPress(at: .seconds(100), heldFor: .milliseconds(500), movement: 5)
    }

    /// A row: what a finger does and when, in milliseconds, and the states that it leads to.
    struct Row: CustomTestStringConvertible {
        let name: String
        let inputs: [(Int, LongPress.Input)]
        let states: [GestureState]

        init(_ name: String, _ inputs: [(Int, LongPress.Input)], _ states: [GestureState]) {
            (self.name, self.inputs, self.states) = (name, inputs, states)
        }

        var testDescription: String { name }
    }

    static let rows = [
        Row("waits", [(0, .time), (499, .time)], []),
        Row("begins", [(500, .time)], [.began]),
        Row("begins though its timer is late", [(2000, .time)], [.began]),
        Row("begins before it is moved", [(600, .move(degrees: 90))], [.began, .changed]),
        Row("begins and ends", [(500, .release)], [.began, .ended]),
        Row("is lifted too early", [(499, .release)], [.failed]),
        Row("is moved too early", [(100, .move(degrees: 5.001))], [.failed]),
        Row("trembles", [(100, .move(degrees: 5)), (200, .move(degrees: 0))], []),
        Row("trembles, and begins", [(100, .move(degrees: 4)), (500, .time)], [.began]),
        Row("stays", [(100, .stay), (500, .stay), (600, .stay)], [.began]),
        Row(
            "is moved thrice",
            [(500, .time), (600, .move(degrees: 1)), (700, .move(degrees: 0)), (800, .release)],
            [.began, .changed, .changed, .ended]),
        Row("is taken back before it begins", [(100, .cancel)], [.cancelled]),
        Row("is taken back", [(500, .time), (600, .cancel)], [.began, .cancelled]),
        Row(
            "is taken back after a move",
            [(500, .move(degrees: 9)), (600, .cancel)], [.began, .changed, .cancelled]),
        Row("is heard of no more", [(500, .time), (9999, .time)], [.began]),
        Row("is lost", [(500, .time), (10_000, .time)], [.began, .cancelled]),
        Row("is lost, and then lifted", [(500, .time), (10_000, .release)], [.began, .cancelled]),
        Row("is lost unseen", [(20_000, .move(degrees: 1))], [.began, .cancelled]),
        Row(
            "says that it is there",
            [(9000, .stay), (18_999, .stay), (28_998, .release)], [.began, .ended]),
        Row("says so too late", [(9000, .stay), (19_000, .stay)], [.began, .cancelled]),
        Row(
            "does no more once it failed", [(1, .release), (600, .release), (700, .cancel)],
            [.failed]),
        Row(
            "does no more once it ended", [(600, .release), (700, .move(degrees: 1))],
            [.began, .ended]),
        Row("does no more once cancelled", [(1, .cancel), (600, .time)], [.cancelled]),
    ]

    @Test("is recognised by what the finger does, and when", arguments: rows)
    func table(row: Row) {
        var press = press()
        var states: [GestureState] = []
        for (milliseconds, input) in row.inputs {
            states += press.handle(input, at: .seconds(100) + .milliseconds(milliseconds))
        }
        #expect(states == row.states)
        #expect(press.state == row.states.last ?? .possible)
        #expect((press.deadline == nil) == press.state.isOver)
    }

    @Test("says when time alone changes it")
    func deadlines() {
        var press = press()
        #expect(press.deadline == .seconds(100) + .milliseconds(500))
        _ = press.handle(.time, at: .seconds(101))
        #expect(press.deadline == .seconds(110))
        _ = press.handle(.stay, at: .seconds(103))
        #expect(press.deadline == .seconds(113))
        _ = press.handle(.time, at: .seconds(112))
        #expect(press.deadline == .seconds(113))
    }

    @Test("that is to last longer than a finger may be silent begins only with one that speaks")
    func longHold() {
        var silent = LongPress(at: .zero, heldFor: .seconds(60), movement: 5)
        #expect(silent.handle(.time, at: .seconds(60)) == [.cancelled])
        var speaking = LongPress(at: .zero, heldFor: .seconds(60), movement: 5)
        for second in stride(from: 3, to: 60, by: 3) {
            #expect(speaking.handle(.stay, at: .seconds(second)) == [])
        }
        #expect(speaking.handle(.time, at: .seconds(60)) == [.began])
    }
}

@Suite("The steps of a held hand")
struct HandStepsTests {
    @Test(
        "come at once, and then every 100 ms",
        arguments: [(-1, 0), (0, 1), (99, 1), (100, 2), (999, 10), (1000, 11), (60_000, 601)])
    func count(milliseconds: Int, steps: Int) {
        #expect(HandSteps.count(after: .milliseconds(milliseconds)) == steps)
    }

    @Test(
        "are of 1 minute, of 5 after 10 steps, of 15 after 30",
        arguments: [
            (0, 0), (1, 1), (10, 10), (11, 15), (30, 110), (31, 125), (32, 140), (100, 1160),
        ])
    func minutes(steps: Int, minutes: Int) {
        #expect(HandSteps.minutes(of: steps) == minutes)
    }
}
