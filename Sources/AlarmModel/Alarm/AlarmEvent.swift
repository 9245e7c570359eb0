// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The kinds of things that happen, named as in the interface file.
package enum EventKind: String, CaseIterable, Sendable {
    case state
    case set
    case cleared
    case due
    case ringing
    case queued
    case scene
    case snoozed
    case dismissed
    case missed
    case skipped
    case hands
    case sound
    case clock
    case zone
    case suspended
    case resumed
    case storage
    case config
    case health
}

/// Something that happened.
package struct AlarmEvent: Hashable, Sendable {
    /// What happened.
    package var kind: EventKind
    /// When.
    package var at: Instant
    /// Why, for programs and for people.
    package var reason: Reason?
    /// The alarm it happened to.
    package var alarm: AlarmID?
    /// The occurrence it happened to.
    package var occurrence: OccurrenceID?
    /// When what was postponed goes on.
    package var until: Instant?
    /// The device and the sound that are heard.
    package var output: String?
    /// What a finger did.
    package var gesture: Gesture?
    /// Who asked for it.
    package var by: String?
    /// The zone its instants are told in, or `nil` for the machine's.
    package var zone: String?

    /// Creates an event.
    package init(
        kind: EventKind, at: Instant, reason: Reason? = nil, alarm: AlarmID? = nil,
        occurrence: OccurrenceID? = nil, until: Instant? = nil, output: String? = nil,
        gesture: Gesture? = nil, by: String? = nil, zone: String? = nil
    ) {
        self.kind = kind
        self.at = at
        self.reason = reason
        self.alarm = alarm
        self.occurrence = occurrence
        self.until = until
        self.output = output
        self.gesture = gesture
        self.by = by
        self.zone = zone
    }
}
