// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Where in a message a value stands, and how strictly the message is read.
package struct WirePath: Hashable, Sendable {
    /// What becomes of members that the interface does not know.
    package enum UnknownMembers: Hashable, Sendable {
        /// They are an error: who calls means something by them that would not be done.
        case refused
        /// They are passed over: who replies may be newer.
        case ignored
    }

    /// The names of members and the indices that lead to the value: `schedule.days[0]`; empty for the message itself.
    package private(set) var text = ""

    /// What becomes of members that the interface does not know.
    package let unknownMembers: UnknownMembers

    /// Creates the path of a whole message.
    package init(unknownMembers: UnknownMembers) {
        self.unknownMembers = unknownMembers
    }

    /// The path of a member of the object here.
    package func member(_ name: String) -> WirePath {
        var path = self
        path.text = text.isEmpty ? name : "\(text).\(name)"
        return path
    }

    /// The path of an element of the array here.
    package func element(_ index: Int) -> WirePath {
        var path = self
        path.text += "[\(index)]"
        return path
    }
}
