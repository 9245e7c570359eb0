// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What the book's decisions rest on besides the book and the clocks: the configuration and the zones.
package struct BookContext {
    /// What an alarm's ring settings fall back to.
    package var defaults: RingDefaults

    /// The gap policy of schedules that name none.
    package var gap: GapPolicy

    /// The overlap policy of schedules that name none.
    package var overlap: OverlapPolicy

    /// How long before an alarm is due the machine is woken.
    package var wakeLead: Duration

    /// How long after boot wall-clock alarms wait for a clock that can be trusted.
    package var clockWait: Duration

    /// What speaks for the wall clock.
    package var evidence: ClockEvidence

    /// Finds a zone by its name, or the machine's for `nil`; returns `nil` for a name that no zone has.
    package var zones: (String?) -> (any ZoneRules)?

    /// What the holiday on a date is called; `nil` where it is none.
    package var holidays: (CivilDate) -> String?

    /// Finds a storyboard by its name; returns `nil` where there is none that can be followed.
    package var storyboards: (String) -> Storyboard?

    /// Creates a context.
    package init(
        defaults: RingDefaults = RingDefaults(), gap: GapPolicy = .after,
        overlap: OverlapPolicy = .first, wakeLead: Duration = .seconds(20),
        clockWait: Duration = .seconds(300), evidence: ClockEvidence = .synchronized,
        holidays: @escaping (CivilDate) -> String? = { _ in nil },
        storyboards: @escaping (String) -> Storyboard? = { _ in nil },
        zones: @escaping (String?) -> (any ZoneRules)?
    ) {
        self.defaults = defaults
        self.gap = gap
        self.overlap = overlap
        self.wakeLead = wakeLead
        self.clockWait = clockWait
        self.evidence = evidence
        self.holidays = holidays
        self.storyboards = storyboards
        self.zones = zones
    }
}

extension BookContext {
    /// The zone called `name`; where it is gone, the machine's, for in doubt an alarm rings.
    func rules(for name: String?) -> any ZoneRules {
        zones(name) ?? zones(nil) ?? UTC()
    }

    /// How late a time of `alarm` may be found and still ring.
    func patience(for alarm: Alarm) -> Duration {
        max(alarm.ring.late ?? defaults.late, Lateness.tolerance)
    }

    /// What the clock of `schedule` reads at `instant`.
    func civil(of schedule: Schedule, at instant: Instant) -> CivilDateTime {
        rules(for: schedule.zone).civil(at: instant)
    }

    /// The first time after `instant` at which `schedule` makes `alarm` due.
    func next(of schedule: Schedule, for alarm: AlarmID, after instant: Instant) -> Upcoming? {
        let time = schedule.next(
            after: instant, in: rules(for: schedule.zone), gap: schedule.gap ?? gap,
            overlap: schedule.overlap ?? overlap)
        return time.map {
            Upcoming(
                id: OccurrenceID(
                    alarm: alarm, nominal: $0.nominal, isSecondPass: $0.isSecondPass),
                due: $0.instant)
        }
    }

    /// Returns `schedule` with a date of its own, where it has none: of a one-shot that of the first time after
    /// `instant` at which its clock reads its time, and that is on no holiday where `alarm` rings on none; of a
    /// recurrence the day on which it starts.
    func fixed(_ schedule: Schedule, for alarm: Alarm, after instant: Instant) -> Schedule {
        var schedule = schedule
        switch schedule.pattern {
        case .date, .weekly: break
        case .next:
            schedule.pattern = .next(fixedTo: nil)
            var alarm = alarm
            alarm.skip = nil
            let first = next(of: schedule, for: alarm.id, after: instant)
            let date = (ringing(from: first, of: alarm, by: schedule) ?? first)?.id.nominal.date
            schedule.pattern = .next(fixedTo: date)
        case .recurring: schedule.fixStart(at: instant, in: rules(for: schedule.zone))
        }
        return schedule
    }
}

/// Why the book is advanced.
package enum Cause: CaseIterable, Sendable {
    /// The daemon has started.
    case boot
    /// The machine was suspended, and woke up.
    case resume
    /// The wall clock was set.
    case clockSet
    /// The machine's zone, or the data of any zone, changed.
    case zoneChange
    /// The configuration changed.
    case reload
    /// Somebody edited an alarm, or answered a ring.
    case edit
    /// The time to look again came.
    case timer
}
