// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel

/// What was promised to the people who set alarms: never early, never twice, never lost.
///
/// It is told what people ask and what the clocks do, works out in its own slow way which occurrences have come,
/// and compares that with what the book says. It never looks at how the book came to it.
struct Promise: Sendable {
    /// An alarm as the person who set it understands it.
    struct Alarm: Sendable {
        let id: AlarmID
        var isThere = false
        var isOn = false
        /// When it is to ring; `nil` for a countdown.
        var plan: Plan?
        /// When a countdown ends, on the boot clock; `nil` while none runs.
        var deadline: Duration?
        /// How late it still rings.
        var late = Duration.seconds(3600)
        /// Whether it wakes the machine.
        var wakes = true
        /// Up to when all of it is decided.
        var from = Instant.distantPast
        /// What was decided last.
        var last: OccurrenceID?
        /// What was so before what was decided last was missed and nobody heard it.
        var unheard: Unheard?
        /// When it was switched off because it rang.
        var retired: Instant?
        /// The first time after `from`, as far as it was looked for.
        var next: Plan.Due?
        /// The first time after `from` that is not skipped.
        var ringing: Plan.Due?
        /// What shall not ring; `nil` where a person said nothing of that.
        var skip: Skip?
        /// Whether it rings on no holiday.
        var keepsHolidays = false
    }

    /// An occurrence that rings, waits or snoozes.
    struct Ring: Sendable {
        var id: OccurrenceID
        var late: Duration
        /// The index of its alarm's zone when its time came; `nil` for the machine's.
        var zone: Int?
        /// When its snooze ends, by one of the clocks.
        var snooze: Deadline?
    }

    /// What has come of an alarm and must be said now.
    struct Expectation {
        /// The time; of a countdown there is none.
        var due: Plan.Due?
        /// How long ago that was.
        var age: Duration
        /// Whether it rings, or is missed.
        var rings: Bool
    }

    /// How the book came to be looked at.
    struct Look {
        var now: Moment
        var cause: Cause
        /// Whether nothing happened since the look before but that time passed as the book asked.
        var isPunctual = false
        /// Whether the machine slept, and could be woken.
        var wasWakeable = false
        /// The alarms whose rings a person ends in this look.
        var ended: Set<AlarmID> = []
        /// The occurrence that was not answered for as long as it may ring.
        var unanswered: OccurrenceID?
        /// Whether the clock is known to be right by now.
        var isTrusted = true
        /// Whether it may be wrong, and is waited for.
        var isWaiting = false
        /// How long what has come was held back until now.
        var held = Duration.zero
        /// How long a person snoozes what rings; `nil` where nobody does, or until a time of day.
        var snooze: Duration?
    }

    var alarms: [Alarm] = []
    var rings: [AlarmID: Ring] = [:]
    var numbers: [AlarmID: Int] = [:]
    /// The machine's zone.
    var machineZone = 0
    /// What happens to times left out and repeated where nobody says it.
    let gap: GapPolicy
    let overlap: OverlapPolicy
    /// The days that are holidays.
    var feasts = Feasts()
    /// When the book was looked at last.
    var last: Moment?
    /// How many occurrences were said to be due, or missed.
    var toldCount = 0
    /// What was found broken.
    var broken: [String] = []

    /// Whether the clock is right, as far as anybody knows.
    var isTrusted = true
    /// The newest instant that the clock read while it was right.
    var newestTrusted: Instant?
    /// What was promised by a clock that was right, of alarms of which another made something else.
    var asides: [Int: Aside] = [:]

    private var expected: [Int: Expectation] = [:]
    /// What was skipped in this look.
    var passed: Set<OccurrenceID> = []

    /// How old what is on time may be.
    static let tolerance = Duration.seconds(60)
    /// How far a clock may go back and have nothing ring twice.
    static let settleTime = Duration.seconds(900)
    /// How far a jump may go over what was waited for.
    static let jumpLimit = Duration.seconds(3 * 3600)

    init(count: Int, gap: GapPolicy, overlap: OverlapPolicy) {
        (self.gap, self.overlap) = (gap, overlap)
        for number in 0..<count {
            guard let id = AlarmID("a\(number)") else { continue }
            numbers[id] = number
            alarms.append(Alarm(id: id))
        }
    }

    // MARK: What is asked

    /// An alarm was set: to a new time or length, or only in what else it has.
    mutating func didSet(
        _ number: Int, _ edit: AlarmEdit, isNew: Bool, isWaiting: Bool, at now: Moment,
        in zones: [ZoneTable]
    ) {
        if let late = edit.ring.late { alarms[number].late = late }
        if let wakes = edit.ring.wake { alarms[number].wakes = wakes }
        if let keeps = edit.ring.notOnHolidays { alarms[number].keepsHolidays = keeps }
        guard isNew else {
            if edit.isEnabled == false { asides[number] = nil }
            if edit.ring.notOnHolidays != nil, alarms[number].isOn {
                recount(number, at: now.wall, in: zones)
                if !isWaiting { pass(number, at: now.wall, in: zones) }
            }
            return
        }
        alarms[number].isThere = true
        alarms[number].isOn = edit.isEnabled ?? true
        alarms[number].from = now.wall
        (alarms[number].last, alarms[number].unheard) = (nil, nil)
        alarms[number].retired = nil
        (alarms[number].next, alarms[number].ringing) = (nil, nil)
        let isMoved = edit.schedule != nil || edit.countdown != nil
        if isMoved || alarms[number].plan?.isOnce ?? true { alarms[number].skip = nil }
        asides[number] =
            isTrusted ? nil : Aside(from: now.wall, setAt: now.sinceBoot)
        recount(number, at: now.wall, in: zones)
    }

    // MARK: What has come

    /// Works out what has come by this look.
    mutating func expect(_ look: Look, in zones: [ZoneTable]) {
        expected.removeAll(keepingCapacity: true)
        passed.removeAll(keepingCapacity: true)
        let old = last
        if let old, old.bootID != look.now.bootID {
            bootAgain(from: old, to: look.now, isTrusted: look.isTrusted)
            forgetTold()
        }
        if look.isTrusted, !isTrusted { trust(look.now, in: zones) }
        isTrusted = look.isTrusted
        if isTrusted { newestTrusted = look.now.wall }
        let isRecounted =
            look.cause == .boot || look.cause == .zoneChange || look.cause == .reload
            || look.held > .zero
        if isTrusted { bringSnoozesNearer(to: look.now.wall, in: zones) }
        let lowest = lowest(at: look, since: old)
        let (back, ahead) = (lowest + Self.settleTime, look.now.wall + Self.settleTime)
        for number in alarms.indices where alarms[number].isThere {
            if !isRecounted, isQuiet(number, at: look.now, back, ahead) { continue }
            let isLowered =
                !look.isWaiting && lower(number, to: lowest, at: look.now.wall)
            if look.isWaiting, alarms[number].plan != nil {
                if isRecounted { countOn(number, in: zones) }
            } else if alarms[number].plan != nil {
                expectTime(number, look, old, isRecounted: isLowered || isRecounted, in: zones)
            } else if let deadline = alarms[number].deadline, deadline <= look.now.sinceBoot {
                let age = look.now.sinceBoot - deadline
                expected[number] = Expectation(
                    age: age, rings: age < Self.tolerance || age <= alarms[number].late)
            }
        }
        last = look.now
    }

    private mutating func expectTime(
        _ number: Int, _ look: Look, _ old: Moment?, isRecounted: Bool, in zones: [ZoneTable]
    ) {
        guard alarms[number].isOn else { return }
        let waitedFor = alarms[number].ringing
        if isRecounted { recount(number, at: look.now.wall, in: zones) }
        pass(number, at: look.now.wall, in: zones)
        guard let first = alarms[number].next, first.instant <= look.now.wall else { return }
        guard alarms[number].isOn else { return }
        let due = latest(number, from: first, at: look.now.wall, in: zones)
        let age = look.now.wall - due.instant
        var rings = age < Self.tolerance || age <= alarms[number].late + look.held
        if !rings, look.cause != .boot, let old, old.bootID == look.now.bootID {
            // A daemon that ran waited for it; a clock or a zone jumped over it.
            let isSame = waitedFor?.day == due.day && waitedFor?.isSecond == due.isSecond
            let expected = isSame ? waitedFor?.instant ?? due.instant : due.instant
            let unmoved = old.wall + (look.now.sinceBoot - old.sinceBoot)
            let jump = (look.now.wall - unmoved) + (expected - due.instant)
            rings = expected > unmoved - Self.tolerance && jump <= Self.jumpLimit
        }
        expected[number] = Expectation(due: due, age: age, rings: rings)
    }

    /// Finds the first time that is not decided; what has no date of its own moves to an earlier one.
    mutating func recount(_ number: Int, at now: Instant, in zones: [ZoneTable]) {
        guard var plan = alarms[number].plan else { return }
        let zone = zones[plan.zone ?? machineZone]
        if case .next(let fixed) = plan.days,
            let day = freeDay(of: plan, number, after: max(now, alarms[number].from), in: zone),
            day < fixed,
            !(alarms[number].skip?.contains(fixed) ?? false)
        {
            putAside(number)
            plan.days = .next(day)
            alarms[number].plan = plan
        }
        countOn(number, in: zones)
        // One that would not ring any more rings on the next day on which it can.
        guard case .next(let fixed) = plan.days, alarms[number].isOn,
            alarms[number].ringing == nil, !(alarms[number].skip?.contains(fixed) ?? false),
            let day = freeDay(of: plan, number, after: max(now, alarms[number].from), in: zone)
        else { return }
        putAside(number)
        alarms[number].plan?.days = .next(day)
        countOn(number, in: zones)
    }

    /// Finds the first time that is not decided: what was waited for, wherever a zone put it, or else the next.
    mutating func countOn(_ number: Int, in zones: [ZoneTable]) {
        guard let plan = alarms[number].plan else { return }
        let zone = zones[plan.zone ?? machineZone]
        defer { alarms[number].ringing = ringing(number, from: alarms[number].next, in: zone) }
        if let waited = alarms[number].ringing, alarms[number].isOn,
            plan.days.contains(waited.day),
            let moved = plan.due(on: waited.day, isSecond: waited.isSecond, in: zone),
            moved.instant <= alarms[number].from
        {
            alarms[number].next = moved
            return
        }
        var next = plan.first(after: alarms[number].from, in: zone)
        if let due = next, plan.id(of: due, alarms[number].id) == alarms[number].last,
            due.instant <= alarms[number].from + Self.settleTime
        {
            next = plan.first(after: due.instant, in: zone)
        }
        alarms[number].next = next
    }

    // MARK: What was said

    /// Compares what the book says with what has come.
    mutating func check(_ effects: [Effect], _ look: Look, _ book: AlarmBook, in zones: [ZoneTable])
    {
        for case .event(let event) in effects { hear(event, look, book, in: zones) }
        for (number, missing) in expected {
            fail("\(alarms[number].id), due \(missing.age) ago, is lost")
        }
        checkRings(look, book)
    }

    private mutating func hear(
        _ event: AlarmEvent, _ look: Look, _ book: AlarmBook, in zones: [ZoneTable]
    ) {
        guard let alarm = event.alarm, let number = numbers[alarm] else { return }
        if event.kind == .cleared, event.reason?.code.rawValue == "expired" {
            let retired = alarms[number].retired
            if retired.map({ look.now.wall - $0 < .seconds(86_400) }) ?? true {
                fail("\(alarm) is removed within a day of its ring")
            }
            alarms[number] = Alarm(id: alarm)
        }
        guard let id = event.occurrence else { return }
        switch event.kind {
        case .due:
            tell(number, id, rings: true, look, in: zones)
            if rings[alarm] != nil { fail("\(id) rings while one of its alarm does") }
            rings[alarm] = Ring(
                id: id, late: book.live[alarm]?.ring.late ?? alarms[number].late,
                zone: alarms[number].plan?.zone)
        case .missed where rings[alarm]?.id == id && expected[number]?.rings != false:
            checkMissed(id, look)
            rings[alarm] = nil
            noteEnd(number, id, at: look.now)
        case .missed:
            tell(number, id, rings: false, look, in: zones)
        case .dismissed:
            if rings[alarm]?.id != id { fail("\(id) is dismissed, and does not ring") }
            let isReplaced = event.reason?.code.rawValue == "replaced"
            if !isReplaced, !look.ended.contains(alarm) { fail("\(id) ends unasked") }
            rings[alarm] = nil
            noteEnd(number, id, at: look.now)
        case .snoozed:
            guard rings[alarm]?.id == id, let until = event.until else {
                fail("\(id) snoozes, and does not ring")
                break
            }
            let length = until - look.now.wall
            if let asked = look.snooze, asked != length { fail("\(id) snoozes for \(length)") }
            if case .wall? = book.live[alarm]?.resumes {
                rings[alarm]?.snooze = .wall(until)
            } else {
                rings[alarm]?.snooze = .boot(look.now.sinceBoot + length)
            }
        case .queued:
            rings[alarm]?.snooze = nil
        case .skipped:
            if passed.remove(id) == nil { fail("\(id) is skipped unasked") }
        default: break
        }
    }

    /// An occurrence is said to be due, or to be missed.
    private mutating func tell(
        _ number: Int, _ id: OccurrenceID, rings: Bool, _ look: Look, in zones: [ZoneTable]
    ) {
        toldCount += 1
        guard let expected = expected.removeValue(forKey: number) else {
            return fail("\(id) has not come, or was told already")
        }
        putAside(number)
        note(
            number, id, expected.due?.instant ?? look.now.wall - expected.age,
            isUnheard: !expected.rings, at: look.now)
        if let due = expected.due, let plan = alarms[number].plan {
            let right = plan.id(of: due, alarms[number].id)
            if right != id { fail("\(id) is told in the place of \(right)") }
            noteUnheard(number, !expected.rings, at: look.now.wall)
            alarms[number].from = due.instant
            alarms[number].last = right
            (alarms[number].next, alarms[number].ringing) = (nil, nil)
        }
        if rings != expected.rings {
            let limit = alarms[number].late
            fail(
                "\(id), \(expected.age) late of \(limit), \(rings ? "rings" : "is missed") "
                    + "because of \(look.cause)")
        }
        let mayBeLate =
            !look.isPunctual && !(look.wasWakeable && alarms[number].wakes)
        if expected.age > .zero, look.held == .zero, !mayBeLate {
            fail("\(id) is \(expected.age) late")
        }
        alarms[number].deadline = nil
        if alarms[number].plan?.isOnce ?? true {
            alarms[number].isOn = false
            alarms[number].retired = look.now.wall
        } else {
            recount(number, at: look.now.wall, in: zones)
            pass(number, at: look.now.wall, in: zones)
        }
    }

    mutating func fail(_ what: String) { broken.append(what) }
}
