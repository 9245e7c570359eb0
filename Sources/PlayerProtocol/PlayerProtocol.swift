// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The terms on which the daemon and its player talk (design, section 5).
///
/// They share a pair of `SOCK_SEQPACKET` sockets: one packet is one message, whole or not at all. The first
/// packet of each side is its `hello`. The end of the socket is a message too: the player ramps down and
/// exits within 100 ms.
package enum PlayerProtocol {
    /// The version that both sides must name in their first packet.
    package static let version: UInt16 = 4

    /// The descriptor under which the player finds its end of the socket.
    package static let controlDescriptor: Int32 = 3

    /// The most bytes that a packet may have.
    package static let largestPacket = 28 * 1024

    /// The most bytes of a path or an output's name; a longer one is cut.
    ///
    /// Linux takes paths of at most 4095 bytes, so that what is cut still opens nothing.
    package static let longestName = 4096

    /// The most bytes of a reason; a longer one is cut.
    package static let longestReason = 1024
}

/// What is wrong with a packet.
package enum PlayerProtocolError: Error, Hashable, Sendable {
    /// The packet is empty, or ends within a field.
    case truncated

    /// The packet has more than ``PlayerProtocol/largestPacket`` bytes.
    case tooLarge(Int)

    /// No message has this number.
    case unknownMessage(UInt8)

    /// The message has no field with this number.
    case unknownField(UInt8)

    /// The field is there twice.
    case repeatedField(UInt8)

    /// The message lacks the field.
    case missingField(UInt8)

    /// The field's bytes are not of its type, or its value is out of range.
    case invalidField(UInt8)
}
