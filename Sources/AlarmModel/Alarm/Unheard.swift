// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What was decided of an alarm before its times were missed with nothing heard.
///
/// Whoever found them too late may have read a clock that was wrong: where it is set back, they are decided anew.
package struct Unheard: Hashable, Sendable {
    /// Up to when all was decided.
    package var decided: Instant
    /// What was decided last.
    package var lastDecided: OccurrenceID?
    /// What the wall clock read when the last of them was found too late.
    package var at: Instant

    /// Creates it.
    package init(decided: Instant, lastDecided: OccurrenceID? = nil, at: Instant) {
        self.decided = decided
        self.lastDecided = lastDecided
        self.at = at
    }
}

extension Alarm {
    /// Takes note, before one of its times is decided, whether that is missed with nothing heard.
    mutating func missUnheard(_ isUnheard: Bool, at now: Instant) {
        let before = unheard ?? Unheard(decided: decided, lastDecided: lastDecided, at: now)
        unheard =
            isUnheard
            ? Unheard(decided: before.decided, lastDecided: before.lastDecided, at: now) : nil
    }
}
