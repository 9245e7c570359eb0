// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Why something happened: a stable code for programs, the values that belong to it, and the English words.
///
/// The words are made of the code and the values, so that they can be told in any language.
package struct Reason: Hashable, Sendable {
    /// What happened, by a name that never changes.
    package var code: Code

    /// The values that belong to it, by name.
    ///
    /// Durations are whole seconds.
    package var args: [String: String]

    /// What `detail` of ``args`` says, for other languages; `nil` where it is the same in all, or there is none.
    package var detail: Message?

    /// Creates a reason.
    package init(_ code: Code, _ args: [String: String] = [:]) {
        self.code = code
        self.args = args
    }

    /// Creates a reason with a sentence of its own, which is the value `detail`.
    package init(_ code: Code, _ args: [String: String] = [:], detail: Message) {
        self.init(code, args)
        self.args["detail"] = detail.description
        if !detail.isVerbatim { self.detail = detail }
    }

    /// The name of a reason.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The name, as programs read it.
        package let rawValue: String

        /// Creates a code from its name.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}
