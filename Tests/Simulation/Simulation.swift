// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmStore

/// A machine with the clock's book on it, people who set and answer alarms, and everything that befalls both, for
/// years of a clock that a test moves.
///
/// It does what the daemon does around the book: it looks at the book when that asks to be looked at, carries out
/// the effects, and has the book stored when there were any.
struct Simulation {
    /// How much of what befalls a machine.
    struct Size: Sendable {
        var alarms: Int
        var days: Int
        /// How long nothing happens, on the average.
        var quiet: Duration
    }

    let world: World
    let size: Size
    var dice: Dice
    var promise: Promise
    var book = AlarmBook()
    var now: Moment
    var context: BookContext
    /// What people do about what rings, and when, on the boot clock.
    var answer: (at: Duration, kind: Answer, id: OccurrenceID)?
    /// Times of day, in seconds, of which most alarms take one.
    let times: [Int64]
    /// The zones that alarms name.
    let places: [Int]
    let canWake: Bool
    /// How far the clock is ahead of the true time, which nobody knows; `nil` where it is right.
    var error: Duration?
    /// When it is set right, on the boot clock.
    var setRightAt = Duration.zero
    /// An alarm of which all that becomes is printed.
    var watched: AlarmID?
    private var shown: [String] = []
    private var wasWaiting = false
    private(set) var lookCount = 0
    private let encoder = StateEncoder()
    private var boots = 1
    private var checkpoint: Checkpoint?
    /// The looks until the daemon is killed.
    private var looksToLive: Int?
    private var wantsCheckpoint = false
    private let end: Instant

    enum Answer {
        case dismiss, dismissAll, snooze, snoozeFor, snoozeUntil, none
    }

    /// What is on the disk, and what was promised by then.
    private struct Checkpoint {
        var bytes: [UInt8]
        var promise: Promise
    }

    init(seed: UInt64, world: World, limit: Int) {
        var dice = Dice(seed: seed)
        let alarms = dice.magnitude(1...200)
        // The largest of both at once would take the time of all the others.
        let days = max(30, min(dice.magnitude(30...3652), limit / alarms))
        size = Size(
            alarms: alarms, days: days,
            quiet: .seconds(days * 86_400 / dice.magnitude(5...150)))
        let machine = dice.int(0...world.tables.count - 1)
        let (start, times) = world.start(near: machine, count: max(alarms / 16, 2), &dice)
        places = [machine] + (0..<2).map { _ in dice.int(0...world.tables.count - 1) }
        self.times = times
        now = Moment(wall: start, sinceBoot: .seconds(40), bootID: "1")
        end = start + .seconds(days * 86_400)
        canWake = dice.chance(3, in: 4)
        let (gap, overlap) = (dice.pick(GapPolicy.allCases), dice.pick(OverlapPolicy.allCases))
        promise = Promise(count: alarms, gap: gap, overlap: overlap)
        promise.machineZone = machine
        context = BookContext(gap: gap, overlap: overlap, zones: world.finder(machine))
        promise.feasts = Feasts(around: Int(start.seconds / 86_400), &dice)
        let table = FeastTable(promise.feasts)
        context.holidays = { table[$0] }
        self.world = world
        self.dice = dice
    }

    // MARK: Time

    /// Lives through all the days; returns what was found broken.
    mutating func run() -> [String] {
        look(.boot)
        for number in promise.alarms.indices {
            set(number)
            if dice.chance(1, in: 8) { skip(number) }
        }
        while now.wall < end, promise.broken.isEmpty {
            wait(for: .seconds(dice.int(1...Int(size.quiet.components.seconds) * 2)))
            guard promise.broken.isEmpty else { break }
            happen()
        }
        return promise.broken
    }

    /// Lets time pass; the book is looked at whenever it asks for that, and what rings is answered.
    mutating func wait(for duration: Duration) {
        var left = duration
        var vainLooks = 0
        while left >= .zero, promise.broken.isEmpty {
            let wake = book.nextWake(in: context)
            let next = [
                wake.wall.map { $0 - now.wall }, wake.sinceBoot.map { $0 - now.sinceBoot },
            ].compactMap(\.self).min()
            let answered = answer.map { $0.at - now.sinceBoot }
            let step = max(min(next ?? left, answered ?? left, left), .zero)
            pass(step)
            if let next, next <= step {
                look(.timer, isPunctual: true)
            } else if let answered, answered <= step {
                reply()
            } else {
                return
            }
            left -= step
            vainLooks = step == .zero ? vainLooks + 1 : 0
            if vainLooks > 2000 { promise.fail("it is looked at again and again") }
        }
    }

    mutating func pass(_ duration: Duration) {
        now.wall = now.wall + duration
        now.sinceBoot += duration
    }

    // MARK: Looks

    mutating func look(
        _ cause: Cause, isPunctual: Bool = false, wasWakeable: Bool = false
    ) {
        let look = Promise.Look(
            now: now, cause: cause, isPunctual: isPunctual, wasWakeable: wasWakeable)
        turn(look) { $0.advance(to: $1, because: cause, in: $2) }
    }

    /// Has the book decide, compares that with the promise, and stores the book where there is something to store.
    ///
    /// `then` tells the promise what a person asked for, once all that had come before was compared.
    mutating func turn(
        _ look: Promise.Look, _ body: (inout AlarmBook, Moment, BookContext) -> [Effect],
        then: (inout Promise, [ZoneTable]) -> Void = { _, _ in }
    ) {
        lookCount += 1
        var look = look
        look.isTrusted = error == nil
        look.isWaiting = error != nil && now.sinceBoot < context.clockWait
        if wasWaiting, !look.isWaiting { look.held = min(now.sinceBoot, context.clockWait) }
        wasWaiting = look.isWaiting
        promise.expect(look, in: world.tables)
        let effects = body(&book, now, context)
        promise.check(effects, look, book, in: world.tables)
        then(&promise, world.tables)
        if let watched { show(watched, look, effects) }
        if lookCount % 16 == 0, promise.broken.isEmpty {
            let again = book.advance(to: now, because: .timer, in: context)
            if !again.isEmpty { promise.fail("it decides twice: \(again)") }
        }
        didLook(hasEffects: !effects.isEmpty)
    }

    /// Prints what became of an alarm in a look, where anything did.
    private mutating func show(_ id: AlarmID, _ look: Promise.Look, _ effects: [Effect]) {
        guard let number = promise.numbers[id] else { return }
        let alarm = promise.alarms[number]
        let own = effects.filter {
            guard case .event(let event) = $0 else { return false }
            return event.alarm == id
        }
        let due = book.alarms[id]?.upcoming?.due
        let state = [
            "zone \(world.names[promise.machineZone])", "plan \(alarm.plan.debugDescription)",
            "on \(alarm.isOn)", "from \(alarm.from.rfc3339(offset: 0))",
            "promised \(alarm.next?.instant.rfc3339(offset: 0) ?? "nothing")",
            "in the book \(due?.rfc3339(offset: 0) ?? "nothing")",
            "decided \(book.alarms[id]?.decided.rfc3339(offset: 0) ?? "nothing")",
            "aside \(book.aside[id] != nil)", "trusted \(look.isTrusted)",
        ]
        guard !own.isEmpty || state != shown else { return }
        shown = state
        print("\(now.wall.rfc3339(offset: 0)) \(look.cause) \(state.joined(separator: ", "))")
        for effect in own { print("    \(effect)") }
    }

    /// The daemon stores a book that changed; what is stored outlives it.
    private mutating func didLook(hasEffects: Bool) {
        // A one-shot is switched off before it rings: whoever is killed just then must not forget it.
        let isDelicate =
            looksToLive == nil && book.armed.keys.contains { book.alarms[$0]?.isOneShot == true }
        if hasEffects, wantsCheckpoint || isDelicate && dice.chance(1, in: 12) {
            wantsCheckpoint = false
            checkpoint = Checkpoint(bytes: encoder.encode(book), promise: promise)
            // Most often before anything else happens: what was stored must be enough.
            looksToLive = dice.chance(1, in: 2) ? 0 : dice.int(1...6)
        }
        if let looks = looksToLive {
            looksToLive = looks - 1
            if looks == 0 { kill() }
        }
        expectAnswer()
    }

    /// Somebody hears what rings, and does something about it in a while.
    private mutating func expectAnswer() {
        guard let presented = book.presented else {
            answer = nil
            return
        }
        guard answer?.id != presented.id else { return }
        let quick = Duration.seconds(dice.int(0...90))
        let kind: Answer
        switch dice.int(1...20) {
        case 1...6: kind = .dismiss
        case 7...13: kind = .dismissAll
        case 14, 15: kind = .snooze
        case 16, 17: kind = .snoozeFor
        case 18: kind = .snoozeUntil
        default: kind = .none
        }
        answer = (now.sinceBoot + (kind == .none ? .seconds(600) : quick), kind, presented.id)
    }

    // MARK: The end of the daemon, and of the machine

    /// The daemon will be killed soon after it has stored something.
    mutating func condemn() {
        if looksToLive == nil { wantsCheckpoint = true }
    }

    /// The daemon is killed, and started again; what it had not stored is lost.
    private mutating func kill() {
        looksToLive = nil
        guard let old = checkpoint else { return }
        checkpoint = nil
        let isReboot = dice.chance(1, in: 3)
        restore(old.bytes)
        let (zone, feasts) = (promise.machineZone, promise.feasts)
        let broken = promise.broken
        promise = old.promise
        (promise.machineZone, promise.feasts) = (zone, feasts)
        promise.broken += broken
        wasWaiting =
            !promise.isTrusted && (promise.last?.sinceBoot ?? .zero) < context.clockWait
        startAgain(isReboot: isReboot)
    }

    /// The daemon, or the machine, ends in good order, and is started again, maybe in another zone.
    mutating func restart(isReboot: Bool, in zone: Int? = nil) {
        looksToLive = nil
        checkpoint = nil
        restore(encoder.encode(book))
        startAgain(isReboot: isReboot, in: zone)
    }

    private mutating func restore(_ bytes: [UInt8]) {
        answer = nil
        do throws(StateError) {
            book = try StateDocument.decode(bytes)
        } catch {
            promise.fail("what was stored cannot be read: \(error)")
        }
    }

    private mutating func startAgain(isReboot: Bool, in zone: Int? = nil) {
        pass(.milliseconds(dice.chance(1, in: 2) ? 100 : dice.magnitude(100...200_000_000)))
        if isReboot {
            boots += 1
            now.bootID = "\(boots)"
            now.sinceBoot = .seconds(dice.int(2...90))
            wasWaiting = false
            bootClock()
        }
        // Where nobody runs that could be told of it, the clock may be set, and the machine come to another zone.
        if !isReboot, error == nil, dice.chance(1, in: 6) {
            now.wall = now.wall + .seconds(dice.int(-20_000...5_000))
        }
        if let zone {
            follow(zone)
        } else if dice.chance(1, in: 8) {
            follow(dice.int(0...world.tables.count - 1))
        }
        look(.boot)
    }

    // MARK: Clocks

    /// Somebody, or something, sets the wall clock.
    mutating func setClock(by step: Duration) {
        now.wall = now.wall + step
        // The timers may be heard before the change is told.
        look(dice.chance(1, in: 4) ? .timer : .clockSet)
    }

    /// The machine goes to another zone.
    mutating func move(to zone: Int) {
        follow(zone)
        look(.zoneChange)
    }

    private mutating func follow(_ zone: Int) {
        promise.machineZone = zone
        context.zones = world.finder(zone)
    }

    /// The machine sleeps for so long, or until it is woken.
    mutating func sleep(for duration: Duration) {
        let wake = book.nextWake(in: context)
        let woken = [
            wake.machineWall.map { $0 - now.wall },
            wake.machineSinceBoot.map { $0 - now.sinceBoot },
        ].compactMap(\.self).min()
        pass(canWake ? max(min(woken ?? duration, duration), .zero) : duration)
        look(.resume, wasWakeable: canWake)
    }
}
