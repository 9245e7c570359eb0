// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import JSON

/// One reply to a call, as it goes over the wire.
package struct VarlinkReply: Hashable, Sendable {
    /// What the method answers, or says about its error.
    package var parameters: JSONObject

    /// Whether more replies to the same call follow.
    package var continues: Bool

    /// The full name of the error, `io.wecker.AlarmClock.NoSuchAlarm`, or `nil` if the call succeeded.
    package var error: String?

    /// Creates a reply.
    package init(parameters: JSONObject = [:], continues: Bool = false, error: String? = nil) {
        self.parameters = parameters
        self.continues = continues
        self.error = error
    }

    /// Creates the reply that says `error`; it is always the last to its call.
    package init(_ error: some VarlinkError) {
        self.init(parameters: error.parameters, error: error.name)
    }
}

extension VarlinkReply {
    /// Reads a reply from the bytes of a message, without its NUL.
    ///
    /// - Throws: ``VarlinkMessageError`` where the bytes are no JSON, or no reply.
    package init(parsing message: [UInt8]) throws(VarlinkMessageError) {
        let object = try JSONObject(message: message, limits: .standard)
        let error: String? =
            switch object["error"] {
            case nil, .null: nil
            case .string(let name): name
            default: throw .invalidMember("error")
            }
        self.init(
            parameters: try object.parameters(), continues: try object.flag("continues"),
            error: error)
    }

    /// The bytes of the reply, with the NUL that ends it.
    package var message: [UInt8] {
        var object: JSONObject = [:]
        if let error { object["error"] = .string(error) }
        object["parameters"] = .object(parameters)
        if continues { object["continues"] = true }
        return JSONValue.object(object).serialized() + [0]
    }
}

/// An error that a method answers with: its full name and parameters.
package protocol VarlinkError: Error, Hashable, Sendable {
    /// The full name, interface included.
    var name: String { get }

    /// What the error says besides its name.
    var parameters: JSONObject { get }
}
