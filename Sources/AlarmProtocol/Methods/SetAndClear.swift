// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Makes an alarm, or changes the members that are given.
///
/// A schedule or a countdown replaces the other whole, and switches the alarm on unless `enabled`
/// is false.
package struct SetCall: AlarmClockMethod {
    package typealias Reply = SetReply
    package static let methodName = "Set"

    /// The id; absent, one is made up.
    package var id: String?

    /// What a person calls it.
    package var label: String?

    /// Whether it rings.
    package var enabled: Bool?

    /// When it rings.
    package var schedule: Wire.Schedule?

    /// How long it counts down, in seconds.
    package var countdown: Int?

    /// How it rings.
    package var ring: Wire.Ring?

    /// Members that go back to the configuration.
    package var reset: [String]?

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("id", &id)
        try visitor.visit("label", &label)
        try visitor.visit("enabled", &enabled)
        try visitor.visit("schedule", &schedule)
        try visitor.visit("countdown", &countdown)
        try visitor.visit("ring", &ring)
        try visitor.visit("reset", &reset)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(
        id: String? = nil, label: String? = nil, enabled: Bool? = nil,
        schedule: Wire.Schedule? = nil, countdown: Int? = nil, ring: Wire.Ring? = nil,
        reset: [String]? = nil
    ) {
        self.id = id
        self.label = label
        self.enabled = enabled
        self.schedule = schedule
        self.countdown = countdown
        self.ring = ring
        self.reset = reset
    }
}

/// The alarm that was made or changed.
package struct SetReply: WireObject {
    /// The alarm as it is now.
    package var alarm: Wire.Alarm = Wire.Alarm()

    /// Whether it was made.
    package var created: Bool = false

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("alarm", &alarm)
        try visitor.visit("created", &created)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(alarm: Wire.Alarm, created: Bool) {
        self.alarm = alarm
        self.created = created
    }
}

/// Removes alarms.
package struct ClearCall: AlarmClockMethod {
    package typealias Reply = ClearReply
    package static let methodName = "Clear"

    /// Their ids.
    package var ids: [String]?

    /// Whether all are meant.
    package var all: Bool?

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("ids", &ids)
        try visitor.visit("all", &all)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(ids: [String]? = nil, all: Bool? = nil) {
        self.ids = ids
        self.all = all
    }
}

/// The alarms that were removed.
package struct ClearReply: WireObject {
    /// Their ids.
    package var cleared: [String] = []

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("cleared", &cleared)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(cleared: [String]) {
        self.cleared = cleared
    }
}
