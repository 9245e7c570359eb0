// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The instants at which a clock in a zone reads a civil time.
package enum CivilResolution: Hashable, Sendable {
    /// It reads it once.
    case unique(Instant)

    /// It reads it twice, since it was set back.
    case overlap(first: Instant, second: Instant)

    /// It never reads it, since it was set forward over it.
    ///
    /// - `after`: the instant by the offset before the change, which is after it (RFC 5545, 3.3.5).
    /// - `before`: the instant by the offset after the change, which is before it.
    /// - `transition`: the change itself.
    case gap(after: Instant, before: Instant, transition: Instant)
}

/// A civil time that a schedule asks for, and the instant at which it is due.
package struct ScheduledTime: Hashable, Sendable {
    /// The civil time that was asked for.
    package let nominal: CivilDateTime

    /// Whether it is the second time that the clock reads `nominal`.
    package let isSecondPass: Bool

    /// When it is due.
    package let instant: Instant

    /// Whether the clock reads `nominal` at all; `false` in a gap.
    package let exists: Bool

    /// Creates a scheduled time.
    package init(nominal: CivilDateTime, isSecondPass: Bool, instant: Instant, exists: Bool) {
        self.nominal = nominal
        self.isSecondPass = isSecondPass
        self.instant = instant
        self.exists = exists
    }
}

extension ZoneRules {
    /// What a clock in the zone reads at `instant`, to the second.
    package func civil(at instant: Instant) -> CivilDateTime {
        CivilDateTime(at: instant, offset: span(at: instant).offset)
    }

    /// Finds the instants at which a clock in the zone reads `civil`.
    ///
    /// Every offset is within 26 hours of UTC, so the spans of constant offset around the civil time hold
    /// each instant that it can mean. No change is assumed to be an hour: Lord Howe's is half of one, Apia
    /// once left out a day.
    package func resolve(_ civil: CivilDateTime) -> CivilResolution {
        let reach: Int64 = 26 * 3600
        let wall = civil.secondsOnWall
        let limit = Instant(seconds: wall + reach)
        var position = Instant(seconds: wall - reach)
        var span = span(at: position)
        var previous: OffsetSpan?
        var first: Instant?
        var last: Instant?
        var gap: CivilResolution?
        while true {
            let instant = Instant(seconds: wall - Int64(span.offset))
            if span.contains(instant) {
                first = first ?? instant
                last = instant
            }
            if let previous, let start = span.start {
                let after = Instant(seconds: wall - Int64(previous.offset))
                if after >= start, instant < start {
                    gap = .gap(after: after, before: instant, transition: start)
                }
            }
            // Instants saturate, so that at the end of time a span may end where it is looked up.
            guard let end = span.end, end <= limit, end > position else { break }
            previous = span
            position = end
            span = self.span(at: end)
        }
        if let first, let last {
            return first == last ? .unique(first) : .overlap(first: first, second: last)
        }
        // With no instant found a gap was; the offset in force is the answer of last resort.
        return gap ?? .unique(Instant(seconds: wall - Int64(span.offset)))
    }

    /// The times at which `civil` is due under the policies, the earlier first; none where a gap skips it.
    package func times(
        of civil: CivilDateTime, gap: GapPolicy, overlap: OverlapPolicy
    ) -> [ScheduledTime] {
        func time(
            _ instant: Instant, isSecondPass: Bool = false, exists: Bool = true
        ) -> ScheduledTime {
            ScheduledTime(
                nominal: civil, isSecondPass: isSecondPass, instant: instant, exists: exists)
        }
        switch resolve(civil) {
        case .unique(let instant): return [time(instant)]
        case .overlap(let first, let second):
            return switch overlap {
            case .first: [time(first)]
            case .second: [time(second, isSecondPass: true)]
            case .both: [time(first), time(second, isSecondPass: true)]
            }
        case .gap(let after, let before, let transition):
            return switch gap {
            case .after: [time(after, exists: false)]
            case .before: [time(before, exists: false)]
            case .transition: [time(transition, exists: false)]
            case .skip: []
            }
        }
    }
}
