// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What is wrong with a calendar.
package struct CalendarFault: Error, Hashable, Sendable {
    /// The line, counted from 1; `nil` where the whole calendar is meant.
    package var line: Int?
    /// What is wrong, in English.
    package var message: String

    /// Creates a fault.
    package init(line: Int? = nil, _ message: String) {
        self.line = line
        self.message = message
    }
}

extension CalendarFault: CustomStringConvertible {
    /// `line 12: what is wrong`.
    package var description: String { line.map { "line \($0): \(message)" } ?? message }
}
