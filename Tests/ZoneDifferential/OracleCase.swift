// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel

/// A random schedule, and when it comes due by Python's zoneinfo: a line of `oracle.py`, which says what is
/// where.
struct OracleCase {
    var zone: String
    var schedule: Schedule
    var start: Instant
    var gap: GapPolicy
    var overlap: OverlapPolicy
    var expected: [ScheduledTime]

    /// Reads a line, or returns `nil` where it is none of the oracle's.
    init?(_ line: ArraySlice<UInt8>) {
        let fields = line.split(separator: UInt8(ascii: " "))
        guard fields.count == 7, let seconds = Self.number(fields[1]),
            let pattern = Self.pattern(fields[2]), let start = Self.number(fields[3]),
            let gap = GapPolicy(rawValue: String(decoding: fields[4], as: UTF8.self)),
            let overlap = OverlapPolicy(rawValue: String(decoding: fields[5], as: UTF8.self))
        else { return nil }
        let time = TimeOfDay(secondsSinceMidnight: Int(seconds))
        self.zone = String(decoding: fields[0], as: UTF8.self)
        self.schedule = Schedule(time: time, pattern: pattern)
        self.start = Instant(microseconds: start)
        self.gap = gap
        self.overlap = overlap
        self.expected = []
        guard fields[6] != [UInt8(ascii: "-")] else { return }
        for text in fields[6].split(separator: UInt8(ascii: ",")) {
            guard let due = Self.due(text, time: time) else { return nil }
            expected.append(due)
        }
    }

    private static func pattern(_ text: ArraySlice<UInt8>) -> Schedule.Pattern? {
        if text == [UInt8(ascii: "n")] { return .next(fixedTo: nil) }
        guard let value = number(text.dropFirst()) else { return nil }
        return switch text.first {
        case UInt8(ascii: "w"): .weekly(Weekdays(rawValue: UInt8(value)))
        case UInt8(ascii: "d"): .date(CivilDate(daysSinceEpoch: Int(value)))
        default: nil
        }
    }

    private static func due(_ text: ArraySlice<UInt8>, time: TimeOfDay) -> ScheduledTime? {
        let isSecondPass = text.last == UInt8(ascii: "+")
        let exists = text.last != UInt8(ascii: "!")
        let parts = text.dropLast(isSecondPass || !exists ? 1 : 0)
            .split(separator: UInt8(ascii: "@"))
        guard parts.count == 2, let seconds = number(parts[0]), let days = number(parts[1])
        else { return nil }
        let date = CivilDate(daysSinceEpoch: Int(days))
        return ScheduledTime(
            nominal: CivilDateTime(date: date, time: time), isSecondPass: isSecondPass,
            instant: Instant(seconds: seconds), exists: exists)
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Int64? {
        Int64(String(decoding: text, as: UTF8.self))
    }
}

extension OracleCase: CustomStringConvertible {
    var description: String {
        let days =
            switch schedule.pattern {
            case .next: "next"
            case .date(let date): "\(date)"
            case .weekly(let days): days.days.map(\.rawValue).joined(separator: ",")
            case .recurring(let recurrence): recurrence.rule.text
            }
        return "\(zone) \(days) \(schedule.time) after \(start.rfc3339(offset: 0))"
            + " (\(start.microseconds) µs), gap \(gap), overlap \(overlap)"
    }
}
