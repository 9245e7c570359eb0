// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// `alarmctl play`: plays a sound now.
struct PlayCommand: Command {
    private let call: PlayCall

    private static let seconds = ValueOption(
        "--seconds", "N", "For how long, 1 to 3600.", reads: .number(1...3600))

    static let specification = CommandSpecification(
        name: "play", summary: "Play a sound now, to hear whether it is heard.",
        positionals: [
            Positional(
                name: "SOUND", count: 0...1,
                help: "A name (alarmctl sounds) or a path; the configured one where not given.")
        ],
        options: [SetCommand.volume, seconds])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        var sound: String?
        if let word = arguments.words.first {
            sound = SoundName.absolute(try ValueReader.nonEmptyText.read(word))
        }
        self.call = PlayCall(
            sound: sound, volume: try arguments.value(of: SetCommand.volume),
            seconds: try arguments.value(of: Self.seconds))
    }

    func run(in session: Session) throws(Failure) {
        try session.call(call, patience: nil) { reply in
            let output = outputWords(reply.output)
            return [
                StyledLine(
                    Message(
                        one: "Played on \(output), \(reply.frames) frame",
                        many: "Played on \(output), \(reply.frames) frames",
                        count: reply.frames))
            ]
        }
    }
}
