// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension RecurrenceRule {
    /// Reads a rule, `FREQ=WEEKLY;BYDAY=MO,TH`; capitals and small letters are alike (RFC 5545, 2).
    ///
    /// - Throws: ``RecurrenceFault`` with the first part that is wrong, that is not supported, or that cannot be
    ///   beside another; or ``RecurrenceFault/never(_:)`` where no day is what it asks for, whenever it starts.
    package init(_ text: String) throws(RecurrenceFault) {
        guard text.utf8.count <= Self.lengthLimit else { throw .tooLong }
        let parts = try Self.parts(of: text)
        self.init(text: text, frequency: .daily)
        for part in parts { try read(part) }
        guard parts.contains(where: { $0.name == "FREQ" }) else { throw .noFrequency }
        try checkTogether()
        var probe = self
        (probe.interval, probe.count, probe.until) = (1, nil, nil)
        // Where neither days of the month nor of the week are named, those of its start are meant: some start
        // will do. Where they are, the start makes no difference without an interval.
        let start = CivilDate(daysSinceEpoch: 0)
        guard RecurrenceSearch(probe, from: start).date(1, onOrAfter: start) != nil else {
            throw .never(abbreviated)
        }
    }

    /// The rule as it was written, or the beginning of a long one.
    var abbreviated: String { Self.abbreviated(text) }

    private static func abbreviated(_ text: some StringProtocol) -> String {
        text.count <= 60 ? String(text) : "\(text.prefix(60))…"
    }

    // MARK: Parts

    /// A part of a rule: `NAME=VALUE`.
    private struct Part {
        let name: String
        let value: Substring
    }

    private static func parts(of text: String) throws(RecurrenceFault) -> [Part] {
        var parts: [Part] = []
        for field in text.split(separator: ";", omittingEmptySubsequences: false) {
            let sides = field.uppercased().split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty,
                field.utf8.allSatisfy({ (33...126).contains($0) })
            else {
                throw .malformed(abbreviated(field))
            }
            let name = String(sides[0])
            guard !parts.contains(where: { $0.name == name }) else {
                throw .repeated(abbreviated(name))
            }
            parts.append(Part(name: name, value: sides[1]))
        }
        return parts
    }

    private static func frequency(_ text: Substring) throws(RecurrenceFault) -> Frequency {
        if let frequency = Frequency(rawValue: String(text)) { return frequency }
        let choices = Message("DAILY, WEEKLY, MONTHLY or YEARLY")
        if ["SECONDLY", "MINUTELY", "HOURLY"].contains(text) {
            throw .unsupported("FREQ=\(text)", instead: Message("an alarm repeats \(choices)"))
        }
        throw .badValue(abbreviated(text), part: "FREQ", expected: choices)
    }

    private mutating func read(_ part: Part) throws(RecurrenceFault) {
        switch part.name {
        case "FREQ": frequency = try Self.frequency(part.value)
        case "INTERVAL": interval = try Self.number(part, in: Self.intervalRange)
        case "COUNT": count = try Self.number(part, in: Self.countRange)
        case "UNTIL": until = try Self.until(part)
        case "BYMONTH": months = try Self.numbers(part, through: 12, isSigned: false)
        case "BYMONTHDAY": monthDays = try Self.numbers(part, through: 31)
        case "BYSETPOS": setPositions = try Self.numbers(part, through: 366)
        case "BYDAY": try readWeekdays(part)
        case "WKST":
            guard let day = Weekday(abbreviation: part.value) else { throw Self.noWeekday(part) }
            weekStart = day
        case "BYSECOND", "BYMINUTE", "BYHOUR":
            throw .unsupported(part.name, instead: Message("the alarm's time is its time"))
        case "BYYEARDAY", "BYWEEKNO":
            throw .unsupported(
                part.name, instead: Message("BYMONTH, BYMONTHDAY and BYDAY name the days"))
        case "RSCALE", "SKIP":
            throw .unsupported(part.name, instead: Message("the calendar is the Gregorian one"))
        default: throw .unknown(Self.abbreviated(part.name))
        }
    }

    private static func number(
        _ part: Part, in range: ClosedRange<Int>
    ) throws(RecurrenceFault) -> Int {
        guard let number = integer(part.value, isSigned: false), range.contains(number) else {
            throw .badValue(
                abbreviated(part.value), part: part.name,
                expected: Message(
                    "a number from \(range.lowerBound) through \(range.upperBound)"))
        }
        return number
    }

    /// Reads a list of numbers from 1 through `limit`, or from -`limit` through -1; sorted, each once.
    private static func numbers(
        _ part: Part, through limit: Int, isSigned: Bool = true
    ) throws(RecurrenceFault) -> [Int] {
        var numbers: Set<Int> = []
        for field in part.value.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = integer(field, isSigned: isSigned),
                (1...limit).contains(abs(number))
            else {
                throw .badValue(
                    abbreviated(field), part: part.name,
                    expected: isSigned
                        ? Message("a number from 1 through \(limit), or from -\(limit) through -1")
                        : Message("a number from 1 through \(limit)"))
            }
            numbers.insert(number)
        }
        return numbers.sorted()
    }

    private static func integer(_ text: Substring, isSigned: Bool) -> Int? {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let hasSign = isNegative || text.utf8.first == UInt8(ascii: "+")
        guard isSigned || !hasSign else { return nil }
        let digits = text.dropFirst(hasSign ? 1 : 0)
        guard (1...9).contains(digits.utf8.count),
            let number = decimal(digits, digits: digits.utf8.count)
        else { return nil }
        return isNegative ? -number : number
    }

    // MARK: Days of the week

    private mutating func readWeekdays(_ part: Part) throws(RecurrenceFault) {
        for field in part.value.split(separator: ",", omittingEmptySubsequences: false) {
            guard let weekday = Weekday(abbreviation: field.suffix(2)) else {
                throw Self.noWeekday(part, field)
            }
            let number = field.dropLast(2)
            if number.isEmpty {
                weekdays.formUnion(Weekdays([weekday]))
                continue
            }
            guard let ordinal = Self.integer(number, isSigned: true),
                (1...53).contains(abs(ordinal))
            else { throw Self.noWeekday(part, field) }
            let day = OrdinalWeekday(ordinal, weekday)
            if !ordinalWeekdays.contains(day) { ordinalWeekdays.append(day) }
        }
    }

    private static func noWeekday(_ part: Part, _ field: Substring? = nil) -> RecurrenceFault {
        .badValue(
            abbreviated(field ?? part.value), part: part.name,
            expected: field == nil
                ? Message("one of MO, TU, WE, TH, FR, SA, SU")
                : Message(
                    "one of MO, TU, WE, TH, FR, SA, SU, alone or after a number like 2 or -1"))
    }

    // MARK: The end

    /// Reads `20261224`, `20261224T073000` or `20261224T063000Z`.
    private static func until(_ part: Part) throws(RecurrenceFault) -> Until {
        let fault = RecurrenceFault.badValue(
            abbreviated(part.value), part: part.name,
            expected: Message(
                "a day like 20261224, or a time like 20261224T073000 or 20261224T063000Z"))
        let text = part.value.utf8
        guard let date = CivilDate(basic: part.value.prefix(8)) else { throw fault }
        if text.count == 8 { return .date(date) }
        let isUTC = part.value.hasSuffix("Z")
        let time = part.value.dropFirst(8).dropLast(isUTC ? 1 : 0)
        guard time.utf8.count == 7, time.hasPrefix("T"),
            let digits = decimal(time.dropFirst(), digits: 6),
            let time = TimeOfDay(
                hour: digits / 10_000, minute: digits / 100 % 100, second: digits % 100)
        else { throw fault }
        let civil = CivilDateTime(date: date, time: time)
        return isUTC ? .instant(Instant(seconds: civil.secondsOnWall)) : .local(civil)
    }

    // MARK: Parts beside each other

    private func checkTogether() throws(RecurrenceFault) {
        guard count == nil || until == nil else {
            throw .conflict(Message("COUNT and UNTIL exclude each other"))
        }
        guard monthDays.isEmpty || frequency != .weekly else {
            throw .conflict(Message("BYMONTHDAY cannot be with FREQ=WEEKLY"))
        }
        if let day = ordinalWeekdays.first, frequency == .daily || frequency == .weekly {
            let name = "\(day.ordinal)\(day.weekday.abbreviation)"
            throw .conflict(Message("BYDAY: \(name) needs FREQ=MONTHLY or FREQ=YEARLY"))
        }
        guard setPositions.isEmpty || !months.isEmpty || !monthDays.isEmpty || namesWeekdays else {
            throw .conflict(Message("BYSETPOS needs another part that begins with BY"))
        }
    }
}

extension Weekday {
    /// The day in two letters, `MO`.
    package var abbreviation: String { String(rawValue.prefix(2)).uppercased() }

    fileprivate init?(abbreviation: Substring) {
        guard let day = Weekday.allCases.first(where: { $0.abbreviation == abbreviation }) else {
            return nil
        }
        self = day
    }
}
