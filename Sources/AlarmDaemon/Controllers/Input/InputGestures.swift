// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import Platform

/// What the events of a device mean: a pure machine, each event with its time.
nonisolated struct InputGestures {
    /// What is to be done.
    nonisolated enum Action: Hashable {
        /// A button was pressed shortly.
        case snooze
        /// A button is held for long enough.
        case dismiss
        /// A button is held that lets the alarm hand step.
        case hold(StepDirection)
        /// It was let go.
        case letGo
        /// The knob was turned by so many marks.
        case turn(Int)
    }

    /// How far a knob is turned at most by one event.
    private static let turnLimit = 12

    private let input: Configuration.Input
    private var button: (code: UInt16, press: LongPress)?
    private var stepping: UInt16?

    /// Creates a machine of an input that does nothing yet.
    init(_ input: Configuration.Input) {
        self.input = input
    }

    /// When time alone changes something next.
    var deadline: Duration? {
        guard let press = button?.press, press.state == .possible else { return nil }
        return press.begins
    }

    /// Takes an event.
    mutating func take(_ event: InputEvent, at now: Duration) -> [Action] {
        switch (event.type, event.value) {
        case (InputEvent.relative, let value) where InputEvent.knobAxes.contains(event.code):
            let marks = min(max(Int(value), -Self.turnLimit), Self.turnLimit)
            return marks == 0 ? [] : [.turn(marks)]
        case (InputEvent.key, 1): return goDown(event.code, at: now)
        case (InputEvent.key, 0): return goUp(event.code, at: now)
        default: return []
        }
    }

    /// Takes what time alone has led to.
    mutating func pass(to now: Duration) -> [Action] {
        button?.press.handle(.time, at: now).contains(.began) == true ? [.dismiss] : []
    }

    /// The device is gone, and with it what it held.
    mutating func end() {
        (button, stepping) = (nil, nil)
    }

    private mutating func goDown(_ code: UInt16, at now: Duration) -> [Action] {
        for (direction, codes) in [
            (StepDirection.forward, input.forward), (.backward, input.backward),
        ] where codes?.contains(code) == true {
            guard stepping == nil else { return [] }
            stepping = code
            return [.hold(direction)]
        }
        guard button == nil, input.buttons?.contains(code) ?? true else { return [] }
        button = (code, LongPress(at: now, heldFor: input.hold, movement: 0))
        return []
    }

    private mutating func goUp(_ code: UInt16, at now: Duration) -> [Action] {
        if stepping == code {
            stepping = nil
            return [.letGo]
        }
        guard var held = button, held.code == code else { return [] }
        button = nil
        let states = held.press.handle(.release, at: now)
        if states.contains(.began) { return [.dismiss] }
        return states.contains(.failed) ? [.snooze] : []
    }
}
