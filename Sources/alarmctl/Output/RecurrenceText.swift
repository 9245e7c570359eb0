// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Localization

/// Recurrence rules in words.
enum RecurrenceText {
    /// Puts a rule in words: `every 2 weeks on mon,thu 07:30, 10 times`.
    ///
    /// - Parameters:
    ///   - text: The rule; one that this version cannot read is shown as it is.
    ///   - start: The date that it starts on.
    ///   - time: The time of day.
    /// - Returns: The days, the time, and where the rule ends.
    static func of(_ text: String, from start: String?, at time: String) -> Message {
        guard let rule = try? RecurrenceRule(text) else {
            return Message(verbatim: "\(text) \(time)")
        }
        let days = Message("\(days(rule, from: start.flatMap { CivilDate($0) })) \(time)")
        return end(rule).map { Message("\(days), \($0)") } ?? days
    }

    // MARK: Days

    private static func days(_ rule: RecurrenceRule, from start: CivilDate?) -> Message {
        let isPlainWeek = rule.frequency == .weekly && rule.interval == 1
        if isPlainWeek, rule.setPositions.isEmpty, !rule.weekdays.isEmpty {
            return within(months: rule, Message(verbatim: ScheduleText.text(rule.weekdays)))
        }
        let every = every(rule)
        guard let which = which(rule, from: start) else { return within(months: rule, every) }
        guard !rule.setPositions.isEmpty else { return Message("\(every) on \(which)") }
        let positions = list(rule.setPositions.map(ordinal))
        return Message("\(every) on the \(positions) of \(which)")
    }

    /// `daily`, or `every 2 days`.
    private static func every(_ rule: RecurrenceRule) -> Message {
        let count = rule.interval
        return switch rule.frequency {
        case .daily: Message(one: "daily", many: "every \(count) days", count: count)
        case .weekly: Message(one: "weekly", many: "every \(count) weeks", count: count)
        case .monthly: Message(one: "monthly", many: "every \(count) months", count: count)
        case .yearly: Message(one: "yearly", many: "every \(count) years", count: count)
        }
    }

    /// Which days of a period they are; `nil` where it is each, or not known.
    private static func which(_ rule: RecurrenceRule, from start: CivilDate?) -> Message? {
        if rule.monthDays.isEmpty, !rule.namesWeekdays { return ofStart(rule, start) }
        guard !rule.monthDays.isEmpty else {
            return weekdays(rule).map { within(months: rule, $0) }
        }
        let days = monthDays(rule)
        return weekdays(rule).map { Message("\(days) if \($0)") } ?? days
    }

    private static func monthDays(_ rule: RecurrenceRule) -> Message {
        if rule.months.count == 1, let month = rule.months.first,
            rule.monthDays.allSatisfy({ $0 > 0 })
        {
            return date(rule.monthDays.map { "\($0)" }.joined(separator: ","), [month])
        }
        let days = list(
            rule.monthDays.map { $0 < 0 ? Message("\(ordinal($0)) day") : ordinal($0) })
        guard rule.frequency == .yearly, rule.months.isEmpty else {
            return within(months: rule, Message("the \(days)"))
        }
        return Message("the \(days) of each month")
    }

    /// The days that the rule leaves to the day it starts on.
    private static func ofStart(_ rule: RecurrenceRule, _ start: CivilDate?) -> Message? {
        guard let start else { return nil }
        let (_, month, day) = start.components
        switch rule.frequency {
        case .daily: return nil
        case .weekly: return within(months: rule, Message(verbatim: start.weekday.rawValue))
        case .monthly: return within(months: rule, Message("the \(ordinal(day))"))
        case .yearly: return date("\(day)", rule.months.isEmpty ? [month] : rule.months)
        }
    }

    private static func weekdays(_ rule: RecurrenceRule) -> Message? {
        let named = rule.weekdays.isEmpty ? nil : plainWeekdays(rule)
        guard !rule.ordinalWeekdays.isEmpty else { return named }
        let days = list(
            rule.ordinalWeekdays.map { Message("\(ordinal($0.ordinal)) \(shortDay($0.weekday))") })
        let isOfYear = rule.frequency == .yearly && rule.months.isEmpty
        let counted = isOfYear ? Message("the \(days) of the year") : Message("the \(days)")
        return named.map { Message("\($0) and \(counted)") } ?? counted
    }

    private static func plainWeekdays(_ rule: RecurrenceRule) -> Message {
        let days = rule.weekdays == .all ? "mon-sun" : ScheduleText.text(rule.weekdays)
        let isEach =
            rule.monthDays.isEmpty && [.monthly, .yearly].contains(rule.frequency)
            && rule.setPositions.isEmpty
        return isEach ? Message("each \(days)") : Message(verbatim: days)
    }

    private static func within(months rule: RecurrenceRule, _ days: Message) -> Message {
        guard !rule.months.isEmpty else { return days }
        return Message("\(days) in \(rule.months.map(shortMonth).joined(separator: ","))")
    }

    // MARK: The end

    private static func end(_ rule: RecurrenceRule) -> Message? {
        if let count = rule.count {
            return Message(one: "once", many: "\(count) times", count: count)
        }
        switch rule.until {
        case .date(let date): return Message("until \(date)")
        case .local(let civil): return Message("until \(civil.date) \(civil.time)")
        case .instant(let instant): return Message("until \(instant.rfc3339(offset: 0))")
        case nil: return nil
        }
    }

    // MARK: Words

    private static func list(_ messages: [Message]) -> Message { .joined(messages, by: ",") }

    /// `24,31 dec`.
    private static func date(_ days: String, _ months: [Int]) -> Message {
        Message("\(days) \(months.map(shortMonth).joined(separator: ","))")
    }

    private static func shortMonth(_ month: Int) -> String {
        inSentence(TimeFormat.shortName(ofMonth: month))
    }

    private static func shortDay(_ day: Weekday) -> String {
        inSentence(TimeFormat.shortName(of: day))
    }

    /// English names are written as WHEN has them, others as their language does.
    private static func inSentence(_ name: String) -> String {
        TimeFormat.isEnglish ? name.lowercased() : name
    }

    /// `1st`, `22nd`, or `last` and `2nd last`.
    private static func ordinal(_ number: Int) -> Message {
        guard number > 0 else {
            return number == -1 ? Message("last") : Message("\(ordinal(-number)) last")
        }
        let isTeen = (11...13).contains(number % 100)
        return switch number % 10 {
        case 1 where !isTeen: Message("\(number)st")
        case 2 where !isTeen: Message("\(number)nd")
        case 3 where !isTeen: Message("\(number)rd")
        default: Message("\(number)th")
        }
    }
}
