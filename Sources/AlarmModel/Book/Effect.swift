// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What is to be done outside the book, in the order in which it is listed.
package enum Effect: Hashable, Sendable {
    /// Get a player of this occurrence ready; it is due, or its snooze ends, within ``armingLead``.
    ///
    /// Where many fall due together only the one that will be heard is armed.
    case arm(OccurrenceID)
    /// Let the player that is ready for this occurrence go, unheard; nothing where there is none.
    case disarm(OccurrenceID)
    /// Make this occurrence heard, by the player that is ready or by a new one.
    case present(OccurrenceID, Presentation)
    /// Let the occurrence that is presented go on in the scene that it is in now.
    case segue(OccurrenceID, Presentation, Segue.Transition)
    /// Change the level of the occurrence that is presented to this percentage, without a fade.
    case adjust(OccurrenceID, volume: Int)
    /// Make this occurrence heard no more, for this reason; nothing where no player of it runs.
    case silence(OccurrenceID, Silencing)
    /// Run a program with these arguments, which is told of the event.
    case run([String], AlarmEvent)
    /// Tell everyone who listens.
    case event(AlarmEvent)

    /// How long before its time a player is armed.
    package static let armingLead = Duration.seconds(2)
}

/// How an occurrence is made heard.
package struct Presentation: Hashable, Sendable {
    /// What led to it.
    package enum Manner: Hashable, Sendable {
        /// Its time has come.
        case first
        /// Its snooze ended.
        case again
        /// A newer one that was presented over it ended.
        case uncovered
        /// The daemon was started while it rang.
        case resumed
        /// Its storyboard led to another scene.
        case segue
    }

    /// What led to it.
    package var manner: Manner
    /// How much later than it should it sounds; zero where that is under a minute.
    package var lateBy: Duration
    /// The occurrence that was presented until now, and is silenced next.
    package var over: OccurrenceID?
    /// Percent of the full level: its own, or that of the loudest that waits.
    package var volume: Int
    /// How long it takes to reach its volume: what is left of its own fade, or zero while one waits.
    package var fade: Duration
    /// For how long it was played, or tried, in its scene until now.
    package var sounded: Duration
    /// How long it may still be played before it is unanswered.
    package var timeLeft: Duration

    /// Creates a presentation.
    package init(
        manner: Manner, lateBy: Duration = .zero, over: OccurrenceID? = nil, volume: Int,
        fade: Duration, sounded: Duration = .zero, timeLeft: Duration
    ) {
        self.manner = manner
        self.lateBy = lateBy
        self.over = over
        self.volume = volume
        self.fade = fade
        self.sounded = sounded
        self.timeLeft = timeLeft
    }
}

/// Why an occurrence is heard no more.
package enum Silencing: Hashable, Sendable {
    /// A newer one is presented over it; it goes on when that ends.
    case covered
    /// It was postponed.
    case snoozed
    /// It ended.
    case ended
}
