// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// `alarmctl storyboards`: shows which storyboards there are, or one of them.
struct StoryboardsCommand: Command {
    private let name: String?

    /// The word before the name of the one that is shown.
    static let show = "show"

    static let specification = CommandSpecification(
        name: "storyboards", summary: "Show which storyboards there are, or draw one.",
        positionals: [
            Positional(name: show, count: 0...1, help: "To draw one of them."),
            Positional(name: "NAME", count: 0...1, help: "The storyboard that is drawn."),
        ],
        discussion: [
            """
            A storyboard says what a ring does until it is answered: it is a file that a person writes,
            as alarmd.storyboard(5) says. alarmctl set … --storyboard NAME lets an alarm follow one.
            """
        ],
        examples: [
            Example(
                verbatim: "storyboards show gentle",
                "its scenes, and what leads from one to the next")
        ])

    static let isReading = true

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let words = arguments.words
        guard words.isEmpty || words.first == Self.show else {
            throw UsageError(
                "“\(abbreviated(words[0]))” is not \(Self.show)",
                hint: "alarmctl storyboards show \(abbreviated(words[0])) draws it")
        }
        guard words.count != 1 else {
            throw UsageError("storyboards show needs NAME", hint: "alarmctl storyboards lists them")
        }
        name = words.last
    }

    func run(in session: Session) throws(Failure) {
        if let name {
            var hasFaults = false
            try session.call(StoryboardCall(name: name)) { reply in
                hasFaults = !reply.faults.isEmpty
                return StoryboardDrawing(reply, named: name).lines
            }
            guard !hasFaults else {
                throw Failure(
                    .refused, "StoryboardFaulty",
                    "no alarm follows it: one that names it rings as its own settings say")
            }
        } else {
            try session.call(StoryboardsCall()) { reply in
                if reply.storyboards.isEmpty { session.note("There are none.") }
                let width = reply.storyboards.map { displayWidth($0.name) }.max() ?? 0
                return reply.storyboards.flatMap { Self.lines(of: $0, width) }
            }
        }
    }

    private static func lines(of storyboard: Wire.StoryboardFile, _ width: Int) -> [StyledLine] {
        var line = StyledLine(verbatim: storyboard.name, .bold)
        let gap = String(repeating: " ", count: width - displayWidth(storyboard.name) + 2)
        line.append(verbatim: "\(gap)\(storyboard.file)", .dim)
        return [line] + storyboard.faults.map { .indented($0.message, .red) }
    }
}
