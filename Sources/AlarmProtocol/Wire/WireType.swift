// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A type of the interface, as Varlink's language says it.
///
/// Each wire type tells its own, so that a test can hold the code against the interface's text.
package indirect enum WireType: Hashable, Sendable {
    case bool
    case int
    case float
    case string
    /// A type that the interface names.
    case named(String)
    case optional(WireType)
    case array(WireType)
    /// An object whose members may have any name.
    case map(WireType)
    case enumeration([String])
    case object([WireField])
}

/// A member of an object, or a parameter of a method: its name and type.
package struct WireField: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// Its type.
    package let type: WireType
}

extension WireType: CustomStringConvertible {
    /// The type as it is written in an interface.
    package var description: String {
        switch self {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .string: "string"
        case .named(let name): name
        case .optional(let type): "?\(type)"
        case .array(let type): "[]\(type)"
        case .map(let type): "[string]\(type)"
        case .enumeration(let cases): "(\(cases.joined(separator: ", ")))"
        case .object(let fields):
            "(\(fields.map { "\($0.name): \($0.type)" }.joined(separator: ", ")))"
        }
    }
}
