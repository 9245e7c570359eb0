// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// One time of a schedule that was moved, once, to another.
///
/// It keeps the name of the time that the schedule has.
package struct MovedTime: Hashable, Sendable {
    /// The civil time that the schedule has.
    package var nominal: CivilDateTime
    /// Whether it is the second time that the clock reads `nominal`.
    package var isSecondPass: Bool
    /// The civil time at which it is due instead.
    package var civil: CivilDateTime

    /// Creates a moved time.
    package init(nominal: CivilDateTime, isSecondPass: Bool = false, to civil: CivilDateTime) {
        self.nominal = nominal
        self.isSecondPass = isSecondPass
        self.civil = civil
    }
}

extension MovedTime {
    /// Whether it is what the schedule has as `time`; passes are told apart only where both ring.
    func names(_ time: ScheduledTime, tellsPassesApart: Bool) -> Bool {
        nominal == time.nominal && (!tellsPassesApart || isSecondPass == time.isSecondPass)
    }

    /// When it is due in `zone`; a time that a person turned to is never skipped for a gap.
    func time(in zone: any ZoneRules, gap: GapPolicy) -> ScheduledTime? {
        zone.times(of: civil, gap: gap == .skip ? .after : gap, overlap: .first).first.map {
            ScheduledTime(
                nominal: nominal, isSecondPass: isSecondPass, instant: $0.instant,
                exists: $0.exists)
        }
    }

    /// The last of the two civil times.
    var latest: CivilDateTime { max(nominal, civil) }
}

extension Schedule {
    /// Returns the first time after `instant` at which the schedule is due, or `nil` if there is none: what was
    /// moved counts where it was moved to.
    ///
    /// - Parameters:
    ///   - instant: Only later times count.
    ///   - zone: The zone of the schedule.
    ///   - gap: What happens to a time that a clock change leaves out.
    ///   - overlap: What happens to a time that a clock change repeats.
    /// - Returns: The time with the earliest instant; of two at one instant, the one that was moved, or else the
    ///   one whose civil time exists.
    package func next(
        after instant: Instant, in zone: any ZoneRules, gap: GapPolicy, overlap: OverlapPolicy
    ) -> ScheduledTime? {
        var next = regular(after: instant, in: zone, gap: gap, overlap: overlap)
        guard !moved.isEmpty else { return next }
        while let time = next,
            moved.contains(where: { $0.names(time, tellsPassesApart: overlap == .both) })
        {
            next = regular(after: time.instant, in: zone, gap: gap, overlap: overlap)
        }
        for time in moved.compactMap({ $0.time(in: zone, gap: gap) }) where time.instant > instant {
            if next.map({ time.instant <= $0.instant }) ?? true { next = time }
        }
        return next
    }
}
