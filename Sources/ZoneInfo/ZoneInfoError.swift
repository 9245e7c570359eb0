// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Why a zone cannot be had.
package enum ZoneInfoError: Error, Hashable, Sendable {
    /// The name is none that a zone can have: empty, absolute, with `..`, or with odd characters.
    case invalidName(String)
    /// No zone of that name is installed.
    case unknownZone(String)
    /// The file is no TZif, or is damaged; what was found wrong, in English.
    case damaged(name: String, reason: String)
    /// The text is no POSIX TZ rule.
    case invalidRule(String)
}

extension ZoneInfoError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidName(let name): "\"\(name)\" is no name of a time zone"
        case .unknownZone(let name): "there is no time zone \"\(name)\""
        case .damaged(let name, let reason):
            "the data of time zone \"\(name)\" is damaged: \(reason)"
        case .invalidRule(let text): "\"\(text)\" is no time zone rule"
        }
    }
}
