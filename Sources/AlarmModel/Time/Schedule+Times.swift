// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension Schedule {
    /// Returns the first time after `instant` that the schedule has by itself, or `nil` if there is none.
    ///
    /// Civil dates are walked, never seconds, so that a day of 23 or 25 hours is a day like any other. A
    /// change can move a time by some days at most, so that the dates around `instant` hold the answer, and
    /// the search ends.
    ///
    /// - Parameters:
    ///   - instant: Only later times count.
    ///   - zone: The zone of the schedule.
    ///   - gap: What happens to a time that a clock change leaves out.
    ///   - overlap: What happens to a time that a clock change repeats.
    /// - Returns: The time with the earliest instant; of two at one instant, the one whose civil time
    ///   exists.
    func regular(
        after instant: Instant, in zone: any ZoneRules, gap: GapPolicy, overlap: OverlapPolicy
    ) -> ScheduledTime? {
        let span = zone.span(at: instant)
        if let time = next(after: instant, farInside: span) { return time }
        let overlap = passes(by: overlap)
        let now = CivilDateTime(at: instant, offset: span.offset)
        var best: ScheduledTime?
        var fruitless = 0
        var date = pattern.firstDate(
            onOrAfter: now.date.advanced(by: -Self.reachInDays), at: time)
        while let candidate = date, fruitless < Self.patience {
            // The time of any later date is later than what was found, by more than a change can move it.
            if let best,
                candidate > zone.civil(at: best.instant).date.advanced(by: Self.reachInDays)
            {
                break
            }
            let civil = CivilDateTime(date: candidate, time: time)
            for found in zone.times(of: civil, gap: gap, overlap: overlap)
            where found.instant > instant && found.isBetter(than: best)
                && pattern.includes(found.instant)
            {
                best = found
            }
            if best == nil { fruitless += 1 }
            date = pattern.firstDate(onOrAfter: candidate.advanced(by: 1), at: time)
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

    /// The passes of a repeated hour that count.
    ///
    /// What a person sets without a date is for the next time the clock reads so, also where the first pass is
    /// over when it is set; it comes once, so that it is due in the first of the passes that are ahead.
    private func passes(by policy: OverlapPolicy) -> OverlapPolicy {
        if case .next = pattern, policy == .first { return .both }
        return policy
    }

    /// How far a change of the clocks can move a time: offsets lie between -25 and 26 hours of UTC (RFC 9636,
    /// 3.2), so that no change is of more than 51.
    private static let reach = Duration.seconds(51 * 3600)

    /// ``reach`` in whole days, rounded up.
    private static let reachInDays = 3

    /// How many dates in a row may bring no time before a schedule counts as having no future.
    ///
    /// No zone leaves out so many times in a row; a pattern that names no more dates ends by itself.
    private static let patience = 400

    /// Returns the next time where no change of the clocks is within reach of any instant from `instant` to
    /// it, and `nil` otherwise: nearly always, the answer is as near as this.
    private func next(after instant: Instant, farInside span: OffsetSpan) -> ScheduledTime? {
        guard span.start.map({ instant - $0 >= Self.reach }) ?? true else { return nil }
        let now = CivilDateTime(at: instant, offset: span.offset)
        let first = time > now.time ? now.date : now.date.advanced(by: 1)
        guard let date = pattern.firstDate(onOrAfter: first, at: time) else { return nil }
        let civil = CivilDateTime(date: date, time: time)
        let due = Instant(seconds: civil.secondsOnWall - Int64(span.offset))
        guard span.end.map({ $0 - due >= Self.reach }) ?? true, pattern.includes(due) else {
            return nil
        }
        return ScheduledTime(nominal: civil, isSecondPass: false, instant: due, exists: true)
    }
}

extension Schedule.Pattern {
    /// Returns the first date on or after `date` that the pattern names for an alarm at `time`; `nil` where it
    /// names none, and beyond the year 9999.
    fileprivate func firstDate(onOrAfter date: CivilDate, at time: TimeOfDay) -> CivilDate? {
        let date = max(date, .first)
        let found: CivilDate? =
            switch self {
            case .next(fixedTo: nil): date
            case .next(fixedTo: let fixed?), .date(let fixed): fixed >= date ? fixed : nil
            case .weekly(let days):
                (0..<7).lazy.map(date.advanced(by:)).first { days.contains($0.weekday) }
            case .recurring(let recurrence): recurrence.firstDate(onOrAfter: date, at: time)
            }
        return found.flatMap { $0 <= .last ? $0 : nil }
    }

    /// Whether `instant` is not beyond the end of the pattern.
    fileprivate func includes(_ instant: Instant) -> Bool {
        guard case .recurring(let recurrence) = self else { return true }
        return recurrence.includes(instant)
    }
}

extension ScheduledTime {
    fileprivate func isBetter(than other: ScheduledTime?) -> Bool {
        guard let other else { return true }
        if instant != other.instant { return instant < other.instant }
        return exists && !other.exists
    }
}
