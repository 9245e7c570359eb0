// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Which coming occurrences of an alarm a person said shall not ring.
///
/// They are named by their civil times, so that neither a clock set nor a zone change undoes it (design,
/// section 3). What lies behind stays named: were the clock set back, it shall not ring either.
package enum Skip: Hashable, Sendable {
    /// These, earliest first; never empty.
    case occurrences([OccurrenceID])
    /// All before this date: a pause.
    case until(CivilDate)

    /// How many occurrences can be named; a pause is for more.
    package static let countRange = 1...366

    /// Whether the occurrence `id` shall not ring.
    ///
    /// - Parameters:
    ///   - id: The occurrence.
    ///   - tellsPassesApart: Whether the two passes of an hour that a clock change repeats are occurrences of
    ///     their own. Where only one of them rings, it is the same one whatever its pass is in another zone.
    /// - Returns: Whether it is among those that were meant.
    package func contains(_ id: OccurrenceID, tellsPassesApart: Bool) -> Bool {
        switch self {
        case .until(let date): id.nominal.date < date
        case .occurrences(let ids):
            ids.contains {
                $0.nominal == id.nominal
                    && (!tellsPassesApart || $0.isSecondPass == id.isSecondPass)
            }
        }
    }
}

/// What a person asks to be skipped; it replaces what was asked before.
package enum SkipRequest: Hashable, Sendable {
    /// The next occurrences that would ring, so many.
    case next(Int)
    /// All before this date.
    case until(CivilDate)
    /// None any more.
    case none
}

/// A coming occurrence that will not ring.
package struct SkippedTime: Hashable, Sendable {
    /// Its name.
    package var id: OccurrenceID
    /// When it would be due.
    package var due: Instant
    /// Why it will not ring.
    package var reason: Reason

    /// Creates a skipped time.
    package init(id: OccurrenceID, due: Instant, reason: Reason) {
        self.id = id
        self.due = due
        self.reason = reason
    }
}
