// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What is wrong with the words a person typed.
struct UsageError: Error, Hashable {
    /// What is wrong, as one line without a full stop at its end.
    var message: String

    /// What would be right, a line each.
    var hints: [String]

    /// Creates an error.
    init(_ message: String, hints: [String] = []) {
        self.message = message
        self.hints = hints
    }

    /// Creates an error with one hint, or none.
    init(_ message: String, hint: String?) {
        self.init(message, hints: hint.map { [$0] } ?? [])
    }
}

extension UsageError {
    /// This error, said of what was given as `subject`: an option, or an argument's name.
    func of(_ subject: String) -> UsageError {
        UsageError("\(subject): \(message)", hints: hints)
    }
}
