// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// Reads times in the one form that the state has them in, byte by byte: a state has several for each alarm.
///
/// What is in another form makes `nil`, and is left to the model's own readers.
@safe
struct StateTime {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    /// Reads `bytes`, as long as they are there.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe self.bytes = bytes
    }

    /// Reads `2026-12-01T06:30:00Z`, with a fraction of six digits where there is one.
    mutating func instant() -> Instant? {
        guard let date = date(), take("T"), let hour = number(2), take(":"),
            let minute = number(2), take(":"), let second = number(2),
            let time = TimeOfDay(hour: hour, minute: minute, second: second)
        else { return nil }
        var microseconds = 0
        if take(".") {
            guard let fraction = number(6) else { return nil }
            microseconds = fraction
        }
        guard take("Z") else { return nil }
        let seconds = Int64(date.daysSinceEpoch) * 86_400 + Int64(time.secondsSinceMidnight)
        return Instant(microseconds: seconds * 1_000_000 + Int64(microseconds))
    }

    /// Reads `wake@2026-12-01T07:30`, with `:30` for seconds, and with `~2` for a second pass.
    mutating func occurrence() -> OccurrenceID? {
        let start = index
        while unsafe index < bytes.count, unsafe bytes[index] != UInt8(ascii: "@") { index += 1 }
        let name = unsafe UnsafeBufferPointer(rebasing: bytes[start..<index])
        guard take("@"), let date = date(), take("T"), let time = time() else { return nil }
        var isSecondPass = false
        if take("~") {
            guard take("2") else { return nil }
            isSecondPass = true
        }
        guard let alarm = unsafe AlarmID(stored: String(decoding: name, as: UTF8.self)) else {
            return nil
        }
        return OccurrenceID(
            alarm: alarm, nominal: CivilDateTime(date: date, time: time),
            isSecondPass: isSecondPass)
    }

    /// Reads `07:30`, or `07:30:15`.
    mutating func time() -> TimeOfDay? {
        guard let hour = number(2), take(":"), let minute = number(2) else { return nil }
        guard take(":") else { return TimeOfDay(hour: hour, minute: minute) }
        guard let second = number(2) else { return nil }
        return TimeOfDay(hour: hour, minute: minute, second: second)
    }

    /// Reads `2026-12-01`.
    mutating func date() -> CivilDate? {
        guard let year = number(4), take("-"), let month = number(2), take("-"),
            let day = number(2)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// Whether all was read.
    var isAtEnd: Bool { unsafe index == bytes.count }

    /// Takes the next byte where it is `mark`.
    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard unsafe index < bytes.count, unsafe bytes[index] == UInt8(ascii: mark) else {
            return false
        }
        index += 1
        return true
    }

    private mutating func number(_ digits: Int) -> Int? {
        guard unsafe index + digits <= bytes.count else { return nil }
        var number = 0
        for _ in 0..<digits {
            let byte = unsafe bytes[index]
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
            index += 1
        }
        return number
    }
}
