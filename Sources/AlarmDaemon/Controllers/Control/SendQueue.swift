// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform

/// Bytes that a socket has not taken yet, in order.
struct SendQueue {
    private var messages: [[UInt8]] = []
    private var first = 0
    private var sent = 0

    /// How many bytes are still to be sent.
    private(set) var byteCount = 0

    /// Whether everything is sent.
    var isEmpty: Bool { byteCount == 0 }

    /// Adds a message.
    mutating func append(_ message: [UInt8]) {
        messages.append(message)
        byteCount += message.count
    }

    /// Forgets what is not sent.
    mutating func removeAll() { self = SendQueue() }

    /// Sends what the socket takes without waiting.
    ///
    /// - Returns: how many bytes it took.
    /// - Throws: `SystemError` where the other end is gone.
    mutating func send(over socket: borrowing Descriptor) throws(SystemError) -> Int {
        let before = byteCount
        while first < messages.count {
            let taken = try socket.send(messages[first][sent...])
            guard taken > 0 else { break }
            sent += taken
            byteCount -= taken
            guard sent == messages[first].count else { continue }
            messages[first] = []
            first += 1
            sent = 0
        }
        // Moved up only now and then, so that each message is moved a bounded number of times.
        if first == messages.count || first > 64 && first > messages.count / 2 {
            messages.removeSubrange(..<first)
            first = 0
        }
        return before - byteCount
    }
}
