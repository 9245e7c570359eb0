// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Asks how the clock is.
package struct StatusCall: AlarmClockMethod {
    package typealias Reply = StatusReply
    package static let methodName = "Status"
    package static let isRepeatable = true

    package mutating func visitMembers(_ visitor: inout WireVisitor) {}

    /// Creates the value with nothing in it.
    package init() {}
}

/// How the clock is.
package struct StatusReply: WireObject {
    /// The version of the daemon.
    package var version: String = ""

    /// Whose daemon it is.
    package var instance: Wire.Instance = .system

    /// What the clock reads, an instant.
    package var time: String = ""

    /// The machine's zone.
    package var zone: String = ""

    /// Where that is said: the path of a file, `TZ`, or `configuration`.
    package var zoneSource: String?

    /// Whether the clock can be trusted.
    package var clockTrusted: Bool = false

    /// Whether the machine can be woken.
    package var canWake: Bool = false

    /// What rings.
    package var ringing: [Wire.Occurrence] = []

    /// What is due next.
    package var next: Wire.Occurrence?

    /// What is heard, and by which output.
    package var output: String?

    /// What was missed and not yet acknowledged.
    package var missed: [Wire.Occurrence] = []

    /// What needs mending.
    package var problems: [Wire.Check] = []

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("version", &version)
        try visitor.visit("instance", &instance)
        try visitor.visit("time", &time)
        try visitor.visit("zone", &zone)
        try visitor.visit("zoneSource", &zoneSource)
        try visitor.visit("clockTrusted", &clockTrusted)
        try visitor.visit("canWake", &canWake)
        try visitor.visit("ringing", &ringing)
        try visitor.visit("next", &next)
        try visitor.visit("output", &output)
        try visitor.visit("missed", &missed)
        try visitor.visit("problems", &problems)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(
        version: String, instance: Wire.Instance, time: String, zone: String,
        zoneSource: String? = nil, clockTrusted: Bool, canWake: Bool, ringing: [Wire.Occurrence],
        next: Wire.Occurrence? = nil,
        output: String? = nil, missed: [Wire.Occurrence], problems: [Wire.Check]
    ) {
        self.version = version
        self.instance = instance
        self.time = time
        self.zone = zone
        self.zoneSource = zoneSource
        self.clockTrusted = clockTrusted
        self.canWake = canWake
        self.ringing = ringing
        self.next = next
        self.output = output
        self.missed = missed
        self.problems = problems
    }
}

/// Says that a person has seen what was missed.
package struct AcknowledgeCall: AlarmClockMethod {
    package typealias Reply = AcknowledgeReply
    package static let methodName = "Acknowledge"

    package mutating func visitMembers(_ visitor: inout WireVisitor) {}

    /// Creates the value with nothing in it.
    package init() {}
}

/// That it was taken note of.
package struct AcknowledgeReply: WireObject {
    /// How many occurrences it concerned.
    package var acknowledged: Int = 0

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("acknowledged", &acknowledged)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(acknowledged: Int) {
        self.acknowledged = acknowledged
    }
}

/// Asks for a check of everything.
package struct DiagnoseCall: AlarmClockMethod {
    package typealias Reply = DiagnoseReply
    package static let methodName = "Diagnose"

    package mutating func visitMembers(_ visitor: inout WireVisitor) {}

    /// Creates the value with nothing in it.
    package init() {}
}

/// What the checks found.
package struct DiagnoseReply: WireObject {
    /// The checks.
    package var checks: [Wire.Check] = []

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("checks", &checks)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(checks: [Wire.Check]) {
        self.checks = checks
    }
}

extension Wire {
    /// Whose daemon it is.
    package enum Instance: String, WireEnumeration {
        case system
        case user

        package static let wireName: String? = nil
    }
}
