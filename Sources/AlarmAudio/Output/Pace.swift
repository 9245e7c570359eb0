// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Whether a position keeps time with CLOCK_MONOTONIC within 5 %.
///
/// It is judged over the last two seconds. Positions of some devices move by whole periods, so that they may be
/// 50 ms off besides.
struct Pace: Sendable {
    private static let shortest = Duration.milliseconds(250)
    private static let window = Duration.seconds(2)
    private static let tolerance = Duration.milliseconds(50)

    /// What is known; `false` until enough is.
    private(set) var isKept = false

    private let rate: Int
    private var marks: [(time: Int64, heard: Int)] = []

    init(rate: Int) { self.rate = rate }

    /// Forgets what was: the stream starts.
    mutating func restart(at time: Int64, heard: Int) {
        marks = [(time, heard)]
    }

    /// Takes a position in.
    mutating func note(heard: Int, at time: Int64) {
        guard let last = marks.last, let first = marks.first else { return }
        let elapsed = Duration.nanoseconds(time - first.time)
        if elapsed >= Self.shortest {
            let moved = Duration(frames: heard - first.heard, at: rate)
            let difference = moved > elapsed ? moved - elapsed : elapsed - moved
            isKept = difference <= elapsed / 20 + Self.tolerance
        }
        if .nanoseconds(time - last.time) >= Self.shortest { marks.append((time, heard)) }
        if marks.count > 1, elapsed > Self.window { marks.removeFirst() }
    }
}

/// How often a stream may fail before it counts as lost: twice with nothing heard between, nine times in 5 s.
struct RecoveryBudget: Hashable, Sendable {
    private static let mostInARow = 3
    private static let mostInWindow = 10
    private static let window = Duration.seconds(5)

    private var inARow = 0
    private var times: [Int64] = []

    /// Takes one recovery out; `false` where none is left.
    mutating func spend(at now: Int64) -> Bool {
        inARow += 1
        times.removeAll { .nanoseconds(now - $0) > Self.window }
        times.append(now)
        return inARow < Self.mostInARow && times.count < Self.mostInWindow
    }

    /// Notes that a period was heard.
    mutating func succeeded() { inARow = 0 }
}
