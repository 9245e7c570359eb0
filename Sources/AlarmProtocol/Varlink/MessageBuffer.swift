// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Cuts a stream of bytes into messages: each ends with a NUL (varlink.org, "Method Call").
///
/// Messages come in any pieces: several in one read, or one in many. No byte is looked at twice.
package struct MessageBuffer: Sendable {
    /// The longest message, without its NUL, in bytes (design, section 7).
    package static let maximumLength = 1 << 20

    private var bytes: [UInt8] = []
    private var start = 0
    private var scanned = 0

    /// Creates a buffer that holds nothing.
    package init() {}

    /// How many bytes are held: messages not yet taken, and the beginning of one.
    package var count: Int { bytes.count - start }

    /// Adds what was read.
    ///
    /// Take all messages with ``next()`` before more is added, so that what is held stays below the
    /// longest message and one read.
    package mutating func append(_ new: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            scanned -= start
            start = 0
        }
        bytes.append(contentsOf: new)
    }

    /// Takes the next whole message, without its NUL, or returns `nil` if there is none yet.
    ///
    /// - Throws: ``MessageTooLong`` once a message is longer than ``maximumLength``, whether or not its end
    ///   has come. Nothing after it can be understood.
    package mutating func next() throws(MessageTooLong) -> [UInt8]? {
        let end = bytes[scanned...].firstIndex(of: 0)
        guard (end ?? bytes.count) - start <= Self.maximumLength else { throw MessageTooLong() }
        guard let end else {
            scanned = bytes.count
            if count == 0 { discard() }
            return nil
        }
        let message = Array(bytes[start..<end])
        start = end + 1
        scanned = start
        return message
    }

    /// Forgets all that is held, and gives its memory back unless it is small.
    private mutating func discard() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= 4096)
        start = 0
        scanned = 0
    }
}

/// The peer sent a message longer than ``MessageBuffer/maximumLength``.
package struct MessageTooLong: Error, Hashable, Sendable {
    /// Creates the error.
    package init() {}
}
