// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Why the book refuses what it is asked; each case is an error of the interface, and nothing was changed.
package enum BookError: Error, Hashable, Sendable {
    /// There is no alarm of this id.
    case noSuchAlarm(String)
    /// This occurrence neither rings nor snoozes; empty where none was named and none rings or snoozes.
    case noSuchOccurrence(String)
    /// None was named, none is heard, and more than one snoozes.
    case ambiguous([OccurrenceID])
    /// The member `field` of what was set cannot be.
    case invalidSchedule(field: String, reason: Message)
    /// The occurrence was snoozed as often as it may be.
    case snoozeLimitReached(OccurrenceID, limit: Int)
}
