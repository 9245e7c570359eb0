// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What a person sets: when to ring, and how.
package struct Alarm: Hashable, Sendable {
    /// What makes an alarm due.
    package enum Trigger: Hashable, Sendable {
        /// A civil time on some days.
        case schedule(Schedule)
        /// A length of time.
        case countdown(Countdown)
    }

    /// What it is called.
    package let id: AlarmID

    /// What it is for, in a person's words.
    package var label: String?

    /// Whether it is switched on.
    ///
    /// A one-shot is switched off when it is armed, and stays off once it rang.
    package var isEnabled: Bool

    /// When it is due.
    package var trigger: Trigger

    /// How it rings, as far as it was said.
    package var ring: RingSettings

    /// The instant up to which its occurrences are decided; only later ones are looked at.
    package var decided: Instant

    /// The occurrence that was decided last, or `nil` if none was since the schedule was set.
    package var lastDecided: OccurrenceID?

    /// Its place in the order in which alarms were set; larger is later.
    package var serial: Int

    /// When a one-shot was switched off because its time had come, or a recurrence because its last had; `nil` if
    /// it was not.
    ///
    /// It is kept for a day from then.
    package var retired: Instant?

    /// Which coming occurrences a person said shall not ring; `nil` where none.
    package var skip: Skip?

    /// The next occurrence of a schedule that will ring, as it was last computed, or `nil` where there is none.
    ///
    /// It can always be computed anew; the book does so at start and whenever the clock, a zone or
    /// the alarm changes.
    package var upcoming: Upcoming?

    /// The next occurrence of a schedule, where it will not ring; computed together with ``upcoming``.
    package var skipping: SkippedTime?

    /// The path of the file that was heard last, where its sound is a folder whose files take turns.
    package var lastFile: String?

    /// Creates an alarm.
    package init(
        id: AlarmID, label: String? = nil, isEnabled: Bool = true, trigger: Trigger,
        ring: RingSettings = RingSettings(), decided: Instant, lastDecided: OccurrenceID? = nil,
        serial: Int = 0, retired: Instant? = nil, skip: Skip? = nil, upcoming: Upcoming? = nil,
        skipping: SkippedTime? = nil
    ) {
        self.id = id
        self.label = label
        self.isEnabled = isEnabled
        self.trigger = trigger
        self.ring = ring
        self.decided = decided
        self.lastDecided = lastDecided
        self.serial = serial
        self.retired = retired
        self.skip = skip
        self.upcoming = upcoming
        self.skipping = skipping
    }

    /// The schedule, or `nil` for a countdown.
    package var schedule: Schedule? {
        guard case .schedule(let schedule) = trigger else { return nil }
        return schedule
    }

    /// The countdown, or `nil` for a schedule.
    package var countdown: Countdown? {
        guard case .countdown(let countdown) = trigger else { return nil }
        return countdown
    }

    /// Whether it is due at most once each time it is switched on.
    package var isOneShot: Bool { schedule?.isOneShot ?? true }
}

/// A length of time that is counted down by the boot clock: no clock change moves its end.
package struct Countdown: Hashable, Sendable {
    /// A countdown that runs.
    package struct Run: Hashable, Sendable {
        /// When it was expected to end, when it was set: its occurrence is named after that.
        package var expected: Instant
        /// When it ends, on the boot clock of the book's last moment.
        package var deadline: Duration

        /// Creates a run.
        package init(expected: Instant, deadline: Duration) {
            self.expected = expected
            self.deadline = deadline
        }
    }

    /// How long it counts each time it is switched on.
    package var length: Duration

    /// The count that is going on; `nil` while it is switched off.
    package var run: Run?

    /// Creates a countdown.
    package init(length: Duration, run: Run? = nil) {
        self.length = length
        self.run = run
    }

    /// The lengths a countdown may have.
    package static let range = Duration.seconds(1)...Duration.seconds(366 * 86_400)
}

/// The next time that an alarm is due.
package struct Upcoming: Hashable, Sendable {
    /// Its name.
    package var id: OccurrenceID
    /// When it is due.
    package var due: Instant

    /// Creates a next time.
    package init(id: OccurrenceID, due: Instant) {
        self.id = id
        self.due = due
    }
}
