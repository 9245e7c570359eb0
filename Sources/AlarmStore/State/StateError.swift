// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Why a state file is not taken.
package enum StateError: Error, Hashable, Sendable {
    /// It is damaged; what was found wrong, in English.
    case damaged(String)
    /// It was written by a newer version of the daemon, of this number.
    case newer(version: Int)
}

extension StateError {
    /// This error, as seen from what `step` leads from to where it was found.
    func inside(_ step: String) -> StateError {
        guard case .damaged(let reason) = self else { return self }
        return .damaged(step + reason)
    }
}

extension StateError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .damaged(let reason): "it is damaged: \(reason)"
        case .newer(let version): "it is of version \(version), which a newer alarmd wrote"
        }
    }
}
