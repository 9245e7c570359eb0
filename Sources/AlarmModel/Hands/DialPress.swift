// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A finger that was put on an alarm's dial, and what it does to the hands (design, section 8).
///
/// It reads no clock and changes no alarm.
package struct DialPress: Hashable, Sendable {
    /// What the finger is there for.
    package enum Manner: Hashable, Sendable {
        /// The hand follows it.
        case turn
        /// The hand steps by itself.
        case step(StepDirection)
        /// It stops a ring; no hand moves.
        case stop
    }

    /// What the finger does.
    package enum Input: Hashable, Sendable {
        /// Nothing; time has passed.
        case time
        /// It is still there.
        case stay
        /// It moved.
        case move(DialPosition)
        /// It was lifted.
        case release
        /// It was taken away without meaning what it did.
        case cancel
    }

    /// Its name.
    package let id: String

    /// The alarm.
    package let alarm: AlarmID

    /// What it is there for.
    package let manner: Manner

    /// The face: what it shows now.
    package private(set) var dial: Dial

    /// How far it is.
    package private(set) var state = GestureState.possible

    private let original: Dial
    private let start: DialAngle
    private var place: DialPosition?
    private var recognizer: LongPress
    private var steps = 0

    /// Creates the press of a finger that is put down.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - alarm: The alarm.
    ///   - dial: The alarm's face, with the hand that is held.
    ///   - manner: What it is there for.
    ///   - place: Where on the face the finger is; `nil` where the hand is.
    ///   - recognizer: What tells it from a touch.
    package init(
        id: String, alarm: AlarmID, dial: Dial, manner: Manner, at place: DialPosition?,
        recognizer: LongPress
    ) {
        self.id = id
        self.alarm = alarm
        self.manner = manner
        self.dial = dial
        self.original = dial
        self.place = place
        self.start = place?.angle(of: dial.hand) ?? dial.angle
        self.recognizer = recognizer
    }

    /// When time alone changes something next; `nil` once it is over.
    package var deadline: Duration? {
        guard !state.isOver, let deadline = recognizer.deadline else { return nil }
        guard case .step = manner, state.isHeld else { return deadline }
        return min(deadline, recognizer.begins + HandSteps.pause * steps)
    }

    /// The press as it is told, `now`.
    package func gesture(at now: Duration) -> Gesture {
        let isUndone = state == .cancelled || state == .failed
        let dial = isUndone ? original : dial
        return Gesture(
            id: id, alarm: alarm, hand: dial.hand, state: state, time: dial.time,
            angle: dial.angle,
            beginsIn: state == .possible ? max(recognizer.begins - now, .zero) : .zero)
    }

    /// Takes what the finger does, after what time alone has led to until then.
    ///
    /// - Returns: What it came to, in order; nothing where nothing changed.
    package mutating func handle(_ input: Input, at now: Duration) -> [Gesture] {
        guard !state.isOver else { return [] }
        let states = recognizer.handle(recognized(input), at: now)
        var gestures: [Gesture] = []
        for state in states where !self.state.isOver {
            self.state = state
            switch state {
            case .began: begin()
            case .changed: if case .move(let place) = input { turn(to: place) }
            case .ended: takeSteps(until: now)
            case .possible, .cancelled, .failed: break
            }
            gestures.append(gesture(at: now))
            if state == .began, manner == .stop {
                self.state = .ended
                gestures.append(gesture(at: now))
            }
        }
        if case .move(let place) = input { self.place = place }
        if state.isHeld, takeSteps(until: now) {
            state = .changed
            gestures.append(gesture(at: now))
        }
        return gestures
    }

    private func recognized(_ input: Input) -> LongPress.Input {
        switch input {
        case .time: .time
        case .stay: .stay
        case .move(let place): .move(degrees: place.angle(of: dial.hand).distance(to: start))
        case .release: .release
        case .cancel: .cancel
        }
    }

    private mutating func begin() {
        switch manner {
        case .turn: if let place { turn(to: place) }
        case .step: takeSteps(until: recognizer.begins)
        case .stop: break
        }
    }

    private mutating func turn(to place: DialPosition) {
        guard manner == .turn else { return }
        switch place {
        case .angle(let angle): dial.turn(to: angle)
        case .time(let time): dial.set(time)
        }
    }

    /// Makes the steps that are due, and says whether there were any.
    @discardableResult
    private mutating func takeSteps(until now: Duration) -> Bool {
        guard case .step(let direction) = manner else { return false }
        let due = HandSteps.count(after: min(now, recognizer.lapses) - recognizer.begins)
        guard due > steps else { return false }
        let minutes = HandSteps.minutes(of: due) - HandSteps.minutes(of: steps)
        dial.step(minutes: direction == .forward ? minutes : -minutes)
        steps = due
        return true
    }
}
