// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import JSON

/// A call of a method, as it goes over the wire.
package struct VarlinkCall: Hashable, Sendable {
    /// The full name, `io.wecker.AlarmClock.Set`.
    package var method: String

    /// What the method is given.
    package var parameters: JSONObject

    /// Whether the caller wants no reply at all, not even an error.
    package var isOneway: Bool

    /// Whether the caller takes several replies.
    package var wantsMore: Bool

    /// Whether the caller wants to speak another protocol afterwards; always refused here.
    package var wantsUpgrade: Bool

    /// Creates a call.
    package init(
        method: String, parameters: JSONObject = [:], isOneway: Bool = false,
        wantsMore: Bool = false,
        wantsUpgrade: Bool = false
    ) {
        self.method = method
        self.parameters = parameters
        self.isOneway = isOneway
        self.wantsMore = wantsMore
        self.wantsUpgrade = wantsUpgrade
    }

    /// The interface that the method's name begins with; empty where there is no dot.
    package var interface: Substring {
        guard let dot = method.lastIndex(of: ".") else { return "" }
        return method[..<dot]
    }

    /// The method's name within its interface.
    package var member: Substring {
        guard let dot = method.lastIndex(of: ".") else { return method[...] }
        return method[method.index(after: dot)...]
    }
}

extension VarlinkCall {
    /// How deep a call may nest and how many values it may hold: far more than any call needs, and little
    /// enough that a hostile one costs a few megabytes while it is read.
    package static let limits = JSONLimits(depth: 32, values: 32_768)

    /// Reads a call from the bytes of a message, without its NUL.
    ///
    /// Members of the call that are unknown are passed over, so that callers may be newer.
    ///
    /// - Throws: ``VarlinkMessageError`` where the bytes are no JSON, or no call.
    package init(parsing message: [UInt8]) throws(VarlinkMessageError) {
        let object = try JSONObject(message: message, limits: Self.limits)
        guard let method = object["method"]?.stringValue else { throw .invalidMember("method") }
        self.init(
            method: method, parameters: try object.parameters(),
            isOneway: try object.flag("oneway"), wantsMore: try object.flag("more"),
            wantsUpgrade: try object.flag("upgrade"))
    }

    /// The bytes of the call, with the NUL that ends it.
    package var message: [UInt8] {
        var object: JSONObject = ["method": .string(method)]
        if !parameters.isEmpty { object["parameters"] = .object(parameters) }
        if isOneway { object["oneway"] = true }
        if wantsMore { object["more"] = true }
        if wantsUpgrade { object["upgrade"] = true }
        return JSONValue.object(object).serialized() + [0]
    }
}

/// Why a message is not one of Varlink's.
///
/// Nothing can be answered: the connection is closed.
package enum VarlinkMessageError: Error, Hashable, Sendable {
    /// It is no JSON document, or one that is refused.
    case malformed(JSONError)
    /// It is JSON, but no object.
    case notAnObject
    /// This member is missing or has the wrong type.
    case invalidMember(String)
}

extension VarlinkMessageError: CustomStringConvertible {
    /// What is wrong, for a log line.
    package var description: String {
        switch self {
        case .malformed(let error): "no JSON: \(error)"
        case .notAnObject: "no JSON object"
        case .invalidMember(let name): "`\(name)` is missing or of the wrong type"
        }
    }
}

extension JSONObject {
    init(message: [UInt8], limits: JSONLimits) throws(VarlinkMessageError) {
        let value: JSONValue
        do { value = try JSONValue(parsing: message, limits: limits) } catch {
            throw .malformed(error)
        }
        guard case .object(let object) = value else { throw .notAnObject }
        self = object
    }

    func parameters() throws(VarlinkMessageError) -> JSONObject {
        switch self["parameters"] {
        case nil, .null: [:]
        case .object(let parameters): parameters
        default: throw .invalidMember("parameters")
        }
    }

    func flag(_ name: String) throws(VarlinkMessageError) -> Bool {
        switch self[name] {
        case nil, .null: false
        case .bool(let value): value
        default: throw .invalidMember(name)
        }
    }
}
