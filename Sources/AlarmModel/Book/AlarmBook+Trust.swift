// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension AlarmBook {
    /// How far the wall clock is believed at the book's last moment.
    package func trust(in context: BookContext) -> ClockTrust {
        clock.last.map { clock.trust(at: $0, in: context) } ?? .trusted
    }

    /// Until when the alarms wait for a clock that can be trusted, on the wall clock as it is; `nil` where they do
    /// not.
    package func clockWaitEnd(in context: BookContext) -> Instant? {
        guard let last = clock.last, case .waiting(let until) = trust(in: context) else {
            return nil
        }
        return last.wall + (until - last.sinceBoot)
    }

    // MARK: While it is not trusted

    /// Keeps what is known of an alarm, before something becomes of it by a clock that is not trusted.
    mutating func layAside(_ id: AlarmID, in turn: Turn) {
        guard turn.trust != .trusted, aside[id] == nil, let alarm = alarms[id] else { return }
        var known = LaidAside(
            alarm: id, decided: alarm.decided, lastDecided: alarm.lastDecided,
            unheard: alarm.unheard, retired: alarm.retired, upcoming: alarm.upcoming)
        if case .next(let date)? = alarm.schedule?.pattern { known.date = date }
        aside[id] = known
    }

    /// Takes note that an alarm was set by a clock that is not trusted, or else that nothing is to be weighed.
    mutating func layAsideSetting(of id: AlarmID, in turn: Turn) {
        aside[id] =
            turn.trust == .trusted
            ? nil : LaidAside(alarm: id, decided: turn.now.wall, setAt: turn.now.sinceBoot)
    }

    /// Takes note of what became of an occurrence by a clock that is not trusted.
    mutating func record(
        _ id: OccurrenceID, due: Instant, isUnheard: Bool = false, in turn: Turn
    ) {
        guard turn.trust != .trusted, var known = aside[id.alarm] else { return }
        known.records.append(
            LaidAside.Record(id: id, due: due, at: turn.now.sinceBoot, isUnheard: isUnheard))
        while known.records.count > LaidAside.recordLimit {
            // What was missed may be too late by the right clock as well, also where nothing since stands.
            let oldest = known.records.dropLast().firstIndex { !$0.isUnheard }
            known.records.remove(at: oldest ?? 0)
        }
        aside[id.alarm] = known
    }

    /// Takes note that an occurrence that came by a clock that is not trusted ended.
    mutating func recordEnd(of id: OccurrenceID, in turn: Turn) {
        guard turn.trust != .trusted, var known = aside[id.alarm],
            let index = known.records.lastIndex(where: { $0.id == id })
        else { return }
        known.records[index].at = turn.now.sinceBoot
        aside[id.alarm] = known
    }

    /// Another boot: of the one before nobody will know when anything was, so that nothing of it stands.
    mutating func forgetRecords(movingBy shift: Duration, in turn: Turn) {
        for (id, known) in aside {
            var known = known
            known.records = []
            if known.setAt != nil {
                known.setAt = nil
                known.decided = turn.newestTrusted ?? .epoch
            }
            aside[id] = known
        }
        for index in history.indices {
            history[index].untrusted = history[index].untrusted.map { $0 + shift }
        }
        for index in missed.indices {
            missed[index].untrusted = missed[index].untrusted.map { $0 + shift }
        }
    }

    // MARK: When it is trusted again

    /// Weighs all that was decided by a clock that was not trusted, now that one is.
    ///
    /// It moves by the difference. What was answered no earlier than a quarter of an hour before its true due time
    /// stands, and so does what was missed and is too late by the right clock as well; all else is decided anew.
    mutating func weighRecords(in turn: inout Turn) {
        for index in history.indices { history[index].settle(at: turn.now) }
        for index in missed.indices { missed[index].settle(at: turn.now) }
        for known in aside.values.sorted(by: { $0.alarm < $1.alarm }) { weigh(known, in: &turn) }
        aside = [:]
        turn.hasWeighed = true
    }

    private mutating func weigh(_ known: LaidAside, in turn: inout Turn) {
        guard var alarm = alarms[known.alarm] else { return }
        let now = turn.now
        func answered(_ record: LaidAside.Record) -> Instant {
            live[known.alarm]?.id == record.id ? now.wall : now.wall(atBoot: record.at)
        }
        guard var schedule = alarm.schedule else {
            // A countdown needs no wall clock; only for how long it is kept does.
            if let last = known.records.last, alarm.retired != nil {
                alarm.retired = answered(last)
                alarms[known.alarm] = alarm
            }
            return
        }
        alarm.decided = known.setAt.map(now.wall(atBoot:)) ?? known.decided
        alarm.lastDecided = known.setAt == nil ? known.lastDecided : nil
        alarm.unheard = known.setAt == nil ? known.unheard : nil
        let patience = turn.context.patience(for: alarm)
        func stands(_ record: LaidAside.Record) -> Bool {
            record.isUnheard
                ? record.due + patience < now.wall
                : record.due - Lateness.settleTime <= answered(record)
        }
        let standing = known.records.filter(stands).max { $0.due < $1.due }
        for record in known.records where !stands(record) {
            missed.removeAll { $0.id == record.id }
        }
        if let standing, standing.due > alarm.decided {
            alarm.missUnheard(standing.isUnheard, at: now.wall)
            alarm.decided = standing.due
            alarm.lastDecided = standing.id
        }
        var isBack = false
        if alarm.isOneShot, alarm.retired != nil || known.retired != nil {
            if let standing {
                (alarm.isEnabled, alarm.retired) = (false, answered(standing))
            } else if known.retired != nil {
                (alarm.isEnabled, alarm.retired) = (false, known.retired)
            } else {
                isBack = true
                (alarm.isEnabled, alarm.retired) = (true, nil)
            }
        } else if alarm.retired != nil || known.retired != nil {
            // A recurrence that is over by a clock that was wrong is as it was, and may be over again.
            isBack = alarm.retired != nil && known.retired == nil
            (alarm.isEnabled, alarm.retired) = (known.retired == nil, known.retired)
        }
        if case .next = schedule.pattern, standing == nil {
            if known.setAt != nil {
                schedule = turn.context.fixed(schedule, for: alarm, after: alarm.decided)
            } else {
                schedule.pattern = .next(fixedTo: known.date)
            }
            alarm.trigger = .schedule(schedule)
        }
        let isWaitedFor = known.setAt == nil && standing == nil
        (alarm.upcoming, alarm.skipping) = (isWaitedFor ? known.upcoming : nil, nil)
        alarms[known.alarm] = alarm
        if isBack { turn.tell(.set, Reason(.dueAgain), of: alarm) }
    }
}

extension Moment {
    /// What the wall clock would have read, had it been as it is now, when the boot clock read `sinceBoot`.
    func wall(atBoot sinceBoot: Duration) -> Instant { wall - (self.sinceBoot - sinceBoot) }
}

extension Occurrence {
    /// Moves what was recorded by a clock that was not trusted to when it really was.
    fileprivate mutating func settle(at now: Moment) {
        guard let at = untrusted else { return }
        untrusted = nil
        if ended != nil { ended = now.wall(atBoot: at) }
    }
}
