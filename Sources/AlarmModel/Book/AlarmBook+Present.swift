// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension AlarmBook {
    /// The occurrence that is presented: heard, or tried.
    package var presented: Occurrence? {
        live.values.first { $0.life == .ringing }
    }

    /// How the presented occurrence is played: never quieter than any that waits.
    var level: Turn.Level? {
        guard let presented else { return nil }
        var volume = presented.staged.volume
        var hasWaiting = false
        for occurrence in live.values where occurrence.life == .queued {
            volume = max(volume, occurrence.staged.volume)
            hasWaiting = true
        }
        return Turn.Level(id: presented.id, volume: volume, hasWaiting: hasWaiting)
    }

    // MARK: What goes on

    /// Decides for the occurrences that ring or snooze.
    mutating func settleLive(in turn: inout Turn) {
        // Of hundreds that ring at once, all but one wait for others to be answered.
        let mayRingTooLong = turn.cause == .boot || turn.cause == .resume
        let pending = live.values.filter {
            switch $0.life {
            case .snoozed, .rousing: true
            case .ringing, .queued: mayRingTooLong
            default: false
            }
        }
        for id in Self.byAge(pending).map(\.id.alarm) where turn.incoming[id] == nil {
            switch live[id]?.life {
            case .snoozed, .rousing: settleSnooze(of: id, in: &turn)
            case .ringing, .queued: settleRing(of: id, in: &turn)
            default: break
            }
        }
    }

    private mutating func settleSnooze(of id: AlarmID, in turn: inout Turn) {
        guard var occurrence = live[id], let resumes = occurrence.resumes else { return }
        if case .wall(let until) = resumes {
            switch turn.trust {
            case .trusted: occurrence.resumes = .wall(nearer(until, for: occurrence, in: turn))
            case .waiting: return
            case .doubted:
                // No longer than it would have been by the clock that was trusted last.
                let left = until - (clock.newestTrusted ?? until)
                occurrence.resumes = .boot(max(left, turn.now.sinceBoot))
            }
        }
        let lateness = lateness(of: occurrence, in: turn)
        guard lateness.age >= .zero else {
            live[id] = occurrence
            return
        }
        let verdict = lateness.verdict
        occurrence.reason = .lateness(lateness.age, verdict, turn.cause)
        live[id] = occurrence
        guard verdict != .missed else {
            giveUp(occurrence, in: &turn)
            return
        }
        turn.incoming[id] = Turn.Incoming(
            manner: .again, lateBy: verdict == .late ? lateness.age : .zero)
    }

    /// A snooze until a time of day ends when the clock reads it next, also after the clock was set back.
    private func nearer(_ until: Instant, for occurrence: Occurrence, in turn: Turn) -> Instant {
        let day = Duration.seconds(86_400)
        guard until - turn.now.wall > day else { return until }
        let zone = turn.context.rules(for: occurrence.zone)
        let schedule = Schedule(
            time: zone.civil(at: until).time, pattern: .next(fixedTo: nil), zone: occurrence.zone)
        let next = turn.context.next(of: schedule, for: occurrence.id.alarm, after: turn.now.wall)
        return min(until, next?.due ?? until)
    }

    private func lateness(of occurrence: Occurrence, in turn: Turn) -> Lateness {
        switch occurrence.resumes {
        case .wall where turn.trust.isWaiting:
            Lateness(age: .zero - Effect.armingLead * 2, limit: occurrence.ring.late)
        case .wall(let until):
            Lateness(
                age: turn.now.wall - until, limit: occurrence.ring.late + turn.held,
                wait: turn.undisturbed.map { until - $0 })
        case .boot(let deadline):
            Lateness(age: turn.now.sinceBoot - deadline, limit: occurrence.ring.late)
        case nil:
            Lateness(age: .zero, limit: occurrence.ring.late)
        }
    }

    /// Gets players ready for the snoozes that end in a moment, and lets them go where that is not near any
    /// more, or where a newer ring is presented, behind which they will wait.
    mutating func rouse(in turn: inout Turn) {
        for occurrence in live.values where occurrence.resumes != nil {
            let lateness = lateness(of: occurrence, in: turn)
            let isNear = lateness.age >= .zero - Effect.armingLead
            let isNewest = presented.map { Self.isOlder($0, occurrence) } ?? true
            guard let move = occurrence.life.after(isNear && isNewest ? .arm : .disarm) else {
                continue
            }
            live[occurrence.id.alarm]?.life = move.life
            if move.consequence == .arm {
                turn.armed.append(occurrence.id.alarm)
            } else {
                turn.follow(move.consequence, of: occurrence.id, .snoozed)
            }
        }
    }

    /// Ends a ring that is found so late after it should have sounded that it should no more.
    ///
    /// Only a machine that was off or asleep can find one; while it is awake, a ring ends by its timeout.
    private mutating func settleRing(of id: AlarmID, in turn: inout Turn) {
        guard var occurrence = live[id] else { return }
        let age: Duration
        if let since = occurrence.ringingSince {
            // It would still ring had nothing happened, or was to sound not too long ago.
            age = turn.now.sinceBoot - since
            let patience = turn.context.patience(of: occurrence)
            guard age > max(occurrence.ring.late, patience, Lateness.tolerance) else { return }
        } else {
            // The time it waited does not count, and at most this long nothing is decided while it waits.
            age = turn.trust == .trusted ? turn.elapsed : .zero
            guard age > max(occurrence.ring.late, RingRange.timeout.upperBound) else { return }
        }
        occurrence.reason = .lateness(age, .missed, turn.cause)
        giveUp(occurrence, in: &turn)
    }

    /// Ends what is found too late to sound: as missed, or replaced where it had come again since, by a clock that
    /// was set back, and that was missed just now.
    private mutating func giveUp(_ occurrence: Occurrence, in turn: inout Turn) {
        let isToldAlready = turn.effects.contains {
            guard case .event(let event) = $0 else { return false }
            return event.kind == .missed && event.occurrence == occurrence.id
        }
        if isToldAlready {
            end(occurrence, by: .dismiss, because: Reason(.replaced), in: &turn)
        } else {
            end(occurrence, by: .miss, in: &turn)
        }
    }

    // MARK: Who is presented

    /// Whether `lhs` waits for `rhs`: it was due earlier, or at the same time and set earlier.
    static func isOlder(_ lhs: Occurrence, _ rhs: Occurrence) -> Bool {
        (lhs.due, lhs.serial, lhs.id) < (rhs.due, rhs.serial, rhs.id)
    }

    /// The occurrences, the oldest first; of many, what decides is sorted rather than all of each.
    private static func byAge(_ occurrences: [Occurrence]) -> [Occurrence] {
        let keys = occurrences.indices.map { index in
            let occurrence = occurrences[index]
            return (due: occurrence.due, serial: occurrence.serial, id: occurrence.id, index: index)
        }
        return keys.sorted { ($0.due, $0.serial, $0.id) < ($1.due, $1.serial, $1.id) }
            .map { occurrences[$0.index] }
    }

    /// Presents the newest of the occurrences that ring, and lets the others wait.
    mutating func arrange(_ turn: inout Turn) {
        let ringing = live.values.filter {
            $0.life == .ringing || $0.life == .queued || turn.incoming[$0.id.alarm] != nil
        }
        guard let top = ringing.max(by: Self.isOlder) else { return }
        let news = Self.byAge(ringing.filter { turn.incoming[$0.id.alarm] != nil })
        for occurrence in news {
            if turn.incoming[occurrence.id.alarm]?.manner == .first {
                turn.tell(.due, occurrence.reason, of: occurrence)
            }
            if let reason = occurrence.scene.flatMap(Reason.begun(in:)) {
                turn.tell(.scene, reason, of: occurrence)
            }
        }
        let covered = ringing.filter { $0.life == .ringing && $0.id.alarm != top.id.alarm }
        present(top, over: covered.first?.id, in: &turn)
        for occurrence in covered { wait(occurrence, for: top, in: &turn) }
        for occurrence in news where occurrence.id.alarm != top.id.alarm {
            wait(occurrence, for: top, in: &turn)
        }
        adjust(&turn)
    }

    private mutating func wait(_ occurrence: Occurrence, for top: Occurrence, in turn: inout Turn) {
        guard let move = occurrence.life.after(.wait) else { return }
        var occurrence = occurrence
        occurrence.life = move.life
        occurrence.resumes = nil
        occurrence.ringingSince = nil
        if turn.incoming[occurrence.id.alarm] != nil { occurrence.sounded = .zero }
        live[occurrence.id.alarm] = occurrence
        turn.follow(move.consequence, of: occurrence.id, .covered)
        turn.tell(.queued, .queued(behind: top.id), of: occurrence)
    }

    private mutating func present(
        _ top: Occurrence, over covered: OccurrenceID?, in turn: inout Turn
    ) {
        let incoming = turn.incoming[top.id.alarm]
        let isResumed = turn.cause == .boot && top.life == .ringing && incoming == nil
        let move = top.life.after(.present)
        guard move != nil || isResumed else { return }
        var top = top
        top.life = move?.life ?? top.life
        top.resumes = nil
        if !isResumed { top.ringingSince = turn.now.sinceBoot }
        if incoming != nil { top.sounded = .zero }
        live[top.id.alarm] = top
        let manner = incoming?.manner ?? (isResumed ? .resumed : .uncovered)
        var presentation = presentation(of: top, manner, in: turn)
        presentation.lateBy = incoming?.lateBy ?? .zero
        presentation.over = covered
        turn.effects.append(.present(top.id, presentation))
    }

    /// How an occurrence that is presented is made heard in its scene.
    func presentation(
        of top: Occurrence, _ manner: Presentation.Manner, in turn: Turn
    ) -> Presentation {
        let waiting = live.values.filter { other in
            let rings = other.life == .queued || other.life == .ringing
            return other.id.alarm != top.id.alarm && (rings || turn.incoming[other.id.alarm] != nil)
        }
        let ring = top.staged
        let patience = turn.context.patience(of: top)
        let fadesIn = waiting.isEmpty && turn.context.fadesIn(top, manner)
        return Presentation(
            manner: manner, volume: waiting.map(\.staged.volume).reduce(ring.volume, max),
            fade: fadesIn ? max(ring.fade - top.sounded, .zero) : .zero,
            sounded: top.sounded, timeLeft: max(patience - top.sounded, .zero))
    }

    /// Tells the level of what was presented already, where another waits for it now, or one less.
    private func adjust(_ turn: inout Turn) {
        guard let before = turn.before, let level, level.id == before.id else { return }
        let isPresentedAnew = turn.effects.contains {
            switch $0 {
            case .present(level.id, _), .segue(level.id, _, _): true
            default: false
            }
        }
        guard !isPresentedAnew else { return }
        if level.volume != before.volume || level.hasWaiting && !before.hasWaiting {
            turn.effects.append(.adjust(level.id, volume: level.volume))
        }
    }

    /// Arms a player for each time that is near: of what is due together only the one that will be heard.
    mutating func armPlayers(in turn: inout Turn) {
        let near = turn.armed.compactMap { id in
            armed[id] ?? live[id].flatMap { $0.life == .rousing ? $0 : nil }
        }
        var tops: [Instant: Occurrence] = [:]
        for occurrence in near {
            let time = soundTime(of: occurrence, at: turn.now)
            if let other = tops[time], Self.isOlder(occurrence, other) { continue }
            tops[time] = occurrence
        }
        for (_, occurrence) in tops.sorted(by: { $0.key < $1.key }) {
            if let presented, Self.isOlder(occurrence, presented) { continue }
            turn.effects.append(.arm(occurrence.id))
        }
    }

    // MARK: Ends

    /// Ends an occurrence: it goes into the history, and is told.
    ///
    /// Returns it as it ended.
    @discardableResult
    mutating func end(
        _ occurrence: Occurrence, by cue: OccurrenceLife.Cue, because reason: Reason? = nil,
        in turn: inout Turn
    ) -> Occurrence {
        guard let move = occurrence.life.after(cue) else { return occurrence }
        let alarm = occurrence.id.alarm
        // One that is missed or skipped as soon as it is due never was among the live ones.
        if occurrence.life.isLive || turn.incoming[alarm] != nil,
            live[alarm]?.id == occurrence.id
        {
            live[alarm] = nil
            turn.incoming[alarm] = nil
        }
        var occurrence = occurrence
        occurrence.life = move.life
        occurrence.resumes = nil
        occurrence.ringingSince = nil
        occurrence.ended = turn.now.wall
        if turn.trust != .trusted { occurrence.untrusted = turn.now.sinceBoot }
        recordEnd(of: occurrence.id, in: turn)
        if let reason { occurrence.reason = reason }
        turn.follow(move.consequence, of: occurrence.id, .ended)
        history.append(occurrence)
        history.removeFirst(max(history.count - Self.historyLimit, 0))
        if move.life == .missed {
            missed.append(occurrence)
            missed.removeFirst(max(missed.count - Self.missedLimit, 0))
        }
        let kind: EventKind =
            switch move.life {
            case .missed: .missed
            case .skipped: .skipped
            default: .dismissed
            }
        turn.tell(kind, occurrence.reason, of: occurrence)
        return occurrence
    }
}
