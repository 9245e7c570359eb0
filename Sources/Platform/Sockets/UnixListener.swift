// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Glibc

/// A socket that listens at a path, and is taken away from there with `unlinkPath`.
package final class UnixListener {
    /// What is accepted from; becomes readable when a connection waits.
    package let descriptor: Descriptor

    /// Where it listens; empty where it was passed in.
    package let path: String

    /// Which file was made at `path`, so that no other is taken away.
    private let identity: FileIdentity?

    /// Takes over a listening socket that somebody else made and looks after.
    /// - Throws: `SystemError` where it is none.
    package init(
        adopting descriptor: consuming Descriptor, kind: UnixSocket.Kind = .stream
    ) throws(SystemError) {
        try UnixSocket.checkListening(descriptor, kind: kind)
        self.descriptor = descriptor
        path = ""
        identity = nil
    }

    /// Listens at a path.
    ///
    /// A socket at which nobody listens any more is replaced. One that answers is left alone, and so is
    /// whatever is no socket.
    /// - Parameters:
    ///   - path: where, at most `UnixSocket.pathLimit` bytes.
    ///   - mode: the permissions, whatever the umask is.
    ///   - group: the group's id; nil leaves it as it falls out.
    ///   - kind: what it carries.
    ///   - backlog: how many connections may wait; the kernel takes no more than it is set to.
    ///   - patience: how long one that answers is waited for, blocking, to be there no more.
    /// - Throws: `SystemError`: `EADDRINUSE` where somebody listens, `ENOTSOCK` where something else is there.
    package init(
        at path: String, mode: UInt32, group: UInt32? = nil, kind: UnixSocket.Kind = .stream,
        backlog: Int32 = 4096, patience: Duration = .zero
    ) throws(SystemError) {
        try UnixSocket.checkSocketPath(path, for: Self.operation)
        try Self.clear(path, kind: kind, patience)
        let socket = try UnixSocket.make(kind)
        let number = socket.rawValue
        // The file takes its first permissions from the socket, so there is no moment in which others may
        // connect; the umask is the whole process's and is left alone.
        _ = fchmod(number, 0o600)
        try check(Self.operation, path) { unsafe clinux_unix_bind(number, path, path.utf8.count) }
        do throws(SystemError) {
            try check(Self.operation, path) { listen(number, backlog) }
            if let group {
                try check("set the group of", path) { unsafe lchown(path, uid_t.max, group) }
            }
            try check("set the mode of", path) { unsafe chmod(path, mode_t(mode)) }
        } catch {
            unsafe unlink(path)
            throw error
        }
        descriptor = socket
        self.path = path
        identity = FileIdentity(path)
    }

    /// Whether the socket's file is still at `path`, so that clients find it; one that was passed in always counts.
    package var isInPlace: Bool {
        guard let identity else { return true }
        return FileIdentity(path) == identity
    }

    /// Takes the socket's file away, where it is still the one that was made.
    package func unlinkPath() {
        if let identity, FileIdentity(path) == identity { unsafe unlink(path) }
    }

    private static let operation = "listen at"

    /// Makes room at a path.
    private static func clear(
        _ path: String, kind: UnixSocket.Kind, _ patience: Duration
    ) throws(SystemError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            if Errno.last == .noSuchFile { return }
            throw SystemError(operation: operation, errno: .last, subject: path)
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw SystemError(
                operation: operation, errno: .notSocket, subject: path,
                explanation: "there is \(name(ofKind: status.st_mode)), which is left alone")
        }
        let end = Clocks.monotonic + patience
        while try !isStale(path, kind: kind) {
            guard Clocks.monotonic < end else {
                throw SystemError(
                    operation: operation, errno: .addressInUse, subject: path,
                    explanation: "another process listens there")
            }
            _ = poll(nil, 0, 5)
        }
        try check("replace the stale socket", path) { unsafe unlink(path) }
    }

    private static func isStale(_ path: String, kind: UnixSocket.Kind) throws(SystemError) -> Bool {
        let probe = try UnixSocket.make(kind)
        // Only a refusal proves that nobody listens. Whatever else happens, somebody may.
        return UnixSocket.connectNumber(probe.rawValue, path) != 0
            && Errno.last == .connectionRefused
    }

    private static func name(ofKind mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFREG: "a file"
        case S_IFDIR: "a folder"
        case S_IFLNK: "a symbolic link"
        case S_IFIFO: "a FIFO"
        default: "a device"
        }
    }
}

/// Which file a name stands for.
private struct FileIdentity: Equatable {
    let device: UInt64
    let file: UInt64

    init?(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        file = UInt64(status.st_ino)
    }
}
