// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What a person sets: when to ring, and how.
///
/// Its members stand apart, so that a book of thousands is copied, and gone through, without copying them.
package struct Alarm: Hashable, Sendable {
    /// What makes an alarm due.
    package enum Trigger: Hashable, Sendable {
        /// A civil time on some days.
        case schedule(Schedule)
        /// A length of time.
        case countdown(Countdown)
    }

    private struct Members: Hashable, Sendable {
        let id: AlarmID
        var label: String?
        var isEnabled: Bool
        var trigger: Trigger
        var ring: RingSettings
        var decided: Instant
        var lastDecided: OccurrenceID?
        var unheard: Unheard?
        var serial: Int
        var retired: Instant?
        var skip: Skip?
        var upcoming: Upcoming?
        var skipping: SkippedTime?
        var lastFile: String?
    }

    /// Always one: an array is copied only when it is changed while somebody else has it.
    private var members: [Members]

    /// Creates an alarm.
    package init(
        id: AlarmID, label: String? = nil, isEnabled: Bool = true, trigger: Trigger,
        ring: RingSettings = RingSettings(), decided: Instant, lastDecided: OccurrenceID? = nil,
        unheard: Unheard? = nil, serial: Int = 0, retired: Instant? = nil, skip: Skip? = nil,
        upcoming: Upcoming? = nil,
        skipping: SkippedTime? = nil, lastFile: String? = nil
    ) {
        members = [
            Members(
                id: id, label: label, isEnabled: isEnabled, trigger: trigger, ring: ring,
                decided: decided, lastDecided: lastDecided, unheard: unheard, serial: serial,
                retired: retired,
                skip: skip, upcoming: upcoming, skipping: skipping, lastFile: lastFile)
        ]
    }

    /// Stands in the place of one that is being changed, and is never looked at.
    static let none = Alarm(members: [])

    private init(members: [Members]) { self.members = members }

    /// What it is called.
    package var id: AlarmID { members[0].id }

    /// What it is for, in a person's words.
    package var label: String? {
        get { members[0].label }
        set { members[0].label = newValue }
    }

    /// Whether it is switched on.
    ///
    /// A one-shot is switched off when it is armed, and stays off once it rang.
    package var isEnabled: Bool {
        get { members[0].isEnabled }
        set { members[0].isEnabled = newValue }
    }

    /// When it is due.
    package var trigger: Trigger {
        get { members[0].trigger }
        set { members[0].trigger = newValue }
    }

    /// How it rings, as far as it was said.
    package var ring: RingSettings {
        get { members[0].ring }
        set { members[0].ring = newValue }
    }

    /// The instant up to which its occurrences are decided; only later ones are looked at.
    package var decided: Instant {
        get { members[0].decided }
        set { members[0].decided = newValue }
    }

    /// The occurrence that was decided last, or `nil` if none was since the schedule was set.
    package var lastDecided: OccurrenceID? {
        get { members[0].lastDecided }
        set { members[0].lastDecided = newValue }
    }

    /// What was decided before those that were decided last were missed, with nothing heard; `nil` where they were not.
    package var unheard: Unheard? {
        get { members[0].unheard }
        set { members[0].unheard = newValue }
    }

    /// Its place in the order in which alarms were set; larger is later.
    package var serial: Int {
        get { members[0].serial }
        set { members[0].serial = newValue }
    }

    /// When a one-shot was switched off because its time had come, or a recurrence because its last had; `nil` if
    /// it was not.
    ///
    /// It is kept for a day from then.
    package var retired: Instant? {
        get { members[0].retired }
        set { members[0].retired = newValue }
    }

    /// Which coming occurrences a person said shall not ring; `nil` where none.
    package var skip: Skip? {
        get { members[0].skip }
        set { members[0].skip = newValue }
    }

    /// The next occurrence of a schedule that will ring, as it was last computed, or `nil` where there is none.
    ///
    /// The book computes it anew at start and whenever the clock, a zone or the alarm changes. It is kept all the
    /// same: what was waited for is due also where a zone has put it before ``decided`` meanwhile.
    package var upcoming: Upcoming? {
        get { members[0].upcoming }
        set { members[0].upcoming = newValue }
    }

    /// The next occurrence of a schedule, where it will not ring; computed together with ``upcoming``.
    package var skipping: SkippedTime? {
        get { members[0].skipping }
        set { members[0].skipping = newValue }
    }

    /// The path of the file that was heard last, where its sound is a folder whose files take turns.
    package var lastFile: String? {
        get { members[0].lastFile }
        set { members[0].lastFile = newValue }
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

    // MARK: What is asked of each alarm at every change, and copies nothing

    /// When its schedule is due next; `nil` while that is not known.
    var due: Instant? { members[0].upcoming?.due }

    /// When what is skipped is due next; `nil` where nothing is before ``due``.
    var skippedDue: Instant? { members[0].skipping?.due }

    /// What the wall clock read when its times were missed with nothing heard; `nil` where they were not.
    var unheardAt: Instant? { members[0].unheard?.at }

    /// When its countdown ends, on the boot clock of the book's last moment; `nil` while none runs.
    var deadline: Duration? {
        guard case .countdown(let countdown) = members[0].trigger else { return nil }
        return countdown.run?.deadline
    }

    /// Whether a schedule makes it due, and no countdown.
    var isScheduled: Bool {
        guard case .schedule = members[0].trigger else { return false }
        return true
    }

    /// Whether it wakes the machine, as far as it was said.
    var wakesMachine: Bool? { members[0].ring.wake }
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
