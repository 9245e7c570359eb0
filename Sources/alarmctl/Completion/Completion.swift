// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Localization

/// What may stand where a person is typing, made of what the commands declare.
///
/// The shells' own files in `completions/` ask for it by `alarmctl --complete`, so that they never fall behind.
enum Completion: Hashable, Sendable {
    /// One of these words, each with what it means.
    case words([Candidate])
    /// The id of an alarm.
    case alarm
    /// A sound's name, or a file.
    case sound
    /// The name of a storyboard.
    case storyboard
    /// A time zone.
    case zone
    /// A file.
    case file
    /// Something that only the person knows.
    case nothing

    /// A word, and what it means.
    struct Candidate: Hashable, Sendable {
        var word: String
        var meaning = ""
    }

    /// How the tool is asked what comes next: the words after it are those typed, the last one not to its end.
    static let option = "--complete"

    /// What may stand for the last of `words`, those of a command line after `alarmctl`, each option apart from its value.
    init(of words: [String]) {
        let typed = words.last ?? ""
        let before = Array(words.dropLast())
        guard let place = before.firstIndex(where: { !$0.hasPrefix("-") }) else {
            self = before.last == CommonOptions.socket.spelling ? .file : .words(Self.start(typed))
            return
        }
        let name = before[place]
        guard name != "help" else {
            self = .words(Self.commands)
            return
        }
        guard
            let command = CommandTable.commands.first(where: { $0.specification.name == name })?
                .specification
        else {
            self = .nothing
            return
        }
        let rest = before[(place + 1)...]
        if let option = command.allOptions.first(where: { $0.spelling == rest.last }),
            option.valueName != nil
        {
            self = Self.value(of: option)
        } else if typed.hasPrefix("-"), !rest.contains("--") {
            self = .words(Self.options(command.allOptions.filter { !rest.contains($0.spelling) }))
        } else {
            self = Self.positional(of: command, after: Array(rest))
        }
    }

    /// Takes an option apart from its value; of `--option=value` bash makes three words.
    static func apart(_ words: [String]) -> [String] {
        var result: [String] = []
        for (index, word) in words.enumerated() {
            if word == "=", index > 0, words[index - 1].hasPrefix("--") {
                // A value that has not begun yet.
                if index == words.count - 1 { result.append("") }
            } else if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
                result.append(String(word[..<equals]))
                result.append(String(word[word.index(after: equals)...]))
            } else {
                result.append(word)
            }
        }
        return result
    }

    private static var commands: [Candidate] {
        CommandTable.commands.map {
            Candidate(word: $0.specification.name, meaning: $0.specification.summary.localized)
        }
    }

    private static func start(_ typed: String) -> [Candidate] {
        typed.hasPrefix("-") ? options(CommonOptions.all + [CommonOptions.version]) : commands
    }

    private static func options(_ options: [any OptionDeclaration]) -> [Candidate] {
        options.map { Candidate(word: $0.spelling, meaning: $0.help.localized) }
    }

    private static func words(_ words: [String]) -> Completion {
        .words(words.map { Candidate(word: $0) })
    }

    private static func value(of option: any OptionDeclaration) -> Completion {
        switch (option.spelling, option.valueName) {
        case (SetCommand.id.spelling, _): .alarm
        case (SetCommand.gap.spelling, _): words(GapPolicy.allCases.map(\.rawValue))
        case (SetCommand.overlap.spelling, _): words(OverlapPolicy.allCases.map(\.rawValue))
        case (SetCommand.reset.spelling, _): words(SetCommand.resettable)
        case (SetCommand.storyboard.spelling, _): .storyboard
        case (_, "SOUND"): .sound
        case (_, "ZONE"): .zone
        case (_, "PATH"): .file
        default: .nothing
        }
    }

    private static func positional(
        of command: CommandSpecification, after before: [String]
    ) -> Completion {
        switch command.positionals.first?.name {
        case StoryboardsCommand.show:
            before.contains(StoryboardsCommand.show)
                ? .storyboard : .words([Candidate(word: StoryboardsCommand.show)])
        case "ID", "OCCURRENCE|ID": .alarm
        case "SOUND": .sound
        case "WHEN":
            words(
                ["today", "tomorrow", "daily", "weekdays", "weekend"]
                    + ["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
        default: .nothing
        }
    }
}
