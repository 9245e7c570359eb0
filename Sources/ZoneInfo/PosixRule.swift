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

    let standard: Kind

    /// Summer time with its first and its last moment each year; `nil` where clocks never change.
    let summer: (kind: Kind, start: Change, end: Change)?

    package static func == (lhs: PosixRule, rhs: PosixRule) -> Bool {
        lhs.standard == rhs.standard && lhs.summer?.kind == rhs.summer?.kind
            && lhs.summer?.start == rhs.summer?.start && lhs.summer?.end == rhs.summer?.end
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(standard)
        hasher.combine(summer?.kind)
        hasher.combine(summer?.start)
        hasher.combine(summer?.end)
    }
}

extension PosixRule {
    /// Returns the span of constant offset that `instant` lies in.
    func span(at instant: Instant) -> OffsetSpan {
        guard let summer else {
            return OffsetSpan(
                offset: standard.offset, abbreviation: standard.abbreviation, start: nil, end: nil)
        }
        let year = Self.year(of: instant)
        // The changes of the years around hold each span that reaches into this one. Summer that ends as the
        // next begins never ends (RFC 9636, 3.3.1: daylight saving all year).
        var changes: [(at: Int64, isStart: Int, kind: Kind)] = []
        for year in (year - 2)...(year + 2) {
            changes.append((at(summer.start, in: year, offset: standard.offset), 1, summer.kind))
            changes.append((at(summer.end, in: year, offset: summer.kind.offset), 0, standard))
        }
        changes.sort { ($0.at, $0.isStart) < ($1.at, $1.isStart) }
        var merged: [(at: Int64, kind: Kind)] = []
        for change in changes {
            if merged.last?.at == change.at { merged.removeLast() }
            if merged.last?.kind == change.kind { continue }
            merged.append((change.at, change.kind))
        }
        let index = merged.lastIndex { $0.at <= instant.seconds }
        let current = index.map { merged[$0].kind } ?? standard
        let next = merged.index(after: index ?? -1)
        return OffsetSpan(
            offset: current.offset, abbreviation: current.abbreviation,
            start: index.map { Instant(seconds: merged[$0].at) },
            end: next < merged.endIndex ? Instant(seconds: merged[next].at) : nil)
    }

    private static func year(of instant: Instant) -> Int {
        let days = instant.seconds / 86_400
        let bounded = min(max(days, -1_000_000_000), 1_000_000_000)
        return CivilDate(daysSinceEpoch: Int(bounded)).components.year
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
