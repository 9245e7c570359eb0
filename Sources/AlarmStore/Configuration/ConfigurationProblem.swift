// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

/// A key or a file that is wrong.
package struct ConfigurationProblem: Hashable, Sendable {
    /// The file.
    package var file: String
    /// The line, counted from 1; `nil` where the whole file is meant.
    package var line: Int?
    /// The key; `nil` where no key is meant.
    package var key: String?
    /// What is wrong and what was expected.
    package var message: Message
    /// What mends it; `nil` where that cannot be told.
    package var remedy: Message?

    /// Creates a problem.
    package init(
        file: String, line: Int? = nil, key: String? = nil, message: Message,
        remedy: Message? = nil
    ) {
        self.file = file
        self.line = line
        self.key = key
        self.message = message
        self.remedy = remedy
    }
}

extension ConfigurationProblem: CustomStringConvertible {
    /// `FILE:LINE: KEY: what is wrong; what mends it`.
    package var description: String { text.description }

    /// `FILE:LINE: KEY: what is wrong; what mends it`, to be told in any language.
    package var text: Message {
        let places = [line.map { "\(file):\($0)" } ?? file, key].compactMap(\.self)
        let told = Message.joined(places.map { Message(verbatim: $0) } + [message], by: ": ")
        return remedy.map { .joined([told, $0], by: "; ") } ?? told
    }
}

extension [ConfigurationProblem] {
    /// The first three, and how many more there are: a line of a problem is no place for all of them.
    package var firstTold: [Message] {
        let more = count - 3
        guard more > 0 else { return map(\.text) }
        return prefix(3).map(\.text) + [
            Message(
                one: "\(more) more is told by alarmd --check",
                many: "\(more) more are told by alarmd --check", count: more)
        ]
    }
}
