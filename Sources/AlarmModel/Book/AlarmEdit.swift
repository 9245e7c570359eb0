// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What a person asks to be set: a new alarm, or some members of one that is there.
///
/// A member that is `nil` is kept. A schedule or a countdown replaces the other whole, and switches the alarm on
/// unless ``isEnabled`` is `false`.
package struct AlarmEdit: Hashable, Sendable {
    /// The alarm's id, as it was written; `nil` to have one made up.
    package var id: String?
    /// What it is for; empty for no label.
    package var label: String?
    /// Whether it is switched on.
    package var isEnabled: Bool?
    /// When it is due.
    package var schedule: Schedule?
    /// How long it counts down.
    package var countdown: Duration?
    /// How it rings.
    package var ring: RingSettings
    /// The names, as in the interface file, of members that go back to the configuration; it comes before the
    /// other members.
    package var reset: [String]
    /// Whether what was to be skipped stays so, though the schedule is given anew.
    var keepsSkip = false

    /// Creates an edit; what is left out is kept.
    package init(
        id: String? = nil, label: String? = nil, isEnabled: Bool? = nil, schedule: Schedule? = nil,
        countdown: Duration? = nil, ring: RingSettings = RingSettings(),
        reset: [String] = []
    ) {
        self.id = id
        self.label = label
        self.isEnabled = isEnabled
        self.schedule = schedule
        self.countdown = countdown
        self.ring = ring
        self.reset = reset
    }

    /// How many characters a label may have.
    package static let labelLimit = 200

    /// Why `text` can be no label, in words that complete "the label …"; `nil` where it can.
    package static func fault(inLabel text: String) -> Message? {
        ShownText.fault(in: text, limit: labelLimit)
    }
}

// MARK: - What can be

extension AlarmEdit {
    /// Checks every member that does not depend on the alarm it is for.
    ///
    /// - Throws: ``BookError/invalidSchedule(field:reason:)`` with the first member that cannot be.
    func check() throws(BookError) {
        if let id, let fault = AlarmID.fault(in: id) {
            throw .invalidSchedule(field: "id", reason: "an id \(fault)")
        }
        if let label, let fault = Self.fault(inLabel: label) {
            throw .invalidSchedule(field: "label", reason: fault)
        }
        guard schedule == nil || countdown == nil else {
            throw .invalidSchedule(
                field: "countdown", reason: "an alarm has a schedule or a countdown, not both")
        }
        if let countdown, !Countdown.range.contains(countdown) {
            throw .invalidSchedule(
                field: "countdown", reason: "a countdown lasts from 1 second to 366 days")
        }
        if case .weekly(let days)? = schedule?.pattern, days.isEmpty {
            throw .invalidSchedule(field: "days", reason: "names no day")
        }
        try checkRing()
        for name in reset where !Self.isResettable(name) {
            throw .invalidSchedule(
                field: "reset", reason: "\(Self.quoted(name)) is no member that can be reset")
        }
    }

    private func checkRing() throws(BookError) {
        try Self.check(ring.volume, in: RingRange.volume, field: "volume", isPercent: true)
        try Self.check(ring.fade, in: RingRange.fade, field: "fade")
        try Self.check(ring.timeout, in: RingRange.timeout, field: "timeout")
        try Self.check(ring.retries, in: RingRange.retries, field: "retries")
        try Self.check(ring.snooze, in: RingRange.snooze, field: "snooze")
        try Self.check(ring.snoozeLimit, in: RingRange.snoozeLimit, field: "snoozeLimit")
        try Self.check(ring.late, in: RingRange.late, field: "late")
        if let sound = ring.sound {
            try Self.checkText(sound, field: "sound", limit: RingRange.nameLength.upperBound)
            guard !sound.isEmpty else {
                throw .invalidSchedule(field: "sound", reason: "nothing is given")
            }
        }
        if let storyboard = ring.storyboard, storyboard != Storyboard.none,
            let fault = Storyboard.fault(inName: storyboard)
        {
            throw .invalidSchedule(field: "storyboard", reason: "a storyboard's name \(fault)")
        }
    }

    private static func check(
        _ value: Int?, in range: ClosedRange<Int>, field: String, isPercent: Bool = false
    ) throws(BookError) {
        guard let value, !range.contains(value) else { return }
        let (lower, upper) = (range.lowerBound, range.upperBound)
        throw .invalidSchedule(
            field: field,
            reason: isPercent
                ? "\(value) is not from \(lower) to \(upper) %"
                : "\(value) is not from \(lower) to \(upper)")
    }

    private static func check(
        _ value: Duration?, in range: ClosedRange<Duration>, field: String
    ) throws(BookError) {
        guard let value, !range.contains(value) else { return }
        let (lower, upper) = (
            range.lowerBound.components.seconds, range.upperBound.components.seconds
        )
        throw .invalidSchedule(
            field: field,
            reason: "\(value.components.seconds) s is not from \(lower) s to \(upper) s")
    }

    private static func checkText(
        _ text: String, field: String, limit: Int
    ) throws(BookError) {
        guard text.utf8.count <= 4 * limit, text.count <= limit else {
            throw .invalidSchedule(field: field, reason: "is longer than \(limit) characters")
        }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw .invalidSchedule(field: field, reason: "holds a control character") }
    }

    /// A short text in quotation marks, or the beginning of a long one.
    private static func quoted(_ text: String) -> String {
        text.count <= 40 ? "\"\(text)\"" : "\"\(text.prefix(40))…\""
    }
}

// MARK: - Going back to the configuration

extension AlarmEdit {
    private static let ringMembers: [String: @Sendable (inout RingSettings) -> Void] = [
        "sound": { $0.sound = nil }, "volume": { $0.volume = nil }, "fade": { $0.fade = nil },
        "timeout": { $0.timeout = nil }, "retries": { $0.retries = nil },
        "snooze": { $0.snooze = nil }, "snoozeLimit": { $0.snoozeLimit = nil },
        "late": { $0.late = nil }, "wake": { $0.wake = nil },
        "storyboard": { $0.storyboard = nil }, "notOnHolidays": { $0.notOnHolidays = nil },
    ]

    private static let scheduleMembers: [String: @Sendable (inout Schedule) -> Void] = [
        "zone": { $0.zone = nil }, "gap": { $0.gap = nil }, "overlap": { $0.overlap = nil },
    ]

    private static func isResettable(_ name: String) -> Bool {
        name == "label" || ringMembers[name] != nil || scheduleMembers[name] != nil
    }

    /// The ring settings that `settings` become.
    func applied(to settings: RingSettings) -> RingSettings {
        var settings = settings
        for name in reset { Self.ringMembers[name]?(&settings) }
        return settings.overridden(by: ring)
    }

    /// The label that `label` becomes.
    func applied(toLabel label: String?) -> String? {
        let kept = reset.contains("label") ? nil : label
        let new = self.label ?? kept
        return new?.isEmpty == true ? nil : new
    }

    /// The schedule that `schedule` becomes where members of it are reset; `nil` where none is.
    func resetting(_ schedule: Schedule?) -> Schedule? {
        let changes = reset.compactMap { Self.scheduleMembers[$0] }
        guard var schedule, !changes.isEmpty else { return nil }
        for change in changes { change(&schedule) }
        return schedule
    }
}
