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
            Example(verbatim: "skip wake", "not the next time"),
            Example(verbatim: "skip wake --count 3", "not the next three times"),
            Example(verbatim: "skip wake --until 2027-01-07", "a pause"),
            Example(verbatim: "skip wake --none", "as if nothing had been said"),
        ])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let given = [Self.count.spelling, Self.until.spelling, Self.none.spelling]
            .filter { arguments.options[$0] != nil }
        guard given.count <= 1 else {
            throw UsageError(.excluding(given))
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
        let said = said(of: alarm, at: now)
        guard alarm.enabled else { return StyledLine("\(alarm.id) \(said); it is off", bold: [1]) }
        guard let next = alarm.next.flatMap({ ZonedTime($0) }) else {
            return StyledLine("\(alarm.id) \(said); it will not ring", bold: [1])
        }
        let distance = distanceText(next.instant - now)
        return StyledLine(
            "\(alarm.id) \(said); it rings next on \(next.long), \(distance)", bold: [1, 3])
    }

    /// What the alarm does now, with its id before it.
    private static func said(of alarm: Wire.Alarm, at now: Instant) -> Message {
        if let date = alarm.pausedUntil {
            return Message("is paused until \(CivilDate.short(wire: date))")
        }
        if alarm.skipped.count > 1 { return .skipping(alarm.skipped.count) }
        guard let id = alarm.skipped.first else { return Message("skips nothing") }
        let today = CivilDateTime(secondsOnWall: now.seconds).date
        return Message("skips \(OccurrenceID(id)?.nominal.short(on: today) ?? id)")
    }
}
