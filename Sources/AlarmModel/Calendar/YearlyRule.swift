// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The days of a yearly recurrence rule (RFC 5545, 3.3.10), as calendars of holidays have them: `FREQ=YEARLY` with
/// `INTERVAL`, `COUNT`, `UNTIL`, `BYMONTH`, `BYMONTHDAY` and `BYDAY`.
struct YearlyRule: Hashable, Sendable {
    /// The n-th such day of the week, from the end where `ordinal` is negative, or each where it is 0.
    struct Day: Hashable, Sendable {
        var ordinal: Int
        var weekday: Weekday
    }

    private let start: CivilDate
    private var interval = 1
    private var months: [Int] = []
    private var monthDays: [Int] = []
    private var days: [Day] = []
    /// The last day that it may name; of `UNTIL`, or what `COUNT` leaves.
    private var last: CivilDate?

    /// Reads a rule that starts on `start`.
    ///
    /// - Throws: ``CalendarFault`` with the part that is wrong, or not supported.
    init(_ text: String, from start: CivilDate) throws(CalendarFault) {
        self.start = start
        var parts: [String: String] = [:]
        for part in text.uppercased().split(separator: ";", omittingEmptySubsequences: false) {
            let fields = part.split(separator: "=", omittingEmptySubsequences: false)
            guard fields.count == 2, parts[String(fields[0])] == nil else {
                throw CalendarFault("RRULE: \(Self.quoted(part)) is no part of a rule")
            }
            parts[String(fields[0])] = String(fields[1])
        }
        guard parts["FREQ"] == "YEARLY" else {
            throw CalendarFault(
                "RRULE: FREQ=\(Self.shortened(parts["FREQ"] ?? "")) is not supported; YEARLY is")
        }
        guard parts["COUNT"] == nil || parts["UNTIL"] == nil else {
            throw CalendarFault("RRULE: COUNT and UNTIL exclude each other")
        }
        var count: Int?
        for (name, value) in parts {
            switch name {
            case "FREQ", "WKST": break
            case "INTERVAL": interval = try Self.number(value, name, in: 1...1000)
            case "COUNT": count = try Self.number(value, name, in: 1...1000)
            case "UNTIL": last = try Self.date(value)
            case "BYMONTH": months = try Self.numbers(value, name, in: 1...12)
            case "BYMONTHDAY": monthDays = try Self.numbers(value, name, in: -31...31)
            case "BYDAY": days = try Self.days(value)
            default: throw CalendarFault("RRULE: \(Self.shortened(name)) is not supported")
            }
        }
        if let count { last = lastDay(of: count) }
    }

    /// The days that the rule names in `year`, in order.
    func dates(in year: Int) -> [CivilDate] {
        let first = start.components.year
        guard year >= first, (year - first) % interval == 0 else { return [] }
        return named(in: year).sorted().filter { $0 >= start && $0 <= last ?? $0 }
    }

    // MARK: How

    /// The last of its days where it has `count` of them; the first where it has none.
    private func lastDay(of count: Int) -> CivilDate {
        var left = count
        var year = start.components.year
        var last = start.advanced(by: -1)
        // The rarest day that there is, a 29 February on a given day of the week, comes every 40 years at most.
        while left > 0, year <= 9999 {
            for date in dates(in: year) where left > 0 {
                last = date
                left -= 1
            }
            year += interval
        }
        return last
    }

    private func named(in year: Int) -> Set<CivilDate> {
        let (_, startMonth, startDay) = start.components
        if !days.isEmpty, monthDays.isEmpty {
            guard !months.isEmpty else {
                return byDay(
                    from: CivilDate(year: year, month: 1, day: 1), count: Self.length(year))
            }
            return months.reduce(into: []) { found, month in
                let count = CivilDate.dayCount(ofMonth: month, year: year)
                found.formUnion(
                    byDay(from: CivilDate(year: year, month: month, day: 1), count: count))
            }
        }
        let inMonths =
            !months.isEmpty ? months : monthDays.isEmpty ? [startMonth] : Array(1...12)
        let inDays = monthDays.isEmpty ? [startDay] : monthDays
        var found: Set<CivilDate> = []
        for month in inMonths {
            let count = CivilDate.dayCount(ofMonth: month, year: year)
            for day in inDays {
                let fromStart = day > 0 ? day : count + 1 + day
                guard let date = CivilDate(year: year, month: month, day: fromStart) else {
                    continue
                }
                if days.isEmpty || days.contains(where: { $0.weekday == date.weekday }) {
                    found.insert(date)
                }
            }
        }
        return found
    }

    /// The days of the week that are named among the `count` days from `first` on.
    private func byDay(from first: CivilDate?, count: Int) -> Set<CivilDate> {
        guard let first else { return [] }
        var found: Set<CivilDate> = []
        for day in days {
            let offset = (day.weekday.index - first.weekday.index + 7) % 7
            let matching = stride(from: offset, to: count, by: 7).map(first.advanced(by:))
            switch day.ordinal {
            case 0: found.formUnion(matching)
            case 1...matching.count: found.insert(matching[day.ordinal - 1])
            case -matching.count ... -1: found.insert(matching[matching.count + day.ordinal])
            default: break
            }
        }
        return found
    }

    private static func length(_ year: Int) -> Int { CivilDate.isLeap(year) ? 366 : 365 }
}

// MARK: - Reading

extension YearlyRule {
    private static func number(
        _ text: some StringProtocol, _ name: String, in range: ClosedRange<Int>
    ) throws(CalendarFault) -> Int {
        guard text.utf8.count <= 5, let number = Int(text), range.contains(number) else {
            throw CalendarFault(
                "RRULE: \(name)=\(shortened(text)) is not from "
                    + "\(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func numbers(
        _ text: String, _ name: String, in range: ClosedRange<Int>
    ) throws(CalendarFault) -> [Int] {
        let items = text.split(separator: ",", omittingEmptySubsequences: false)
        guard items.count <= 62 else { throw CalendarFault("RRULE: \(name) has too many values") }
        var numbers: [Int] = []
        for item in items {
            let number = try number(item, name, in: range)
            guard number != 0 else { throw CalendarFault("RRULE: \(name) has a 0") }
            numbers.append(number)
        }
        return numbers
    }

    private static func days(_ text: String) throws(CalendarFault) -> [Day] {
        let items = text.split(separator: ",", omittingEmptySubsequences: false)
        guard items.count <= 62 else { throw CalendarFault("RRULE: BYDAY has too many values") }
        var days: [Day] = []
        for item in items {
            let name = item.suffix(2)
            let number = item.dropLast(2)
            guard
                let weekday = Weekday.allCases.first(where: {
                    $0.rawValue.prefix(2).uppercased() == name
                }), number.isEmpty || Int(number).map({ (1...53).contains(abs($0)) }) == true
            else { throw CalendarFault("RRULE: BYDAY=\(shortened(item)) is no day of the week") }
            days.append(Day(ordinal: Int(number) ?? 0, weekday: weekday))
        }
        return days
    }

    /// The day of `UNTIL`, which may have a time: an event of whole days has none.
    private static func date(_ text: String) throws(CalendarFault) -> CivilDate {
        let day = text.split(separator: "T", maxSplits: 1).first ?? ""
        guard let date = CivilDate(basic: day) else {
            throw CalendarFault("RRULE: UNTIL=\(shortened(text)) is no date")
        }
        return date
    }

    private static func quoted(_ text: some StringProtocol) -> String { "\"\(shortened(text))\"" }

    private static func shortened(_ text: some StringProtocol) -> String {
        text.count <= 40 ? String(text) : "\(text.prefix(40))…"
    }
}

extension CivilDate {
    /// Reads `YYYYMMDD` (RFC 5545, 3.3.4), or returns `nil`.
    init?(basic text: some StringProtocol) {
        guard text.utf8.count == 8, let number = decimal(text, digits: 8) else { return nil }
        self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
}
