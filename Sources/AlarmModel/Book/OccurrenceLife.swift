// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Where an occurrence is in its life, from its due time coming near to its end.
///
/// ``after(_:)`` is the whole of it: which cue leads where, and what is to be done about it. A cue that has
/// no meaning in a state leads nowhere, so that a report that comes late for what ended already does nothing.
package enum OccurrenceLife: String, CaseIterable, Sendable {
    /// The state before its time comes near.
    case scheduled
    /// The state while its player is ready and its time comes in a moment; it shows as scheduled.
    case armed
    /// The state while it is presented: heard, or tried.
    case ringing
    /// The state while it waits for a newer one that is presented over it.
    case queued
    /// The state while it is postponed.
    case snoozed
    /// The state while it is postponed, and its player is ready again; it shows as snoozed.
    case rousing
    /// The state after a person, or a newer occurrence, ended it.
    case dismissed
    /// The state after it ended without an answer.
    case missed
    /// The state after a person said beforehand that it shall not ring.
    case skipped

    /// What moves an occurrence on.
    package enum Cue: CaseIterable, Sendable {
        /// Its time, or the end of its snooze, comes in a moment.
        case arm
        /// Its time is not near any more: edited, cleared, or the clock was set.
        case disarm
        /// Its time has come, or its snooze ended, and nothing newer is presented.
        case present
        /// Its time has come, or its snooze ended, while a newer one is presented; or a newer one's time has.
        case wait
        /// Its storyboard leads to another scene.
        case segue
        /// It was postponed, by a person or by itself.
        case snooze
        /// A person answered it, or it was replaced, or its alarm cleared or switched off.
        case dismiss
        /// It ends unanswered.
        case miss
        /// A person said that it shall not ring.
        case skip
    }

    /// What is to be done about a move.
    package enum Consequence: Hashable, Sendable {
        /// Nothing that could be heard changes.
        case nothing
        /// Get a player ready.
        case arm
        /// Let the player that is ready go, unheard.
        case disarm
        /// Be heard.
        case present
        /// Be heard in another scene from now on.
        case segue
        /// Be heard no more.
        case silence
    }

    /// One move: where to, and what is to be done about it.
    package struct Move: Hashable, Sendable {
        /// The state it leads to.
        package let life: OccurrenceLife
        /// What is to be done.
        package let consequence: Consequence

        /// Creates a move.
        package init(to life: OccurrenceLife, _ consequence: Consequence) {
            self.life = life
            self.consequence = consequence
        }
    }

    /// Where `cue` leads from here, or `nil` where it has no meaning.
    package func after(_ cue: Cue) -> Move? {
        switch self {
        case .scheduled: fromScheduled(cue)
        case .armed: fromArmed(cue)
        case .ringing: fromRinging(cue)
        case .queued: fromQueued(cue)
        case .snoozed: fromSnoozed(cue)
        case .rousing: fromRousing(cue)
        case .dismissed, .missed, .skipped: nil
        }
    }

    /// Whether it rings, waits or is postponed.
    package var isLive: Bool {
        switch self {
        case .ringing, .queued, .snoozed, .rousing: true
        case .scheduled, .armed, .dismissed, .missed, .skipped: false
        }
    }

    /// Whether it is over.
    package var isOver: Bool {
        switch self {
        case .dismissed, .missed, .skipped: true
        case .scheduled, .armed, .ringing, .queued, .snoozed, .rousing: false
        }
    }

    private func fromScheduled(_ cue: Cue) -> Move? {
        switch cue {
        case .arm: Move(to: .armed, .arm)
        case .present: Move(to: .ringing, .present)
        case .wait: Move(to: .queued, .nothing)
        case .miss: Move(to: .missed, .nothing)
        case .dismiss: Move(to: .dismissed, .nothing)
        case .skip: Move(to: .skipped, .nothing)
        case .disarm, .snooze, .segue: nil
        }
    }

    private func fromArmed(_ cue: Cue) -> Move? {
        switch cue {
        case .disarm: Move(to: .scheduled, .disarm)
        case .present: Move(to: .ringing, .present)
        case .wait: Move(to: .queued, .disarm)
        case .miss: Move(to: .missed, .disarm)
        case .dismiss: Move(to: .dismissed, .disarm)
        case .skip: Move(to: .skipped, .disarm)
        case .arm, .snooze, .segue: nil
        }
    }

    private func fromRinging(_ cue: Cue) -> Move? {
        switch cue {
        case .wait: Move(to: .queued, .silence)
        case .segue: Move(to: .ringing, .segue)
        case .snooze: Move(to: .snoozed, .silence)
        case .dismiss: Move(to: .dismissed, .silence)
        case .miss: Move(to: .missed, .silence)
        case .arm, .disarm, .present, .skip: nil
        }
    }

    private func fromQueued(_ cue: Cue) -> Move? {
        switch cue {
        case .present: Move(to: .ringing, .present)
        case .segue: Move(to: .queued, .nothing)
        case .snooze: Move(to: .snoozed, .nothing)
        case .dismiss: Move(to: .dismissed, .nothing)
        case .miss: Move(to: .missed, .nothing)
        case .arm, .disarm, .wait, .skip: nil
        }
    }

    private func fromSnoozed(_ cue: Cue) -> Move? {
        switch cue {
        case .arm: Move(to: .rousing, .arm)
        case .present: Move(to: .ringing, .present)
        case .wait: Move(to: .queued, .nothing)
        case .segue: Move(to: .snoozed, .nothing)
        case .snooze: Move(to: .snoozed, .nothing)
        case .dismiss: Move(to: .dismissed, .nothing)
        case .miss: Move(to: .missed, .nothing)
        case .disarm, .skip: nil
        }
    }

    private func fromRousing(_ cue: Cue) -> Move? {
        switch cue {
        case .disarm: Move(to: .snoozed, .disarm)
        case .present: Move(to: .ringing, .present)
        case .wait: Move(to: .queued, .disarm)
        case .segue: Move(to: .snoozed, .disarm)
        case .snooze: Move(to: .snoozed, .disarm)
        case .dismiss: Move(to: .dismissed, .disarm)
        case .miss: Move(to: .missed, .disarm)
        case .arm, .skip: nil
        }
    }
}

extension OccurrenceLife {
    /// The state that people and programs are told, named as in the interface file.
    package var shown: OccurrenceState {
        switch self {
        case .scheduled, .armed: .scheduled
        case .ringing: .ringing
        case .queued: .queued
        case .snoozed, .rousing: .snoozed
        case .dismissed: .dismissed
        case .missed: .missed
        case .skipped: .skipped
        }
    }
}

/// The states of an occurrence that people and programs are told.
package enum OccurrenceState: String, CaseIterable, Sendable {
    case scheduled
    case ringing
    case snoozed
    case queued
    case dismissed
    case missed
    case skipped
}

/// The states of an alarm that people and programs are told.
package enum AlarmState: String, CaseIterable, Sendable {
    case off
    case scheduled
    case ringing
    case snoozed
    case queued
}
