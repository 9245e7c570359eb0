// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A key or a file that is wrong.
package struct ConfigurationProblem: Hashable, Sendable {
    /// The file.
    package var file: String
    /// The line, counted from 1; `nil` where the whole file is meant.
    package var line: Int?
    /// The key; `nil` where no key is meant.
    package var key: String?
    /// What is wrong and what was expected, in English.
    package var message: String
    /// What mends it; `nil` where that cannot be told.
    package var remedy: String?

    /// Creates a problem.
    package init(
        file: String, line: Int? = nil, key: String? = nil, message: String, remedy: String? = nil
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
    package var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        let named = key.map { "\($0): " } ?? ""
        return "\(place): \(named)\(message)\(remedy.map { "; \($0)" } ?? "")"
    }
}
