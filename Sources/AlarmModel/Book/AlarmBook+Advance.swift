// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension AlarmBook {
    /// Decides what is due at `moment`, and what is to be done about it.
    ///
    /// This one function decides for boot, resume, clock set, zone change, edit and timer alike. It can be
    /// called at any time and as often as one likes: what was decided is not decided again.
    ///
    /// - Parameters:
    ///   - moment: What the clocks say now.
    ///   - cause: Why it is called; it never makes a difference to what is due, only to how late things may be
    ///     and what is said about it.
    ///   - context: The configuration and the zones.
    /// - Returns: What is to be done, in order.
    package mutating func advance(
        to moment: Moment, because cause: Cause, in context: BookContext
    ) -> [Effect] {
        var turn = begin(at: moment, because: cause, in: context)
        finish(&turn)
        return turn.effects
    }

    /// Starts a turn: brings the times of the boot clock up to the present boot.
    mutating func begin(
        at moment: Moment, because cause: Cause, in context: BookContext, by: String? = nil
    ) -> Turn {
        var turn = Turn(now: moment, old: clock.last, cause: cause, context: context, by: by)
        turn.before = level
        believe(in: &turn)
        if turn.isAnotherBoot { countFromThisBoot(&turn) }
        if cause == .boot { forgetPlayers() }
        clock.last = moment
        if turn.trust == .trusted, !aside.isEmpty || history.last?.untrusted != nil {
            weighRecords(in: &turn)
        }
        return turn
    }

    /// Weighs what speaks for the wall clock, and says where that made a difference.
    private mutating func believe(in turn: inout Turn) {
        let (now, context) = (turn.now, turn.context)
        let before = turn.isAnotherBoot ? nil : turn.old.map { clock.trust(at: $0, in: context) }
        turn.newestTrusted = clock.newestTrusted
        clock.weigh(now, because: turn.cause, in: context)
        turn.trust = clock.trust(at: now, in: context)
        guard let before, before != turn.trust else { return }
        if before.isWaiting { turn.held = min(now.sinceBoot, context.clockWait) }
        let code: Reason.Code? =
            switch turn.trust {
            case .trusted: .clockTrusted
            case .doubted: .clockDoubted
            case .waiting: nil
            }
        if let code {
            turn.effects.append(
                .event(AlarmEvent(kind: .clock, at: now.wall, reason: Reason(code))))
        }
    }

    /// Ends a turn: decides for every alarm and every occurrence, then who is presented.
    mutating func finish(_ turn: inout Turn) {
        // In the order of setting, so that what is due together is told in that order.
        var near = alarms.values { needsLook($0, in: turn) }
        for id in armed.keys {
            guard let alarm = alarms[id] else { continue }
            if !needsLook(AlarmDictionary.Glance(alarm), in: turn) { near.append(alarm) }
        }
        if near.count > 1 { near.sort { $0.serial < $1.serial } }
        for alarm in near where !foresaw(alarm, in: turn) { settle(alarm.id, in: &turn) }
        settleLive(in: &turn)
        arrange(&turn)
        rouse(in: &turn)
        armPlayers(in: &turn)
        for alarm in near where alarm.retired != nil { retire(alarm.id, in: &turn) }
    }

    /// Whether anything about `alarm` may have to be decided, whether it is armed or not; cheap, since it is asked of
    /// every alarm each time.
    private func needsLook(_ alarm: AlarmDictionary.Glance, in turn: Turn) -> Bool {
        if turn.movesTimes { return true }
        if mayBeLowered(alarm, in: turn) { return true }
        if let retired = alarm.retired {
            return retired <= turn.retired || retired > turn.settled
        }
        if alarm.isScheduled {
            return alarm.isUnknown || alarm.due <= turn.soon || alarm.skippedDue <= turn.now.wall
        }
        return alarm.deadline.map { $0 <= turn.soonSinceBoot } ?? false
    }

    /// Whether the clock may have been set back beyond what is decided of `alarm`.
    private func mayBeLowered(_ alarm: AlarmDictionary.Glance, in turn: Turn) -> Bool {
        alarm.decided > turn.undecided || turn.lowest < alarm.unheardAt
    }

    /// Computes the next time of an alarm anew, where that is all there is to do about it; tells whether it was.
    ///
    /// After a change of the zone it is of nearly all of them, which are gone through but once for it.
    private mutating func foresaw(_ alarm: Alarm, in turn: Turn) -> Bool {
        guard turn.movesTimes, !turn.trust.isWaiting, alarm.isEnabled, alarm.retired == nil,
            let schedule = alarm.schedule, !schedule.isOneShot, !isArmed(alarm.id),
            !mayBeLowered(AlarmDictionary.Glance(alarm), in: turn)
        else { return false }
        let coming = coming(of: alarm, schedule, in: turn)
        guard let next = coming.ringing, next.due > turn.soon,
            coming.skipped.map({ $0.due > turn.now.wall }) ?? true
        else { return false }
        guard next != alarm.upcoming || coming.skipped != alarm.skipping else { return true }
        var alarm = alarm
        (alarm.upcoming, alarm.skipping) = (next, coming.skipped)
        alarms[alarm.id] = alarm
        return true
    }

    /// Counts the times of the boot clock from the present boot.
    ///
    /// Since the moment before, as much time went by as the wall clock says, but never less than none: a
    /// countdown has never more left than when it was last stored.
    private mutating func countFromThisBoot(_ turn: inout Turn) {
        guard let old = turn.old else { return }
        let shift = turn.now.sinceBoot - old.sinceBoot - turn.elapsed
        forgetRecords(movingBy: shift, in: turn)
        // By a clock that is not trusted nothing is found over long ago: it sounds now.
        let isTrusted = turn.trust == .trusted
        func moved(_ deadline: Duration) -> Duration {
            isTrusted ? deadline + shift : max(deadline + shift, turn.now.sinceBoot)
        }
        for id in alarms.keys {
            guard var countdown = alarms[id]?.countdown, var run = countdown.run else { continue }
            run.deadline = moved(run.deadline)
            countdown.run = run
            alarms[id]?.trigger = .countdown(countdown)
            if let alarm = alarms[id] {
                let left = run.deadline - turn.now.sinceBoot
                turn.tell(.clock, .countdownRestored(left: left), of: alarm)
            }
        }
        for id in Array(live.keys) {
            if case .boot(let deadline)? = live[id]?.resumes {
                live[id]?.resumes = .boot(moved(deadline))
            }
            if let since = live[id]?.ringingSince {
                let atLeast = turn.now.sinceBoot - old.sinceBoot + since
                live[id]?.ringingSince = isTrusted ? since + shift : max(since + shift, atLeast)
            }
        }
    }

    /// Forgets the players of a daemon that runs no more: what was armed is scheduled again, its one-shot on.
    private mutating func forgetPlayers() {
        for id in Array(armed.keys) {
            armed[id] = nil
            if alarms[id]?.isOneShot == true { alarms[id]?.isEnabled = true }
        }
        for (id, occurrence) in live where occurrence.life == .rousing { live[id]?.life = .snoozed }
    }
}
