// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// What is wrong with the words a person typed.
struct UsageError: Error, Hashable {
    /// What is wrong, as one line without a full stop at its end.
    var message: Message

    /// What would be right, a line each.
    var hints: [Message]

    /// Creates an error.
    init(_ message: Message, hints: [Message] = []) {
        self.message = message
        self.hints = hints
    }

    /// Creates an error with one hint, or none.
    init(_ message: Message, hint: Message?) {
        self.init(message, hints: hint.map { [$0] } ?? [])
    }
}

extension Message {
    /// Offers the word that was most likely meant.
    static func suggestion(_ word: String) -> Message { Message("did you mean \(word)?") }
}

extension Message {
    /// Says that options cannot be given together.
    static func excluding(_ options: [String]) -> Message {
        Message("\(conjunction(options)) exclude each other")
    }

    /// Names all of several words: `a and b`.
    static func conjunction(_ words: [String]) -> Message {
        words.dropFirst().reduce(Message(verbatim: words.first ?? "")) {
            Message("\($0) and \($1)")
        }
    }

    /// Names one of several words: `a or b`.
    static func disjunction(_ words: [String]) -> Message {
        words.dropFirst().reduce(Message(verbatim: words.first ?? "")) { Message("\($0) or \($1)") }
    }
}

extension UsageError {
    /// This error, said of what was given as `subject`: an option, or an argument's name.
    func of(_ subject: String) -> UsageError {
        UsageError("\(subject): \(message)", hints: hints)
    }
}
