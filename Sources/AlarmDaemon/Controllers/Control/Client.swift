// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// Somebody who is connected, as they were when they connected.
nonisolated struct Client: Hashable, Sendable {
    /// Tells connections apart; never given out twice.
    let number: Int

    /// The process and its user (`SO_PEERCRED`).
    let peer: UnixSocket.Peer

    /// The user's name, or its number where it has none.
    let userName: String

    /// Whether it came in where everybody may, and only looks.
    var isReader = false
}

nonisolated extension Client: CustomStringConvertible {
    /// The client for a line of the log.
    var description: String { "\(userName) (process \(peer.process))" }
}
