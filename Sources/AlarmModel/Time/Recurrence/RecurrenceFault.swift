// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Why a recurrence rule is refused.
package enum RecurrenceFault: Error, Hashable, Sendable {
    /// It is longer than ``RecurrenceRule/lengthLimit``.
    case tooLong
    /// It is not made of parts like `FREQ=DAILY`, between semicolons.
    case malformed(String)
    /// A part is there twice.
    case repeated(String)
    /// It does not say its `FREQ`.
    case noFrequency
    /// A part, or a value of it, is of RFC 5545 but not supported; `instead` says what is.
    case unsupported(String, instead: Message)
    /// A part is not of RFC 5545.
    case unknown(String)
    /// A part's value is none of its values.
    case badValue(String, part: String, expected: Message)
    /// A part cannot be beside another, or without it.
    case conflict(Message)
    /// No day of the calendar is what it asks for.
    case never(String)
    /// The last of its days is over, or it ends before it starts.
    case ended(String, last: CivilDate?)
}

extension RecurrenceFault: CustomStringConvertible {
    /// What is wrong in English, as one line without a full stop at its end.
    package var description: String { message.description }

    /// What is wrong, as one line without a full stop at its end.
    package var message: Message {
        switch self {
        case .tooLong: Message("a rule has at most \(RecurrenceRule.lengthLimit) bytes")
        case .malformed(""):
            Message("a rule is made of parts like FREQ=DAILY, with a semicolon between two")
        case .malformed(let part):
            Message("\"\(part)\" is no part of a rule; one is written like FREQ=DAILY")
        case .repeated(let name): Message("\(name) is there twice")
        case .noFrequency: Message("FREQ is missing: DAILY, WEEKLY, MONTHLY or YEARLY")
        case .unsupported(let part, let instead):
            Message("\(part) is not supported: \(instead)")
        case .unknown(let name):
            Message("\"\(name)\" is no part of a recurrence rule (RFC 5545, 3.3.10)")
        case .badValue(let value, let part, let expected):
            Message("\(part): \"\(value)\" is not \(expected)")
        case .conflict(let reason): reason
        case .never(let rule):
            Message("\(rule) never comes: no day of the calendar is like that")
        case .ended(let rule, let last?): Message("\(rule) has ended: its last day is \(last)")
        case .ended(let rule, nil): Message("\(rule) ends before it starts")
        }
    }
}
