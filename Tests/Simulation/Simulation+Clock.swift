// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel

extension Simulation {
    /// The clock of a machine that was just switched on: right, or wrong on a board that has no battery.
    mutating func bootClock() {
        if let error { now.wall = now.wall - error }
        (error, context.evidence) = (nil, .synchronized)
        guard dice.chance(1, in: 2) else { return }
        let wrong: Duration =
            switch dice.int(1...5) {
            case 1: Instant.epoch - now.wall + .seconds(dice.int(0...100_000))
            case 2: .seconds(dice.int(-400_000...400_000))
            case 3: .seconds(dice.int(-1500...1500))
            case 4: .seconds(-dice.magnitude(60...100_000))
            default: .seconds(dice.pick([-900, 900, 901, -3600, 0]))
            }
        now.wall = now.wall + wrong
        (error, context.evidence) = (wrong, .none)
        setRightAt = .seconds(dice.magnitude(100...400_000))
    }

    /// The network sets the clock right; it may have been right, and be known to be from now on.
    mutating func setRight() {
        guard let error else { return }
        now.wall = now.wall - error
        (self.error, context.evidence) = (nil, .synchronized)
        look(error == .zero ? .timer : .clockSet)
    }
}
