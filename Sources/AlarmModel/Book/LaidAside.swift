// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What was known of an alarm before something became of it by a wall clock that was not trusted.
///
/// It is laid aside, not erased: once the clock is set, all that was decided since is weighed against it. Its members
/// stand apart, as those of ``Alarm`` do: on a machine whose clock nothing speaks for there is one of each alarm.
package struct LaidAside: Hashable, Sendable {
    /// Something that became of the alarm by the clock that was not trusted.
    package struct Record: Hashable, Sendable {
        /// The occurrence.
        package var id: OccurrenceID
        /// When it is due by a clock that is right.
        package var due: Instant
        /// When it was answered, or else came, on the boot clock of the book's last moment.
        package var at: Duration
        /// Whether it was missed, with nothing heard.
        package var isUnheard: Bool

        /// Creates a record.
        package init(id: OccurrenceID, due: Instant, at: Duration, isUnheard: Bool = false) {
            self.id = id
            self.due = due
            self.at = at
            self.isUnheard = isUnheard
        }
    }

    private struct Members: Hashable, Sendable {
        let alarm: AlarmID
        var decided: Instant
        var lastDecided: OccurrenceID?
        var unheard: Unheard?
        var retired: Instant?
        var date: CivilDate?
        var upcoming: Upcoming?
        var setAt: Duration?
        var records: [Record]
    }

    /// Always one: an array is copied only when it is changed while somebody else has it.
    private var members: [Members]

    /// How many records are kept: no older ring can stand where these do not.
    package static let recordLimit = 8

    /// Creates what is laid aside.
    package init(
        alarm: AlarmID, decided: Instant, lastDecided: OccurrenceID? = nil,
        unheard: Unheard? = nil, retired: Instant? = nil, date: CivilDate? = nil,
        upcoming: Upcoming? = nil,
        setAt: Duration? = nil, records: [Record] = []
    ) {
        members = [
            Members(
                alarm: alarm, decided: decided, lastDecided: lastDecided, unheard: unheard,
                retired: retired, date: date, upcoming: upcoming, setAt: setAt, records: records)
        ]
    }

    /// The alarm.
    package var alarm: AlarmID { members[0].alarm }

    /// Up to when it was decided.
    package var decided: Instant {
        get { members[0].decided }
        set { members[0].decided = newValue }
    }

    /// The occurrence that was decided last.
    package var lastDecided: OccurrenceID? {
        get { members[0].lastDecided }
        set { members[0].lastDecided = newValue }
    }

    /// What was decided before that was missed, with nothing heard; `nil` where it was not.
    package var unheard: Unheard? {
        get { members[0].unheard }
        set { members[0].unheard = newValue }
    }

    /// When it was switched off because its time had come.
    package var retired: Instant? {
        get { members[0].retired }
        set { members[0].retired = newValue }
    }

    /// The date that was fixed for a one-shot set without one.
    package var date: CivilDate? {
        get { members[0].date }
        set { members[0].date = newValue }
    }

    /// What was waited for: it is due also where a zone has put it before ``decided`` meanwhile.
    package var upcoming: Upcoming? {
        get { members[0].upcoming }
        set { members[0].upcoming = newValue }
    }

    /// When it was set by the clock that was not trusted, on the boot clock of the book's last moment; it is decided
    /// up to then.
    package var setAt: Duration? {
        get { members[0].setAt }
        set { members[0].setAt = newValue }
    }

    /// What became of it since, oldest first; at most ``recordLimit``.
    package var records: [Record] {
        get { members[0].records }
        set { members[0].records = newValue }
    }
}
