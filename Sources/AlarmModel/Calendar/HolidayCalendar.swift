// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The holidays of an iCalendar file (RFC 5545): its events of whole days, once or every year.
///
/// A calendar that is broken is none: in doubt an alarm rings. An event that cannot be understood is no holiday, and
/// is told among the ``faults``. Events with a time of day are appointments, and passed over.
package struct HolidayCalendar: Hashable, Sendable {
    /// The events, in the order of the file.
    private(set) var holidays: [Holiday] = []

    /// What could not be understood, at most ``faultLimit``.
    package private(set) var faults: [CalendarFault] = []

    /// The most bytes a calendar may have.
    package static let sizeLimit = 4 << 20

    /// The most events a calendar may have.
    package static let eventLimit = 10_000

    /// The most events that repeat.
    package static let ruleLimit = 1000

    /// How often an event may repeat by a rule that says how often.
    static let repeatLimit = 1000

    /// How many faults are told.
    package static let faultLimit = 20

    /// How many events are holidays.
    package var count: Int { holidays.count }

    /// Reads a calendar.
    ///
    /// - Throws: ``CalendarFault`` where it is no calendar, or not whole.
    package init(ics bytes: [UInt8]) throws(CalendarFault) {
        guard bytes.count <= Self.sizeLimit else {
            throw CalendarFault("it is larger than \(Self.sizeLimit >> 20) MiB")
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw CalendarFault("it is UTF-16 text; save it as UTF-8")
        }
        var reader = HolidayReader()
        for (number, line) in ContentLines(bytes) { try reader.read(line, number) }
        (holidays, faults) = try reader.finish()
    }

    /// The days of `year` that are holidays, each with what it is called; of several the first of the file.
    package func days(in year: Int) -> [CivilDate: String] {
        var days: [CivilDate: String] = [:]
        for holiday in holidays {
            for date in holiday.dates(in: year) where days[date] == nil {
                days[date] = holiday.summary
            }
        }
        return days
    }
}

/// An event of whole days.
struct Holiday: Hashable, Sendable {
    /// What it is called.
    var summary: String
    /// Its first day.
    var start: CivilDate
    /// How many days it lasts, from 1 through ``lengthLimit``.
    var length: Int
    /// The rule by which it comes again; `nil` where it does not.
    var rule: Recurrence?
    /// Days on which it begins besides.
    var additions: [CivilDate] = []
    /// Days on which it does not begin.
    var exceptions: Set<CivilDate> = []

    /// The longest a holiday lasts: what is longer is a mistake, or no holiday.
    static let lengthLimit = 366

    /// The days of `year` that it takes.
    func dates(in year: Int) -> [CivilDate] {
        // One that began in the year before may last into this one.
        (year - 1...year).flatMap(starts(in:)).filter { !exceptions.contains($0) }.flatMap {
            start in
            (0..<length).map(start.advanced(by:)).filter { $0.components.year == year }
        }
    }

    /// The days of `year` on which it begins.
    private func starts(in year: Int) -> [CivilDate] {
        let regular =
            rule.map { Self.days(of: $0, in: year) }
            ?? [start].filter { $0.components.year == year }
        return regular + additions.filter { $0.components.year == year }
    }

    /// The days of `year` that a rule names; of the time at which it ends the day counts, since it has none itself.
    private static func days(of recurrence: Recurrence, in year: Int) -> [CivilDate] {
        var last = CivilDate.last
        if case .instant(let end)? = recurrence.rule.until { last = UTC().civil(at: end).date }
        var days: [CivilDate] = []
        var next = CivilDate(year: year, month: 1, day: 1)
        while let date = next.flatMap({ recurrence.firstDate(onOrAfter: $0, at: .midnight) }),
            date <= last, date.components.year == year
        {
            days.append(date)
            next = date.advanced(by: 1)
        }
        return days
    }
}
