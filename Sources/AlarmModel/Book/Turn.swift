// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// One change of the book in the making: its moment, its cause, and what it has led to so far.
struct Turn {
    /// The moment the book is advanced to.
    let now: Moment

    /// The moment it was advanced to before, or `nil` the first time.
    let old: Moment?

    /// Why.
    let cause: Cause

    /// What decisions rest on.
    let context: BookContext

    /// Who asked for it.
    let by: String?

    /// Up to when a player is armed now, by the wall clock.
    let soon: Instant

    /// Up to when a player is armed now, by the boot clock.
    let soonSinceBoot: Duration

    /// What was decided later than this was so by a clock that has been set back since.
    let settled: Instant

    /// The earliest that the wall clock may have read since the moment before.
    ///
    /// A daemon that did not run sees no clock set, but that both clocks do not agree any more. Nobody knows when
    /// it was set, so that what is later than this may have come again meanwhile: in doubt it is told once more.
    let lowest: Instant

    /// What was decided later than this is due again: a clock that was set back has been before it.
    let undecided: Instant

    /// A one-shot whose time came no later than this is kept no more.
    let retired: Instant

    /// How far the wall clock is believed.
    var trust = ClockTrust.trusted

    /// The newest instant, before this turn, that a wall clock read which was right then.
    var newestTrusted: Instant?

    /// How long what has come meanwhile was held back, until the clock was trusted or waited for no more.
    var held = Duration.zero

    /// Whether what was decided by a clock that was not trusted was weighed.
    var hasWeighed = false

    /// What is to be done, in order.
    var effects: [Effect] = []

    /// The occurrences whose time came in this turn: they are in the book's `live`, but not heard yet.
    var incoming: [AlarmID: Incoming] = [:]

    /// The alarms armed, and the snoozes roused, in this turn.
    var armed: [AlarmID] = []

    /// What was presented when the turn began, and how.
    var before: Level?

    /// An occurrence whose time came in this turn.
    struct Incoming {
        /// What led to it.
        let manner: Presentation.Manner
        /// How much later than it should it sounds; zero where that is under a minute.
        let lateBy: Duration
    }

    /// How the presented occurrence is played.
    struct Level: Hashable {
        /// The presented occurrence.
        let id: OccurrenceID
        /// Percent.
        let volume: Int
        /// Whether others wait for it to end.
        let hasWaiting: Bool
    }

    /// Creates a turn with nothing done.
    init(now: Moment, old: Moment?, cause: Cause, context: BookContext, by: String? = nil) {
        self.now = now
        self.old = old
        self.cause = cause
        self.context = context
        self.by = by
        soon = now.wall + Effect.armingLead
        soonSinceBoot = now.sinceBoot + Effect.armingLead
        settled = now.wall + Lateness.settleTime
        retired = now.wall - AlarmBook.retirement
        lowest = Self.lowest(at: now, since: old, because: cause)
        undecided = lowest + Lateness.settleTime
    }

    private static func lowest(at now: Moment, since old: Moment?, because cause: Cause) -> Instant
    {
        guard let old, cause == .boot, old.bootID == now.bootID else { return now.wall }
        let passed = now.sinceBoot - old.sinceBoot
        return now.wall - old.wall < passed ? min(now.wall, now.wall - passed) : now.wall
    }

    /// Whether the boot clock was started anew since the moment before.
    var isAnotherBoot: Bool { old.map { $0.bootID != now.bootID } ?? false }

    /// What the wall clock would read now had nobody set it since the moment before; `nil` where no daemon ran
    /// since then that could tell.
    var undisturbed: Instant? {
        guard let old, cause != .boot, !isAnotherBoot else { return nil }
        return old.wall + (now.sinceBoot - old.sinceBoot)
    }

    /// How long ago the moment before was, by the boot clock, or after a boot by the wall clock, which may say
    /// too little but never less than nothing.
    var elapsed: Duration {
        guard let old else { return .zero }
        let elapsed = isAnotherBoot ? now.wall - old.wall : now.sinceBoot - old.sinceBoot
        return max(elapsed, .zero)
    }

    /// Whether next times may have moved, so that each is computed anew.
    var movesTimes: Bool {
        switch cause {
        case .boot, .zoneChange, .reload: true
        case .resume, .clockSet, .edit, .timer: held > .zero || hasWeighed
        }
    }

    /// Adds an event about an occurrence, or about its alarm.
    mutating func tell(
        _ kind: EventKind, _ reason: Reason?, of occurrence: Occurrence, until: Instant? = nil,
        output: String? = nil
    ) {
        effects.append(
            .event(
                AlarmEvent(
                    kind: kind, at: now.wall, reason: reason, alarm: occurrence.id.alarm,
                    occurrence: occurrence.id, until: until, output: output, by: by,
                    zone: occurrence.zone)))
    }

    /// Adds an event about an alarm.
    mutating func tell(_ kind: EventKind, _ reason: Reason, of alarm: Alarm, until: Instant? = nil)
    {
        effects.append(
            .event(
                AlarmEvent(
                    kind: kind, at: now.wall, reason: reason, alarm: alarm.id, until: until, by: by,
                    zone: alarm.schedule?.zone)))
    }

    /// Adds what follows from a move of an occurrence; a presentation is not among it.
    mutating func follow(
        _ consequence: OccurrenceLife.Consequence, of id: OccurrenceID, _ silencing: Silencing
    ) {
        switch consequence {
        case .nothing, .present, .segue: break
        case .arm: effects.append(.arm(id))
        case .disarm: effects.append(.disarm(id))
        case .silence: effects.append(.silence(id, silencing))
        }
    }
}
