// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The members of a JSON object, in the order in which they were read or first set.
///
/// The order is kept so that what a person reads (the state file, `--json`) is written in the order in
/// which it is declared. It does not count in a comparison: two objects with the same members are equal.
package struct JSONObject: Sendable {
    /// The names of the members, in order.
    package private(set) var keys: [String] = []
    private var values: [String: JSONValue] = [:]

    /// Creates an object with no members.
    package init() {}

    /// How many members there are.
    package var count: Int { keys.count }

    /// Whether there are no members.
    package var isEmpty: Bool { keys.isEmpty }

    /// The member `key`, or `nil` if there is none.
    ///
    /// Setting a new one appends it, setting `nil` removes it.
    package subscript(key: String) -> JSONValue? {
        get { values[key] }
        set {
            let old = values.updateValue(newValue ?? .null, forKey: key)
            if old == nil { keys.append(key) }
            guard newValue == nil else { return }
            values[key] = nil
            keys.removeAll { $0 == key }
        }
    }
}

extension JSONObject: Hashable {
    package static func == (lhs: JSONObject, rhs: JSONObject) -> Bool { lhs.values == rhs.values }

    package func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension JSONObject: Sequence {
    /// Visits the members in order.
    package func makeIterator() -> some IteratorProtocol<(key: String, value: JSONValue)> {
        let values = values
        return keys.lazy.map { (key: $0, value: values[$0] ?? .null) }.makeIterator()
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object whose members are in the order they are written in.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        for (key, value) in elements { self[key] = value }
    }
}
