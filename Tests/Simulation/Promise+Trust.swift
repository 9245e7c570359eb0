// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel

extension Promise {
    /// What was promised of an alarm by a clock that was right, while another rules.
    struct Aside: Sendable {
        var from: Instant
        var last: OccurrenceID?
        var unheard: Unheard?
        var retired: Instant?
        var days: Plan.Days?
        /// What was waited for.
        var ringing: Plan.Due?
        /// When it was set by the clock that may be wrong, on the boot clock.
        var setAt: Duration?
        /// What was told since: of each its true due time, and when it was answered, on the boot clock; or
        /// that nobody heard it.
        var told: [Told] = []
    }

    typealias Told = (id: OccurrenceID, due: Instant, isUnheard: Bool, at: Duration)

    /// What is promised stays known, before the clock that may be wrong makes something else of it.
    mutating func putAside(_ number: Int) {
        guard !isTrusted, asides[number] == nil else { return }
        let alarm = alarms[number]
        asides[number] = Aside(
            from: alarm.from, last: alarm.last, unheard: alarm.unheard, retired: alarm.retired,
            days: alarm.plan?.days,
            ringing: alarm.ringing)
    }

    /// An occurrence was told by the clock that may be wrong.
    mutating func note(
        _ number: Int, _ id: OccurrenceID, _ due: Instant, isUnheard: Bool, at now: Moment
    ) {
        asides[number]?.told.append((id, due, isUnheard, now.sinceBoot))
    }

    /// What rang by the clock that may be wrong was answered.
    mutating func noteEnd(_ number: Int, _ id: OccurrenceID, at now: Moment) {
        guard let index = asides[number]?.told.lastIndex(where: { $0.id == id }) else { return }
        asides[number]?.told[index].at = now.sinceBoot
    }

    /// Nobody knows any more when anything was in the boot before.
    mutating func forgetTold() {
        for (number, _) in asides {
            asides[number]?.told = []
            if asides[number]?.setAt != nil {
                asides[number]?.setAt = nil
                asides[number]?.from = newestTrusted ?? .epoch
            }
        }
    }

    /// The clock is right from now on: what was answered in time by its true time stays, all else is as it was.
    mutating func trust(_ now: Moment, in zones: [ZoneTable]) {
        isTrusted = true
        for (number, aside) in asides { restore(number, aside, now, in: zones) }
        asides = [:]
    }

    private mutating func restore(
        _ number: Int, _ aside: Aside, _ now: Moment, in zones: [ZoneTable]
    ) {
        func wall(_ at: Duration) -> Instant { now.wall - (now.sinceBoot - at) }
        guard alarms[number].isThere else { return }
        func answered(_ told: Told) -> Instant {
            rings[told.id.alarm]?.id == told.id ? now.wall : wall(told.at)
        }
        guard var plan = alarms[number].plan else {
            if let last = aside.told.last, alarms[number].retired != nil {
                alarms[number].retired = answered(last)
            }
            return
        }
        let patience = patience(number)
        let stands = aside.told.filter {
            $0.isUnheard
                ? now.wall - $0.due > patience : answered($0) >= $0.due - Self.settleTime
        }
        .max { $0.due < $1.due }
        alarms[number].from = aside.setAt.map(wall) ?? aside.from
        (alarms[number].last, alarms[number].unheard) = (aside.last, aside.unheard)
        if let stands, stands.due > alarms[number].from {
            noteUnheard(number, stands.isUnheard, at: now.wall)
            alarms[number].from = stands.due
            alarms[number].last = stands.id
        }
        if plan.isOnce, alarms[number].retired != nil || aside.retired != nil {
            alarms[number].retired = stands.map(answered) ?? aside.retired
            alarms[number].isOn = alarms[number].retired == nil
        } else if alarms[number].retired != nil || aside.retired != nil {
            // A rule that is over for a clock that was wrong is as it was, and may be over again.
            alarms[number].retired = aside.retired
            alarms[number].isOn = aside.retired == nil
        }
        if case .next = plan.days, stands == nil {
            // Set in a boot of which nobody knows when it was, it is for the next time that is still ahead.
            let from = alarms[number].from
            let start = aside.setAt == nil ? max(from, now.wall) : from
            if let days = aside.days {
                plan.days = days
            } else if let day = freeDay(
                of: plan, number, after: start, in: zones[plan.zone ?? machineZone])
            {
                plan.days = .next(day)
            }
            alarms[number].plan = plan
        }
        // What a zone overtook meanwhile was not heard, unless what came since stands for it.
        let isWaitedFor = aside.setAt == nil && stands == nil
        (alarms[number].next, alarms[number].ringing) = (nil, isWaitedFor ? aside.ringing : nil)
        recount(number, at: now.wall, in: zones)
    }
}
