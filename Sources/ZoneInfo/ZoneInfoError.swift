// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

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
    package var description: String { message.description }

    /// What is wrong, as one line without a full stop at its end.
    package var message: Message {
        switch self {
        case .invalidName(let name): Message("\"\(name)\" is no name of a time zone")
        case .unknownZone(let name): Message("there is no time zone \"\(name)\"")
        case .damaged(let name, let reason):
            Message("the data of time zone \"\(name)\" is damaged: \(reason)")
        case .invalidRule(let text): Message("\"\(text)\" is no time zone rule")
        }
    }
}
