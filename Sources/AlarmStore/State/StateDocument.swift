// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel
internal import JSON

/// The bytes of a state file: a line with the version and a checksum, then one JSON document (design,
/// section 10).
///
/// The document is laid out for a person to read. Durations in it are whole microseconds.
package enum StateDocument {
    /// The version that this daemon writes, and the newest that it reads.
    static let version = 1

    /// The most bytes a state file may have: far more than 10,000 alarms take.
    package static let sizeLimit = 256 << 20

    private static let mark = "wecker-state"
    private static let limits = JSONLimits(depth: 16, values: 20_000_000)

    /// Returns the bytes that say `book`.
    package static func encode(_ book: AlarmBook) -> [UInt8] {
        var object = StateObject()
        object.put("alarms", book.alarms.values.sorted { $0.id < $1.id })
        object.put("armed", book.armed.values.sorted { $0.id < $1.id })
        object.put("live", book.live.values.sorted { $0.id < $1.id })
        object.put("history", book.history)
        object.put("missed", book.missed)
        object.put("nextSerial", book.nextSerial)
        object.put("clock", book.clock.last)
        let body = JSONValue.object(object.object).serialized(pretty: true) + [10]
        return header(of: body) + body
    }

    /// Reads the book that `bytes` say.
    ///
    /// - Throws: ``StateError/damaged(_:)`` for bytes that ``encode(_:)`` did not make, and
    ///   ``StateError/newer(version:)`` for those of a newer version.
    package static func decode(_ bytes: [UInt8]) throws(StateError) -> AlarmBook {
        let object = try StateObject(try document(of: bytes), at: "state")
        return AlarmBook(
            alarms: try byAlarm(object.get("alarms"), \Alarm.id),
            armed: try byAlarm(object.get("armed"), \Occurrence.id.alarm),
            live: try byAlarm(object.get("live"), \Occurrence.id.alarm),
            history: try object.get("history"), missed: try object.get("missed"),
            nextSerial: try object.get("nextSerial"),
            clock: ClockRecord(last: try object.find("clock")))
    }

    /// Reads what can still be read of a damaged file: each alarm that is whole, whatever became of the rest.
    package static func salvage(_ bytes: [UInt8]) -> [Alarm] {
        guard let start = bytes.firstIndex(of: UInt8(ascii: "{")) else { return [] }
        var alarms: [AlarmID: Alarm] = [:]
        for object in WholeObjects(in: bytes[(start + 1)...]) {
            guard let value = try? JSONValue(parsing: Array(object), limits: limits),
                let alarm = try? Alarm(state: value, at: "alarm")
            else { continue }
            alarms[alarm.id] = alarm
        }
        return alarms.values.sorted { $0.serial < $1.serial }
    }

    private static func header(of body: [UInt8]) -> [UInt8] {
        let digits = String(Checksum.crc32(body), radix: 16)
        let sum = String(repeating: "0", count: 8 - digits.count) + digits
        return Array("\(mark) \(version) crc32=\(sum)\n".utf8)
    }

    private static func document(of bytes: [UInt8]) throws(StateError) -> JSONValue {
        guard let end = bytes.prefix(64).firstIndex(of: 10) else {
            throw .damaged("its first line is missing")
        }
        let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
        guard words.count == 3, words[0] == mark, let written = Int(words[1]), written > 0 else {
            throw .damaged("its first line is not \(mark) VERSION crc32=SUM")
        }
        guard written <= version else { throw .newer(version: written) }
        let body = Array(bytes[(end + 1)...])
        guard bytes[...end] == header(of: body)[...] else {
            throw .damaged("its checksum is not that of its content")
        }
        do { return try JSONValue(parsing: body, limits: limits) } catch {
            throw .damaged("\(error)")
        }
    }

    private static func byAlarm<Value>(
        _ values: [Value], _ id: KeyPath<Value, AlarmID>
    ) throws(StateError) -> [AlarmID: Value] {
        var found: [AlarmID: Value] = [:]
        for value in values where found.updateValue(value, forKey: value[keyPath: id]) != nil {
            throw .damaged("\(value[keyPath: id]) is there twice")
        }
        return found
    }
}

/// The objects of an array in bytes that may be damaged: from each `{` to the `}` that closes it.
private struct WholeObjects: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(in bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() -> ArraySlice<UInt8>? {
        while let start = rest.firstIndex(of: UInt8(ascii: "{")) {
            rest = rest[start...]
            if let end = Self.end(of: rest) {
                defer { rest = rest[(end + 1)...] }
                return rest[...end]
            }
            // Nothing closes it: what is inside may still be whole.
            rest = rest.dropFirst()
        }
        return nil
    }

    private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        var isInText = false
        var isEscaped = false
        for (index, byte) in zip(bytes.indices, bytes) {
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
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }
}
