// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Glibc

/// Sockets between processes of this machine (unix(7)).
///
/// All of them are non-blocking and closed on exec.
package enum UnixSocket {
    /// What a socket carries.
    package enum Kind: Hashable, Sendable {
        /// Bytes without bounds, over a connection.
        case stream
        /// Packets, over a connection.
        case packets
        /// Packets, without a connection.
        case datagrams

        fileprivate var number: CInt {
            switch self {
            case .stream: CInt(CLINUX_STREAM.rawValue)
            case .packets: CInt(CLINUX_SEQPACKET.rawValue)
            case .datagrams: CInt(CLINUX_DATAGRAM.rawValue)
            }
        }
    }

    /// Who is at the other end, as it was when the connection was made (`SO_PEERCRED`).
    package struct Peer: Hashable, Sendable {
        /// The process's id; 0 where it is not of our process namespace.
        package var process: Int32
        /// The user's id.
        package var user: UInt32
        /// The group's id.
        package var group: UInt32

        /// Creates a peer's description.
        package init(process: Int32, user: UInt32, group: UInt32) {
            self.process = process
            self.user = user
            self.group = group
        }
    }

    /// The most bytes that a socket's path may have.
    package static var pathLimit: Int { clinux_unix_path_limit() }

    /// Connects to a listening socket.
    /// - Throws: `SystemError`: `ENOENT` or `ECONNREFUSED` where nobody listens, `EACCES` without permission,
    ///   `EAGAIN` where too many wait already, `ENAMETOOLONG` for a path beyond `pathLimit`.
    package static func connect(
        to path: String, kind: Kind = .stream
    ) throws(SystemError)
        -> Descriptor
    {
        try checkSocketPath(path, for: "connect to")
        let socket = try make(kind)
        let number = socket.rawValue
        try check("connect to", path) { connectNumber(number, path) }
        return socket
    }

    /// Makes two sockets that are connected to each other.
    /// - Throws: `SystemError`.
    package static func pair(_ kind: Kind) throws(SystemError) -> (CInt, CInt) {
        var ends: [CInt] = [-1, -1]
        try check("make a pair of sockets") {
            unsafe ends.withUnsafeMutableBufferPointer {
                unsafe clinux_unix_pair(kind.number, $0.baseAddress)
            }
        }
        return (ends[0], ends[1])
    }

    /// Takes one connection that waits.
    ///
    /// - Returns: the connection; nil where none waits, or the one that did is gone.
    /// - Throws: `SystemError`, with `EMFILE` or `ENFILE` where no descriptor is left. The connection still
    ///   waits then, and would be told again and again: stop watching for a while.
    package static func accept(
        from listener: borrowing Descriptor
    ) throws(SystemError)
        -> Descriptor?
    {
        let number = listener.rawValue
        do throws(SystemError) {
            return Descriptor(owning: try check("accept a connection") { clinux_accept(number) })
        } catch let error where error.errno == .wouldBlock || error.errno == .connectionAborted {
            return nil
        }
    }

    /// Who is at the other end.
    /// - Throws: `SystemError`.
    package static func peer(of socket: borrowing Descriptor) throws(SystemError) -> Peer {
        let number = socket.rawValue
        var process: Int64 = 0
        var user: UInt32 = 0
        var group: UInt32 = 0
        try check("ask who is connected") { unsafe clinux_peer(number, &process, &user, &group) }
        return Peer(process: Int32(truncatingIfNeeded: process), user: user, group: group)
    }

    /// Has the kernel keep at most about this many bytes that the other end has not read yet.
    ///
    /// It counts twice the size for what it needs besides. One that refuses keeps as much as it does for everybody.
    package static func limitUnread(of socket: borrowing Descriptor, to bytes: Int32) {
        _ = clinux_limit_unread(socket.rawValue, bytes)
    }

    /// Says that nothing more will be sent; what comes can still be received.
    package static func endSending(_ socket: borrowing Descriptor) {
        _ = clinux_shut_down_writing(socket.rawValue)
    }

    /// Sends one datagram to a path, or to an abstract name that begins with `@`, and expects no answer.
    /// - Throws: `SystemError`.
    @discardableResult
    package static func sendDatagram(
        _ bytes: [UInt8], to address: String
    ) throws(SystemError) -> Bool {
        let socket = try make(.datagrams)
        let number = socket.rawValue
        var name = Array(address.utf8)
        if name.first == UInt8(ascii: "@") { name[0] = 0 }
        try check("connect to", address) {
            unsafe name.withUnsafeBytes {
                unsafe clinux_unix_connect(
                    number, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
            }
        }
        return try socket.send(bytes[...]) == bytes.count
    }

    /// Receives datagrams at a path, as `sendDatagram` sends them.
    /// - Throws: `SystemError`.
    package static func bindDatagrams(at path: String) throws(SystemError) -> Descriptor {
        try checkSocketPath(path, for: "receive at")
        let socket = try make(.datagrams)
        let number = socket.rawValue
        try check("receive at", path) { unsafe clinux_unix_bind(number, path, path.utf8.count) }
        return socket
    }

    /// Checks that a descriptor that was passed in is a Unix socket of this kind that listens.
    /// - Throws: `SystemError`: `ENOTSOCK`, `EAFNOSUPPORT`, or `EINVAL` for another kind.
    package static func checkListening(
        _ socket: borrowing Descriptor, kind: Kind = .stream
    ) throws(SystemError) {
        let number = socket.rawValue
        var isListening: CInt = 0
        let found = try check("use descriptor", "\(number)") {
            unsafe clinux_unix_kind(number, &isListening)
        }
        guard found == kind.number, isListening == 1 else {
            throw SystemError(
                operation: "use descriptor", errno: .invalidArgument, subject: "\(number)",
                explanation: "it is not a listening socket of the right kind")
        }
        try check("use descriptor", "\(number)") { clinux_nonblocking(number, 1) }
        try Descriptor.setCloseOnExec(number)
    }

    static func make(_ kind: Kind) throws(SystemError) -> Descriptor {
        Descriptor(owning: try check("make a socket") { clinux_unix_socket(kind.number) })
    }

    static func connectNumber(_ socket: CInt, _ path: String) -> CInt {
        unsafe clinux_unix_connect(socket, path, path.utf8.count)
    }

    static func checkSocketPath(_ path: String, for operation: String) throws(SystemError) {
        try checkPath(path, for: operation)
        guard path.utf8.count > pathLimit else { return }
        throw SystemError(
            operation: operation, errno: .nameTooLong, subject: path,
            explanation: "the path of a socket has at most \(pathLimit) bytes, "
                + "and this has \(path.utf8.count)")
    }
}
