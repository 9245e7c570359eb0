// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel

extension Simulation {
    /// Somebody says what of an alarm shall not ring, or takes that back.
    mutating func skip(_ number: Int) {
        let alarm = promise.alarms[number]
        guard alarm.isThere else { return }
        let isWaiting = error != nil && now.sinceBoot < context.clockWait
        let zone = world.tables[alarm.plan?.zone ?? promise.machineZone]
        let today = Int((now.wall.seconds + zone.offset(at: now.wall.seconds)) / 86_400)
        let request: SkipRequest
        let skip: Promise.Skip?
        var isPossible = alarm.plan != nil
        switch dice.int(1...6) {
        case 1...3:
            let count = dice.magnitude(1...20)
            let times = promise.upcoming(count, of: number, at: now.wall, in: world.tables)
            (request, skip) = (.next(count), .times(times))
            isPossible = !times.isEmpty && !isWaiting
        case 4, 5:
            let end = today + dice.magnitude(1...40)
            (request, skip) = (.until(CivilDate(daysSinceEpoch: end)), .until(end))
        default: (request, skip) = (.none, nil)
        }
        guard isPossible else {
            if (try? book.skip(alarm.id.text, request, at: now, in: context)) != nil {
                promise.fail("\(alarm.id) skips what never comes")
            }
            return
        }
        let before = alarm.skip
        var previous: Skip?
        perform(number, skip, isWaiting) { book, now, context in
            guard let outcome = try? book.skip(alarm.id.text, request, at: now, in: context) else {
                return nil
            }
            previous = outcome.previous
            return outcome.effects
        }
        // It could not be stored, and is undone.
        guard dice.chance(1, in: 10), promise.alarms[number].isThere else { return }
        perform(number, before, isWaiting) { book, now, context in
            book.undoSkip(of: alarm.id, to: previous, at: now, in: context)
        }
    }

    private mutating func perform(
        _ number: Int, _ skip: Promise.Skip?, _ isWaiting: Bool,
        _ body: (inout AlarmBook, Moment, BookContext) -> [Effect]?
    ) {
        var isRefused = false
        let now = now
        turn(
            Promise.Look(now: now, cause: .edit),
            { book, now, context in
                let effects = body(&book, now, context)
                isRefused = effects == nil
                return effects ?? []
            },
            then: { promise, zones in
                promise.didSkip(number, skip, at: now.wall, isWaiting: isWaiting, in: zones)
            })
        if isRefused { promise.fail("\(promise.alarms[number].id) cannot skip \(skip as Any)") }
    }
}
