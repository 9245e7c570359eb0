// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import JSON

/// What is done with the members of a ``WireObject`` as they are shown one by one: they are read, written, or listed.
package struct WireVisitor {
    /// What is done with a member.
    private enum Work {
        case read(JSONObject, WirePath)
        case write
        case list
    }

    private let work: Work
    private var known: [String] = []
    private var written: [(key: String, value: JSONValue)] = []
    private var fields: [WireField] = []

    private init(_ work: Work) { self.work = work }

    /// Reads, writes or lists one member.
    ///
    /// - Parameters:
    ///   - name: Its name in the interface.
    ///   - member: Where it is kept; changed only where it is read.
    /// - Throws: ``ServiceError/invalidParameter(_:)`` where it is read, and missing or of the wrong type.
    package mutating func visit<Value: WireValue>(
        _ name: String, _ member: inout Value
    ) throws(ServiceError) {
        switch work {
        case .read(let object, let path):
            known.append(name)
            // An absent member is read as null: an optional takes it, all else refuses it by name.
            member = try Value(wire: object[name] ?? .null, at: path.member(name))
        case .write:
            let value = member.wire
            if !value.isNull { written.append((key: name, value: value)) }
        case .list: fields.append(WireField(name: name, type: Value.wireType))
        }
    }

    /// Reads the members of an object.
    ///
    /// - Throws: ``ServiceError/invalidParameter(_:)`` with the path of the first member that is missing or of the
    ///   wrong type, or else of the first that is unknown, where that is refused.
    static func read(
        _ owner: inout some WireObject, from object: JSONObject, at path: WirePath
    ) throws(ServiceError) {
        var visitor = WireVisitor(.read(object, path))
        try owner.visitMembers(&visitor)
        guard path.unknownMembers == .refused else { return }
        for key in object.keys where !visitor.known.contains(key) {
            throw .invalidParameter(path.member(key).text)
        }
    }

    /// The members of an object as JSON, those left out that are `null`.
    static func members(of owner: some WireObject) -> JSONObject {
        JSONObject(uniqueMembers: visited(owner, by: .write).written)
    }

    /// The names and types of the members of an object.
    static func fields(of owner: some WireObject) -> [WireField] {
        visited(owner, by: .list).fields
    }

    /// Only what is read can be wrong.
    private static func visited(_ owner: some WireObject, by work: Work) -> WireVisitor {
        var visitor = WireVisitor(work)
        var owner = owner
        do throws(ServiceError) {
            try owner.visitMembers(&visitor)
        } catch {
            assertionFailure("\(error)")
        }
        return visitor
    }
}
