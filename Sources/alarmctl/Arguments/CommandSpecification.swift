// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// What a command is and takes.
struct CommandSpecification: Sendable {
    /// The word it is called by.
    let name: String

    /// What it does, in one sentence.
    let summary: Message

    /// The words it takes, in order.
    var positionals: [Positional] = []

    /// The options it takes, besides those that every command takes.
    var options: [any OptionDeclaration] = []

    /// What else there is to know, a paragraph each.
    var discussion: [Message] = []

    /// Lines to copy, each with what it does.
    var examples: [Example] = []

    /// The options of this command and those that every command takes.
    var allOptions: [any OptionDeclaration] { options + CommonOptions.all }

    /// How many words it may take.
    var wordCount: ClosedRange<Int> {
        let least = positionals.reduce(0) { $0 + $1.count.lowerBound }
        let most = positionals.reduce(0) {
            $0.addingReportingOverflow($1.count.upperBound).overflow
                ? Positional.unbounded : $0 + $1.count.upperBound
        }
        return least...most
    }
}

/// A line to copy.
struct Example: Sendable {
    /// What is typed after `alarmctl`.
    let line: String

    /// What it does.
    let meaning: Message

    /// Creates an example.
    init(verbatim line: String, _ meaning: Message) {
        self.line = line
        self.meaning = meaning
    }
}

/// The options that every command takes.
enum CommonOptions {
    static let json = Flag("--json", "Print what the daemon answers as JSON, one object a line.")
    static let socket = ValueOption(
        "--socket", "PATH", "Talk to the daemon at this socket.", reads: .nonEmptyText)
    static let help = Flag("--help", "Print this help.")
    static let version = Flag("--version", "Print the version.")

    static let all: [any OptionDeclaration] = [json, socket, help]
}
