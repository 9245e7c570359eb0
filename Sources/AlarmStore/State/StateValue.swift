// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// The members of a JSON object that is read as part of the state.
struct StateObject {
    /// All members.
    let members: StateJSON.Members

    /// Takes an object to read from.
    init(_ value: StateJSON) throws(StateError) {
        guard let members = value.members else { throw .damaged(" is no object") }
        self.members = members
    }

    /// Reads a member that must be there.
    func get<Value: StateValue>(_ name: StaticString) throws(StateError) -> Value {
        guard let value: Value = try find(name) else { throw .damaged(".\(name) is missing") }
        return value
    }

    /// Reads a member that may be absent.
    func find<Value: StateValue>(_ name: StaticString) throws(StateError) -> Value? {
        guard let value = members.find(name), !value.isNull else { return nil }
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
    init?(state: StateJSON) throws(StateError)

    /// Writes the value.
    func write(to writer: inout StateWriter)
}

extension String: StateValue {
    init?(state: StateJSON) throws(StateError) {
        guard let text = state.string else { return nil }
        self = text
    }

    func write(to writer: inout StateWriter) { writer.text(self) }
}

extension Bool: StateValue {
    init?(state: StateJSON) throws(StateError) {
        guard let value = state.bool else { return nil }
        self = value
    }

    func write(to writer: inout StateWriter) { writer.plain(self ? "true" : "false") }
}

extension Int: StateValue {
    init?(state: StateJSON) throws(StateError) {
        guard let value = state.integer.flatMap(Int.init(exactly:)) else { return nil }
        self = value
    }

    func write(to writer: inout StateWriter) { writer.plain("\(self)") }
}

extension Array: StateValue where Element: StateValue {
    init?(state: StateJSON) throws(StateError) {
        guard var values = state.elements else { return nil }
        self = []
        reserveCapacity(values.count)
        while let value = values.next() {
            do throws(StateError) {
                guard let element = try Element(state: value) else {
                    throw StateError.damaged(" is not what it should be")
                }
                append(element)
            } catch {
                throw error.inside("[\(count)]")
            }
        }
    }

    func write(to writer: inout StateWriter) { writer.array(self) }
}

/// A duration in microseconds.
extension Duration: StateValue {
    init?(state: StateJSON) throws(StateError) {
        guard let value = state.integer else { return nil }
        self = .microseconds(value)
    }

    func write(to writer: inout StateWriter) { writer.plain("\(wholeMicroseconds)") }
}

/// An instant in RFC 3339, in UTC, to the microsecond.
extension Instant: StateValue {
    init?(state: StateJSON) throws(StateError) {
        if let number = state.integer {
            self.init(microseconds: number)
        } else {
            guard
                let instant = state.time({ $0.instant() })
                    ?? state.string.flatMap({ Instant(rfc3339: $0) })
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
    init?(state: StateJSON) throws(StateError) {
        guard let text = state.string, let value = Self(text: text) else { return nil }
        self = value
    }

    func write(to writer: inout StateWriter) { writer.text(text) }
}

extension AlarmID: StateText {
    init?(text: String) { self.init(stored: text) }
}

extension OccurrenceID: StateText {
    init?(state: StateJSON) throws(StateError) {
        guard
            let value = state.time({ $0.occurrence() }) ?? state.string.flatMap({ Self(text: $0) })
        else { return nil }
        self = value
    }

    init?(text: String) { self.init(text) }

    var text: String { description }

    func write(to writer: inout StateWriter) { writer.occurrence(self) }
}

extension CivilDate: StateText {
    init?(state: StateJSON) throws(StateError) {
        guard let value = state.time({ $0.date() }) ?? state.string.flatMap({ Self(text: $0) })
        else { return nil }
        self = value
    }

    init?(text: String) { self.init(text) }

    var text: String { description }
}

extension RecurrenceRule: StateText {
    init?(text: String) {
        guard let rule = try? RecurrenceRule(text) else { return nil }
        self = rule
    }
}

extension TimeOfDay: StateText {
    init?(state: StateJSON) throws(StateError) {
        guard let value = state.time({ $0.time() }) ?? state.string.flatMap({ Self(text: $0) })
        else { return nil }
        self = value
    }

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
