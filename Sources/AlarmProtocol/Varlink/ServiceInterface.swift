// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The interface `org.varlink.service`, which every Varlink service answers.
package enum ServiceInterface {
    /// The name.
    package static let name = "org.varlink.service"

    /// The interface as `GetInterfaceDescription` answers it.
    package static let description = """
        # What every Varlink service says about itself.
        interface org.varlink.service

        # Who made the service, and which interfaces it has.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # An interface, in Varlink's language.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service has no such interface.
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        error MethodNotFound (method: string)

        # The interface has the method, but the service does not do it.
        error MethodNotImplemented (method: string)

        # A parameter is unknown, missing, of the wrong type or out of range.
        error InvalidParameter (parameter: string)

        # The caller may not do this.
        error PermissionDenied ()

        # The method answers only calls with "more".
        error ExpectedMore ()

        """
}

/// Asks who made the service, and which interfaces it has.
package struct GetInfoCall: WireObject {
    package mutating func visitMembers(_ visitor: inout WireVisitor) {}

    /// Creates the value with nothing in it.
    package init() {}
}

/// Who made the service, and which interfaces it has.
package struct GetInfoReply: WireObject {
    /// Who made it.
    package var vendor = ""

    /// What it is.
    package var product = ""

    /// Which version of it this is.
    package var version = ""

    /// Where more is said about it.
    package var url = ""

    /// The names of its interfaces.
    package var interfaces: [String] = []

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("vendor", &vendor)
        try visitor.visit("product", &product)
        try visitor.visit("version", &version)
        try visitor.visit("url", &url)
        try visitor.visit("interfaces", &interfaces)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(
        vendor: String, product: String, version: String, url: String, interfaces: [String]
    ) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        self.interfaces = interfaces
    }
}

/// Asks for an interface, in Varlink's language.
package struct GetInterfaceDescriptionCall: WireObject {
    /// The interface's name.
    package var interface = ""

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("interface", &interface)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(interface: String) { self.interface = interface }
}

/// An interface, in Varlink's language.
package struct GetInterfaceDescriptionReply: WireObject {
    /// The interface's text.
    package var description = ""

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("description", &description)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(description: String) { self.description = description }
}
