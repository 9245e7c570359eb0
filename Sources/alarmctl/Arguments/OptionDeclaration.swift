// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// An option of a command, declared once: parsing, reading its value and the help all go by it.
protocol OptionDeclaration: Sendable {
    /// How it is typed, `--label` or `-n`.
    var spelling: String { get }

    /// What the help calls its value, or `nil` if it takes none.
    var valueName: String? { get }

    /// What it does, in one line.
    var help: Message { get }
}

/// An option that is there or is not.
struct Flag: OptionDeclaration {
    let spelling: String
    let help: Message

    var valueName: String? { nil }

    /// Creates a flag.
    init(_ spelling: String, _ help: Message) {
        self.spelling = spelling
        self.help = help
    }
}

/// An option that takes a value.
struct ValueOption<Value>: OptionDeclaration {
    let spelling: String
    private let name: String
    let help: Message
    fileprivate let read: @Sendable (String) throws(UsageError) -> Value

    var valueName: String? { name }

    /// Creates an option.
    ///
    /// - Parameters:
    ///   - spelling: How it is typed.
    ///   - valueName: What the help calls its value.
    ///   - help: What it does.
    ///   - reader: How its value is read.
    init(
        _ spelling: String, _ valueName: String, _ help: Message, reads reader: ValueReader<Value>
    ) {
        self.spelling = spelling
        self.name = valueName
        self.help = help
        self.read = reader.read
    }
}

/// A word that is no option: its name, how often it is given, and what it is.
struct Positional: Sendable {
    /// What the help calls it.
    let name: String

    /// How many words it may take.
    let count: ClosedRange<Int>

    /// What it is, in one line.
    let help: Message

    /// Any number of words.
    static let unbounded = Int.max

    /// How the help writes it: `WHEN`, `[SOUND]`, `ID…`.
    var usage: String {
        let word = count.upperBound > 1 ? "\(name)…" : name
        return count.lowerBound == 0 ? "[\(word)]" : word
    }
}

extension ParsedArguments {
    /// Whether `flag` was given.
    func has(_ flag: Flag) -> Bool { options[flag.spelling] != nil }

    /// The value that `option` was given, or `nil` if it was not given.
    ///
    /// - Throws: What is wrong with the value, said of the option.
    func value<Value>(of option: ValueOption<Value>) throws(UsageError) -> Value? {
        guard let text = options[option.spelling] else { return nil }
        do {
            return try option.read(text)
        } catch {
            throw error.of(option.spelling)
        }
    }
}
