// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What happens to a civil time that falls in the time a clock change leaves out (design, section 3).
package enum GapPolicy: String, CaseIterable, Sendable {
    /// Counted with the offset before the change, so that 02:30 rings at 03:30 (RFC 5545, 3.3.5).
    case after
    /// Counted with the offset after the change, so that 02:30 rings at 01:30.
    case before
    /// At the moment of the change.
    case transition
    /// Not that day.
    case skip
}

/// What happens to a civil time that a clock change repeats (design, section 3).
package enum OverlapPolicy: String, CaseIterable, Sendable {
    case first
    case second
    case both
}

/// The rule for when an alarm rings: a civil time on some days, in a zone.
package struct Schedule: Hashable, Sendable {
    /// The days a schedule names.
    package enum Pattern: Hashable, Sendable {
        /// Once, the next time the clock reads the time. The date is fixed when the alarm is set or
        /// switched on, and is `nil` only before that.
        case next(fixedTo: CivilDate?)
        /// Once, on this date.
        case date(CivilDate)
        /// On these days of every week; never empty.
        case weekly(Weekdays)
        /// On the days of a recurrence rule. Its start is fixed when the alarm is first set.
        indirect case recurring(Recurrence)
    }

    /// The civil time of day.
    package var time: TimeOfDay

    /// The days.
    package var pattern: Pattern

    /// The name of the zone, or `nil` to follow the machine's.
    package var zone: String?

    /// The gap policy, or `nil` for the configuration's.
    package var gap: GapPolicy?

    /// The overlap policy, or `nil` for the configuration's.
    package var overlap: OverlapPolicy?

    /// The times that were moved, each once, to another; few.
    package var moved: [MovedTime]

    /// Creates a schedule.
    package init(
        time: TimeOfDay, pattern: Pattern, zone: String? = nil, gap: GapPolicy? = nil,
        overlap: OverlapPolicy? = nil, moved: [MovedTime] = []
    ) {
        self.time = time
        self.pattern = pattern
        self.zone = zone
        self.gap = gap
        self.overlap = overlap
        self.moved = moved
    }

    /// Whether the schedule comes due at most once.
    package var isOneShot: Bool {
        switch pattern {
        case .next, .date: true
        case .weekly, .recurring: false
        }
    }

    /// The recurrence, or `nil` where the days are said otherwise.
    package var recurrence: Recurrence? {
        guard case .recurring(let recurrence) = pattern else { return nil }
        return recurrence
    }

    /// Lets a recurrence that does not say its start begin on the day that a clock in `zone` shows at `instant`.
    package mutating func fixStart(at instant: Instant, in zone: any ZoneRules) {
        guard let recurrence, recurrence.start == nil else { return }
        let day = zone.civil(at: instant).date
        pattern = .recurring(Recurrence(recurrence.rule, from: day))
    }
}
