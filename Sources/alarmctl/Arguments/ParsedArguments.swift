// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// The words of a command line, sorted by what they are, but not yet read.
struct ParsedArguments: Sendable {
    /// The words that are no options, in order.
    var words: [String] = []

    /// The options by their spelling, each with its value, or with nothing if it takes none.
    var options: [String: String] = [:]
}

extension ParsedArguments {
    /// Sorts `arguments`, the words after the command's own, by what `command` declares.
    ///
    /// Options stand anywhere; `--` ends them. A value follows its option as the next word or after `=`.
    /// A word such as `-5s` is a value, not an option: no option's name begins with a digit.
    ///
    /// - Throws: The first word that `command` does not take, or that lacks something.
    init(_ arguments: some Sequence<String>, for command: CommandSpecification) throws(UsageError) {
        var rest = ArgumentCursor(arguments)
        while let argument = rest.next() {
            if argument == "--" {
                words += rest.remaining()
            } else if !Self.looksLikeOption(argument) {
                words.append(argument)
            } else {
                try takeOption(argument, from: &rest, for: command)
            }
        }
    }

    private mutating func takeOption(
        _ argument: String, from rest: inout ArgumentCursor, for command: CommandSpecification
    ) throws(UsageError) {
        var (spelling, value) = Self.split(argument)
        if spelling == "-h" { spelling = CommonOptions.help.spelling }
        guard let option = command.allOptions.first(where: { $0.spelling == spelling }) else {
            throw command.unknownOption(spelling)
        }
        guard let valueName = option.valueName else {
            guard value == nil else { throw UsageError("\(spelling) takes no value") }
            options[spelling] = ""
            return
        }
        if value == nil { value = rest.nextValue(of: command) }
        guard let value else {
            throw UsageError(
                "\(spelling) needs a value, \(valueName)",
                hint: rest.peek.map {
                    "a value that looks like an option is written \(spelling)=\($0)"
                })
        }
        let mayRepeat = spelling == CommonOptions.socket.spelling
        guard mayRepeat || options[spelling] == nil else {
            throw UsageError("\(spelling) is given twice")
        }
        options[spelling] = value
    }

    /// Whether `argument` can only be an option: a dash, and then neither a digit nor nothing.
    static func looksLikeOption(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), let second = argument.utf8.dropFirst().first else {
            return false
        }
        return !(48...57).contains(second)
    }

    /// Cuts `--option=value` and `-n5` in two.
    private static func split(_ argument: String) -> (spelling: String, value: String?) {
        if let equals = argument.firstIndex(of: "=") {
            return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
        }
        let digits = argument.dropFirst(2)
        if !argument.hasPrefix("--"), !digits.isEmpty,
            digits.utf8.allSatisfy({ (48...57).contains($0) })
        {
            return (String(argument.prefix(2)), String(digits))
        }
        return (argument, nil)
    }
}

/// The words of a command line that were not yet looked at.
private struct ArgumentCursor {
    private var arguments: ArraySlice<String>

    init(_ arguments: some Sequence<String>) {
        self.arguments = ArraySlice(arguments)
    }

    var peek: String? { arguments.first }

    mutating func next() -> String? { arguments.popFirst() }

    mutating func remaining() -> ArraySlice<String> {
        defer { arguments = [] }
        return arguments
    }

    /// The next word, unless it is an option: something that begins with two dashes, or that `command`
    /// declares.
    mutating func nextValue(of command: CommandSpecification) -> String? {
        guard let word = arguments.first, !word.hasPrefix("--"),
            !command.allOptions.contains(where: { $0.spelling == word })
        else { return nil }
        return next()
    }
}

extension CommandSpecification {
    /// What to say about an option that this command does not take.
    fileprivate func unknownOption(_ spelling: String) -> UsageError {
        let message = Message("\(name) takes no option “\(abbreviated(spelling))”")
        // One letter is as near to another as any.
        let isWord = spelling.utf8.count > 2
        if isWord, let nearest = nearestWord(to: spelling, among: allOptions.map(\.spelling)) {
            return UsageError(message, hint: .suggestion(nearest))
        }
        let others = CommandTable.commands.map { $0.specification }
            .filter { $0.options.contains { $0.spelling == spelling } }
            .map(\.name)
        guard others.isEmpty else {
            return UsageError(
                message, hint: "it is an option of \(Message.conjunction(others))")
        }
        return UsageError(message, hint: "alarmctl \(name) --help lists those it takes")
    }
}
