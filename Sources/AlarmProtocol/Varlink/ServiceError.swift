// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import JSON

/// The errors that Varlink itself defines, of the interface `org.varlink.service`.
package enum ServiceError: VarlinkError {
    /// No interface of this name is served here.
    case interfaceNotFound(String)
    /// The interface has no method of this full name.
    case methodNotFound(String)
    /// The interface has the method of this full name, but it does nothing yet.
    case methodNotImplemented(String)
    /// This parameter is unknown, missing, of the wrong type or out of range. A parameter within another
    /// is named by its path: `ring.volume`, `schedule.days[0]`.
    case invalidParameter(String)
    /// The caller may not do this.
    case permissionDenied
    /// The method answers only callers that take several replies.
    case expectedMore

    /// The interface that these errors belong to.
    static let interface = "org.varlink.service"

    package var name: String { "\(Self.interface).\(member.name)" }

    package var parameters: JSONObject {
        let (_, parameter) = member
        guard let parameter else { return [:] }
        return [parameter.name: .string(parameter.value)]
    }

    /// The name within the interface, and the one parameter where there is one.
    private var member: (name: String, parameter: (name: String, value: String)?) {
        switch self {
        case .interfaceNotFound(let name): ("InterfaceNotFound", ("interface", name))
        case .methodNotFound(let name): ("MethodNotFound", ("method", name))
        case .methodNotImplemented(let name): ("MethodNotImplemented", ("method", name))
        case .invalidParameter(let path): ("InvalidParameter", ("parameter", path))
        case .permissionDenied: ("PermissionDenied", nil)
        case .expectedMore: ("ExpectedMore", nil)
        }
    }

    /// Reads the error that `reply` says, or returns `nil` if it says none, or another interface's.
    package init?(_ reply: VarlinkReply) {
        func parameter(_ name: String) -> String { reply.parameters[name]?.stringValue ?? "" }
        switch reply.error {
        case "\(Self.interface).InterfaceNotFound":
            self = .interfaceNotFound(parameter("interface"))
        case "\(Self.interface).MethodNotFound": self = .methodNotFound(parameter("method"))
        case "\(Self.interface).MethodNotImplemented":
            self = .methodNotImplemented(parameter("method"))
        case "\(Self.interface).InvalidParameter": self = .invalidParameter(parameter("parameter"))
        case "\(Self.interface).PermissionDenied": self = .permissionDenied
        case "\(Self.interface).ExpectedMore": self = .expectedMore
        default: return nil
        }
    }
}
