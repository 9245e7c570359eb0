// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

/// Asks for the alarms in the order of their ids.
package struct ListCall: AlarmClockMethod {
    package typealias Reply = ListReply
    package static let methodName = "List"
    package static let isRepeatable = true

    /// The id after which to begin.
    package var after: String?

    /// How many at most.
    package var count: Int?

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("after", &after)
        try visitor.visit("count", &count)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(after: String? = nil, count: Int? = nil) {
        self.after = after
        self.count = count
    }
}

/// Some of the alarms.
package struct ListReply: WireObject {
    /// The alarms.
    package var alarms: [Wire.Alarm] = []

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("alarms", &alarms)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(alarms: [Wire.Alarm]) {
        self.alarms = alarms
    }
}

/// Asks for what is due next.
package struct NextCall: AlarmClockMethod {
    package typealias Reply = NextReply
    package static let methodName = "Next"
    package static let isRepeatable = true

    /// The most skipped occurrences that a reply tells beside those that ring: a pause may be of years.
    package static let skippedLimit = 100

    /// How many occurrences at most.
    package var count: Int?

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("count", &count)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(count: Int? = nil) {
        self.count = count
    }
}

/// What is due next.
package struct NextReply: WireObject {
    /// The occurrences, the earliest first.
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

/// Asks when a schedule would ring.
package struct PreviewCall: AlarmClockMethod {
    package typealias Reply = PreviewReply
    package static let methodName = "Preview"
    package static let isRepeatable = true

    /// The schedule.
    package var schedule: Wire.Schedule = Wire.Schedule()

    /// The instant after which to begin; absent, now.
    package var after: String?

    /// How many instants at most.
    package var count: Int?

    /// Whether holidays are left out.
    package var notOnHolidays: Bool?

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("schedule", &schedule)
        try visitor.visit("after", &after)
        try visitor.visit("count", &count)
        try visitor.visit("notOnHolidays", &notOnHolidays)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(
        schedule: Wire.Schedule, after: String? = nil, count: Int? = nil, notOnHolidays: Bool? = nil
    ) {
        self.schedule = schedule
        self.after = after
        self.count = count
        self.notOnHolidays = notOnHolidays
    }
}

/// When a schedule would ring.
package struct PreviewReply: WireObject {
    /// The instants.
    package var instants: [String] = []

    /// The instants that are left out.
    package var skipped: [Wire.SkippedInstant] = []

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("instants", &instants)
        try visitor.visit("skipped", &skipped)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(instants: [String], skipped: [Wire.SkippedInstant]) {
        self.instants = instants
        self.skipped = skipped
    }
}

extension Wire {
    /// An instant at which a schedule would ring, but does not.
    package struct SkippedInstant: WireObject {
        /// The instant.
        package var instant: String = ""

        /// Why it is left out.
        package var reason: String = ""

        /// What `reason` says, stable, for programs.
        package var code: String?

        /// What `code` needs to be worded in any language.
        package var args: [String: String]?

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("instant", &instant)
            try visitor.visit("reason", &reason)
            try visitor.visit("code", &code)
            try visitor.visit("args", &args)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value from its members.
        package init(instant: String, reason: Reason) {
            self.instant = instant
            self.reason = reason.description
            code = reason.code.rawValue
            args = reason.args.isEmpty ? nil : reason.args
        }
    }
}
