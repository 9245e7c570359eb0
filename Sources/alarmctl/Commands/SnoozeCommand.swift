// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// `alarmctl snooze`: postpones what rings.
struct SnoozeCommand: Command {
    private let call: SnoozeCall

    private static let until = ValueOption(
        "--until", "HH:MM", "Until the next time the alarm's clock reads this.", reads: .timeOfDay)

    static let specification = CommandSpecification(
        name: "snooze", summary: "Postpone what rings.",
        positionals: [
            Positional(
                name: "OCCURRENCE|ID", count: 0...1,
                help: "What rings; left out, what is heard is meant."),
            Positional(
                name: "DUR", count: 0...1,
                help: "For how long, 1s to 3h; the alarm's snooze where not given."),
        ],
        options: [until],
        examples: [
            ("snooze", "what is heard"), ("snooze wake 20m", "the alarm wake for 20 minutes"),
        ])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        var call = SnoozeCall()
        for word in arguments.words {
            // What begins like a number is a duration: no id does.
            let isDuration = word.utf8.first.map { (43...57).contains($0) } ?? false
            if isDuration {
                guard call.seconds == nil else { throw UsageError("snooze takes one duration") }
                let range = Duration.seconds(1)...RingRange.snooze.upperBound
                call.seconds = try ValueReader.duration(range).read(word).wholeSeconds
            } else {
                guard call.occurrence == nil else {
                    throw UsageError("snooze takes one occurrence or alarm")
                }
                call.occurrence = try ValueReader.occurrence.read(word)
            }
        }
        call.until = try arguments.value(of: Self.until)?.description
        guard call.until == nil || call.seconds == nil else {
            throw UsageError("snooze takes a duration or --until, not both")
        }
        self.call = call
    }

    func run(in session: Session) throws(Failure) {
        try session.call(call) { reply in
            reply.occurrences.map { Self.line($0, at: Surroundings.now) }
        }
    }

    private static func line(_ occurrence: Wire.Occurrence, at now: Instant) -> StyledLine {
        var line = StyledLine(occurrence.alarm, .bold)
        guard occurrence.state == .snoozed, let sounds = occurrence.sounds,
            let time = ZonedTime(sounds)
        else {
            line.append(" is \(occurrence.state.rawValue)")
            if let reason = occurrence.reason { line.append(": \(reason)") }
            return line
        }
        line.append(" is snoozed until \(time.civil.time), \(distanceText(time.instant - now))")
        return line
    }
}
