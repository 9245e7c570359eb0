// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import Localization

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
            Example(verbatim: "snooze", "what is heard"),
            Example(verbatim: "snooze wake 20m", "the alarm wake for 20 minutes"),
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
        guard occurrence.state == .snoozed, let sounds = occurrence.sounds,
            let time = ZonedTime(sounds)
        else {
            let state = occurrence.state.words
            guard let reason = occurrence.reasonWords else {
                return StyledLine("\(occurrence.alarm) is \(state)", bold: [1])
            }
            return StyledLine("\(occurrence.alarm) is \(state): \(reason)", bold: [1])
        }
        let distance = distanceText(time.instant - now)
        return StyledLine(
            "\(occurrence.alarm) is snoozed until \(TimeFormat.text(time.civil.time)), \(distance)",
            bold: [1])
    }
}
