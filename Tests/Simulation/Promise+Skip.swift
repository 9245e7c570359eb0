// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel

extension Promise {
    /// What a person said shall not ring.
    enum Skip: Hashable, Sendable {
        /// These times.
        case times([Plan.Due])
        /// All before this day.
        case until(Int)

        /// Whether it is, by its day, among what shall not ring.
        func contains(_ day: Int) -> Bool {
            switch self {
            case .times(let times): times.contains { $0.day == day }
            case .until(let end): day < end
            }
        }

        /// Whether it is among what shall not ring; both times of one day are told apart where both count.
        func contains(_ due: Plan.Due, of plan: Plan) -> Bool {
            guard case .times(let times) = self, plan.overlap == .both else {
                return contains(due.day)
            }
            return times.contains { $0.day == due.day && $0.isSecond == due.isSecond }
        }
    }

    private func isSkipped(_ due: Plan.Due, of number: Int) -> Bool {
        guard let plan = alarms[number].plan else { return false }
        if alarms[number].keepsHolidays, feasts.contains(due.day) { return true }
        return alarms[number].skip?.contains(due, of: plan) ?? false
    }

    /// The first time, from one on, that is not skipped.
    func ringing(_ number: Int, from first: Plan.Due?, in zone: ZoneTable) -> Plan.Due? {
        var due = first
        if let skipped = due, isSkipped(skipped, of: number),
            case .until(let end)? = alarms[number].skip
        {
            // A pause of years is not gone through day by day: no zone is two days from UTC.
            let end = Instant(seconds: Int64(end - 2) * 86_400)
            if end > skipped.instant { due = alarms[number].plan?.first(after: end, in: zone) }
        }
        while let skipped = due, isSkipped(skipped, of: number) {
            due = alarms[number].plan?.first(after: skipped.instant, in: zone)
        }
        return due
    }

    /// The latest time that has come and is not skipped; those before it are one with it.
    mutating func latest(
        _ number: Int, from first: Plan.Due, at now: Instant, in zones: [ZoneTable]
    ) -> Plan.Due {
        var latest = first
        guard let plan = alarms[number].plan, !plan.isOnce else { return first }
        let zone = zones[plan.zone ?? machineZone]
        var due = first
        var passed: [OccurrenceID] = []
        while let later = plan.first(after: due.instant, in: zone), later.instant <= now {
            due = later
            if isSkipped(later, of: number) {
                passed.append(plan.id(of: later, alarms[number].id))
            } else {
                latest = later
                passed = []
            }
        }
        self.passed.formUnion(passed)
        return latest
    }

    /// What is skipped and whose time has come is over; and so is a rule of which nothing is to come.
    mutating func pass(_ number: Int, at now: Instant, in zones: [ZoneTable]) {
        while let plan = alarms[number].plan, alarms[number].isOn, let due = alarms[number].next,
            due.instant <= now, isSkipped(due, of: number)
        {
            putAside(number)
            let id = plan.id(of: due, alarms[number].id)
            passed.insert(id)
            (alarms[number].from, alarms[number].last) = (due.instant, id)
            guard !plan.isOnce else {
                (alarms[number].isOn, alarms[number].retired) = (false, now)
                (alarms[number].next, alarms[number].ringing) = (nil, nil)
                return
            }
            recount(number, at: now, in: zones)
        }
        guard case .rule? = alarms[number].plan?.days, alarms[number].isOn,
            alarms[number].next == nil
        else { return }
        putAside(number)
        (alarms[number].isOn, alarms[number].retired) = (false, now)
    }

    /// The next times that a person means by saying how many to skip.
    func upcoming(
        _ count: Int, of number: Int, at now: Instant, in zones: [ZoneTable]
    ) -> [Plan.Due] {
        guard let plan = alarms[number].plan else { return [] }
        let zone = zones[plan.zone ?? machineZone]
        let from = max(now, alarms[number].from)
        var times: [Plan.Due] = []
        var next = plan.first(after: from, in: zone)
        if let due = next, plan.id(of: due, alarms[number].id) == alarms[number].last,
            due.instant <= alarms[number].from + Self.settleTime
        {
            next = plan.first(after: due.instant, in: zone)
        }
        let keepsHolidays = alarms[number].keepsHolidays
        while let due = next, times.count < count {
            if !keepsHolidays || !feasts.contains(due.day) { times.append(due) }
            next = plan.first(after: due.instant, in: zone)
        }
        return times
    }

    /// Whether a plan has times after `instant`, and not on holidays alone where an alarm keeps those.
    func willRing(
        _ plan: Plan, keepsHolidays: Bool, after instant: Instant, in zone: ZoneTable
    ) -> Bool {
        plan.first(after: instant, in: zone) != nil
            && (!keepsHolidays || hasFreeTime(plan, after: instant, in: zone))
    }

    /// Whether not all times of a plan after `instant` are on holidays; one that is over has none that are.
    func hasFreeTime(_ plan: Plan, after instant: Instant, in zone: ZoneTable) -> Bool {
        var due = plan.first(after: instant, in: zone)
        guard due != nil else { return true }
        while let found = due {
            if !feasts.contains(found.day) { return true }
            due = plan.first(after: found.instant, in: zone)
        }
        return false
    }

    /// The first day later than `instant` on which the clock reads a plan's time, and that is no holiday where the
    /// alarm keeps those.
    func freeDay(
        of plan: Plan, _ number: Int, after instant: Instant, in zone: ZoneTable
    ) -> Int? {
        freeDay(of: plan, keepsHolidays: alarms[number].keepsHolidays, after: instant, in: zone)
    }

    /// The first such day for an alarm that keeps holidays, or does not.
    func freeDay(
        of plan: Plan, keepsHolidays: Bool, after instant: Instant, in zone: ZoneTable
    ) -> Int? {
        var due = plan.next(after: instant, in: zone)
        while let found = due, keepsHolidays, feasts.contains(found.day) {
            due = plan.next(after: found.instant, in: zone)
        }
        return due?.day
    }

    /// A person said what shall not ring, or took that back.
    mutating func didSkip(
        _ number: Int, _ skip: Skip?, at now: Instant, isWaiting: Bool, in zones: [ZoneTable]
    ) {
        alarms[number].skip = skip
        guard alarms[number].isOn else { return }
        guard !isWaiting else { return countOn(number, in: zones) }
        recount(number, at: now, in: zones)
        pass(number, at: now, in: zones)
    }
}
