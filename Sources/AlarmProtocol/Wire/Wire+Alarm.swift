// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

extension Wire {
    /// When an alarm rings: on `days`, by `rrule`, on `date`, or, with none of them, once, the next
    /// time its clock reads `time`.
    package struct Schedule: WireObject {
        package static let wireName: String? = "Schedule"

        /// The civil time, `HH:MM` or `HH:MM:SS`.
        package var time: String = ""

        /// The civil date, `YYYY-MM-DD`.
        package var date: String?

        /// The days of every week.
        package var days: [Weekday]?

        /// A recurrence rule (RFC 5545, 3.3.10).
        package var rrule: String?

        /// The zone's name; absent, the machine's.
        package var zone: String?

        /// What a civil time does that a clock change leaves out.
        package var gap: GapPolicy?

        /// What a civil time does that a clock change repeats.
        package var overlap: OverlapPolicy?

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("time", &time)
            try visitor.visit("date", &date)
            try visitor.visit("days", &days)
            try visitor.visit("rrule", &rrule)
            try visitor.visit("zone", &zone)
            try visitor.visit("gap", &gap)
            try visitor.visit("overlap", &overlap)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value from its members.
        package init(
            time: String, date: String? = nil, days: [Weekday]? = nil, rrule: String? = nil,
            zone: String? = nil, gap: GapPolicy? = nil, overlap: OverlapPolicy? = nil
        ) {
            self.time = time
            self.date = date
            self.days = days
            self.rrule = rrule
            self.zone = zone
            self.gap = gap
            self.overlap = overlap
        }
    }

    /// How an alarm rings.
    ///
    /// A member that is absent takes its value from the configuration.
    package struct Ring: WireObject {
        package static let wireName: String? = "Ring"

        /// The sound, by its name or path.
        package var sound: String?

        /// Percent of the full level, from 1 through 100.
        package var volume: Int?

        /// How long it grows louder, in seconds.
        package var fade: Int?

        /// How long it rings unanswered, in seconds.
        package var timeout: Int?

        /// How often it rings again by itself.
        package var retries: Int?

        /// How long a snooze lasts, in seconds.
        package var snooze: Int?

        /// How often it can be snoozed.
        package var snoozeLimit: Int?

        /// How late it may still ring, in seconds.
        package var late: Int?

        /// Whether it wakes the machine.
        package var wake: Bool?

        /// The storyboard's name.
        package var storyboard: String?

        /// Whether it keeps silent on holidays.
        package var notOnHolidays: Bool?

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("sound", &sound)
            try visitor.visit("volume", &volume)
            try visitor.visit("fade", &fade)
            try visitor.visit("timeout", &timeout)
            try visitor.visit("retries", &retries)
            try visitor.visit("snooze", &snooze)
            try visitor.visit("snoozeLimit", &snoozeLimit)
            try visitor.visit("late", &late)
            try visitor.visit("wake", &wake)
            try visitor.visit("storyboard", &storyboard)
            try visitor.visit("notOnHolidays", &notOnHolidays)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value from its members.
        package init(
            sound: String? = nil, volume: Int? = nil, fade: Int? = nil, timeout: Int? = nil,
            retries: Int? = nil, snooze: Int? = nil, snoozeLimit: Int? = nil, late: Int? = nil,
            wake: Bool? = nil, storyboard: String? = nil, notOnHolidays: Bool? = nil
        ) {
            self.sound = sound
            self.volume = volume
            self.fade = fade
            self.timeout = timeout
            self.retries = retries
            self.snooze = snooze
            self.snoozeLimit = snoozeLimit
            self.late = late
            self.wake = wake
            self.storyboard = storyboard
            self.notOnHolidays = notOnHolidays
        }
    }

    /// An occurrence that is left out.
    package struct Skipped: WireObject {
        /// The id of the occurrence.
        package var occurrence: String = ""

        /// When it would be due, an instant.
        package var due: String = ""

        /// Why it is left out, in English.
        package var reason: String = ""

        /// What `reason` says, stable, for programs.
        package var code: String?

        /// What `code` needs to be worded in any language.
        package var args: [String: String]?

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("occurrence", &occurrence)
            try visitor.visit("due", &due)
            try visitor.visit("reason", &reason)
            try visitor.visit("code", &code)
            try visitor.visit("args", &args)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value from its members.
        package init(occurrence: String, due: String, reason: Reason) {
            self.occurrence = occurrence
            self.due = due
            self.reason = reason.description
            code = reason.code.rawValue
            args = reason.args.isEmpty ? nil : reason.args
        }
    }

    /// Another time for one occurrence.
    package struct Override: WireObject {
        /// The id of the occurrence.
        package var occurrence: String = ""

        /// The civil time that it has instead.
        package var time: String = ""

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("occurrence", &occurrence)
            try visitor.visit("time", &time)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value from its members.
        package init(occurrence: String, time: String) {
            self.occurrence = occurrence
            self.time = time
        }
    }

    /// An alarm, and what it is doing.
    package struct Alarm: WireObject {
        package static let wireName: String? = "Alarm"

        /// The id.
        package var id: String = ""

        /// What a person calls it.
        package var label: String?

        /// Whether it rings.
        package var enabled: Bool = false

        /// When it rings; absent for a countdown.
        package var schedule: Schedule?

        /// How long it counts down, in seconds; absent for a schedule.
        package var countdown: Int?

        /// How it rings.
        package var ring: Ring = Ring()

        /// What it is doing.
        package var state: AlarmState = .off

        /// When it is due next, an instant.
        package var next: String?

        /// The ids of the occurrences that are left out.
        package var skipped: [String] = []

        /// The date before which none rings.
        package var pausedUntil: String?

        /// The first occurrence that is left out before the next one that is due.
        package var skips: Skipped?

        /// Another time for the next occurrence.
        package var override: Override?

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("id", &id)
            try visitor.visit("label", &label)
            try visitor.visit("enabled", &enabled)
            try visitor.visit("schedule", &schedule)
            try visitor.visit("countdown", &countdown)
            try visitor.visit("ring", &ring)
            try visitor.visit("state", &state)
            try visitor.visit("next", &next)
            try visitor.visit("skipped", &skipped)
            try visitor.visit("pausedUntil", &pausedUntil)
            try visitor.visit("skips", &skips)
            try visitor.visit("override", &override)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value from its members.
        package init(
            id: String, label: String? = nil, enabled: Bool, schedule: Schedule? = nil,
            countdown: Int? = nil, ring: Ring, state: AlarmState, next: String? = nil,
            skipped: [String], pausedUntil: String? = nil, skips: Skipped? = nil,
            override: Override? = nil
        ) {
            self.id = id
            self.label = label
            self.enabled = enabled
            self.schedule = schedule
            self.countdown = countdown
            self.ring = ring
            self.state = state
            self.next = next
            self.skipped = skipped
            self.pausedUntil = pausedUntil
            self.skips = skips
            self.override = override
        }
    }
}
