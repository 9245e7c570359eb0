// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import JSON

/// An object with members of given names and types: a type of the interface, the parameters of a call, or
/// those of a reply.
///
/// The members are declared once, in ``members``; reading, writing and the test against the interface's
/// text all go by that table.
package protocol WireObject: WireValue {
    /// Creates an object whose members are absent where they may be, and otherwise empty.
    init()

    /// What the interface names the type, or `nil` where it is written out where it is used.
    static var wireName: String? { get }

    /// The members, in the order of the interface.
    static var members: [WireMember<Self>] { get }
}

/// A member of `Owner`: its name and type, and how it is read and written.
package struct WireMember<Owner>: Sendable {
    /// The name.
    package let name: String

    /// The type.
    package let type: WireType

    fileprivate let read: @Sendable (inout Owner, JSONValue, WirePath) throws(ServiceError) -> Void
    fileprivate let write: @Sendable (Owner) -> JSONValue

    /// Creates the member `name`, which is kept in the property `property`.
    package init<Value: WireValue>(
        _ name: String, _ property: any WritableKeyPath<Owner, Value> & Sendable
    ) {
        self.name = name
        self.type = Value.wireType
        self.read = { (owner, wire, path) throws(ServiceError) in
            owner[keyPath: property] = try Value(wire: wire, at: path)
        }
        self.write = { $0[keyPath: property].wire }
    }
}

extension WireObject {
    package static var wireName: String? { nil }

    package static var wireType: WireType {
        wireName.map { .named($0) } ?? wireDefinition
    }

    /// The members, whether or not the type has a name.
    package static var wireDefinition: WireType {
        .object(members.map { WireField(name: $0.name, type: $0.type) })
    }

    /// Reads the parameters of a call.
    ///
    /// - Throws: ``ServiceError/invalidParameter(_:)`` with the name of the first parameter that is missing
    ///   or has the wrong type, or else of the first that the interface does not know.
    package init(parameters: JSONObject) throws(ServiceError) {
        try self.init(parameters, at: WirePath(unknownMembers: .refused))
    }

    /// Reads the parameters of a reply, which may be a newer daemon's: members that are unknown here are passed over.
    ///
    /// - Throws: ``ServiceError/invalidParameter(_:)`` with the name of the first parameter that is missing or has the
    ///   wrong type.
    package init(reply parameters: JSONObject) throws(ServiceError) {
        try self.init(parameters, at: WirePath(unknownMembers: .ignored))
    }

    package init(wire: JSONValue, at path: WirePath) throws(ServiceError) {
        guard let object = wire.objectValue else { throw .invalidParameter(path.text) }
        try self.init(object, at: path)
    }

    private init(_ object: JSONObject, at path: WirePath) throws(ServiceError) {
        self.init()
        for member in Self.members {
            // An absent member is read as null: an optional takes it, all else refuses it by name.
            try member.read(&self, object[member.name] ?? .null, path.member(member.name))
        }
        guard path.unknownMembers == .refused else { return }
        for key in object.keys where !Self.members.contains(where: { $0.name == key }) {
            throw .invalidParameter(path.member(key).text)
        }
    }

    package var wire: JSONValue { .object(parameters) }

    /// The members as JSON, those left out that are `null`.
    package var parameters: JSONObject {
        var object = JSONObject()
        for member in Self.members {
            let value = member.write(self)
            if !value.isNull { object[member.name] = value }
        }
        return object
    }
}
