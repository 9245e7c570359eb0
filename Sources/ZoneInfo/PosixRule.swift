// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// A POSIX TZ rule such as `CET-1CEST,M3.5.0,M10.5.0/3`: two offsets, and when the clocks change each year.
///
/// The footer of a TZif file is one and holds beyond the file's last transition (RFC 9636, 3.3); a person's
/// `TZ` may be one (tzset(3)). Change times may lie from -167 to 167 hours (RFC 9636, 3.3.1).
package struct PosixRule: Hashable, Sendable {
    /// A day of the year on which clocks change.
    enum ChangeDay: Hashable, Sendable {
        /// `Jn`: day 1 through 365, 29 February not counted.
        case julian(Int)
        /// `n`: day 0 through 365, 29 February counted.
        case dayOfYear(Int)
        /// `Mm.w.d`: the `week`th (5: last) `weekday` (0: Sunday) of `month`.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    /// A change of the clocks in each year: the day, and seconds since its midnight by the offset before.
    struct Change: Hashable, Sendable {
        var day: ChangeDay
        var time: Int
    }

    /// One of the two kinds of time: its abbreviation and its seconds east of UTC.
    struct Kind: Hashable, Sendable {
        var abbreviation: String
        var offset: Int
    }

    /// Summer time with its first moment and the first after it.
    ///
    /// Its offset may be the lesser one: Dublin's data say that its winter is the exception.
    struct Summer: Hashable, Sendable {
        var kind: Kind
        var start: Change
        var end: Change
    }

    let standard: Kind

    /// `nil` where clocks never change.
    let summer: Summer?
}

extension PosixRule {
    /// Returns the span of constant offset that `instant` lies in.
    func span(at instant: Instant) -> OffsetSpan {
        guard let summer else { return span(of: standard, from: nil, to: nil) }
        let now = instant.seconds
        let middle = Self.year(of: instant)
        // Changes may be told a week from the day that they are named by, so that years further off than the
        // neighbours can reach into this one.
        let years = (middle - 2)...(middle + 2)
        // The summers up to the one in hand, those that meet taken as one; `from` is nil where that began
        // with the first year looked at, for then no beginning is in sight.
        var held = interval(of: summer, in: years.lowerBound)
        var isJoined = false
        for year in years.dropFirst() {
            let next = interval(of: summer, in: year)
            // A summer that ends as the next begins never ends (RFC 9636, 3.3.1: summer time all year).
            if next.lowerBound <= held.upperBound {
                held = held.lowerBound..<max(held.upperBound, next.upperBound)
                isJoined = true
                continue
            }
            if now < held.upperBound {
                return span(of: summer.kind, from: held.lowerBound, to: held.upperBound)
            }
            if now < next.lowerBound {
                return span(of: standard, from: held.upperBound, to: next.lowerBound)
            }
            held = next
            isJoined = false
        }
        return span(
            of: summer.kind, from: isJoined ? nil : held.lowerBound,
            to: isJoined ? nil : held.upperBound)
    }

    /// The summer that begins in `year`; in the south it ends in the next.
    private func interval(of summer: Summer, in year: Int) -> Range<Int64> {
        let start = at(summer.start, in: year, offset: standard.offset)
        let end = at(summer.end, in: year, offset: summer.kind.offset)
        if start < end { return start..<end }
        return start..<max(start, at(summer.end, in: year + 1, offset: summer.kind.offset))
    }

    private func span(of kind: Kind, from start: Int64?, to end: Int64?) -> OffsetSpan {
        OffsetSpan(
            offset: kind.offset, abbreviation: kind.abbreviation,
            start: start.map(Instant.init(seconds:)), end: end.map(Instant.init(seconds:)))
    }

    private static func year(of instant: Instant) -> Int {
        CivilDate(daysSinceEpoch: Int(instant.seconds / 86_400)).components.year
    }

    private func at(_ change: Change, in year: Int, offset: Int) -> Int64 {
        Int64(Self.daysSinceEpoch(of: change.day, in: year)) * 86_400 + Int64(change.time - offset)
    }

    private static func daysSinceEpoch(of day: ChangeDay, in year: Int) -> Int {
        switch day {
        case .dayOfYear(let number): return firstDay(of: 1, in: year) + number
        case .julian(let number):
            let isPastLeapDay = number >= 60 && CivilDate.isLeap(year)
            return firstDay(of: 1, in: year) + number - 1 + (isPastLeapDay ? 1 : 0)
        case .weekday(let month, let week, let weekday):
            let first = firstDay(of: month, in: year)
            // 1970-01-01 was a Thursday, day 4 of a week that starts on Sunday.
            let firstWeekday = ((first + 4) % 7 + 7) % 7
            let offset = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            let count = CivilDate.dayCount(ofMonth: month, year: year)
            return first + (offset < count ? offset : offset - 7)
        }
    }

    /// Days from the epoch to the first of `month`, for any year.
    private static func firstDay(of month: Int, in year: Int) -> Int {
        // The calendar repeats every 400 years of 146,097 days, and years 2000 through 2399 are at hand.
        let cycle = (year - 2000) >= 0 ? (year - 2000) / 400 : (year - 2399) / 400
        let base = CivilDate(year: year - cycle * 400, month: month, day: 1)
        return (base?.daysSinceEpoch ?? 0) + cycle * 146_097
    }
}
