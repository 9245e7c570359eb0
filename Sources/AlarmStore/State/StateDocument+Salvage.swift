// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

extension StateDocument {
    /// Makes a book of what can still be read of damaged files, the later of which win.
    ///
    /// Each alarm and each occurrence that is whole is taken, whatever became of the rest. What rings or snoozes
    /// is taken only together with the moment that its boot-clock times count from.
    static func salvage(_ files: [[UInt8]]) -> AlarmBook {
        var found = Found()
        for bytes in files { found.read(bytes) }
        return found.book
    }
}

/// What was found in damaged files.
private struct Found {
    private var alarms: [AlarmID: Alarm] = [:]
    private var live: [AlarmID: Occurrence] = [:]
    private var ended: [OccurrenceID: Occurrence] = [:]
    private var unacknowledged: Set<OccurrenceID> = []
    private var last: Moment?

    /// Reads one file; what it holds replaces what an earlier one said.
    mutating func read(_ bytes: [UInt8]) {
        (live, last, unacknowledged) = ([:], nil, [])
        var seen: Set<OccurrenceID> = []
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "{")) {
            rest = rest[start...]
            guard let object = wholeObject(at: rest),
                (try? StateJSON.read(object) { take($0, &seen) }) == true
            else {
                // Nothing that is known by itself: what is inside may be.
                rest = rest.dropFirst()
                continue
            }
            rest = rest[object.endIndex...]
        }
    }

    private mutating func take(_ value: StateJSON, _ seen: inout Set<OccurrenceID>) -> Bool {
        if let alarm = try? Alarm(state: value) {
            alarms[alarm.id] = alarm
        } else if let moment = try? Moment(state: value) {
            last = moment
        } else if var occurrence = try? Occurrence(state: value) {
            let settings: RingSettings? = (try? StateObject(value).find("ring")) ?? nil
            occurrence.ring = RingDefaults().overridden(by: settings?.withinRange ?? RingSettings())
            if occurrence.ended == nil {
                live[occurrence.id.alarm] = occurrence
            } else {
                // One that nobody acknowledged is there twice: in the history, and among the missed.
                if !seen.insert(occurrence.id).inserted { unacknowledged.insert(occurrence.id) }
                ended[occurrence.id] = occurrence
            }
        } else {
            return false
        }
        return true
    }

    /// The book; alarms are numbered anew, and a setting out of its range says nothing.
    var book: AlarmBook {
        var book = AlarmBook()
        for var alarm in alarms.values.sorted(by: { ($0.serial, $0.id) < ($1.serial, $1.id) }) {
            alarm.serial = book.nextSerial
            book.nextSerial += 1
            alarm.ring = alarm.ring.withinRange
            book.alarms[alarm.id] = alarm
        }
        let history = ended.values.sorted {
            ($0.ended ?? $0.due, $0.id) < ($1.ended ?? $1.due, $1.id)
        }
        book.history = history.suffix(AlarmBook.historyLimit)
        book.missed = history.filter { unacknowledged.contains($0.id) && $0.life == .missed }
            .suffix(AlarmBook.missedLimit)
        guard let last else { return book }
        book.clock = ClockRecord(last: last)
        book.live = live.filter { $0.value.life != .armed && $0.value.life != .scheduled }
        book.armed = live.filter { $0.value.life == .armed }
        return book
    }
}

extension RingSettings {
    /// These settings without each whose value none may have.
    fileprivate var withinRange: RingSettings {
        var settings = self
        settings.volume = volume.flatMap { RingRange.volume.contains($0) ? $0 : nil }
        settings.fade = fade.flatMap { RingRange.fade.contains($0) ? $0 : nil }
        settings.timeout = timeout.flatMap { RingRange.timeout.contains($0) ? $0 : nil }
        settings.retries = retries.flatMap { RingRange.retries.contains($0) ? $0 : nil }
        settings.snooze = snooze.flatMap { RingRange.snooze.contains($0) ? $0 : nil }
        settings.snoozeLimit = snoozeLimit.flatMap { RingRange.snoozeLimit.contains($0) ? $0 : nil }
        settings.late = late.flatMap { RingRange.late.contains($0) ? $0 : nil }
        return settings
    }
}

/// The bytes from the `{` that `bytes` begin with to the `}` that closes it; `nil` where none does within the
/// size that an alarm may have.
private func wholeObject(at bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let bytes = bytes.prefix(64 << 10)
    var depth = 0
    var isInText = false
    var isEscaped = false
    for index in bytes.indices {
        let byte = bytes[index]
        if isInText {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInText = false
            }
            continue
        }
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "{"):
            depth += 1
            if depth > StateJSON.depthLimit { return nil }
        case UInt8(ascii: "}"):
            depth -= 1
            if depth == 0 { return bytes[...index] }
        default: break
        }
    }
    return nil
}
