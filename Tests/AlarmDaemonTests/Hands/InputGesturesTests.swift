// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmStore
import Platform
import Testing

@testable import AlarmDaemon

@Suite("What buttons and knobs do")
struct InputGesturesTests {
    nonisolated struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Milliseconds, the kind, the code and the value; a kind of 0 is time alone.
        let events: [(Int, UInt16, UInt16, Int32)]
        let actions: [InputGestures.Action]

        init(
            _ name: String, _ events: [(Int, UInt16, UInt16, Int32)],
            _ actions: [InputGestures.Action]
        ) {
            (testDescription, self.events, self.actions) = (name, events, actions)
        }
    }

    nonisolated static let rows = [
        Row("a short press", [(0, 1, 28, 1), (1999, 1, 28, 0)], [.snooze]),
        Row("a press that is held", [(0, 1, 28, 1), (2000, 0, 0, 0)], [.dismiss]),
        Row(
            "a press that is held for long, and let go",
            [(0, 1, 28, 1), (2000, 0, 0, 0), (9000, 1, 28, 2), (60_000, 1, 28, 0)], [.dismiss]),
        Row("a press whose timer is late", [(0, 1, 28, 1), (2500, 1, 28, 0)], [.dismiss]),
        Row("a key that repeats", [(0, 1, 28, 1), (500, 1, 28, 2), (900, 1, 28, 0)], [.snooze]),
        Row("a key that was down before", [(0, 1, 28, 0)], []),
        Row(
            "two buttons at once", [(0, 1, 28, 1), (10, 1, 29, 1), (20, 1, 29, 0), (30, 1, 28, 0)],
            [.snooze]),
        Row(
            "a key that steps", [(0, 1, 103, 1), (5000, 1, 103, 0)], [.hold(.forward), .letGo]),
        Row(
            "two keys that step",
            [(0, 1, 108, 1), (1, 1, 103, 1), (2, 1, 103, 0), (3, 1, 108, 0)],
            [.hold(.backward), .letGo]),
        Row("a knob", [(0, 2, 7, 1), (1, 2, 0, -2), (2, 2, 8, 0)], [.turn(1), .turn(-2)]),
        Row("a knob that lies", [(0, 2, 7, .max), (1, 2, 7, .min)], [.turn(12), .turn(-12)]),
        Row("what is neither", [(0, 2, 11, 120), (1, 3, 0, 5), (2, 4, 4, 1)], []),
    ]

    @Test("is told by the events and their times", arguments: rows)
    func table(row: Row) {
        var input = Configuration.Input(name: "bedside")
        (input.forward, input.backward) = ([103], [108])
        var gestures = InputGestures(input)
        var actions: [InputGestures.Action] = []
        for (milliseconds, type, code, value) in row.events {
            let now = Duration.milliseconds(milliseconds)
            actions +=
                type == 0
                ? gestures.pass(to: now)
                : gestures.take(InputEvent(type: type, code: code, value: value), at: now)
        }
        #expect(actions == row.actions)
    }

    @Test("is of the keys that are named alone")
    func named() {
        var input = Configuration.Input(name: "bedside")
        input.buttons = [InputEvent.keyCode(named: "KEY_ENTER") ?? 0]
        var gestures = InputGestures(input)
        for code: UInt16 in [28, 29] {
            _ = gestures.take(InputEvent(type: 1, code: code, value: 1), at: .zero)
            let actions = gestures.take(InputEvent(type: 1, code: code, value: 0), at: .zero)
            #expect(actions == (code == 28 ? [.snooze] : []))
        }
    }

    @Test(
        "has the key that a name or a number stands for",
        arguments: [
            ("KEY_ENTER", 28), ("BTN_0", 256), ("28", 28), ("767", 767), ("768", nil),
            ("KEY_NONE_SUCH", nil), ("REL_X", nil), ("-1", nil), ("", nil),
        ] as [(String, UInt16?)])
    func keys(name: String, code: UInt16?) {
        #expect(InputEvent.keyCode(named: name) == code)
    }

    @Test("ends with the device")
    func end() {
        var input = Configuration.Input(name: "bedside")
        input.forward = [103]
        var gestures = InputGestures(input)
        _ = gestures.take(InputEvent(type: 1, code: 103, value: 1), at: .zero)
        _ = gestures.take(InputEvent(type: 1, code: 28, value: 1), at: .zero)
        #expect(gestures.deadline != nil)
        gestures.end()
        #expect(gestures.take(InputEvent(type: 1, code: 103, value: 0), at: .zero) == [])
        #expect(gestures.deadline == nil)
    }
}
