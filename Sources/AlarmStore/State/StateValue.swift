// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import JSON

/// The members of a JSON object that is read as part of the state.
struct StateObject {
    /// All members.
    let members: JSONObject

    /// Takes an object to read from.
    init(_ value: JSONValue) throws(StateError) {
        guard let members = value.objectValue else { throw .damaged(" is no object") }
        self.members = members
    }

    /// Reads a member that must be there.
    func get<Value: StateValue>(_ name: String) throws(StateError) -> Value {
        guard let value: Value = try find(name) else { throw .damaged(".\(name) is missing") }
        return value
    }

    /// Reads a member that may be absent.
    func find<Value: StateValue>(_ name: String) throws(StateError) -> Value? {
        guard let value = members[name] else { return nil }
        if case .null = value { return nil }
        do throws(StateError) {
            if let read = try Value(state: value) { return read }
        } catch {
            throw error.inside(".\(name)")
        }
        throw .damaged(".\(name) is not what it should be")
    }
}

/// A value of the state as JSON.
protocol StateValue {
    /// Reads the value; `nil` where the JSON is none.
    ///
    /// - Throws: ``StateError``, whose reason begins with the path from this value to what is wrong.
    init?(state: JSONValue) throws(StateError)

    /// Writes the value.
    func write(to writer: inout StateWriter)
}

extension String: StateValue {
    init?(state: JSONValue) throws(StateError) {
        guard let text = state.stringValue else { return nil }
        self = text
    }

    func write(to writer: inout StateWriter) { writer.text(self) }
}

extension Bool: StateValue {
    init?(state: JSONValue) throws(StateError) {
        guard let value = state.boolValue else { return nil }
        self = value
    }

    func write(to writer: inout StateWriter) { writer.plain(self ? "true" : "false") }
}

extension Int: StateValue {
    init?(state: JSONValue) throws(StateError) {
        guard let value = state.integerValue.flatMap(Int.init(exactly:)) else { return nil }
        self = value
    }

    func write(to writer: inout StateWriter) { writer.plain("\(self)") }
}

extension Array: StateValue where Element: StateValue {
    init?(state: JSONValue) throws(StateError) {
        guard let values = state.arrayValue else { return nil }
        self = []
        reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            do throws(StateError) {
                guard let element = try Element(state: value) else {
                    throw StateError.damaged(" is not what it should be")
                }
                append(element)
            } catch {
                throw error.inside("[\(index)]")
            }
        }
    }

    func write(to writer: inout StateWriter) { writer.array(self) }
}

/// A duration in microseconds.
extension Duration: StateValue {
    init?(state: JSONValue) throws(StateError) {
        guard let value = state.integerValue else { return nil }
        self = .microseconds(value)
    }

    func write(to writer: inout StateWriter) { writer.plain("\(wholeMicroseconds)") }
}

/// An instant in RFC 3339, in UTC, to the microsecond.
extension Instant: StateValue {
    init?(state: JSONValue) throws(StateError) {
        if let number = state.integerValue {
            self.init(microseconds: number)
        } else {
            guard let text = state.stringValue,
                let instant = StateTime.instant(text) ?? Instant(rfc3339: text)
            else { return nil }
            self = instant
        }
    }

    func write(to writer: inout StateWriter) {
        // Beyond the years that can be written, the number says it.
        guard (-62_135_596_800..<253_402_300_800).contains(seconds) else {
            return writer.plain("\(microseconds)")
        }
        writer.utc(
            UTC().civil(at: self), microseconds: Int(microseconds - seconds * 1_000_000))
    }
}

/// A value that is written as one string and read from it.
protocol StateText: StateValue {
    init?(text: String)
    var text: String { get }
}

extension StateText {
    init?(state: JSONValue) throws(StateError) {
        guard let text = state.stringValue, let value = Self(text: text) else { return nil }
        self = value
    }

    func write(to writer: inout StateWriter) { writer.text(text) }
}

extension AlarmID: StateText {
    init?(text: String) { self.init(stored: text) }
}

extension OccurrenceID: StateText {
    init?(text: String) {
        guard let id = StateTime.occurrence(text) ?? OccurrenceID(text) else { return nil }
        self = id
    }

    var text: String { description }

    func write(to writer: inout StateWriter) { writer.occurrence(self) }
}

extension CivilDate: StateText {
    init?(text: String) {
        guard let date = StateTime.date(text) ?? CivilDate(text) else { return nil }
        self = date
    }

    var text: String { description }
}

extension RecurrenceRule: StateText {
    init?(text: String) {
        guard let rule = try? RecurrenceRule(text) else { return nil }
        self = rule
    }
}

extension TimeOfDay: StateText {
    init?(text: String) {
        guard let time = StateTime.time(text) ?? TimeOfDay(text) else { return nil }
        self = time
    }

    var text: String { description }
}

extension RawRepresentable where RawValue == String, Self: StateText {
    init?(text: String) { self.init(rawValue: text) }
    var text: String { rawValue }
}

extension GapPolicy: StateText {}
extension OverlapPolicy: StateText {}
extension Weekday: StateText {}
extension OccurrenceLife: StateText {}
