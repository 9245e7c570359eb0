// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Whether a position keeps time with CLOCK_MONOTONIC within 5 %.
///
/// It is judged over the last two seconds, and first after 0.7 s: by then what is 10 % off is further off than a
/// position may be that moves in steps. What is off is judged anew without its beginning, for some outputs stand
/// still until they have filled what lies behind them.
struct Pace: Sendable {
    private static let shortest = Duration.milliseconds(700)
    private static let mark = Duration.milliseconds(250)
    private static let window = Duration.seconds(2)

    /// How far a position may be off besides, by when it is told and by when it is asked for.
    private static let tolerance = Duration.milliseconds(20)

    /// What is known; `false` until enough is.
    private(set) var isKept = false

    private let rate: Int
    private let step: Duration
    private var hasJudged = false
    private var latest: (elapsed: Duration, difference: Duration)?
    private var marks: [(time: Int64, heard: Int)] = []

    /// Judges positions of `rate` frames a second, which move by `step` frames.
    init(rate: Int, step: Int = 0) {
        self.rate = rate
        self.step = Duration(frames: step, at: rate)
    }

    /// Forgets what was: the stream starts.
    mutating func restart(at time: Int64, heard: Int) {
        marks = [(time, heard)]
    }

    /// Takes a position in.
    mutating func note(heard: Int, at time: Int64) {
        guard let last = marks.last, let first = marks.first else { return }
        let elapsed = Duration.nanoseconds(time - first.time)
        let moved = Duration(frames: heard - first.heard, at: rate)
        let difference = moved > elapsed ? moved - elapsed : elapsed - moved
        latest = (elapsed, difference)
        if elapsed >= Self.shortest {
            hasJudged = true
            isKept = difference <= allowed(over: elapsed)
        }
        if .nanoseconds(time - last.time) >= Self.mark { marks.append((time, heard)) }
        let isJudgedAnew = step == .zero && elapsed >= Self.shortest + Self.mark && !isKept
        if marks.count > 1, elapsed > Self.window || isJudgedAnew { marks.removeFirst() }
    }

    /// Judges a sound that was too short to be judged before.
    mutating func conclude() {
        guard !hasJudged, let latest, latest.elapsed >= Self.mark else { return }
        isKept = latest.difference <= allowed(over: latest.elapsed)
    }

    /// By how much a position may be off.
    ///
    /// One that moves in steps may be off by one of them, so that what is 10 % off
    /// may seem to keep time until 1.25 s have passed.
    private func allowed(over elapsed: Duration) -> Duration {
        step > Self.tolerance ? step + elapsed / 50 : Self.tolerance + elapsed / 25
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
