// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension AlarmBook {
    /// When the alarm is due next, on the wall clock as of the moment the book was advanced to.
    func nextDue(of id: AlarmID) -> Instant? {
        guard let alarm = alarms[id], isActive(id) else { return nil }
        return switch alarm.trigger {
        case .schedule: alarm.upcoming?.due
        case .countdown(let countdown): countdown.run.map { upcoming(of: $0, id).due }
        }
    }

    /// When an occurrence sounds, on the wall clock: when it is due, or when its snooze ends.
    package func soundTime(of occurrence: Occurrence, at moment: Moment) -> Instant {
        switch occurrence.resumes {
        case .wall(let until): until
        case .boot(let deadline): moment.wall + (deadline - moment.sinceBoot)
        case nil: occurrence.due
        }
    }

    /// The next `count` times at which something will sound, soonest first: what is scheduled, and what
    /// snoozes.
    ///
    /// - Parameters:
    ///   - count: How many times that sound.
    ///   - skippedCount: How many times that are skipped are told among them, each in its place; those are not
    ///     counted as ones that sound.
    ///   - moment: What the clocks say now.
    ///   - context: The configuration and the zones.
    /// - Returns: The occurrences.
    /// - Complexity: O(*a* + *n* · log *a*) for *a* alarms and *n* times.
    package func next(
        _ count: Int, skipped skippedCount: Int = 0, at moment: Moment, in context: BookContext
    ) -> [Occurrence] {
        var pending = Pending(sounds(at: moment, withSkipped: skippedCount > 0))
        var found: [Occurrence] = []
        var (sounding, skipped) = (0, 0)
        while sounding < count, let sound = pending.popFirst() {
            guard let upcoming = sound.upcoming else {
                if let occurrence = live[sound.alarm] { found.append(occurrence) }
                sounding += 1
                continue
            }
            guard let alarm = alarms[sound.alarm] else { continue }
            found.append(occurrence(upcoming, of: alarm, skippedFor: sound.skipped, in: context))
            if sound.skipped == nil { sounding += 1 } else { skipped += 1 }
            guard let schedule = alarm.schedule else { continue }
            var later = context.next(of: schedule, for: alarm.id, after: sound.time)
            if skipped >= skippedCount {
                later = context.ringing(from: later, of: alarm, by: schedule)
            }
            if let later { pending.insert(Sound(of: alarm, at: later, in: context)) }
        }
        return found
    }

    /// The one-shots that are switched on and will never ring, as far as is known: a zone leaves out their time.
    ///
    /// What a person or the calendar wants to be skipped is not among them.
    package var neverDue: [AlarmID] {
        alarms.values.filter {
            $0.isEnabled && $0.isScheduled && $0.isOneShot && $0.due == nil && $0.skippedDue == nil
        }.map(\.id).sorted()
    }

    private func occurrence(
        _ upcoming: Upcoming, of alarm: Alarm, skippedFor reason: Reason?, in context: BookContext
    ) -> Occurrence {
        Occurrence(
            id: upcoming.id, due: upcoming.due, zone: alarm.schedule?.zone, serial: alarm.serial,
            ring: context.defaults.overridden(by: alarm.ring),
            life: reason == nil ? .scheduled : .skipped, reason: reason)
    }

    private func sounds(at moment: Moment, withSkipped: Bool) -> [Sound] {
        var sounds: [Sound] = []
        sounds.reserveCapacity(alarms.count + live.count)
        for occurrence in live.values where occurrence.resumes != nil {
            sounds.append(
                Sound(
                    time: soundTime(of: occurrence, at: moment), serial: occurrence.serial,
                    alarm: occurrence.id.alarm))
        }
        for alarm in alarms.values where alarm.isEnabled || isArmed(alarm.id) {
            if withSkipped, let skipping = alarm.skipping {
                sounds.append(Sound(of: alarm, skipping: skipping))
                continue
            }
            let next =
                switch alarm.trigger {
                case .schedule: alarm.upcoming
                case .countdown(let countdown): countdown.run.map { upcoming(of: $0, alarm.id) }
                }
            guard let next else { continue }
            sounds.append(
                Sound(time: next.due, serial: alarm.serial, alarm: alarm.id, upcoming: next))
        }
        return sounds
    }
}

/// Sounds, of which the soonest is taken first.
///
/// They stay where they are: what is put in order is small, and of a thousand alarms the next few are wanted.
private struct Pending {
    /// The place of a sound, by what it is ordered by.
    private struct Place {
        let time: Instant
        let serial: Int
        let index: Int
    }

    private var sounds: [Sound]
    private var places: Heap<Place>

    init(_ sounds: [Sound]) {
        self.sounds = sounds
        places = Heap(
            sounds.indices.map { index in
                Place(time: sounds[index].time, serial: sounds[index].serial, index: index)
            }
        ) { ($0.time, $0.serial) < ($1.time, $1.serial) }
    }

    mutating func popFirst() -> Sound? { places.popMin().map { sounds[$0.index] } }

    mutating func insert(_ sound: Sound) {
        sounds.append(sound)
        places.insert(Place(time: sound.time, serial: sound.serial, index: sounds.count - 1))
    }
}

/// A time at which something will sound, or would if it were not skipped; without `upcoming` the end of a snooze.
private struct Sound {
    let time: Instant
    let serial: Int
    let alarm: AlarmID
    var upcoming: Upcoming?
    var skipped: Reason?
}

extension Sound {
    /// The next time of `alarm`, which will not ring.
    init(of alarm: Alarm, skipping time: SkippedTime) {
        self.init(
            time: time.due, serial: alarm.serial, alarm: alarm.id,
            upcoming: Upcoming(id: time.id, due: time.due), skipped: time.reason)
    }

    /// A later time of `alarm`.
    init(of alarm: Alarm, at time: Upcoming, in context: BookContext) {
        self.init(
            time: time.due, serial: alarm.serial, alarm: alarm.id, upcoming: time,
            skipped: context.reasonToSkip(time.id, of: alarm))
    }
}

extension AlarmBook {
    /// The alarms in the order of their ids, at most `count`, after the id `id`.
    package func alarms(after id: AlarmID? = nil, count: Int? = nil) -> [Alarm] {
        let later = alarms.keys.filter { key in id.map { $0 < key } ?? true }.sorted()
        return later.prefix(max(count ?? .max, 0)).compactMap { alarms[$0] }
    }

    /// Whether an alarm is switched on, as a person sees it: a one-shot stays on until its time has come.
    package func isEnabled(_ id: AlarmID) -> Bool { isActive(id) }

    /// What an alarm is doing.
    package func state(of id: AlarmID) -> AlarmState {
        switch live[id]?.life {
        case .ringing: .ringing
        case .queued: .queued
        case .snoozed, .rousing: .snoozed
        default: isActive(id) ? .scheduled : .off
        }
    }

    /// When an alarm sounds next: when its snooze ends, or when it is due; `nil` where neither is to come.
    package func nextSound(of id: AlarmID, at moment: Moment) -> Instant? {
        let snooze = live[id].flatMap { $0.resumes == nil ? nil : soundTime(of: $0, at: moment) }
        let due = nextDue(of: id)
        guard let snooze, let due else { return snooze ?? due }
        return min(snooze, due)
    }

    /// The occurrence of this id that rings, waits, snoozes or is armed, or the last of the history.
    package func occurrence(_ id: OccurrenceID) -> Occurrence? {
        if let occurrence = live[id.alarm], occurrence.id == id { return occurrence }
        if let occurrence = armed[id.alarm], occurrence.id == id { return occurrence }
        return history.last { $0.id == id }
    }

    /// The occurrences that ring, wait or snooze, newest first: the presented one before those that wait.
    package var liveOccurrences: [Occurrence] { live.values.sorted { Self.isOlder($1, $0) } }
}
