// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Why bytes are not a JSON document that is accepted here.
package struct JSONError: Error, Hashable, Sendable {
    /// Where in the bytes reading stopped, counted from 0.
    package let position: Int

    /// The line in which reading stopped, counted from 1.
    package let line: Int

    /// What is wrong, in English, for a person.
    package let reason: String
}

extension JSONError: CustomStringConvertible {
    /// The reason with its place.
    package var description: String { "line \(line), byte \(position): \(reason)" }
}

/// How much a document may make the program build.
///
/// A few bytes of JSON become a hundred times as many in memory (`[[],[],…]`), and each level of nesting
/// takes stack; both are counted before anything is built.
package struct JSONLimits: Hashable, Sendable {
    /// How deep arrays and objects may nest.
    package var depth: Int

    /// How many values the document may hold, itself and all members and elements counted.
    package var values: Int

    /// Creates limits; `depth` above 1,000 counts as 1,000, for which a thread's stack suffices.
    package init(depth: Int, values: Int) {
        self.depth = Swift.min(depth, 1000)
        self.values = values
    }

    /// For documents of the program's own making: 64 levels and a million values.
    package static let standard = JSONLimits(depth: 64, values: 1_000_000)
}
