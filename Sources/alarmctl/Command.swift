// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// A command: what it takes, and what it does.
///
/// Making one reads the words, and touches nothing but them; running it does what they say.
protocol Command: SendableMetatype {
    /// What the command is and takes.
    static var specification: CommandSpecification { get }

    /// Whether the command changes nothing.
    static var isReading: Bool { get }

    /// Reads the words.
    ///
    /// - Throws: What is wrong with them.
    init(_ arguments: ParsedArguments) throws(UsageError)

    /// Does what the words say.
    ///
    /// - Throws: Why it could not be done.
    func run(in session: Session) throws(Failure)
}

extension Command {
    static var isReading: Bool { false }
}

/// All commands.
enum CommandTable {
    /// The commands, in the order of the help.
    static let commands: [any Command.Type] = [
        SetCommand.self, ClearCommand.self, EnableCommand.self, DisableCommand.self,
        ListCommand.self, NextCommand.self, StatusCommand.self, PreviewCommand.self,
        SkipCommand.self, SnoozeCommand.self, DismissCommand.self, HandsCommand.self,
        PlayCommand.self,
        SoundsCommand.self,
        StoryboardsCommand.self, WatchCommand.self, DoctorCommand.self,
    ]

    /// The command called `name`.
    ///
    /// - Throws: ``UsageError`` with the nearest there is.
    static func command(named name: String) throws(UsageError) -> any Command.Type {
        if let command = commands.first(where: { $0.specification.name == name }) {
            return command
        }
        let names = commands.map { $0.specification.name }
        let synonyms = [
            "add": "set", "new": "set", "delete": "clear", "remove": "clear", "rm": "clear",
            "ls": "list", "stop": "dismiss", "off": "disable", "on": "enable", "monitor": "watch",
            "pause": "skip", "check": "doctor", "diagnose": "doctor", "health": "doctor",
            "press": "hands", "dial": "hands", "turn": "hands",
            "scenes": "storyboards",
        ]
        let nearest = nearestWord(to: name, among: names) ?? synonyms[name]
        throw UsageError(
            "there is no command “\(abbreviated(name))”",
            hint: nearest.map { .suggestion($0) } ?? "alarmctl --help lists the commands")
    }
}
