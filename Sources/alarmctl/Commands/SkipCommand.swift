// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// `alarmctl skip`: leaves out what comes next, or pauses an alarm.
struct SkipCommand: Command {
    private let call: SkipCall

    private static let count = ValueOption(
        "--count", "N", "How many, 1 to 366; 1 where not given.", reads: .number(Skip.countRange))
    private static let until = ValueOption(
        "--until", "DATE", "All before this date, 2026-12-24; on the date itself it rings.",
        reads: .date)
    private static let none = Flag("--none", "None any more: it rings as it is set.")

    static let specification = CommandSpecification(
        name: "skip", summary: "Leave out what comes next, or pause an alarm.",
        positionals: [Positional(name: "ID", count: 1...1, help: "The alarm.")],
        options: [count, until, none],
        discussion: [
            """
            What is said replaces what was said before: it never adds up. It holds through clock and
            zone changes, until another skip, an edit of WHEN, or its day. What rings or is snoozed
            is left alone. An alarm that rings once, and is skipped, does not ring at all.
            """
        ],
        examples: [
            ("skip wake", "not the next time"), ("skip wake --count 3", "not the next three times"),
            ("skip wake --until 2027-01-07", "a pause"),
            ("skip wake --none", "as if nothing had been said"),
        ])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let given = [Self.count.spelling, Self.until.spelling, Self.none.spelling]
            .filter { arguments.options[$0] != nil }
        guard given.count <= 1 else {
            throw UsageError("\(given.joined(separator: " and ")) exclude each other")
        }
        let isNone = arguments.has(Self.none)
        let until = try arguments.value(of: Self.until)
        let count = try arguments.value(of: Self.count)
        self.call = SkipCall(
            id: try arguments.alarmIDs().first ?? "",
            count: isNone || until != nil ? nil : count ?? 1, until: until?.description,
            none: isNone ? true : nil)
    }

    func run(in session: Session) throws(Failure) {
        try session.call(call) { [Self.line($0.alarm, at: Surroundings.now)] }
    }

    private static func line(_ alarm: Wire.Alarm, at now: Instant) -> StyledLine {
        var line = StyledLine(alarm.id, .bold)
        if let date = alarm.pausedUntil {
            line.append(" is paused until \(date)")
        } else if alarm.skipped.count > 1 {
            line.append(" skips the next \(alarm.skipped.count)")
        } else if let id = alarm.skipped.first {
            line.append(" skips \(OccurrenceID(id).map { "\($0.nominal)" } ?? id)")
        } else {
            line.append(" skips nothing")
        }
        guard alarm.enabled else {
            line.append("; it is off")
            return line
        }
        guard let next = alarm.next.flatMap({ ZonedTime($0) }) else {
            line.append("; it will not ring")
            return line
        }
        line.append("; it rings next on ")
        line.append(next.long, .bold)
        line.append(", \(distanceText(next.instant - now))")
        return line
    }
}
