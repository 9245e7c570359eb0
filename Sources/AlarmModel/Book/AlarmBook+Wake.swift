// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// When the book has to be advanced next, and when the machine has to be awake for it.
package struct Wake: Hashable, Sendable {
    /// When to look again by the wall clock; `nil` where nothing is due by it.
    package var wall: Instant?
    /// When to look again by the boot clock; `nil` where nothing is due by it.
    package var sinceBoot: Duration?
    /// When to wake the machine by the wall clock; `nil` where nothing that is due by it may.
    package var machineWall: Instant?
    /// When to wake the machine by the boot clock; `nil` where nothing that is due by it may.
    package var machineSinceBoot: Duration?
    /// When it is to be looked whether the next will ring, by the wall clock; no machine is woken for it, and `nil` where
    /// there is none to come that is not near already.
    package var check: Instant?
    /// Whether the machine is to stay awake until then: something sounds, or will so soon that the machine was
    /// woken for it.
    package var keepsAwake: Bool

    /// Creates a wake.
    package init(
        wall: Instant? = nil, sinceBoot: Duration? = nil, machineWall: Instant? = nil,
        machineSinceBoot: Duration? = nil, check: Instant? = nil, keepsAwake: Bool = false
    ) {
        self.wall = wall
        self.sinceBoot = sinceBoot
        self.machineWall = machineWall
        self.machineSinceBoot = machineSinceBoot
        self.check = check
        self.keepsAwake = keepsAwake
    }

    /// Takes note that the book is to be advanced when the wall clock reads this.
    fileprivate mutating func look(at time: Instant) { wall = min(wall ?? time, time) }

    /// Takes note that the book is to be advanced when the boot clock reads this.
    fileprivate mutating func look(at time: Duration) { sinceBoot = min(sinceBoot ?? time, time) }
}

/// The soonest of the times by one clock that something is due.
///
/// It is asked of each alarm of a book, so that a time costs some comparisons and no arithmetic.
private struct Soonest<Time: Comparable> {
    /// Up to when a player is armed now.
    let armed: Time
    /// Up to when the machine is awake for what wakes it.
    let awake: Time

    /// The soonest for which a player is to be armed, and the soonest for which it is already.
    var (far, near): (Time?, Time?)
    /// The soonest of those that wake the machine: for which it has to, for which it is awake while no player is
    /// armed, and for which one is.
    var (asleep, waiting, ready): (Time?, Time?, Time?)

    init(armed: Time, awake: Time) {
        self.armed = armed
        self.awake = awake
    }

    mutating func note(_ due: Time, wakes: Bool) {
        if due > armed { far = min(far ?? due, due) } else { near = min(near ?? due, due) }
        guard wakes else { return }
        if due > awake {
            asleep = min(asleep ?? due, due)
        } else if due > armed {
            waiting = min(waiting ?? due, due)
        } else {
            ready = min(ready ?? due, due)
        }
    }

    private static func sooner(_ time: Time?, _ other: Time?) -> Time? {
        guard let time, let other else { return time ?? other }
        return min(time, other)
    }

    /// Whether the machine was woken for something that comes so soon.
    var keepsAwake: Bool { waiting != nil || ready != nil }

    /// When the book is to be advanced, and when the machine is to be awake.
    func looks(
        lead: Duration, minus: (Time, Duration) -> Time
    ) -> (look: Time?, wake: Time?) {
        let look = Self.sooner(near, far.map { minus($0, Effect.armingLead) })
        let woken = Self.sooner(
            waiting.map { minus($0, Effect.armingLead) }, asleep.map { minus($0, lead) })
        return (look, Self.sooner(ready, woken))
    }
}

/// What the alarms and the snoozes of a book ask for.
private struct Wakes {
    let last: Moment
    let trust: ClockTrust
    /// Whether alarms that do not say otherwise wake the machine.
    let isUsual: Bool
    /// What is due up to then is near already.
    let checkable: Instant
    var byWall: Soonest<Instant>
    var byBoot: Soonest<Duration>
    /// When to look besides.
    var look: Instant?
    /// The soonest that is due so late that there is time to look before it whether it will ring.
    var checked: Instant?
    /// When that of the alarms that are kept no more was retired which was first.
    var retired: Instant?
    /// Whether something waits for a clock that is trusted, and whether its time has come.
    var (waits, glances) = (false, false)
    /// Whether something sounds.
    var sounds = false

    /// Takes note that an alarm is due then.
    mutating func noteCheck(of due: Instant) {
        guard due > checkable else { return }
        checked = min(checked ?? due, due)
    }

    init(after last: Moment, _ trust: ClockTrust, in context: BookContext) {
        self.last = last
        self.trust = trust
        isUsual = context.defaults.wake
        checkable = last.wall + AlarmBook.checkLead
        byWall = Soonest(
            armed: last.wall + Effect.armingLead, awake: last.wall + context.wakeLead)
        byBoot = Soonest(
            armed: last.sinceBoot + Effect.armingLead, awake: last.sinceBoot + context.wakeLead)
    }
}

extension AlarmBook {
    /// How often it is looked whether the clock is trusted by now, while something has come and waits for that.
    private static let glance = Duration.seconds(1)

    /// How long before an alarm it is looked whether it will ring.
    fileprivate static let checkLead = Duration.seconds(3600)

    /// When the book has to be advanced next, as far as it was advanced.
    ///
    /// A time that is past already is one to advance the book at once for.
    package func nextWake(in context: BookContext) -> Wake {
        var wake = Wake()
        guard let last = clock.last else { return wake }
        var soonest = Wakes(after: last, clock.trust(at: last, in: context), in: context)
        for place in alarms.glances.indices { note(place, in: &soonest) }
        for occurrence in live.values { note(occurrence, in: &soonest) }
        (wake.wall, wake.machineWall) = soonest.byWall.looks(lead: context.wakeLead) { $0 - $1 }
        (wake.sinceBoot, wake.machineSinceBoot) =
            soonest.byBoot.looks(lead: context.wakeLead) { $0 - $1 }
        if let look = soonest.look { wake.look(at: look) }
        wake.check = soonest.checked.map { $0 - Self.checkLead }
        if let retired = soonest.retired { wake.look(at: retired + Self.retirement) }
        if soonest.waits, case .waiting(let end) = soonest.trust { wake.look(at: end) }
        if soonest.glances { wake.look(at: last.sinceBoot + Self.glance) }
        wake.keepsAwake =
            !armed.isEmpty || soonest.sounds || soonest.byWall.keepsAwake
            || soonest.byBoot.keepsAwake
        return wake
    }

    /// Takes note of the alarm at a place.
    private func note(_ place: Int, in wakes: inout Wakes) {
        let alarm = alarms.glances[place]
        if let retired = alarm.retired, wakes.trust == .trusted,
            live[alarms.values[place].id] == nil
        {
            wakes.retired = min(wakes.retired ?? retired, retired)
        }
        guard alarm.isEnabled || !armed.isEmpty && isArmed(alarms.values[place].id) else { return }
        let wakesMachine = alarm.wakesMachine ?? wakes.isUsual
        if alarm.isScheduled {
            // What is skipped is told in its time; nothing wakes up the machine, and no player, for it.
            if alarm.skippedDue < .distantFuture, !wakes.trust.isWaiting {
                wakes.look = min(wakes.look ?? alarm.skippedDue, alarm.skippedDue)
            }
            let due = alarm.due
            guard due < .distantFuture else { return }
            if wakes.trust.isWaiting {
                wakes.waits = true
                // What has come waits for a clock that is found to be right without being set, as one that is
                // slewed is.
                guard due > wakes.last.wall else {
                    wakes.glances = true
                    return
                }
            }
            wakes.byWall.note(due, wakes: wakesMachine)
            wakes.noteCheck(of: due)
        } else if let deadline = alarm.deadline {
            wakes.noteCheck(of: wakes.last.wall + (deadline - wakes.last.sinceBoot))
            wakes.byBoot.note(deadline, wakes: wakesMachine)
        }
    }

    private func note(_ occurrence: Occurrence, in wakes: inout Wakes) {
        if occurrence.life == .ringing || occurrence.life == .queued { wakes.sounds = true }
        // Each snooze and retry wakes the machine (design, section 3).
        switch occurrence.resumes {
        case .wall where wakes.trust.isWaiting: wakes.waits = true
        case .wall(let until): wakes.byWall.note(until, wakes: true)
        case .boot(let deadline): wakes.byBoot.note(deadline, wakes: true)
        case nil: break
        }
    }
}
