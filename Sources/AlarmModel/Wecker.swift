// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The alarm clock as a whole.
package enum Wecker {
    /// The version of the daemon, the player and the tool, which are released together.
    package static let version = "0.1.0"
}
