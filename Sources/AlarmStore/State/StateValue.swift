// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import JSON

/// The members of a JSON object that is read or written as part of the state.
struct StateObject {
    private(set) var object = JSONObject()
    private let path: String

    /// Begins an object to write to.
    init() { path = "" }

    /// Takes an object to read from; `path` names it in errors.
    init(_ value: JSONValue, at path: String) throws(StateError) {
        guard let object = value.objectValue else { throw .damaged("\(path) is no object") }
        self.object = object
        self.path = path
    }

    /// Writes a member, unless it is `nil`.
    mutating func put<Value: StateValue>(_ name: String, _ value: Value?) {
        if let value { object[name] = value.state }
    }

    /// Reads a member that must be there.
    func get<Value: StateValue>(_ name: String) throws(StateError) -> Value {
        guard let value: Value = try find(name) else {
            throw .damaged("\(path).\(name) is missing")
        }
        return value
    }

    /// Reads a member that may be absent.
    func find<Value: StateValue>(_ name: String) throws(StateError) -> Value? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let read = try Value(state: value, at: "\(path).\(name)") else {
            throw .damaged("\(path).\(name) is not what it should be")
        }
        return read
    }
}

/// A value of the state as JSON.
protocol StateValue {
    /// Reads the value; `nil` where the JSON is none.
    init?(state: JSONValue, at path: String) throws(StateError)

    /// The value as JSON.
    var state: JSONValue { get }
}

extension String: StateValue {
    init?(state: JSONValue, at path: String) throws(StateError) {
        guard let text = state.stringValue else { return nil }
        self = text
    }

    var state: JSONValue { .string(self) }
}

extension Bool: StateValue {
    init?(state: JSONValue, at path: String) throws(StateError) {
        guard let value = state.boolValue else { return nil }
        self = value
    }

    var state: JSONValue { .bool(self) }
}

extension Int: StateValue {
    init?(state: JSONValue, at path: String) throws(StateError) {
        guard let value = state.integerValue.flatMap(Int.init(exactly:)) else { return nil }
        self = value
    }

    var state: JSONValue { .integer(Int64(self)) }
}

extension Array: StateValue where Element: StateValue {
    init?(state: JSONValue, at path: String) throws(StateError) {
        guard let values = state.arrayValue else { return nil }
        self = []
        for (index, value) in values.enumerated() {
            guard let element = try Element(state: value, at: "\(path)[\(index)]") else {
                throw .damaged("\(path)[\(index)] is not what it should be")
            }
            append(element)
        }
    }

    var state: JSONValue { .array(map(\.state)) }
}

/// A duration in microseconds.
extension Duration: StateValue {
    init?(state: JSONValue, at path: String) throws(StateError) {
        guard let value = state.integerValue else { return nil }
        self = .microseconds(value)
    }

    var state: JSONValue { .integer(wholeMicroseconds) }
}

/// An instant in RFC 3339, in UTC, to the microsecond.
extension Instant: StateValue {
    init?(state: JSONValue, at path: String) throws(StateError) {
        if let number = state.integerValue {
            self.init(microseconds: number)
        } else {
            guard let text = state.stringValue, let instant = Instant(rfc3339: text) else {
                return nil
            }
            self = instant
        }
    }

    var state: JSONValue {
        // Beyond the years that can be written, the number says it.
        guard (-62_135_596_800..<253_402_300_800).contains(seconds) else {
            return .integer(microseconds)
        }
        let text = rfc3339(offset: 0)
        let fraction = microseconds - seconds * 1_000_000
        guard fraction != 0 else { return .string(text) }
        let digits = String(String(1_000_000 + fraction).dropFirst())
        return .string("\(text.dropLast()).\(digits)Z")
    }
}

/// A value that is written as one string and read from it.
protocol StateText: StateValue {
    init?(text: String)
    var text: String { get }
}

extension StateText {
    init?(state: JSONValue, at path: String) throws(StateError) {
        guard let text = state.stringValue, let value = Self(text: text) else { return nil }
        self = value
    }

    var state: JSONValue { .string(text) }
}

extension AlarmID: StateText {
    init?(text: String) { self.init(text) }
}

extension OccurrenceID: StateText {
    init?(text: String) { self.init(text) }
    var text: String { description }
}

extension CivilDate: StateText {
    init?(text: String) { self.init(text) }
    var text: String { description }
}

extension TimeOfDay: StateText {
    init?(text: String) { self.init(text) }
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
