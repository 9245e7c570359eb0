// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import JSON

/// Why a command could not be done: its exit code, and what to say about it.
struct Failure: Error, Hashable {
    /// The exit codes (design, section 9).
    enum Exit: Int32, Sendable {
        /// The daemon refused, or the check failed.
        case refused = 1
        /// Wrong usage.
        case usage = 2
        /// No daemon was reached.
        case unreachable = 3
    }

    /// The exit code.
    var exit: Exit

    /// What is wrong, as one line without a full stop at its end.
    var message: Message

    /// What to do about it, a line each.
    var hints: [Message]

    /// The name of the error for programs: the interface's, or `Usage`, `Unreachable` and the like.
    var name: String

    /// What belongs to the name.
    var parameters: JSONObject

    /// Creates a failure.
    init(
        _ exit: Exit, _ name: String, _ message: Message, hints: [Message] = [],
        parameters: JSONObject = [:]
    ) {
        self.exit = exit
        self.name = name
        self.message = message
        self.hints = hints
        self.parameters = parameters
    }

    /// Creates the failure of a person who typed something wrong.
    init(_ error: UsageError) {
        self.init(.usage, "Usage", error.message, hints: error.hints)
    }
}

extension Failure {
    /// The lines for a person, on standard error.
    var lines: [StyledLine] {
        var first = StyledLine(verbatim: "alarmctl: ")
        first.append(message, .bold)
        return [first] + hints.map { .indented($0) }
    }

    /// The object for a program, on standard error, in English wherever it runs.
    var json: JSONValue {
        [
            "error": .string(name), "message": .string(message.description),
            "hints": .array(hints.map { .string($0.description) }),
            "parameters": .object(parameters),
        ]
    }
}
