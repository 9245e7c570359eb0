// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel

extension Promise {
    /// What was decided of an alarm before its times were missed and nobody heard them.
    struct Unheard: Sendable {
        var from: Instant
        var last: OccurrenceID?
        /// What the clock read when they were missed.
        var at: Instant
    }

    /// Whether nothing can have come of an alarm, and no clock went back beyond what is decided of it.
    ///
    /// It is asked of each alarm in every look, and copies none.
    func isQuiet(_ number: Int, at now: Moment, _ back: Instant, _ ahead: Instant) -> Bool {
        if let deadline = alarms[number].deadline, deadline <= now.sinceBoot { return false }
        if let retired = alarms[number].retired, ahead < retired { return false }
        guard alarms[number].plan != nil else { return true }
        guard alarms[number].from <= back else { return false }
        if let unheard = alarms[number].unheard, back - Self.settleTime < unheard.at {
            return false
        }
        guard alarms[number].isOn else { return true }
        return alarms[number].next.map { $0.instant > now.wall } ?? false
    }

    /// The earliest that the clock may have read since the look before.
    ///
    /// Who was killed before a clock that was set could be stored, or did not run, finds that the wall clock has gone
    /// less far than the boot clock, and never when it was set: what it may have read since may have come again.
    func lowest(at look: Look, since old: Moment?) -> Instant {
        guard look.cause == .boot, let old, old.bootID == look.now.bootID else {
            return look.now.wall
        }
        let passed = look.now.sinceBoot - old.sinceBoot
        return look.now.wall < old.wall + passed ? look.now.wall - passed : look.now.wall
    }

    /// The clock was set back: what lies more than a little ahead of the earliest that it read comes again.
    mutating func lower(_ number: Int, to lowest: Instant, at now: Instant) -> Bool {
        guard alarms[number].isThere else { return false }
        // It is kept for a day as the clock then has it.
        if isTrusted, let retired = alarms[number].retired, now + Self.settleTime < retired {
            alarms[number].retired = now
        }
        guard alarms[number].plan != nil else { return false }
        var (from, last) = (alarms[number].from, alarms[number].last)
        // What nobody heard is due as soon as it is not too late.
        if let unheard = alarms[number].unheard, lowest < unheard.at,
            lowest - patience(number) < from
        {
            (from, last) = (max(unheard.from, lowest - patience(number)), unheard.last)
        }
        if lowest + Self.settleTime < from { (from, last) = (lowest, nil) }
        guard from < alarms[number].from else { return false }
        putAside(number)
        (alarms[number].from, alarms[number].last) = (from, last)
        alarms[number].unheard = nil
        if alarms[number].retired != nil {
            (alarms[number].isOn, alarms[number].retired) = (true, nil)
        }
        return true
    }

    /// How late it may be found and still ring.
    func patience(_ number: Int) -> Duration { max(alarms[number].late, Self.tolerance) }

    /// What is decided now was missed and nobody heard it; or it rings, and those before are one with it.
    mutating func noteUnheard(_ number: Int, _ isUnheard: Bool, at now: Instant) {
        guard isUnheard else {
            alarms[number].unheard = nil
            return
        }
        let (from, last) = (alarms[number].from, alarms[number].last)
        var unheard = alarms[number].unheard ?? Unheard(from: from, last: last, at: now)
        unheard.at = now
        alarms[number].unheard = unheard
    }

    /// Another boot: what is measured by its clock has no more left than when the book was looked at last.
    mutating func bootAgain(from old: Moment, to now: Moment, isTrusted: Bool) {
        let off = max(now.wall - old.wall, .zero)
        func moved(_ deadline: Duration) -> Duration {
            let left = now.sinceBoot + (deadline - old.sinceBoot) - off
            // By a clock that may be wrong nothing is over long ago.
            return isTrusted ? left : max(left, now.sinceBoot)
        }
        for number in alarms.indices {
            alarms[number].deadline = alarms[number].deadline.map(moved)
        }
        for (id, ring) in rings {
            if case .boot(let deadline)? = ring.snooze {
                rings[id]?.snooze = .boot(moved(deadline))
            }
        }
    }
}
