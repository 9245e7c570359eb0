// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The alarms by their ids, and beside each what is asked of it at every change.
///
/// That lies in one piece: a change of a book of thousands goes through it without touching an alarm.
package struct AlarmDictionary: Sendable {
    private var places: [AlarmID: Int] = [:]
    /// The one that is settled: it is asked for again and again, and found without its hash.
    private var settled: (id: AlarmID, place: Int)?

    /// The alarms, in no particular order.
    package private(set) var values: [Alarm] = []

    /// What is asked of each of them at every change, in the same order.
    private(set) var glances: [Glance] = []

    /// Creates a dictionary of no alarms.
    package init() {}

    /// Has room for so many.
    package mutating func reserveCapacity(_ count: Int) {
        places.reserveCapacity(count)
        values.reserveCapacity(count)
        glances.reserveCapacity(count)
    }

    /// The alarm of an id; `nil` where there is none.
    package subscript(id: AlarmID) -> Alarm? {
        get { place(of: id).map { values[$0] } }
        _modify {
            let place = place(of: id)
            // Taken out meanwhile, so that a change does not copy it.
            var alarm = place.map { values.take($0) }
            defer {
                switch (place, alarm) {
                case (let place?, let alarm?):
                    glances[place] = Glance(alarm)
                    values[place] = alarm
                case (let place?, nil): remove(place, of: id)
                case (nil, let alarm?): append(alarm)
                case (nil, nil): break
                }
            }
            yield &alarm
        }
    }

    /// Adds an alarm by its own id; tells whether it did, since there was none.
    package mutating func insert(_ alarm: Alarm) -> Bool {
        guard places[alarm.id] == nil else { return false }
        append(alarm)
        return true
    }

    /// Takes an alarm out; returns it, or `nil` where there is none.
    package mutating func removeValue(forKey id: AlarmID) -> Alarm? {
        guard let place = place(of: id) else { return nil }
        let alarm = values[place]
        remove(place, of: id)
        return alarm
    }

    /// Takes note that an alarm is settled now.
    mutating func settle(_ id: AlarmID) { settled = places[id].map { (id, $0) } }

    private func place(of id: AlarmID) -> Int? {
        if let settled, settled.id == id { return settled.place }
        return places[id]
    }

    private mutating func append(_ alarm: Alarm) {
        places[alarm.id] = values.count
        values.append(alarm)
        glances.append(Glance(alarm))
    }

    /// The last one takes the place.
    private mutating func remove(_ place: Int, of id: AlarmID) {
        (places[id], settled) = (nil, nil)
        let last = values.count - 1
        if place != last {
            places[values[last].id] = place
            values[place] = values[last]
            glances[place] = glances[last]
        }
        values.removeLast()
        glances.removeLast()
    }

    /// How many there are.
    package var count: Int { values.count }

    /// Whether there are none.
    package var isEmpty: Bool { values.isEmpty }

    /// Their ids, in the order of ``values``.
    package var keys: [AlarmID] { values.map(\.id) }

    // MARK: What is asked of each at every change

    /// The alarms of which a glance tells that they are meant.
    func values(where isMeant: (Glance) -> Bool) -> [Alarm] {
        var found: [Alarm] = []
        for (place, glance) in glances.enumerated() where isMeant(glance) {
            found.append(values[place])
        }
        return found
    }

    /// What is asked of an alarm at every change.
    struct Glance: Hashable, Sendable {
        /// When its schedule is due next; ``Instant/distantFuture`` where it is not, or that is not known.
        let due: Instant
        /// When what is skipped is due next; ``Instant/distantFuture`` where nothing is before ``due``.
        let skippedDue: Instant
        /// When its countdown ends, on the boot clock; `nil` while none runs.
        let deadline: Duration?
        /// Up to when it is decided.
        let decided: Instant
        /// What the wall clock read when its times were missed with nothing heard; ``Instant/distantPast`` where they
        /// were not.
        let unheardAt: Instant
        /// When it was switched off because its time had come; `nil` where it was not.
        let retired: Instant?
        /// Whether it is switched on.
        let isEnabled: Bool
        /// Whether a schedule makes it due, and no countdown.
        let isScheduled: Bool
        /// Whether its next time is to be computed.
        let isUnknown: Bool
        /// Whether it wakes the machine, as far as it was said.
        let wakesMachine: Bool?

        init(_ alarm: Alarm) {
            due = alarm.due ?? .distantFuture
            skippedDue = alarm.skippedDue ?? .distantFuture
            deadline = alarm.deadline
            decided = alarm.decided
            unheardAt = alarm.unheardAt ?? .distantPast
            retired = alarm.retired
            isEnabled = alarm.isEnabled
            isScheduled = alarm.isScheduled
            isUnknown =
                alarm.isScheduled && alarm.isEnabled && alarm.due == nil && alarm.skippedDue == nil
            wakesMachine = alarm.wakesMachine
        }
    }
}

extension [Alarm] {
    /// Takes an alarm out and leaves its place empty.
    fileprivate mutating func take(_ place: Int) -> Alarm {
        var alarm = Alarm.none
        swap(&alarm, &self[place])
        return alarm
    }
}

extension AlarmDictionary: Hashable {
    package static func == (lhs: AlarmDictionary, rhs: AlarmDictionary) -> Bool {
        lhs.count == rhs.count && lhs.values.allSatisfy { rhs[$0.id] == $0 }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension AlarmDictionary: ExpressibleByDictionaryLiteral {
    /// Creates a dictionary of the alarms that are written, each by its own id.
    package init(dictionaryLiteral elements: (AlarmID, Alarm)...) {
        for (id, alarm) in elements { self[id] = alarm }
    }
}
