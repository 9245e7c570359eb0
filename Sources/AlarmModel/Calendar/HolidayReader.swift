// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Reads the content lines of a calendar into its holidays.
struct HolidayReader {
    private var holidays: [(uid: String, holiday: Holiday)] = []
    private var faults: [CalendarFault] = []
    private var ruleCount = 0
    /// The days of events that another event of the same name takes the place of.
    private var replaced: [String: Set<CivilDate>] = [:]

    /// The components that are open, the outermost first.
    private var open: [String] = []
    private var hasCalendar = false
    private var event: [ContentLine] = []

    /// The properties of an event that are looked at, and how deep components may lie in each other.
    private static let properties: Set<String> = [
        "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "SUMMARY", "UID", "STATUS",
        "RECURRENCE-ID",
    ]
    private static let depthLimit = 8
    private static let propertyLimit = 1000

    /// Reads the next line.
    mutating func read(_ bytes: [UInt8], _ number: Int) throws(CalendarFault) {
        guard let line = ContentLine(bytes, number: number) else {
            throw CalendarFault(line: number, "it is no line of a calendar, NAME:VALUE")
        }
        switch line.name {
        case "BEGIN": try begin(line)
        case "END": try end(line)
        default:
            guard !open.isEmpty else {
                throw CalendarFault(line: number, "it stands outside of BEGIN:VCALENDAR")
            }
            guard open == ["VCALENDAR", "VEVENT"], Self.properties.contains(line.name) else {
                return
            }
            guard event.count < Self.propertyLimit else {
                throw CalendarFault(line: number, "an event has too many lines")
            }
            event.append(line)
        }
    }

    /// The holidays, and what was not understood.
    ///
    /// - Throws: ``CalendarFault`` where the calendar ends too early.
    func finish() throws(CalendarFault) -> ([Holiday], [CalendarFault]) {
        guard hasCalendar else {
            throw CalendarFault("it is no calendar: it has no BEGIN:VCALENDAR")
        }
        if let last = open.last { throw CalendarFault("it is cut off: END:\(last) is missing") }
        let found = holidays.map { uid, holiday in
            var holiday = holiday
            if !uid.isEmpty { holiday.exceptions.formUnion(replaced[uid] ?? []) }
            return holiday
        }
        return (found, faults)
    }

    private mutating func begin(_ line: ContentLine) throws(CalendarFault) {
        let name = line.value.uppercased()
        guard !open.isEmpty || name == "VCALENDAR" else {
            throw CalendarFault(line: line.number, "it stands outside of BEGIN:VCALENDAR")
        }
        guard open.count < Self.depthLimit else {
            throw CalendarFault(line: line.number, "too many components lie in each other")
        }
        hasCalendar = true
        open.append(String(name.prefix(40)))
        if open == ["VCALENDAR", "VEVENT"] { event = [] }
    }

    private mutating func end(_ line: ContentLine) throws(CalendarFault) {
        let name = String(line.value.uppercased().prefix(40))
        guard let last = open.last, last == name else {
            throw CalendarFault(
                line: line.number,
                open.last.map {
                    Message("END:\(name) closes what is not open; END:\($0) is missing")
                } ?? Message("END:\(name) closes what is not open"))
        }
        if open == ["VCALENDAR", "VEVENT"] { try takeEvent(endingAt: line.number) }
        open.removeLast()
    }

    private mutating func takeEvent(endingAt number: Int) throws(CalendarFault) {
        let event = EventProperties(lines: event)
        guard let start = try event.date("DTSTART") else { return }
        // One day of an event that repeats, said anew.
        let uid = event.text("UID")
        let replacedDay = try event.dates("RECURRENCE-ID", withTimes: true).first
        if let replacedDay, !uid.isEmpty { replaced[uid, default: []].insert(replacedDay) }
        guard event.text("STATUS").uppercased() != "CANCELLED" else { return }
        guard holidays.count < HolidayCalendar.eventLimit else {
            throw CalendarFault(
                line: number, "it has more than \(HolidayCalendar.eventLimit) events")
        }
        let summary = event.first("SUMMARY")?.text(limit: 100) ?? ""
        var holiday = Holiday(summary: summary, start: start, length: 1)
        holiday.length = try event.length(from: start)
        holiday.exceptions = Set(try event.dates("EXDATE", withTimes: true))
        holiday.additions = try event.dates("RDATE")
        do throws(CalendarFault) {
            guard holiday.length <= Holiday.lengthLimit else {
                throw CalendarFault("it lasts longer than a year")
            }
            holiday.rule = try rule(of: event, from: start)
        } catch {
            // It is a holiday that is not understood; the others are not less of one for it.
            if faults.count < HolidayCalendar.faultLimit {
                faults.append(
                    CalendarFault(
                        line: event.first("RRULE")?.number ?? event.first("DTSTART")?.number,
                        summary.isEmpty ? error.message : Message("\(summary): \(error.message)")))
            }
            return
        }
        holidays.append((replacedDay == nil ? uid : "", holiday))
    }

    private mutating func rule(
        of event: EventProperties, from start: CivilDate
    ) throws(CalendarFault) -> Recurrence? {
        guard let line = event.first("RRULE") else { return nil }
        ruleCount += 1
        guard ruleCount <= HolidayCalendar.ruleLimit else {
            throw CalendarFault("more than \(HolidayCalendar.ruleLimit) events repeat")
        }
        do throws(RecurrenceFault) {
            return try Self.yearly(RecurrenceRule(line.value), from: start)
        } catch {
            throw CalendarFault("RRULE: \(error.message)")
        }
    }

    /// What comes more often, or is counted further, would take long to be asked of a thousand events.
    private static func yearly(
        _ rule: RecurrenceRule, from start: CivilDate
    ) throws(RecurrenceFault) -> Recurrence {
        guard rule.frequency == .yearly else {
            throw .unsupported(
                "FREQ=\(rule.frequency.rawValue)", instead: "a holiday is YEARLY")
        }
        guard rule.count ?? 0 <= HolidayCalendar.repeatLimit else {
            throw .unsupported(
                "COUNT=\(rule.count ?? 0)", instead: "at most \(HolidayCalendar.repeatLimit) are")
        }
        return Recurrence(rule, from: start)
    }
}

/// The properties of an event that are looked at.
private struct EventProperties {
    let lines: [ContentLine]

    func first(_ name: String) -> ContentLine? { lines.first { $0.name == name } }

    func text(_ name: String) -> String { first(name)?.value ?? "" }

    /// The date of a property; `nil` where there is none, or where it has a time of day.
    func date(_ name: String) throws(CalendarFault) -> CivilDate? {
        guard let line = first(name), Self.isDate(line, line.value) else { return nil }
        return try Self.date(line.value, of: line)
    }

    /// All dates of a property that may stand several times and have several values; with `withTimes` also the
    /// days of those that have a time.
    func dates(_ name: String, withTimes: Bool = false) throws(CalendarFault) -> [CivilDate] {
        var dates: [CivilDate] = []
        for line in lines where line.name == name {
            for value in line.value.split(separator: ",")
            where withTimes || Self.isDate(line, value) {
                dates.append(try Self.date(withTimes ? value.prefix(8) : value, of: line))
            }
        }
        return dates
    }

    /// How many days the event lasts.
    func length(from start: CivilDate) throws(CalendarFault) -> Int {
        if let line = first("DTEND") {
            guard Self.isDate(line, line.value) else {
                throw CalendarFault(line: line.number, "DTEND has a time, and DTSTART has none")
            }
            let end = try Self.date(line.value, of: line)
            guard end >= start else {
                throw CalendarFault(line: line.number, "DTEND is before DTSTART")
            }
            return max(end.daysSinceEpoch - start.daysSinceEpoch, 1)
        }
        guard let line = first("DURATION") else { return 1 }
        guard let days = Self.days(line.value), days > 0 else {
            throw CalendarFault(
                line: line.number, "DURATION is no number of days or weeks, P1D or P2W")
        }
        return days
    }

    /// Whether a value is a date, or is to be one.
    private static func isDate(_ line: ContentLine, _ value: some StringProtocol) -> Bool {
        if line.parameters.contains("VALUE=DATE") { return true }
        // A time has its own form; what has none is meant as a date, and may be a broken one.
        return !value.utf8.contains(UInt8(ascii: "T")) && !line.parameters.contains("VALUE=PERIOD")
    }

    private static func date(
        _ value: some StringProtocol, of line: ContentLine
    ) throws(CalendarFault) -> CivilDate {
        guard let date = CivilDate(basic: value) else {
            throw CalendarFault(
                line: line.number, "\(line.name) is no date of the calendar, 20261224")
        }
        return date
    }

    /// Reads a duration of days or weeks, `P1D`, `P2W`, `P1DT0H0M0S`; at most of 99,999 of them.
    private static func days(_ text: String) -> Int? {
        var rest = text.uppercased()[...]
        if rest.first == "+" { rest.removeFirst() }
        guard rest.popFirst() == "P" else { return nil }
        let digits = rest.prefix { $0 != "D" && $0 != "W" }
        rest = rest.dropFirst(digits.count)
        guard (1...5).contains(digits.utf8.count),
            let number = decimal(digits, digits: digits.utf8.count), let unit = rest.popFirst()
        else { return nil }
        let isWhole = rest.allSatisfy { "T0HMS".contains($0) }
        return isWhole ? number * (unit == "W" ? 7 : 1) : nil
    }
}
