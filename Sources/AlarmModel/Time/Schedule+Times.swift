// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension Schedule {
    /// Returns the first time after `instant` at which the schedule is due, or `nil` if there is none.
    ///
    /// Civil dates are walked, never seconds, so that a day of 23 or 25 hours is a day like any other. A
    /// gap can move a time by a day at most, so that the dates around `instant` hold the answer, and the
    /// search ends.
    ///
    /// - Parameters:
    ///   - instant: Only later times count.
    ///   - zone: The zone of the schedule.
    ///   - gap: What happens to a time that a clock change leaves out.
    ///   - overlap: What happens to a time that a clock change repeats.
    /// - Returns: The time with the earliest instant; of two at one instant, the one whose civil time
    ///   exists.
    package func next(
        after instant: Instant, in zone: any ZoneRules, gap: GapPolicy, overlap: OverlapPolicy
    ) -> ScheduledTime? {
        let today = zone.civil(at: instant).date
        var best: ScheduledTime?
        var date = firstDate(onOrAfter: today.advanced(by: -2))
        while let candidate = date {
            // The time of any later date is later than what was found, by more than a gap can move it.
            if let best,
                candidate.daysSinceEpoch > zone.civil(at: best.instant).date.daysSinceEpoch + 2
            {
                break
            }
            let civil = CivilDateTime(date: candidate, time: time)
            for found in zone.times(of: civil, gap: gap, overlap: overlap)
            where found.instant > instant && found.isBetter(than: best) {
                best = found
            }
            // A skipped gap may cost a date or two; a pattern that never comes due ends by itself.
            if best == nil, candidate > today.advanced(by: Self.horizon) { break }
            date = firstDate(onOrAfter: candidate.advanced(by: 1))
        }
        return best
    }

    /// Returns the times after `instant` at which the schedule is due, each later than the one before.
    package func times(
        after instant: Instant, in zone: any ZoneRules, gap: GapPolicy, overlap: OverlapPolicy
    ) -> some Sequence<ScheduledTime> {
        sequence(
            state: instant,
            next: { last in
                let next = self.next(after: last, in: zone, gap: gap, overlap: overlap)
                if let next { last = next.instant }
                return next
            })
    }

    /// How many days without a time are looked at before a schedule counts as having no future: a week
    /// names at least one day, and no zone leaves out many.
    private static let horizon = 400

    /// The first civil date on or after `date` that the pattern names; `nil` beyond the year 9999.
    private func firstDate(onOrAfter date: CivilDate) -> CivilDate? {
        let found: CivilDate? =
            switch pattern {
            case .next(fixedTo: nil): date
            case .next(fixedTo: let fixed?), .date(let fixed): fixed >= date ? fixed : nil
            case .weekly(let days):
                (0..<7).lazy.map(date.advanced(by:)).first { days.contains($0.weekday) }
            }
        return found.flatMap { $0 <= .last ? $0 : nil }
    }
}

extension ScheduledTime {
    fileprivate func isBetter(than other: ScheduledTime?) -> Bool {
        guard let other else { return true }
        if instant != other.instant { return instant < other.instant }
        return exists && !other.exists
    }
}

extension CivilDate {
    /// 9999-12-31, the last day that can be written.
    fileprivate static let last = CivilDate(daysSinceEpoch: 2_932_896)
}
