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

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe self.bytes = bytes
    }

    /// Lends the bytes of `text` to `read`, which must take all of them.
    private static func read<Value>(
        _ text: String, _ read: (inout StateTime) -> Value?
    ) -> Value? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = unsafe StateTime(bytes)
            let value = read(&reader)
            return reader.isAtEnd ? value : nil
        }
    }

    /// Reads `2026-12-01T06:30:00Z`, with a fraction of six digits where there is one.
    static func instant(_ text: String) -> Instant? {
        read(text) { reader in
            guard let date = reader.readDate(), reader.take("T"), let hour = reader.number(2),
                reader.take(":"), let minute = reader.number(2), reader.take(":"),
                let second = reader.number(2),
                let time = TimeOfDay(hour: hour, minute: minute, second: second)
            else { return nil }
            var microseconds = 0
            if reader.take(".") {
                guard let fraction = reader.number(6) else { return nil }
                microseconds = fraction
            }
            guard reader.take("Z") else { return nil }
            let seconds = Int64(date.daysSinceEpoch) * 86_400 + Int64(time.secondsSinceMidnight)
            return Instant(microseconds: seconds * 1_000_000 + Int64(microseconds))
        }
    }

    /// Reads `wake@2026-12-01T07:30`, with `:30` for seconds, and with `~2` for a second pass.
    static func occurrence(_ text: String) -> OccurrenceID? {
        guard let at = text.utf8.firstIndex(of: UInt8(ascii: "@")),
            let alarm = AlarmID(stored: text[..<at])
        else { return nil }
        return read(String(text[text.utf8.index(after: at)...])) { reader in
            guard let date = reader.readDate(), reader.take("T"), let time = reader.readTime()
            else { return nil }
            var isSecondPass = false
            if reader.take("~") {
                guard reader.take("2") else { return nil }
                isSecondPass = true
            }
            return OccurrenceID(
                alarm: alarm, nominal: CivilDateTime(date: date, time: time),
                isSecondPass: isSecondPass)
        }
    }

    /// Reads `07:30`, or `07:30:15`.
    static func time(_ text: String) -> TimeOfDay? {
        read(text) { $0.readTime() }
    }

    /// Reads `2026-12-01`.
    static func date(_ text: String) -> CivilDate? {
        read(text) { $0.readDate() }
    }

    private var isAtEnd: Bool { unsafe index == bytes.count }

    private mutating func readDate() -> CivilDate? {
        guard let year = number(4), take("-"), let month = number(2), take("-"),
            let day = number(2)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    private mutating func readTime() -> TimeOfDay? {
        guard let hour = number(2), take(":"), let minute = number(2) else { return nil }
        guard take(":") else { return TimeOfDay(hour: hour, minute: minute) }
        guard let second = number(2) else { return nil }
        return TimeOfDay(hour: hour, minute: minute, second: second)
    }

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
