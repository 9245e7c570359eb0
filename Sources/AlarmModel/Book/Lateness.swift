// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// How late something is that should have sounded, and what follows from that.
///
/// One rule for boot, resume, clock changes and timers alike (design, section 3).
package struct Lateness: Hashable, Sendable {
    /// What follows.
    package enum Verdict: Hashable, Sendable {
        /// It sounds, and nobody speaks of it.
        case onTime
        /// It sounds, and the reason is said.
        case late
        /// It sounds no more.
        case missed
    }

    /// How long ago it should have sounded, by the clock that it is due on.
    ///
    /// Negative before its time.
    package var age: Duration

    /// How late it may be and still sound.
    package var limit: Duration

    /// How long the running daemon would still have waited for it, had no clock been set and no zone
    /// changed; `nil` where no running daemon waited.
    package var wait: Duration?

    /// Creates a lateness.
    package init(age: Duration, limit: Duration, wait: Duration? = nil) {
        self.age = age
        self.limit = limit
        self.wait = wait
    }

    /// Younger than this, it is on time.
    package static let tolerance = Duration.seconds(60)

    /// What a running daemon waited for rings, whatever its limit, where the clock jumped by at most this.
    package static let jumpLimit = Duration.seconds(10_800)

    /// A clock set back by at most this rings nothing twice, and an occurrence whose instant moves by at most
    /// this stays decided.
    package static let settleTime = Duration.seconds(900)

    /// What follows.
    package var verdict: Verdict {
        if age < Self.tolerance { return .onTime }
        if age <= limit { return .late }
        // What is left of the wait and what is past of the due time add up to the jump. A wait that had run
        // out by itself was not cut short by one.
        if let wait, wait > .zero - Self.tolerance, wait + age <= Self.jumpLimit { return .late }
        return .missed
    }
}
