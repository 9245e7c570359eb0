// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

extension When {
    /// Reads WHEN, given as one word or several, read alike.
    ///
    /// - Throws: ``UsageError`` with what is wrong, and the right spelling where it can be told.
    init(_ words: some Sequence<String>) throws(UsageError) {
        let text = words.joined(separator: " ")
            .split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " } }.joined(separator: ",")
        var parts = text.split { $0 == " " || $0 == "\t" }.map { $0.lowercased() }
        guard !parts.isEmpty else { throw UsageError("WHEN is empty", hints: When.spellings) }
        if let countdown = try Self.countdown(parts) {
            self = .countdown(countdown)
            return
        }
        if let pair = Self.splitISO(parts) { parts = pair }
        var times: [TimeOfDay] = []
        var days: [Days] = []
        for part in parts {
            switch try DayOrTime(part) {
            case .time(let time): times.append(time)
            case .days(let named): days.append(named)
            }
        }
        guard let time = times.first else {
            throw UsageError(
                "“\(abbreviated(text))” has no time", hint: "add one: \(abbreviated(text)) 07:30")
        }
        guard times.count == 1 else {
            throw UsageError(
                Message(
                    one: "“\(abbreviated(text))” has \(times.count) time",
                    many: "“\(abbreviated(text))” has \(times.count) times", count: times.count),
                hint: "an alarm has one; set another alarm for the other")
        }
        self = .civil(time, on: try Self.union(days, in: text))
    }

    /// What to write, where nothing more particular can be said.
    static let spellings = [
        Message("write 07:30, tomorrow 06:00, 2026-12-24 06:00, mon-fri 07:30, daily 07:30 or +25m")
    ]

    /// One meaning of all the days that were named: none is the next day, days of the week add up.
    private static func union(_ days: [Days], in text: String) throws(UsageError) -> Days {
        guard var union = days.first else { return .next }
        for next in days.dropFirst() {
            guard case .weekly(let lhs) = union, case .weekly(let rhs) = next else {
                throw UsageError(
                    "“\(abbreviated(text))” names more than one day",
                    hint: "name one date, or days of the week such as mon,wed,fri")
            }
            union = .weekly(lhs.union(rhs))
        }
        return union
    }

    /// Cuts `2026-12-24t06:00` in two.
    private static func splitISO(_ parts: [String]) -> [String]? {
        guard parts.count == 1, let civil = CivilDateTime(parts[0].uppercased()) else {
            return nil
        }
        return [civil.date.description, civil.time.description]
    }

    /// Reads `+25m`, `+1h 30m` and `in 25m`, or returns `nil` where nothing looks like a countdown.
    private static func countdown(_ parts: [String]) throws(UsageError) -> Duration? {
        let isMeant = parts[0].hasPrefix("+")
        guard isMeant || parts[0] == "in" else {
            guard parts.count == 1, let duration = try? readDuration(parts[0]),
                Countdown.range.contains(duration)
            else { return nil }
            throw UsageError(
                "“\(parts[0])” could be a time or a while",
                hint: "for one that rings in \(durationText(duration)) say: +\(parts[0])")
        }
        let text = isMeant ? parts.joined().dropFirst() : parts.dropFirst().joined()[...]
        let duration: Duration
        do throws(UsageError) { duration = try readDuration(String(text)) } catch {
            let isBare = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
            throw UsageError(
                isBare
                    ? "“+\(abbreviated(String(text)))” is no countdown without its unit"
                    : "“+\(abbreviated(String(text)))” is no countdown",
                hint: isBare && text.utf8.count < 8
                    ? .units(of: text, after: "+") : "write +25m, +90s or +1h30m")
        }
        guard duration > .zero else {
            throw UsageError("a countdown of 0 would never ring", hint: "write +25m or +90s")
        }
        let range = Countdown.range
        guard range.contains(duration) else {
            let (least, most) = (durationText(range.lowerBound), durationText(range.upperBound))
            throw UsageError(
                "“+\(abbreviated(String(text)))” is not from \(least) through \(most)",
                hint: "for a day further ahead say its date: 2026-12-24 06:00")
        }
        return duration
    }
}

/// One word of WHEN.
private enum DayOrTime {
    case time(TimeOfDay)
    case days(When.Days)

    init(_ word: String) throws(UsageError) {
        switch WhenWord(word) {
        case .today: self = .days(.today)
        case .tomorrow: self = .days(.tomorrow)
        case .weekly(let days): self = .days(.weekly(days))
        case .written(let right):
            throw UsageError("“\(word)” says no time and no day", hint: "write \(right)")
        case .countdown, nil:
            if let days = try Self.weekdays(word) {
                self = .days(.weekly(days))
            } else if let date = try readDate(word) {
                self = .days(.date(date))
            } else if word.utf8.first.map({ (48...57).contains($0) || $0 == 45 }) ?? false {
                self = .time(try readTimeOfDay(word))
            } else {
                throw Self.unknown(word)
            }
        }
    }

    /// Reads `mon`, `mon-fri`, `fri-mon` and `sat,sun`, or returns `nil` where no day is named.
    private static func weekdays(_ word: String) throws(UsageError) -> Weekdays? {
        let items = word.split(separator: ",", omittingEmptySubsequences: false)
        let ranges = items.map {
            $0.split(separator: "-", omittingEmptySubsequences: false)
        }
        let names = ranges.joined()
        guard names.contains(where: { Weekday(word: $0) != nil }) else { return nil }
        var days: Weekdays = []
        for range in ranges {
            let ends = range.map { Weekday(word: $0) }
            if let index = ends.firstIndex(of: nil) { throw unknownDay(range[index], in: word) }
            guard (1...2).contains(ends.count), let first = ends.first ?? nil,
                let last = ends.last ?? nil
            else { throw unknownDay(range.joined(separator: "-")[...], in: word) }
            days.formUnion(.through(first, last))
        }
        return days
    }

    private static func unknownDay(_ name: Substring, in word: String) -> UsageError {
        guard !name.isEmpty else {
            return UsageError(
                "“\(abbreviated(word))” leaves a day out", hint: "write mon-fri or sat,sun")
        }
        let nearest = nearestWord(to: String(name), among: Weekday.allCases.map(\.rawValue))
        return UsageError(
            "“\(abbreviated(String(name)))” is no day of the week",
            hint: nearest.map { .suggestion($0) } ?? "write mon-fri or sat,sun")
    }

    private static func unknown(_ word: String) -> UsageError {
        let message = Message("“\(abbreviated(word))” says no time and no day")
        if let nearest = nearestWord(to: word, among: WhenWord.words) {
            return UsageError(message, hint: .suggestion(nearest))
        }
        if AlarmID(word) != nil {
            return UsageError(
                message,
                hints: [Message("the id of an alarm is given as --id \(word)")] + When.spellings)
        }
        return UsageError(message, hints: When.spellings)
    }
}
