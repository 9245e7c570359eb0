// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel

extension Simulation {
    /// Something happens.
    mutating func happen() {
        if error != nil, now.sinceBoot >= setRightAt { return setRight() }
        // Somebody who sets a wrong clock sets it right.
        let step = dice.int(1...30)
        if error != nil, (21...27).contains(step) { return setRight() }
        switch step {
        case 1...8: set(dice.int(0...size.alarms - 1))
        case 9...10: toggle(dice.int(0...size.alarms - 1))
        case 11: clear(dice.int(0...size.alarms - 1))
        case 12: label(dice.int(0...size.alarms - 1))
        case 13: skip(dice.int(0...size.alarms - 1))
        case 14...17: sleep(for: .seconds(dice.magnitude(60...200_000)))
        case 18: restart(isReboot: false)
        case 19: restart(isReboot: true)
        case 20: condemn()
        case 21...24: setClock(by: .milliseconds(dice.int(-1_500_000...1_500_000)))
        case 25: setClock(by: .seconds(dice.int(-15_000...15_000)))
        case 26: setClock(by: .seconds(dice.int(-400_000...400_000)))
        case 27: setClock(by: .seconds(dice.pick([-900, -901, -899, 10_800, 10_801, 3600])))
        case 28: travel()
        case 29: reload()
        default:
            dismissAll()
            _ = book.acknowledge()
        }
    }

    /// Somebody changes the configuration, and maybe the calendar of holidays.
    private mutating func reload() {
        if dice.chance(1, in: 2) {
            promise.feasts = Feasts(around: Int(now.wall.seconds / 86_400), &dice)
            let table = FeastTable(promise.feasts)
            context.holidays = { table[$0] }
        }
        look(.reload)
    }

    /// Somebody takes the machine to another zone, running or not.
    private mutating func travel() {
        let near = world.neighbour(of: promise.machineZone, at: now.wall)
        let zone = near ?? dice.int(0...world.tables.count - 1)
        // Who travels sets an alarm for it; and what is known of what rang last must outlive the daemon.
        for _ in 0..<dice.int(0...3) { set(dice.int(0...size.alarms - 1)) }
        if dice.chance(1, in: 2) { return restart(isReboot: dice.chance(1, in: 2), in: zone) }
        if near != nil, dice.chance(1, in: 2) { restart(isReboot: false) }
        move(to: zone)
    }

    // MARK: Alarms

    /// Somebody sets an alarm, or sets it to something else.
    mutating func set(_ number: Int) {
        var edit = AlarmEdit(id: promise.alarms[number].id.text)
        let isOff = dice.chance(1, in: 15)
        if isOff { edit.isEnabled = false }
        if dice.chance(1, in: 5) {
            edit.ring.late = .seconds(dice.pick([0, 30, 60, 600, 3600, 86_400]))
        }
        if dice.chance(1, in: 5) { edit.ring.wake = dice.chance(1, in: 2) }
        if dice.chance(1, in: 6) {
            let length = Duration.seconds(dice.magnitude(1...200_000))
            edit.countdown = length
            ask(edit, of: number) { alarm, now in
                alarm.plan = nil
                alarm.deadline = isOff ? nil : now.sinceBoot + length
            }
            return
        }
        if dice.chance(1, in: 5) { edit.ring.notOnHolidays = dice.chance(2, in: 3) }
        let keepsHolidays = edit.ring.notOnHolidays ?? promise.alarms[number].keepsHolidays
        var plan = plan()
        edit.schedule = plan.schedule(zoneNames: world.names)
        let zone = world.tables[plan.zone ?? promise.machineZone]
        if case .next = plan.days {
            guard
                let day = promise.freeDay(
                    of: plan, keepsHolidays: keepsHolidays, after: now.wall, in: zone)
            else { return }
            plan.days = .next(day)
        }
        let hasFuture = promise.willRing(
            plan, keepsHolidays: keepsHolidays, after: now.wall, in: zone)
        ask(edit, of: number, isPossible: hasFuture) { alarm, _ in
            alarm.plan = plan
            alarm.deadline = nil
        }
    }

    private mutating func plan() -> Plan {
        let today = Int(now.wall.seconds / 86_400)
        let days: Plan.Days =
            switch dice.int(1...8) {
            case 1: .date(today + dice.magnitude(1...400) - 2)
            case 2: .next(today)
            case 3: .weekly(UInt8(dice.int(1...127)))
            case 4: recurring(around: today)
            default: .weekly(127)
            }
        let time = dice.chance(1, in: 5) ? Int64(dice.int(0...86_399)) : dice.pick(times)
        return Plan(
            time: time, days: days,
            zone: dice.chance(2, in: 3) ? nil : dice.pick(places),
            gap: dice.pick(GapPolicy.allCases), overlap: dice.pick(OverlapPolicy.allCases))
    }

    private mutating func recurring(around today: Int) -> Plan.Days {
        let (rule, start) = (rule(), today + dice.int(-30...30))
        let end: Plan.End?
        switch dice.int(1...4) {
        case 1:
            let count = dice.magnitude(1...20)
            end = .count(count, last: rule.day(count, from: start))
        case 2: end = .until(start + dice.magnitude(1...200))
        default: end = nil
        }
        return .rule(rule, from: start, end: end)
    }

    private mutating func rule() -> Plan.Rule {
        let weekday = dice.pick(Weekday.allCases)
        return switch dice.int(1...6) {
        case 1: .days(dice.int(1...20))
        case 2: .weeks(dice.int(1...4), weekday)
        case 3: .weekday(dice.int(1...4), weekday)
        case 4: .lastWeekday(weekday)
        case 5: .lastDay
        default: .days(2)
        }
    }

    /// Somebody switches an alarm on or off.
    mutating func toggle(_ number: Int) {
        let alarm = promise.alarms[number]
        guard alarm.isThere else { return }
        let isOn = !dice.chance(1, in: 3)
        let edit = AlarmEdit(id: alarm.id.text, isEnabled: isOn)
        // What rings at this very moment, and was to stay on, is not switched on again.
        guard isOn, !alarm.isOn else {
            ask(edit, of: number, isNew: false) { alarm, _ in
                if !isOn { (alarm.isOn, alarm.deadline) = (false, nil) }
            }
            return
        }
        guard var plan = alarm.plan else {
            guard let length = book.alarms[alarm.id]?.countdown?.length else { return }
            ask(edit, of: number) { $0.deadline = $1.sinceBoot + length }
            return
        }
        let zone = world.tables[plan.zone ?? promise.machineZone]
        if case .next = plan.days,
            let day = promise.freeDay(of: plan, number, after: now.wall, in: zone)
        {
            plan.days = .next(day)
        }
        let hasFuture = plan.first(after: now.wall, in: zone) != nil
        ask(edit, of: number, isPossible: hasFuture) { alarm, _ in alarm.plan = plan }
    }

    /// Somebody changes what an alarm is called, and how late it may ring.
    mutating func label(_ number: Int) {
        guard promise.alarms[number].isThere else { return }
        var edit = AlarmEdit(id: promise.alarms[number].id.text, label: "x")
        edit.ring.late = .seconds(dice.pick([0, 600, 3600, 86_400]))
        var isPossible = true
        if let plan = promise.alarms[number].plan, dice.chance(1, in: 3) {
            let keepsHolidays = dice.chance(2, in: 3)
            edit.ring.notOnHolidays = keepsHolidays
            isPossible =
                !keepsHolidays
                || promise.hasFreeTime(
                    plan, after: now.wall, in: world.tables[plan.zone ?? promise.machineZone])
        }
        ask(edit, of: number, isPossible: isPossible, isNew: false) { _, _ in }
    }

    /// Asks for an edit, which is refused where it is not possible, and tells the promise of it.
    private mutating func ask(
        _ edit: AlarmEdit, of number: Int, isPossible: Bool = true, isNew: Bool = true,
        _ change: (inout Promise.Alarm, Moment) -> Void
    ) {
        var look = Promise.Look(now: now, cause: .edit)
        let id = promise.alarms[number].id
        if edit.isEnabled == false { look.ended = [id] }
        guard isPossible else {
            if (try? book.set(edit, at: now, in: context)) != nil {
                promise.fail("\(id) is set to a time that never comes")
            }
            return
        }
        var isRefused = false
        let isWaiting = error != nil && now.sinceBoot < context.clockWait
        let wasOn = promise.alarms[number].isOn
        turn(
            look,
            { book, now, context in
                guard let outcome = try? book.set(edit, at: now, in: context) else {
                    isRefused = true
                    return []
                }
                return outcome.effects
            },
            then: { promise, zones in
                change(&promise.alarms[number], look.now)
                promise.didSet(
                    number, edit, isNew: isNew, isWaiting: isWaiting, at: look.now, in: zones)
            })
        if isRefused { promise.fail("\(id) cannot be set, on before: \(wasOn): \(edit)") }
    }

    mutating func clear(_ number: Int) {
        let id = promise.alarms[number].id
        guard promise.alarms[number].isThere else { return }
        let look = Promise.Look(now: now, cause: .edit, ended: [id])
        turn(
            look,
            { book, now, context in
                (try? book.clear([id.text], at: now, in: context).effects) ?? []
            },
            then: { promise, _ in
                promise.alarms[number] = Promise.Alarm(id: id)
                promise.asides[number] = nil
            })
    }

    // MARK: Answers

    mutating func dismissAll() {
        let look = Promise.Look(now: now, cause: .edit, ended: Set(promise.rings.keys))
        turn(look) { $0.dismissAll(at: $1, in: $2).effects }
    }

    /// Does what was planned about what rings.
    mutating func reply() {
        guard let answer else { return }
        self.answer = nil
        let id = answer.id
        // It is presented: what is heard needs no name.
        let name: String? =
            switch lookCount % 8 {
            case 0: id.description
            case 1: id.alarm.text
            default: nil
            }
        var look = Promise.Look(now: now, cause: .edit)
        switch answer.kind {
        case .dismiss:
            look.ended = [id.alarm]
            turn(look) { book, now, context in
                (try? book.dismiss(name, at: now, in: context).effects) ?? []
            }
        case .dismissAll: dismissAll()
        case .snooze: snooze(name, .usual, for: .seconds(540))
        case .snoozeFor:
            let length = Duration.seconds(dice.magnitude(1...10_800))
            snooze(name, .length(length), for: length)
        case .snoozeUntil:
            // Who is told a wrong time asks for a length, in truth.
            let zone = context.zones(nil) ?? UTC()
            let civil = zone.civil(at: now.wall + .seconds(dice.int(60...7000)))
            snooze(
                name, .until(TimeOfDay(secondsSinceMidnight: civil.time.secondsSinceMidnight)),
                for: nil)
        case .none:
            look.cause = .timer
            look.unanswered = id
            turn(look) { $0.unanswered(id, at: $1, in: $2) }
        }
    }

    private mutating func snooze(_ name: String?, _ snooze: Snooze, for length: Duration?) {
        var look = Promise.Look(now: now, cause: .edit)
        look.snooze = length
        turn(look) { book, now, context in
            // Refused, it is as if nobody had asked.
            (try? book.snooze(name, snooze, at: now, in: context).effects)
                ?? book.advance(to: now, because: .timer, in: context)
        }
    }
}
