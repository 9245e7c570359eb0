// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// Reads times in the one form that the state has them in, byte by byte: a state has several for each alarm.
///
/// What is in another form makes `nil`, and is left to the model's own readers.
struct StateTime {
    private var bytes: Substring.UTF8View.Iterator

    init(_ text: Substring) {
        bytes = text.utf8.makeIterator()
    }

    /// Reads `2026-12-01T06:30:00Z`, with a fraction of six digits where there is one.
    static func instant(_ text: String) -> Instant? {
        var reader = StateTime(text[...])
        guard let date = reader.date(), reader.take("T"), let hour = reader.number(2),
            reader.take(":"), let minute = reader.number(2), reader.take(":"),
            let second = reader.number(2), let next = reader.bytes.next(),
            let time = TimeOfDay(hour: hour, minute: minute, second: second)
        else { return nil }
        var microseconds = 0
        if next == UInt8(ascii: ".") {
            guard let fraction = reader.number(6), reader.take("Z") else { return nil }
            microseconds = fraction
        } else if next != UInt8(ascii: "Z") {
            return nil
        }
        guard reader.bytes.next() == nil else { return nil }
        let seconds = Int64(date.daysSinceEpoch) * 86_400 + Int64(time.secondsSinceMidnight)
        return Instant(microseconds: seconds * 1_000_000 + Int64(microseconds))
    }

    /// Reads `wake@2026-12-01T07:30`, with `:30` for seconds, and with `~2` for a second pass.
    static func occurrence(_ text: String) -> OccurrenceID? {
        guard let at = text.utf8.firstIndex(of: UInt8(ascii: "@")),
            let alarm = AlarmID(stored: text[..<at])
        else { return nil }
        var reader = StateTime(text[text.utf8.index(after: at)...])
        guard let date = reader.date(), reader.take("T"), let hour = reader.number(2),
            reader.take(":"), let minute = reader.number(2)
        else { return nil }
        var second = 0
        var next = reader.bytes.next()
        if next == UInt8(ascii: ":") {
            guard let number = reader.number(2) else { return nil }
            second = number
            next = reader.bytes.next()
        }
        let isSecondPass = next == UInt8(ascii: "~")
        if isSecondPass {
            guard reader.take("2") else { return nil }
            next = reader.bytes.next()
        }
        guard next == nil, let time = TimeOfDay(hour: hour, minute: minute, second: second) else {
            return nil
        }
        return OccurrenceID(
            alarm: alarm, nominal: CivilDateTime(date: date, time: time),
            isSecondPass: isSecondPass)
    }

    private mutating func date() -> CivilDate? {
        guard let year = number(4), take("-"), let month = number(2), take("-"),
            let day = number(2)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        bytes.next() == UInt8(ascii: mark)
    }

    private mutating func number(_ digits: Int) -> Int? {
        var number = 0
        for _ in 0..<digits {
            guard let byte = bytes.next(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number
    }
}
