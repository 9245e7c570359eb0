// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// What the live dial shows, and what each key makes of it: it decides, and does nothing itself.
struct LiveDial: Hashable, Sendable {
    /// What is to be done.
    enum Action: Hashable, Sendable {
        /// Put a finger on the hand.
        case press
        /// Turn the held hand by so many seconds.
        case shift(Int)
        /// Turn the held hand to an angle, in degrees.
        case turn(Double)
        case release
        case cancel
        case leave
    }

    /// Whether a finger is on a hand.
    enum Grip: Hashable, Sendable {
        case none
        /// It is not a press yet; what it turned meanwhile is done once it is one.
        case possible(shift: Int, angle: Double?, isLifted: Bool)
        case held
    }

    /// The hand that is chosen.
    private(set) var hand: Hand

    /// Whether a finger is on it.
    private(set) var grip = Grip.none

    /// Creates a dial that nobody holds.
    init(hand: Hand) {
        self.hand = hand
    }

    /// What a key means.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - angle: Where on the face the mouse is, where the key is the mouse's.
    /// - Returns: What is to be done, in order.
    mutating func press(_ key: Key, angle: Double? = nil) -> [Action] {
        switch key {
        case .forward: return shift(by: step)
        case .backward: return shift(by: -step)
        case .pageForward: return shift(by: 3600)
        case .pageBackward: return shift(by: -3600)
        case .enter: return lift()
        case .escape, .letter("q"):
            guard grip != .none else { return [.leave] }
            grip = .none
            return key == .escape ? [.cancel] : [.cancel, .leave]
        case .letter("h"): return choose(.hour)
        case .letter("m"): return choose(.minute)
        case .letter("a"): return choose(.alarm)
        case .letter: return []
        case .mouse(.up, _, _):
            // A click is no long press: what was let go too early turned nothing.
            guard case .possible = grip else { return lift() }
            grip = .none
            return [.cancel]
        case .mouse(let action, _, _):
            guard let angle, action == .drag || grip == .none || grip == .held else { return [] }
            return turn(to: angle, mayPress: action == .down)
        }
    }

    /// The press has begun: what was turned meanwhile is done now.
    mutating func didBegin() -> [Action] {
        guard case .possible(let shift, let angle, let isLifted) = grip else { return [] }
        grip = .held
        var actions: [Action] = angle.map { [.turn($0)] } ?? []
        if shift != 0 { actions.append(.shift(shift)) }
        return isLifted ? actions + lift() : actions
    }

    /// The press is over, for whatever reason.
    mutating func didEnd() { grip = .none }

    /// How far an arrow key turns the chosen hand.
    private var step: Int {
        switch hand {
        case .alarm: 300
        case .hour: 3600
        case .minute: 60
        }
    }

    private mutating func shift(by seconds: Int) -> [Action] {
        switch grip {
        case .none:
            grip = .possible(shift: seconds, angle: nil, isLifted: false)
            return [.press]
        case .possible(let shift, let angle, let isLifted):
            grip = .possible(shift: shift + seconds, angle: angle, isLifted: isLifted)
            return []
        case .held: return [.shift(seconds)]
        }
    }

    private mutating func turn(to angle: Double, mayPress: Bool) -> [Action] {
        switch grip {
        case .none:
            guard mayPress else { return [] }
            grip = .possible(shift: 0, angle: angle, isLifted: false)
            return [.press]
        case .possible(_, _, let isLifted):
            grip = .possible(shift: 0, angle: angle, isLifted: isLifted)
            return []
        case .held: return [.turn(angle)]
        }
    }

    /// Lets go; a press that has not begun is let go once it has.
    private mutating func lift() -> [Action] {
        switch grip {
        case .none: return []
        case .possible(let shift, let angle, _):
            grip = .possible(shift: shift, angle: angle, isLifted: true)
            return []
        case .held:
            grip = .none
            return [.release]
        }
    }

    /// Chooses a hand; one that is held is taken back first, for a press is of one hand.
    private mutating func choose(_ hand: Hand) -> [Action] {
        guard hand != self.hand else { return [] }
        self.hand = hand
        guard grip != .none else { return [] }
        grip = .none
        return [.cancel]
    }
}
