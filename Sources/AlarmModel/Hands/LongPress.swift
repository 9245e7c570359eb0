// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// How far a gesture is.
package enum GestureState: String, CaseIterable, Sendable {
    /// The finger is down, but it may still be a mere touch.
    case possible
    /// It was held for long enough: the hand is gripped.
    case began
    /// The hand was moved.
    case changed
    /// The finger was lifted: what the hands show holds.
    case ended
    /// Taken back: all is as it was.
    case cancelled
    /// It was no press: lifted, or moved, too early.
    case failed
}

extension GestureState {
    /// Whether nothing comes after it.
    package var isOver: Bool { self == .ended || self == .cancelled || self == .failed }

    /// Whether the hand is gripped.
    package var isHeld: Bool { self == .began || self == .changed }
}

/// Tells a press from a touch: a finger that is held, and hardly moved, for a time (design, section 8).
///
/// It reads no clock: each input comes with the time, of a clock that suspend does not count on.
package struct LongPress: Hashable, Sendable {
    /// What a finger does.
    package enum Input: Hashable, Sendable {
        /// Nothing; time has passed.
        case time
        /// It is still there.
        case stay
        /// It moved, and is now so many degrees from where it was put down.
        case move(degrees: Double)
        /// It was lifted.
        case release
        /// It was taken away without meaning what it did.
        case cancel
    }

    /// For how long a finger may say nothing before it counts as gone.
    package static let patience = Duration.seconds(10)

    /// How far it is.
    package private(set) var state = GestureState.possible

    /// When it begins, or began.
    package let begins: Duration

    /// When the finger counts as gone, unless it is heard of before.
    package private(set) var lapses: Duration

    /// How many degrees the finger may move before it begins.
    private let movement: Double

    /// Creates a recogniser of a finger that is put down at `now`.
    ///
    /// - Parameters:
    ///   - now: What the clock says.
    ///   - duration: How long it is held before it is a press.
    ///   - movement: How many degrees it may move meanwhile.
    package init(at now: Duration, heldFor duration: Duration, movement: Double) {
        self.begins = now + duration
        self.lapses = now + Self.patience
        self.movement = movement
    }

    /// When time alone changes something next; `nil` once it is over.
    package var deadline: Duration? {
        switch state {
        case .possible: min(begins, lapses)
        case .began, .changed: lapses
        case .ended, .cancelled, .failed: nil
        }
    }

    /// Takes what the finger does, after what time alone has led to until then.
    ///
    /// - Returns: The states that it came to, in order; none where nothing changed.
    package mutating func handle(_ input: Input, at now: Duration) -> [GestureState] {
        var passed: [GestureState] = []
        if state == .possible, begins <= min(now, lapses) { enter(.began, &passed) }
        if !state.isOver, now >= lapses { enter(.cancelled, &passed) }
        guard !state.isOver else { return passed }
        switch input {
        case .time: return passed
        case .stay: break
        case .move(let degrees):
            if state.isHeld {
                enter(.changed, &passed)
            } else if degrees > movement {
                enter(.failed, &passed)
            }
        case .release: enter(state.isHeld ? .ended : .failed, &passed)
        case .cancel: enter(.cancelled, &passed)
        }
        lapses = now + Self.patience
        return passed
    }

    private mutating func enter(_ state: GestureState, _ passed: inout [GestureState]) {
        self.state = state
        passed.append(state)
    }
}

/// Which way a hand steps by itself while it is held.
package enum StepDirection: String, CaseIterable, Sendable {
    case forward
    case backward
}

/// The steps of a hand that is held: faster the longer it is.
package enum HandSteps {
    /// How long after a step the next one comes.
    package static let pause = Duration.milliseconds(100)

    /// How many steps were made `held` after the first, which comes at once.
    package static func count(after held: Duration) -> Int {
        held < .zero ? 0 : Int(held.wholeMicroseconds / pause.wholeMicroseconds) + 1
    }

    /// How many minutes so many steps are together: 1 each, 5 after 10 of them, 15 after 30.
    package static func minutes(of count: Int) -> Int {
        min(count, 10) + 5 * min(max(count - 10, 0), 20) + 15 * max(count - 30, 0)
    }
}
