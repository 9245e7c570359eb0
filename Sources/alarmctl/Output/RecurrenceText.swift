// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// Recurrence rules in words.
enum RecurrenceText {
    /// Puts a rule in words: `every 2 weeks on mon,thu 07:30, 10 times`.
    ///
    /// - Parameters:
    ///   - text: The rule; one that this version cannot read is shown as it is.
    ///   - start: The date that it starts on.
    ///   - time: The time of day.
    /// - Returns: The days, the time, and where the rule ends.
    static func of(_ text: String, from start: String?, at time: String) -> String {
        guard let rule = try? RecurrenceRule(text) else { return "\(text) \(time)" }
        let days = days(rule, from: start.flatMap { CivilDate($0) })
        return "\(days) \(time)\(end(rule))"
    }

    // MARK: Days

    private static func days(_ rule: RecurrenceRule, from start: CivilDate?) -> String {
        let isPlainWeek = rule.frequency == .weekly && rule.interval == 1
        if isPlainWeek, rule.setPositions.isEmpty, !rule.weekdays.isEmpty {
            return ScheduleText.text(rule.weekdays) + months(rule)
        }
        guard let which = which(rule, from: start) else { return every(rule) + months(rule) }
        return "\(every(rule)) on \(position(rule))\(which)"
    }

    /// `daily`, or `every 2 days`.
    private static func every(_ rule: RecurrenceRule) -> String {
        let (one, many) =
            switch rule.frequency {
            case .daily: ("daily", "days")
            case .weekly: ("weekly", "weeks")
            case .monthly: ("monthly", "months")
            case .yearly: ("yearly", "years")
            }
        return rule.interval == 1 ? one : "every \(rule.interval) \(many)"
    }

    /// Which days of a period they are; `nil` where it is each, or not known.
    private static func which(_ rule: RecurrenceRule, from start: CivilDate?) -> String? {
        if rule.monthDays.isEmpty, !rule.namesWeekdays { return ofStart(rule, start) }
        let weekdays = weekdays(rule)
        guard !rule.monthDays.isEmpty else { return weekdays + months(rule) }
        let suffix = weekdays.isEmpty ? "" : " if \(weekdays)"
        if rule.months.count == 1, let month = rule.months.first,
            rule.monthDays.allSatisfy({ $0 > 0 })
        {
            return "\(list(rule.monthDays.map(String.init))) \(shortMonth(month))\(suffix)"
        }
        let days = "the " + list(rule.monthDays.map { $0 < 0 ? "\(ordinal($0)) day" : ordinal($0) })
        let each = rule.frequency == .yearly && rule.months.isEmpty ? " of each month" : ""
        return days + each + months(rule) + suffix
    }

    /// The days that the rule leaves to the day it starts on.
    private static func ofStart(_ rule: RecurrenceRule, _ start: CivilDate?) -> String? {
        guard let start else { return nil }
        let (_, month, day) = start.components
        switch rule.frequency {
        case .daily: return nil
        case .weekly: return start.weekday.rawValue + months(rule)
        case .monthly: return "the \(ordinal(day))" + months(rule)
        case .yearly:
            let months = rule.months.isEmpty ? [month] : rule.months
            return "\(day) \(list(months.map(shortMonth)))"
        }
    }

    private static func weekdays(_ rule: RecurrenceRule) -> String {
        var texts: [String] = []
        if !rule.weekdays.isEmpty {
            let isEach =
                rule.monthDays.isEmpty && [.monthly, .yearly].contains(rule.frequency)
            let days = rule.weekdays == .all ? "mon-sun" : ScheduleText.text(rule.weekdays)
            texts.append(isEach && rule.setPositions.isEmpty ? "each \(days)" : days)
        }
        if !rule.ordinalWeekdays.isEmpty {
            let days = rule.ordinalWeekdays.map { "\(ordinal($0.ordinal)) \($0.weekday.rawValue)" }
            let isOfYear = rule.frequency == .yearly && rule.months.isEmpty
            texts.append("the \(list(days))\(isOfYear ? " of the year" : "")")
        }
        return texts.joined(separator: " and ")
    }

    /// `the last of `, where only some of a period's days count.
    private static func position(_ rule: RecurrenceRule) -> String {
        guard !rule.setPositions.isEmpty else { return "" }
        return "the \(list(rule.setPositions.map(ordinal))) of "
    }

    private static func months(_ rule: RecurrenceRule) -> String {
        rule.months.isEmpty ? "" : " in \(list(rule.months.map(shortMonth)))"
    }

    // MARK: The end

    private static func end(_ rule: RecurrenceRule) -> String {
        if let count = rule.count { return count == 1 ? ", once" : ", \(count) times" }
        switch rule.until {
        case .date(let date): return ", until \(date)"
        case .local(let civil): return ", until \(civil.date) \(civil.time)"
        case .instant(let instant): return ", until \(instant.rfc3339(offset: 0))"
        case nil: return ""
        }
    }

    // MARK: Words

    private static func list(_ texts: [String]) -> String { texts.joined(separator: ",") }

    private static func shortMonth(_ month: Int) -> String {
        englishMonths[month - 1].prefix(3).lowercased()
    }

    /// `1st`, `22nd`, or `last` and `2nd last`.
    private static func ordinal(_ number: Int) -> String {
        guard number > 0 else { return number == -1 ? "last" : "\(ordinal(-number)) last" }
        let isTeen = (11...13).contains(number % 100)
        let suffix =
            switch number % 10 {
            case 1 where !isTeen: "st"
            case 2 where !isTeen: "nd"
            case 3 where !isTeen: "rd"
            default: "th"
            }
        return "\(number)\(suffix)"
    }
}
