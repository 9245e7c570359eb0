// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Any value that JSON can express (RFC 8259).
///
/// A whole number that fits is always an `integer`, exact to all 64 bits; only a number written with a
/// fraction or an exponent is a `real`.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number with a fraction or an exponent. One that is not finite is written as `null`, since JSON
    /// has no way to say it; none is ever read.
    case real(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

// MARK: - Accessors

extension JSONValue {
    /// Whether this is `null`.
    package var isNull: Bool { self == .null }

    /// The truth value, or `nil` if this is something else.
    package var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The whole number, or `nil` if this is something else, a real without a fraction included.
    package var integerValue: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// The number, whole or real, or `nil` if this is something else.
    package var numberValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    /// The string, or `nil` if this is something else.
    package var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The elements, or `nil` if this is something else.
    package var arrayValue: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The members, or `nil` if this is something else.
    package var objectValue: JSONObject? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// The member `key`, or `nil` if this is no object or has none of that name.
    package subscript(key: String) -> JSONValue? { objectValue?[key] }

    /// The element at `index`, or `nil` if this is no array or a shorter one.
    package subscript(index: Int) -> JSONValue? {
        guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

// MARK: - Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringInterpolation,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates `null`.
    package init(nilLiteral: ()) { self = .null }

    /// Creates a truth value.
    package init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates a whole number.
    package init(integerLiteral value: Int64) { self = .integer(value) }

    /// Creates a real number.
    package init(floatLiteral value: Double) { self = .real(value) }

    /// Creates a string.
    package init(stringLiteral value: String) { self = .string(value) }

    /// Creates an array.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Creates an object whose members are in the order they are written in.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
}
