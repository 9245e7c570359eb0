// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The members of a JSON object, in the order in which they were read or first set.
///
/// The order is kept so that what a person reads (the state file, `--json`) is written in the order in
/// which it is declared. It does not count in a comparison: two objects with the same members are equal.
///
/// Objects here are small: a list that is searched takes a fraction of the time and memory of a table.
package struct JSONObject: Sendable {
    /// The names of the members, in order.
    package var keys: [String] { members.map(\.key) }

    private var members: [(key: String, value: JSONValue)] = []

    /// Creates an object with no members.
    package init() {}

    /// Creates an object of members, no two of which have one name.
    package init(uniqueMembers members: [(key: String, value: JSONValue)]) {
        self.members = members
    }

    /// How many members there are.
    package var count: Int { members.count }

    /// Whether there are no members.
    package var isEmpty: Bool { members.isEmpty }

    /// The member `key`, or `nil` if there is none.
    ///
    /// Setting a new one appends it, setting `nil` removes it.
    ///
    /// - Complexity: O(*n*).
    package subscript(key: String) -> JSONValue? {
        get { members.first { Self.areSame($0.key, key) }?.value }
        set {
            let index = members.firstIndex { Self.areSame($0.key, key) }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Whether two names are the same; most differ in their length, which is seen at once.
    private static func areSame(_ lhs: String, _ rhs: String) -> Bool {
        lhs.utf8.count == rhs.utf8.count && lhs == rhs
    }

    private var table: [String: JSONValue] {
        Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    }
}

extension JSONObject: Hashable {
    package static func == (lhs: JSONObject, rhs: JSONObject) -> Bool {
        lhs.count == rhs.count && lhs.table == rhs.table
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(table) }
}

extension JSONObject: Sequence {
    /// Visits the members in order.
    package func makeIterator() -> some IteratorProtocol<(key: String, value: JSONValue)> {
        members.makeIterator()
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object whose members are in the order they are written in.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        for (key, value) in elements { self[key] = value }
    }
}
