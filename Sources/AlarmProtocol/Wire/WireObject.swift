// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import JSON

/// An object with members of given names and types: a type of the interface, the parameters of a call, or
/// those of a reply.
///
/// The members are declared once, by ``visitMembers(_:)``; reading, writing and the test against the interface's
/// text all go by that.
package protocol WireObject: WireValue {
    /// Creates an object whose members are absent where they may be, and otherwise empty.
    init()

    /// What the interface names the type, or `nil` where it is written out where it is used.
    static var wireName: String? { get }

    /// Shows each member to the visitor, in the order of the interface.
    ///
    /// - Throws: What the visitor finds wrong with a member that it reads.
    mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError)
}

extension WireObject {
    package static var wireName: String? { nil }

    package static var wireType: WireType {
        wireName.map { .named($0) } ?? wireDefinition
    }

    /// The members, whether or not the type has a name.
    package static var wireDefinition: WireType { .object(WireVisitor.fields(of: Self())) }

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
        try WireVisitor.read(&self, from: object, at: path)
    }

    package var wire: JSONValue { .object(parameters) }

    /// The members as JSON, those left out that are `null`.
    package var parameters: JSONObject { WireVisitor.members(of: self) }
}
