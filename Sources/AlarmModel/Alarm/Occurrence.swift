// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// One time that an alarm is due, from when its player is armed until some time after it ended.
///
/// Its members stand apart, as those of ``Alarm`` do.
package struct Occurrence: Hashable, Sendable {
    private struct Members: Hashable, Sendable {
        let id: OccurrenceID
        var due: Instant
        var zone: String?
        var serial: Int
        var ring: ResolvedRing
        var scene: Scene?
        var life: OccurrenceLife
        var resumes: Deadline?
        var ringingSince: Duration?
        var sounded: Duration
        var snoozes: Int
        var retries: Int
        var wasHeard: Bool
        var ended: Instant?
        var reason: Reason?
        var untrusted: Duration?
    }

    /// Always one: an array is copied only when it is changed while somebody else has it.
    private var members: [Members]

    /// Creates an occurrence.
    package init(
        id: OccurrenceID, due: Instant, zone: String? = nil, serial: Int = 0, ring: ResolvedRing,
        scene: Scene? = nil, life: OccurrenceLife = .scheduled, resumes: Deadline? = nil,
        ringingSince: Duration? = nil,
        sounded: Duration = .zero, snoozes: Int = 0, retries: Int = 0, wasHeard: Bool = false,
        ended: Instant? = nil, reason: Reason? = nil, untrusted: Duration? = nil
    ) {
        members = [
            Members(
                id: id, due: due, zone: zone, serial: serial, ring: ring, scene: scene, life: life,
                resumes: resumes, ringingSince: ringingSince, sounded: sounded, snoozes: snoozes,
                retries: retries, wasHeard: wasHeard, ended: ended, reason: reason,
                untrusted: untrusted)
        ]
    }

    /// Its name.
    package var id: OccurrenceID { members[0].id }

    /// When it was due, on the wall clock.
    package var due: Instant {
        get { members[0].due }
        set { members[0].due = newValue }
    }

    /// The zone its times are told in, or `nil` for the machine's.
    package var zone: String? {
        get { members[0].zone }
        set { members[0].zone = newValue }
    }

    /// The alarm's place in the order in which alarms were set; the later is presented over the earlier.
    package var serial: Int {
        get { members[0].serial }
        set { members[0].serial = newValue }
    }

    /// How it rings; an edit of the alarm leaves it alone.
    package var ring: ResolvedRing {
        get { members[0].ring }
        set { members[0].ring = newValue }
    }

    /// The scene of its storyboard that it is in, as it was when it was entered; `nil` where it follows none.
    package var scene: Scene? {
        get { members[0].scene }
        set { members[0].scene = newValue }
    }

    /// Where it is in its life.
    package var life: OccurrenceLife {
        get { members[0].life }
        set { members[0].life = newValue }
    }

    /// When a snooze ends; `nil` while none is on.
    package var resumes: Deadline? {
        get { members[0].resumes }
        set { members[0].resumes = newValue }
    }

    /// When its present ring began, on the boot clock of the book's last moment; `nil` while it does not ring.
    package var ringingSince: Duration? {
        get { members[0].ringingSince }
        set { members[0].ringingSince = newValue }
    }

    /// For how long its present ring was played, or tried: what counts towards its timeout.
    package var sounded: Duration {
        get { members[0].sounded }
        set { members[0].sounded = newValue }
    }

    /// How often a person snoozed it.
    package var snoozes: Int {
        get { members[0].snoozes }
        set { members[0].snoozes = newValue }
    }

    /// How often it was snoozed by itself since a person last answered.
    package var retries: Int {
        get { members[0].retries }
        set { members[0].retries = newValue }
    }

    /// Whether any of it was heard.
    package var wasHeard: Bool {
        get { members[0].wasHeard }
        set { members[0].wasHeard = newValue }
    }

    /// When it ended; `nil` while it did not.
    package var ended: Instant? {
        get { members[0].ended }
        set { members[0].ended = newValue }
    }

    /// Why it is where it is.
    package var reason: Reason? {
        get { members[0].reason }
        set { members[0].reason = newValue }
    }

    /// When it ended, on the boot clock of the book's last moment, where the wall clock was not trusted then; `nil`
    /// otherwise.
    package var untrusted: Duration? {
        get { members[0].untrusted }
        set { members[0].untrusted = newValue }
    }
}

/// When something postponed goes on.
package enum Deadline: Hashable, Sendable {
    /// When the wall clock reads this.
    case wall(Instant)
    /// When the boot clock of the book's last moment reads this.
    case boot(Duration)
}
