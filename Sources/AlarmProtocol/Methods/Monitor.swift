// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Asks for every event from now on; to be called with `more`.
package struct MonitorCall: AlarmClockMethod {
    package typealias Reply = MonitorReply
    package static let methodName = "Monitor"
    package static let expectsMore = true

    /// What events are about; absent, everything.
    package var kinds: [Wire.EventKind]?

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("kinds", &kinds)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(kinds: [Wire.EventKind]? = nil) {
        self.kinds = kinds
    }
}

/// One event.
package struct MonitorReply: WireObject {
    /// The event; the first is always of kind `state`.
    package var event: Wire.Event = Wire.Event()

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("event", &event)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(event: Wire.Event) {
        self.event = event
    }
}
