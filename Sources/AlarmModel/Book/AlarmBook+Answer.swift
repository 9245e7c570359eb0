// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What came of an answer: the occurrences it was about, as they are now, and what is to be done.
package struct Answer: Hashable, Sendable {
    /// The occurrences, as they are now.
    package var occurrences: [Occurrence]
    /// What is to be done, in order.
    package var effects: [Effect]

    /// Creates an answer.
    package init(occurrences: [Occurrence], effects: [Effect]) {
        self.occurrences = occurrences
        self.effects = effects
    }
}

/// How long to snooze.
package enum Snooze: Hashable, Sendable {
    /// As long as the ring's settings say, from now.
    case usual
    /// This long, from now.
    case length(Duration)
    /// Until the alarm's clock reads this time next.
    case until(TimeOfDay)

    /// The lengths a person may ask for.
    package static let range = Duration.seconds(1)...Duration.seconds(10_800)
}

extension AlarmBook {
    // MARK: What a person answers

    /// Postpones an occurrence.
    ///
    /// - Parameters:
    ///   - name: The id of an occurrence that rings, waits or snoozes, or of its alarm; `nil` for the one that
    ///     is heard, or, where none is, the only one that snoozes.
    ///   - snooze: How long.
    ///   - moment: What the clocks say now.
    ///   - context: The configuration and the zones.
    ///   - by: Who asks.
    /// - Returns: The occurrence, snoozed; or dismissed, where the snooze would have passed the next occurrence
    ///   of its alarm.
    /// - Throws: ``BookError`` where there is no such occurrence, where it is not clear which is meant, where the
    ///   snooze is too short or too long, or where the occurrence was snoozed as often as it may be.
    package mutating func snooze(
        _ name: String?, _ snooze: Snooze = .usual, at moment: Moment, in context: BookContext,
        by: String? = nil
    ) throws(BookError) -> Answer {
        let target = try answered(name)
        guard target.snoozes < target.ring.snoozeLimit else {
            throw .snoozeLimitReached(target.id, limit: target.ring.snoozeLimit)
        }
        let deadline = try deadline(of: snooze, for: target, at: moment, in: context)
        var turn = begin(at: moment, because: .edit, in: context, by: by)
        var occurrence = live[target.id.alarm] ?? target
        occurrence.snoozes += 1
        occurrence.retries = 0
        let segue = context.segue(of: occurrence, on: .snooze(occurrence.snoozes))
        if let segue, segue.to == nil {
            end(occurrence, by: .dismiss, because: .ended(by: segue), in: &turn)
        } else {
            if let segue, let scene = context.destination(of: segue, for: occurrence) {
                occurrence.scene = scene
                turn.tell(.scene, .entered(scene, by: segue, isHeard: false), of: occurrence)
            }
            let reason = Reason.snoozed(occurrence.snoozes, of: occurrence.ring.snoozeLimit)
            postpone(occurrence, to: deadline, because: reason, in: &turn)
        }
        if let segue { run(segue, of: target.id, in: &turn) }
        finish(&turn)
        return Answer(
            occurrences: [self.occurrence(target.id)].compactMap(\.self), effects: turn.effects)
    }

    /// Ends an occurrence.
    ///
    /// - Parameters:
    ///   - name: The id of an occurrence that rings, waits or snoozes, or of its alarm; `nil` for the one that
    ///     is heard, or, where none is, the only one that snoozes.
    ///   - moment: What the clocks say now.
    ///   - context: The configuration and the zones.
    ///   - by: Who asks.
    /// - Returns: The occurrence, dismissed, or in the scene to which its storyboard leads then; and what is to be
    ///   done.
    /// - Throws: ``BookError`` where there is no such occurrence, or where it is not clear which is meant.
    package mutating func dismiss(
        _ name: String?, at moment: Moment, in context: BookContext, by: String? = nil
    ) throws(BookError) -> Answer {
        let target = try answered(name)
        if let segue = context.segue(of: target, on: .dismiss),
            segue.to != nil || !segue.run.isEmpty
        {
            return follow(segue, of: target.id, at: moment, in: context, by: by)
        }
        return dismiss([target.id.alarm], at: moment, in: context, by: by)
    }

    /// Ends every occurrence that rings, waits or snoozes, whatever their storyboards say.
    package mutating func dismissAll(
        at moment: Moment, in context: BookContext, by: String? = nil
    ) -> Answer {
        let ids = live.values.sorted { Self.isOlder($1, $0) }.map(\.id.alarm)
        return dismiss(ids, at: moment, in: context, by: by)
    }

    /// Takes note that a person has seen the missed occurrences; returns how many there were.
    package mutating func acknowledge() -> Int {
        defer { missed = [] }
        return missed.count
    }

    // MARK: What the player reports

    /// Takes note that an occurrence is heard, or heard through another output.
    ///
    /// - Parameters:
    ///   - id: The occurrence; a report about one that is not presented is ignored.
    ///   - output: The device and the sound that are heard, and whether that was verified.
    ///   - file: The path of the file that is heard, where the alarm's sound is a folder.
    ///   - moment: What the clocks say now.
    ///   - context: The configuration and the zones.
    /// - Returns: What is to be done, in order.
    package mutating func heard(
        _ id: OccurrenceID, output: String, file: String? = nil, at moment: Moment,
        in context: BookContext
    ) -> [Effect] {
        guard var occurrence = live[id.alarm], occurrence.id == id, occurrence.life == .ringing
        else {
            return []
        }
        if let file { alarms[id.alarm]?.lastFile = file }
        var turn = begin(at: moment, because: .edit, in: context)
        let reason = Reason(occurrence.wasHeard ? .heardAgain : .heard)
        occurrence.wasHeard = true
        live[id.alarm] = occurrence
        turn.tell(.ringing, reason, of: occurrence, output: output)
        finish(&turn)
        return turn.effects
    }

    /// Takes note for how long an occurrence's present ring was played, or tried, so far.
    ///
    /// What was counted is not counted again after a newer ring, a restart or a crash.
    package mutating func counted(_ id: OccurrenceID, _ sounded: Duration) {
        guard let occurrence = live[id.alarm], occurrence.id == id, sounded > occurrence.sounded,
            occurrence.life == .ringing || occurrence.life == .queued
        else { return }
        live[id.alarm]?.sounded = sounded
    }

    /// Takes note that an occurrence was played, or tried, for as long as its timeout without an answer: it
    /// goes on as its storyboard says, or snoozes by itself, or is missed.
    ///
    /// - Parameters:
    ///   - id: The occurrence; a report about one that is not presented is ignored.
    ///   - moment: What the clocks say now.
    ///   - context: The configuration and the zones.
    /// - Returns: What is to be done, in order.
    package mutating func unanswered(
        _ id: OccurrenceID, at moment: Moment, in context: BookContext
    ) -> [Effect] {
        guard var occurrence = live[id.alarm], occurrence.id == id, occurrence.life == .ringing
        else {
            return []
        }
        if let segue = context.segue(of: occurrence, on: .unanswered) {
            return follow(segue, of: id, at: moment, because: .timer, in: context).effects
        }
        var turn = begin(at: moment, because: .timer, in: context)
        occurrence.sounded = max(occurrence.sounded, occurrence.ring.timeout)
        if occurrence.retries < occurrence.ring.retries {
            occurrence.retries += 1
            let reason = Reason.retried(occurrence.retries, of: occurrence.ring.retries)
            let end = Deadline.boot(moment.sinceBoot + occurrence.ring.snooze)
            postpone(occurrence, to: end, because: reason, in: &turn)
        } else {
            let reason = Reason(occurrence.wasHeard ? .unanswered : .noOutput)
            end(occurrence, by: .miss, because: reason, in: &turn)
        }
        finish(&turn)
        return turn.effects
    }

    // MARK: How

    private mutating func dismiss(
        _ ids: [AlarmID], at moment: Moment, in context: BookContext, by: String?
    ) -> Answer {
        var turn = begin(at: moment, because: .edit, in: context, by: by)
        let ended = ids.compactMap { live[$0] }.map {
            end($0, by: .dismiss, because: Reason(.dismissed), in: &turn)
        }
        finish(&turn)
        return Answer(occurrences: ended, effects: turn.effects)
    }

    /// The live occurrence that `name` means.
    private func answered(_ name: String?) throws(BookError) -> Occurrence {
        guard let name else { return try answeredWithoutName() }
        let alarm = OccurrenceID(name)?.alarm ?? AlarmID(name)
        guard let alarm, let occurrence = live[alarm],
            name == alarm.text || occurrence.id == OccurrenceID(name)
        else { throw .noSuchOccurrence(name) }
        return occurrence
    }

    private func answeredWithoutName() throws(BookError) -> Occurrence {
        if let presented { return presented }
        let snoozed = live.values.sorted { $0.id < $1.id }
        guard let first = snoozed.first else { throw .noSuchOccurrence("") }
        guard snoozed.count == 1 else { throw .ambiguous(snoozed.map(\.id)) }
        return first
    }

    private func deadline(
        of snooze: Snooze, for occurrence: Occurrence, at moment: Moment, in context: BookContext
    ) throws(BookError) -> Deadline {
        switch snooze {
        case .usual:
            return .boot(moment.sinceBoot + occurrence.ring.snooze)
        case .length(let length):
            guard Snooze.range.contains(length) else {
                throw .invalidSchedule(
                    field: "seconds", reason: "a snooze lasts from 1 second to 3 hours")
            }
            return .boot(moment.sinceBoot + length)
        case .until(let time):
            let schedule = Schedule(
                time: time, pattern: .next(fixedTo: nil), zone: occurrence.zone)
            let next = context.next(of: schedule, for: occurrence.id.alarm, after: moment.wall)
            guard let next, next.due - moment.wall <= Snooze.range.upperBound else {
                throw .invalidSchedule(
                    field: "until", reason: "\(time) is more than 3 hours away, the longest snooze")
            }
            // A clock that is not trusted may be set before that.
            return clock.trust(at: moment, in: context) == .trusted
                ? .wall(next.due) : .boot(moment.sinceBoot + (next.due - moment.wall))
        }
    }

    /// Snoozes an occurrence, or ends it where the snooze would pass the next occurrence of its alarm.
    private mutating func postpone(
        _ occurrence: Occurrence, to deadline: Deadline, because reason: Reason, in turn: inout Turn
    ) {
        let alarm = occurrence.id.alarm
        settle(alarm, in: &turn)
        // The next occurrence may be due this very moment; it has replaced this one then.
        guard turn.incoming[alarm] == nil, let move = occurrence.life.after(.snooze) else { return }
        var occurrence = occurrence
        occurrence.resumes = deadline
        occurrence.reason = reason
        let end = soundTime(of: occurrence, at: turn.now)
        if let next = nextDue(of: alarm), next <= end {
            self.end(occurrence, by: .dismiss, because: Reason(.replaced), in: &turn)
            return
        }
        occurrence.life = move.life
        occurrence.ringingSince = nil
        occurrence.sounded = .zero
        live[alarm] = occurrence
        turn.follow(move.consequence, of: occurrence.id, .snoozed)
        turn.tell(.snoozed, reason, of: occurrence, until: end)
    }
}
