// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What a message asks of the service: sorted out as far as any service can, whatever its methods do.
package enum ServiceRequest: Hashable, Sendable {
    /// Varlink's own: the answer is known at once.
    case answered(VarlinkReply)
    /// A method of `io.wecker.AlarmClock`.
    case alarmClock(AlarmClockCall)
}

extension ServiceRequest {
    /// Sorts out `call`.
    ///
    /// - Parameters:
    ///   - call: The call as it was read.
    ///   - version: The version of the service, for `GetInfo`.
    /// - Throws: ``ServiceError`` where the interface or the method is unknown, a parameter is wrong, or
    ///   the caller wants another protocol (its `upgrade` is named as the parameter that is wrong).
    package init(_ call: VarlinkCall, version: String) throws(ServiceError) {
        guard !call.wantsUpgrade else { throw .invalidParameter("upgrade") }
        switch call.interface {
        case AlarmClockInterface.name:
            self = .alarmClock(try AlarmClockCall(call))
        case ServiceInterface.name:
            self = .answered(try Self.answer(call, version: version))
        case "": throw .interfaceNotFound(call.method)
        case let interface: throw .interfaceNotFound(String(interface))
        }
    }

    private static func answer(
        _ call: VarlinkCall, version: String
    ) throws(ServiceError) -> VarlinkReply {
        switch call.member {
        case "GetInfo":
            _ = try GetInfoCall(parameters: call.parameters)
            return VarlinkReply(
                GetInfoReply(
                    vendor: "The Wecker authors", product: "Wecker", version: version, url: "",
                    interfaces: [ServiceInterface.name, AlarmClockInterface.name]))
        case "GetInterfaceDescription":
            let wanted = try GetInterfaceDescriptionCall(parameters: call.parameters).interface
            switch wanted {
            case ServiceInterface.name:
                return VarlinkReply(
                    GetInterfaceDescriptionReply(description: ServiceInterface.description))
            case AlarmClockInterface.name:
                return VarlinkReply(
                    GetInterfaceDescriptionReply(description: AlarmClockInterface.description))
            default: throw .interfaceNotFound(wanted)
            }
        default: throw .methodNotFound(call.method)
        }
    }
}
