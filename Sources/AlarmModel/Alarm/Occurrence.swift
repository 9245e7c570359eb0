// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// One time that an alarm is due, from when its player is armed until some time after it ended.
package struct Occurrence: Hashable, Sendable {
    /// Its name.
    package let id: OccurrenceID

    /// When it was due, on the wall clock.
    package var due: Instant

    /// The zone its times are told in, or `nil` for the machine's.
    package var zone: String?

    /// The alarm's place in the order in which alarms were set; the later is presented over the earlier.
    package var serial: Int

    /// How it rings; an edit of the alarm leaves it alone.
    package var ring: ResolvedRing

    /// The scene of its storyboard that it is in, as it was when it was entered; `nil` where it follows none.
    package var scene: Scene?

    /// Where it is in its life.
    package var life: OccurrenceLife

    /// When a snooze ends; `nil` while none is on.
    package var resumes: Deadline?

    /// When its present ring began, on the boot clock of the book's last moment; `nil` while it does not ring.
    package var ringingSince: Duration?

    /// For how long its present ring was played, or tried: what counts towards its timeout.
    package var sounded: Duration

    /// How often a person snoozed it.
    package var snoozes: Int

    /// How often it was snoozed by itself since a person last answered.
    package var retries: Int

    /// Whether any of it was heard.
    package var wasHeard: Bool

    /// When it ended; `nil` while it did not.
    package var ended: Instant?

    /// Why it is where it is.
    package var reason: Reason?

    /// When it ended, on the boot clock of the book's last moment, where the wall clock was not trusted then; `nil`
    /// otherwise.
    package var untrusted: Duration?

    /// Creates an occurrence.
    package init(
        id: OccurrenceID, due: Instant, zone: String? = nil, serial: Int = 0, ring: ResolvedRing,
        scene: Scene? = nil, life: OccurrenceLife = .scheduled, resumes: Deadline? = nil,
        ringingSince: Duration? = nil,
        sounded: Duration = .zero, snoozes: Int = 0, retries: Int = 0, wasHeard: Bool = false,
        ended: Instant? = nil, reason: Reason? = nil, untrusted: Duration? = nil
    ) {
        self.id = id
        self.due = due
        self.zone = zone
        self.serial = serial
        self.ring = ring
        self.scene = scene
        self.life = life
        self.resumes = resumes
        self.ringingSince = ringingSince
        self.sounded = sounded
        self.snoozes = snoozes
        self.retries = retries
        self.wasHeard = wasHeard
        self.ended = ended
        self.reason = reason
        self.untrusted = untrusted
    }
}

/// When something postponed goes on.
package enum Deadline: Hashable, Sendable {
    /// When the wall clock reads this.
    case wall(Instant)
    /// When the boot clock of the book's last moment reads this.
    case boot(Duration)
}
