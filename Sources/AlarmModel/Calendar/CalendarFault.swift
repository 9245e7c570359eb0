// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What is wrong with a calendar.
package struct CalendarFault: Error, Hashable, Sendable {
    /// The line, counted from 1; `nil` where the whole calendar is meant.
    package var line: Int?
    /// What is wrong.
    package var message: Message

    /// Creates a fault.
    package init(line: Int? = nil, _ message: Message) {
        self.line = line
        self.message = message
    }
}

extension CalendarFault: CustomStringConvertible {
    /// `line 12: what is wrong`.
    package var description: String { text.description }

    /// `line 12: what is wrong`, to be told in any language.
    package var text: Message { line.map { Message("line \($0): \(message)") } ?? message }
}
