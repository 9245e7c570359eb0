// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Leaves out coming occurrences of an alarm.
///
/// It sets which, it never adds.
package struct SkipCall: AlarmClockMethod {
    package typealias Reply = SkipReply
    package static let methodName = "Skip"

    /// The id of the alarm.
    package var id: String = ""

    /// How many are left out.
    package var count: Int?

    /// The date before which all are left out.
    package var until: String?

    /// Whether none is left out any more.
    package var none: Bool?

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("id", &id)
        try visitor.visit("count", &count)
        try visitor.visit("until", &until)
        try visitor.visit("none", &none)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(id: String, count: Int? = nil, until: String? = nil, none: Bool? = nil) {
        self.id = id
        self.count = count
        self.until = until
        self.none = none
    }
}

/// The alarm whose occurrences are left out.
package struct SkipReply: WireObject {
    /// The alarm as it is now.
    package var alarm: Wire.Alarm = Wire.Alarm()

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("alarm", &alarm)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(alarm: Wire.Alarm) {
        self.alarm = alarm
    }
}

/// Postpones what rings.
package struct SnoozeCall: AlarmClockMethod {
    package typealias Reply = SnoozeReply
    package static let methodName = "Snooze"

    /// The id of the occurrence, or of its alarm.
    package var occurrence: String?

    /// For how long, in seconds.
    package var seconds: Int?

    /// Until which civil time.
    package var until: String?

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("occurrence", &occurrence)
        try visitor.visit("seconds", &seconds)
        try visitor.visit("until", &until)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(occurrence: String? = nil, seconds: Int? = nil, until: String? = nil) {
        self.occurrence = occurrence
        self.seconds = seconds
        self.until = until
    }
}

/// What was postponed.
package struct SnoozeReply: WireObject {
    /// The occurrences.
    package var occurrences: [Wire.Occurrence] = []

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("occurrences", &occurrences)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(occurrences: [Wire.Occurrence]) {
        self.occurrences = occurrences
    }
}

/// Ends what rings.
package struct DismissCall: AlarmClockMethod {
    package typealias Reply = DismissReply
    package static let methodName = "Dismiss"

    /// The id of the occurrence, or of its alarm.
    package var occurrence: String?

    /// Whether everything is meant, the snoozed included.
    package var all: Bool?

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("occurrence", &occurrence)
        try visitor.visit("all", &all)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(occurrence: String? = nil, all: Bool? = nil) {
        self.occurrence = occurrence
        self.all = all
    }
}

/// What was ended.
package struct DismissReply: WireObject {
    /// The ids of the occurrences.
    package var dismissed: [String] = []

    /// The ids of those that their storyboards let go on in another scene.
    package var continued: [String] = []

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("dismissed", &dismissed)
        try visitor.visit("continued", &continued)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(dismissed: [String], continued: [String] = []) {
        self.dismissed = dismissed
        self.continued = continued
    }
}
