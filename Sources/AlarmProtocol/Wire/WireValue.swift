// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import JSON

/// A value that goes over the wire: read from JSON with the path of what is wrong, and written to it.
package protocol WireValue: Hashable, Sendable {
    /// What the interface calls the type.
    static var wireType: WireType { get }

    /// Reads the value.
    ///
    /// - Throws: ``ServiceError/invalidParameter(_:)`` with `path`, or with a path that begins with it.
    init(wire: JSONValue, at path: WirePath) throws(ServiceError)

    /// The value as JSON; `null` where there is none.
    var wire: JSONValue { get }
}

extension Bool: WireValue {
    package static var wireType: WireType { .bool }

    package init(wire: JSONValue, at path: WirePath) throws(ServiceError) {
        guard let value = wire.boolValue else { throw .invalidParameter(path.text) }
        self = value
    }

    package var wire: JSONValue { .bool(self) }
}

extension Int: WireValue {
    package static var wireType: WireType { .int }

    package init(wire: JSONValue, at path: WirePath) throws(ServiceError) {
        guard let value = wire.integerValue, let number = Int(exactly: value) else {
            throw .invalidParameter(path.text)
        }
        self = number
    }

    package var wire: JSONValue { .integer(Int64(self)) }
}

extension Double: WireValue {
    package static var wireType: WireType { .float }

    package init(wire: JSONValue, at path: WirePath) throws(ServiceError) {
        guard let value = wire.numberValue else { throw .invalidParameter(path.text) }
        self = value
    }

    package var wire: JSONValue { .real(self) }
}

extension String: WireValue {
    package static var wireType: WireType { .string }

    /// Reads a string; one with a NUL is refused, since it would end early wherever C reads it.
    package init(wire: JSONValue, at path: WirePath) throws(ServiceError) {
        guard let value = wire.stringValue, !value.utf8.contains(0) else {
            throw .invalidParameter(path.text)
        }
        self = value
    }

    package var wire: JSONValue { .string(self) }
}

extension Optional: WireValue where Wrapped: WireValue {
    package static var wireType: WireType { .optional(Wrapped.wireType) }

    package init(wire: JSONValue, at path: WirePath) throws(ServiceError) {
        self = wire.isNull ? nil : try Wrapped(wire: wire, at: path)
    }

    package var wire: JSONValue { self?.wire ?? .null }
}

extension Array: WireValue where Element: WireValue {
    package static var wireType: WireType { .array(Element.wireType) }

    package init(wire: JSONValue, at path: WirePath) throws(ServiceError) {
        guard let values = wire.arrayValue else { throw .invalidParameter(path.text) }
        self = []
        reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            append(try Element(wire: value, at: path.element(index)))
        }
    }

    package var wire: JSONValue { .array(map(\.wire)) }
}

extension Dictionary: WireValue where Key == String, Value: WireValue {
    package static var wireType: WireType { .map(Value.wireType) }

    package init(wire: JSONValue, at path: WirePath) throws(ServiceError) {
        guard let members = wire.objectValue else { throw .invalidParameter(path.text) }
        self = [:]
        for (key, value) in members { self[key] = try Value(wire: value, at: path.member(key)) }
    }

    /// The members as JSON, in the order of their names, so that the same ones are always the same bytes.
    package var wire: JSONValue {
        var object = JSONObject()
        for (key, value) in sorted(by: { $0.key < $1.key }) { object[key] = value.wire }
        return .object(object)
    }
}

/// A word out of a list: the raw values are the words of the interface, in its order.
package protocol WireEnumeration: WireValue, RawRepresentable, CaseIterable
where RawValue == String {
    /// What the interface names the type, or `nil` where it is written out where it is used.
    static var wireName: String? { get }
}

extension WireEnumeration {
    package static var wireType: WireType {
        wireName.map { .named($0) } ?? wireDefinition
    }

    /// The words, whether or not the type has a name.
    package static var wireDefinition: WireType { .enumeration(allCases.map(\.rawValue)) }

    package init(wire: JSONValue, at path: WirePath) throws(ServiceError) {
        guard let word = wire.stringValue, let value = Self(rawValue: word) else {
            throw .invalidParameter(path.text)
        }
        self = value
    }

    package var wire: JSONValue { .string(rawValue) }
}
