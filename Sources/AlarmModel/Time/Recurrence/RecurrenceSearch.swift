// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Finds the days of a rule from its start on, without its end.
///
/// It goes from period to period: years, months or weeks; for a daily rule too months, each with the days that the
/// interval meets. The first period is found by arithmetic, however far it is from the start. The calendar repeats
/// after 400 years, which are 20,871 weeks, and an interval meets it the same way after as many times that: where no
/// day came until then, none will. Of periods that look alike, one is enough to see that they have no days.
struct RecurrenceSearch {
    private let rule: RecurrenceRule
    private let start: CivilDate
    private let days: RecurrenceDays

    init(_ rule: RecurrenceRule, from start: CivilDate) {
        self.rule = rule
        self.start = start
        self.days = RecurrenceDays(rule, from: start)
    }

    /// Returns the `ordinal`-th day of the rule, from 1, on or after `date`; `nil` where the calendar has none.
    func date(_ ordinal: Int, onOrAfter date: CivilDate) -> CivilDate? {
        let floor = max(date, start)
        guard floor <= .last, !isHopeless else { return nil }
        var remaining = ordinal
        var period = firstPeriod(onOrAfter: floor)
        // The last period with a day. Where there was none yet, it is the one that holds `floor`.
        var last = period
        var barren: UInt32 = 0
        while true {
            if period - last > span {
                guard let later = laterMonth(than: last) else { return nil }
                (period, last) = (later, later)
            }
            let kind = kind(of: period)
            if kind.map({ barren & 1 << $0 == 0 }) ?? true {
                guard let set = set(of: period) else { return nil }
                if let kind, set.isBarren {
                    barren |= 1 << kind
                    if kinds & ~barren == 0 { return nil }
                }
                let count = set.count(onOrAfter: floor)
                if count >= remaining { return set.date(remaining, onOrAfter: floor) }
                remaining -= count
                if count > 0 { last = period }
            }
            period = next(after: period)
        }
    }

    /// Whether it is clear at a glance that no day can be of the rule.
    private var isHopeless: Bool {
        guard days.areInCalendar else { return true }
        let limit: Int? =
            switch rule.frequency {
            case .daily: 1
            case .weekly: days.weekdays.nonzeroBitCount
            case .monthly, .yearly: nil
            }
        if let limit, !rule.setPositions.isEmpty, rule.setPositions.allSatisfy({ abs($0) > limit })
        {
            return true
        }
        // Steps of whole weeks stay on one day of the week.
        return rule.frequency == .daily && rule.interval % 7 == 0 && days.weekdays != 0
            && days.weekdays & 1 << UInt32(start.weekdayIndex) == 0
    }

    /// After how many years, months or weeks without a day there will be none.
    ///
    /// By then both the interval and the calendar have begun anew. A daily rule's months begin anew with the calendar; see ``laterMonth(than:)``.
    private var span: Int {
        switch rule.frequency {
        case .daily: 4800
        case .weekly: leastCommonMultiple(rule.interval, 20_871)
        case .monthly: leastCommonMultiple(rule.interval, 4800)
        case .yearly: leastCommonMultiple(rule.interval, 400)
        }
    }

    /// The first month more than 400 years after `last` in which a daily interval meets a day, where it met none in
    /// those years.
    ///
    /// Only months that have days to be met can be it, and these are the same in every 400 years.
    private func laterMonth(than last: Period) -> Period? {
        guard rule.frequency == .daily else { return nil }
        var fertile: [(first: CivilDate, bits: UInt32)] = []
        var barren: UInt32 = 0
        for period in last..<last + 4800 where days.has(month: period % 12 + 1) {
            guard let kind = kind(of: period), barren & 1 << kind == 0 else { continue }
            let first = firstDay(ofMonth: period)
            let bits = daysOfMonth(period, from: first)
            if bits == 0 { barren |= 1 << kind } else { fertile.append((first, bits)) }
        }
        guard let earliest = fertile.first?.first else { return nil }
        let repeats = leastCommonMultiple(rule.interval, 146_097) / 146_097
        var shift = 146_097
        while shift <= repeats * 146_097, earliest.advanced(by: shift) <= .last {
            for month in fertile {
                let first = month.first.advanced(by: shift)
                if month.bits & met(inMonthFrom: first) != 0 { return self.month(of: first) }
            }
            shift += 146_097
        }
        return nil
    }

    // MARK: Periods

    /// A period by its number: of a year, of a month counted from year 0, or of a week counted from the epoch's.
    private typealias Period = Int

    /// The first period that the interval meets and that is not over before `date`.
    private func firstPeriod(onOrAfter date: CivilDate) -> Period {
        guard rule.frequency != .daily else { return month(of: firstMet(onOrAfter: date)) }
        let (first, now) = (period(of: start), period(of: date))
        return first + (now - first + rule.interval - 1) / rule.interval * rule.interval
    }

    private func next(after period: Period) -> Period {
        guard rule.frequency == .daily else { return period + rule.interval }
        var next = period + 1
        while !days.has(month: next % 12 + 1) { next += 1 }
        if rule.interval > 28 { next = month(of: firstMet(onOrAfter: firstDay(ofMonth: next))) }
        return next
    }

    private func period(of date: CivilDate) -> Period {
        switch rule.frequency {
        case .daily, .monthly: month(of: date)
        case .weekly: weekStart(of: date) / 7
        case .yearly: date.components.year
        }
    }

    private func month(of date: CivilDate) -> Period {
        let (year, month, _) = date.components
        return year * 12 + month - 1
    }

    private func firstDay(ofMonth period: Period) -> CivilDate {
        CivilDate(
            daysSinceEpoch: CivilDate.daysSinceEpoch(
                year: period / 12, month: period % 12 + 1, day: 1))
    }

    /// The day that the week of `date` begins on, in days since the first such day of the epoch.
    private func weekStart(of date: CivilDate) -> Int {
        let day = date.daysSinceEpoch - weekOrigin
        return day - RecurrenceDays.remainder(day, 7)
    }

    /// The first day of some week, in days since the epoch: it was a Thursday.
    private var weekOrigin: Int { rule.weekStart.index - 3 }

    /// The first day on or after `date` that a daily interval meets.
    private func firstMet(onOrAfter date: CivilDate) -> CivilDate {
        let distance = date.daysSinceEpoch - start.daysSinceEpoch
        return date.advanced(by: RecurrenceDays.remainder(-distance, rule.interval))
    }

    /// What makes periods have the same days: the length and the first day of the week; `nil` where more does.
    private func kind(of period: Period) -> UInt32? {
        switch rule.frequency {
        case .weekly: return days.months == RecurrenceDays.allMonths ? 0 : nil
        case .yearly:
            let first = firstDay(ofMonth: period * 12)
            return UInt32(first.weekdayIndex + (CivilDate.isLeap(period) ? 7 : 0))
        case .daily, .monthly:
            let month = period % 12 + 1
            guard days.has(month: month) else { return 31 }
            let length = CivilDate.dayCount(ofMonth: month, year: period / 12)
            return UInt32((length - 28) * 7 + firstDay(ofMonth: period).weekdayIndex)
        }
    }

    /// All kinds that a period with days can be of.
    private var kinds: UInt32 {
        let week: UInt32 = 0x7F
        switch rule.frequency {
        case .weekly: return 1
        case .yearly: return week | week << 7
        case .daily, .monthly:
            var kinds: UInt32 = 0
            for month in 1...12 where days.has(month: month) {
                let length = CivilDate.dayCount(ofMonth: month, year: 2000)
                kinds |= length == 29 ? week | week << 7 : week << UInt32((length - 28) * 7)
            }
            return kinds
        }
    }

    // MARK: Days of a period

    /// The days of the rule in a period; `nil` beyond the calendar.
    private func set(of period: Period) -> DaySet? {
        var set = DaySet()
        switch rule.frequency {
        case .daily:
            let first = firstDay(ofMonth: period)
            guard first <= .last else { return nil }
            let named = daysOfMonth(period, from: first)
            set.append(named & met(inMonthFrom: first), from: first)
            set.isBarren = named == 0
            return set
        case .weekly:
            let first = CivilDate(daysSinceEpoch: period * 7 + weekOrigin)
            guard first <= .last else { return nil }
            set.append(daysOfWeek(from: first), from: first)
        case .monthly:
            let first = firstDay(ofMonth: period)
            guard first <= .last else { return nil }
            set.append(daysOfMonth(period, from: first), from: first)
        case .yearly:
            guard period <= 9999 else { return nil }
            for month in period * 12..<(period + 1) * 12 where days.has(month: month % 12 + 1) {
                let first = firstDay(ofMonth: month)
                set.append(daysOfMonth(month, from: first), from: first)
            }
        }
        if !rule.setPositions.isEmpty { set.keep(rule.setPositions) }
        set.isBarren = set.isEmpty
        return set
    }

    private func daysOfMonth(_ period: Period, from first: CivilDate) -> UInt32 {
        days.inMonth(period % 12 + 1, of: period / 12, from: first)
    }

    private func daysOfWeek(from first: CivilDate) -> UInt32 {
        let begin = UInt32(rule.weekStart.index)
        var bits = (days.weekdays >> begin | days.weekdays << (7 - begin)) & 0x7F
        guard days.months != RecurrenceDays.allMonths else { return bits }
        for day in 0..<7 where !days.has(month: first.advanced(by: day).components.month) {
            bits &= ~(1 << UInt32(day))
        }
        return bits
    }

    /// The days of a month that a daily interval meets.
    private func met(inMonthFrom first: CivilDate) -> UInt32 {
        guard rule.interval > 1 else { return .max }
        var bits: UInt32 = 0
        var day = RecurrenceDays.remainder(
            start.daysSinceEpoch - first.daysSinceEpoch, rule.interval)
        while day < 31 {
            bits |= 1 << UInt32(day)
            day += rule.interval
        }
        return bits
    }
}

/// Days in order: the bits of one number for each month, or for a week.
private struct DaySet {
    private var parts: [(first: CivilDate, bits: UInt32)] = []

    /// Whether every other period of its kind has no days either.
    var isBarren = false

    /// Whether there are none.
    var isEmpty: Bool { parts.allSatisfy { $0.bits == 0 } }

    /// Adds days from `first` on, which is bit 0.
    mutating func append(_ bits: UInt32, from first: CivilDate) {
        if bits != 0 { parts.append((first, bits)) }
    }

    /// Keeps the days at `positions`, counted from 1, or from -1 from the end.
    mutating func keep(_ positions: [Int]) {
        let total = parts.reduce(0) { $0 + $1.bits.nonzeroBitCount }
        var position = 0
        for index in parts.indices {
            var (bits, kept) = (parts[index].bits, UInt32(0))
            while bits != 0 {
                position += 1
                if positions.contains(position) || positions.contains(position - total - 1) {
                    kept |= bits & ~(bits - 1)
                }
                bits &= bits - 1
            }
            parts[index].bits = kept
        }
    }

    /// How many days are not before `date`.
    func count(onOrAfter date: CivilDate) -> Int {
        parts.reduce(0) { $0 + Self.bits(of: $1, onOrAfter: date).nonzeroBitCount }
    }

    /// The `ordinal`-th day, from 1, that is not before `date`.
    func date(_ ordinal: Int, onOrAfter date: CivilDate) -> CivilDate? {
        var remaining = ordinal
        for part in parts {
            var bits = Self.bits(of: part, onOrAfter: date)
            if bits.nonzeroBitCount < remaining {
                remaining -= bits.nonzeroBitCount
                continue
            }
            for _ in 1..<remaining { bits &= bits - 1 }
            return part.first.advanced(by: bits.trailingZeroBitCount)
        }
        return nil
    }

    private static func bits(
        of part: (first: CivilDate, bits: UInt32), onOrAfter date: CivilDate
    ) -> UInt32 {
        let before = date.daysSinceEpoch - part.first.daysSinceEpoch
        if before <= 0 { return part.bits }
        return before < 32 ? part.bits & (.max << UInt32(before)) : 0
    }
}

/// The least common multiple of two numbers above 0.
private func leastCommonMultiple(_ a: Int, _ b: Int) -> Int {
    var (divisor, rest) = (a, b)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    return a / divisor * b
}
