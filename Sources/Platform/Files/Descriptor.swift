// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Glibc

/// An open file descriptor and the duty to close it: it can't be copied, and is closed when it goes away.
package struct Descriptor: ~Copyable, Sendable {
    /// The number, valid as long as this value lives.
    package let rawValue: CInt

    /// Takes over an open descriptor that nobody else will close.
    package init(owning rawValue: CInt) {
        precondition(rawValue >= 0, "only an open descriptor can be owned")
        self.rawValue = rawValue
    }

    deinit {
        // Never repeated after EINTR: Linux has released the number by then (close(2)).
        _ = Glibc.close(rawValue)
    }

    /// Gives the number away, with the duty to close it.
    package consuming func release() -> CInt {
        let number = rawValue
        discard self
        return number
    }

    /// Closes it now.
    package consuming func close() {}

    /// A second descriptor of the same open file.
    /// - Throws: `SystemError`, with `EMFILE` where there is none left.
    package borrowing func duplicated() throws(SystemError) -> Descriptor {
        let number = rawValue
        return Descriptor(
            owning: try check("duplicate a descriptor") { fcntl(number, F_DUPFD_CLOEXEC, CInt(0)) })
    }
}

extension Descriptor {
    /// Opens a file for reading, without waiting for a writer where it is a FIFO.
    /// - Throws: `SystemError`.
    package static func openForReading(_ path: String) throws(SystemError) -> Descriptor {
        try open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
    }

    /// Opens a folder, to make and rename files in it and to fsync it.
    /// - Throws: `SystemError`.
    package static func openFolder(_ path: String) throws(SystemError) -> Descriptor {
        try open(path, flags: O_RDONLY | O_DIRECTORY)
    }

    /// Opens a program so that `ChildProcess` can start it later, whatever then lies at `path`.
    ///
    /// Whether it may be run at all shows when it is run.
    /// - Throws: `SystemError`.
    package static func openProgram(_ path: String) throws(SystemError) -> Descriptor {
        try checkPath(path, for: "open")
        return Descriptor(owning: try check("open", path) { unsafe clinux_open_program(path) })
    }

    /// Opens what reads as empty and takes everything: a child's standard input and output.
    /// - Throws: `SystemError`.
    package static func openNull() throws(SystemError) -> Descriptor {
        try open("/dev/null", flags: O_RDWR)
    }

    static func open(
        _ path: String, flags: CInt, mode: mode_t = 0
    ) throws(SystemError)
        -> Descriptor
    {
        try checkPath(path, for: "open")
        return Descriptor(
            owning: try check("open", path) { unsafe clinux_open(path, flags, mode) })
    }
}

extension Descriptor {
    /// What came of reading or receiving.
    package enum Input: Hashable, Sendable {
        /// These bytes; of a packet, all of it (and it may be empty only in a packet's socket).
        case bytes([UInt8])
        /// A packet of this many bytes, which is more than was asked for. It is lost.
        case oversized(Int)
        /// Nothing is there now.
        case wouldBlock
        /// The other end has ended, or the file has.
        case end
    }

    /// Reads up to `count` bytes.
    /// - Throws: `SystemError`; that nothing is there now is no error.
    package borrowing func read(upTo count: Int) throws(SystemError) -> Input {
        let number = rawValue
        return unsafe try input(upTo: count, "read") { buffer in
            unsafe Glibc.read(number, buffer, count)
        }
    }

    /// Receives up to `count` bytes of a stream, or one packet of at most that size.
    /// - Throws: `SystemError`, with `ECONNRESET` where the other end broke off.
    package borrowing func receive(
        upTo count: Int, isPacket: Bool = false
    ) throws(SystemError)
        -> Input
    {
        let number = rawValue
        return unsafe try input(upTo: count, "receive") { buffer in
            unsafe clinux_receive(number, buffer, count, isPacket ? 1 : 0)
        }
    }

    private borrowing func input(
        upTo count: Int, _ operation: String, call: (UnsafeMutableRawPointer?) -> Int
    ) throws(SystemError) -> Input {
        precondition(count > 0, "at least one byte has to be asked for")
        var failure: Errno?
        var length = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            repeat {
                length = unsafe call(buffer.baseAddress)
                failure = length < 0 ? .last : nil
            } while failure == .interrupted
            filled = min(max(length, 0), count)
        }
        switch failure {
        case .wouldBlock: return .wouldBlock
        case .some(let errno): throw SystemError(operation: operation, errno: errno)
        case nil where length == 0: return .end
        case nil: return length > count ? .oversized(length) : .bytes(bytes)
        }
    }

    /// Sends bytes over a socket, raising no SIGPIPE.
    ///
    /// - Returns: how many were taken; 0 where it would have to wait.
    /// - Throws: `SystemError`, with `EPIPE` or `ECONNRESET` where the other end is gone.
    package borrowing func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        let number = rawValue
        do throws(SystemError) {
            return try check("send") {
                unsafe bytes.withUnsafeBytes {
                    unsafe clinux_send(number, $0.baseAddress, $0.count)
                }
            }
        } catch let error where error.errno == .wouldBlock {
            return 0
        }
    }

    /// Writes bytes.
    ///
    /// - Returns: how many were taken; 0 where it would have to wait.
    /// - Throws: `SystemError`.
    package borrowing func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        let number = rawValue
        do throws(SystemError) {
            return try check("write") {
                unsafe bytes.withUnsafeBytes {
                    unsafe Glibc.write(number, $0.baseAddress, $0.count)
                }
            }
        } catch let error where error.errno == .wouldBlock {
            return 0
        }
    }

    /// Sets whether a program that is started keeps it.
    /// - Throws: `SystemError` with `EBADF` where it is not open.
    package static func setCloseOnExec(
        _ descriptor: CInt, _ isOn: Bool = true
    )
        throws(SystemError)
    {
        try check("mark descriptor", "\(descriptor)") {
            clinux_close_on_exec(descriptor, isOn ? 1 : 0)
        }
    }

    /// Makes a pipe: what is written to the second comes out of the first.
    /// - Throws: `SystemError`.
    package static func pipe() throws(SystemError) -> (CInt, CInt) {
        var ends: [CInt] = [-1, -1]
        try check("make a pipe") {
            unsafe ends.withUnsafeMutableBufferPointer { unsafe clinux_pipe($0.baseAddress) }
        }
        return (ends[0], ends[1])
    }

    /// What reads as these bytes, and then as ended: a child's standard input.
    ///
    /// What does not fit into a pipe, which holds 64 KiB on most machines, is left out.
    /// - Throws: `SystemError`.
    package static func reading(_ bytes: [UInt8]) throws(SystemError) -> Descriptor {
        let (out, into) = try pipe()
        let reader = Descriptor(owning: out)
        let writer = Descriptor(owning: into)
        let number = writer.rawValue
        try check("use a pipe") { clinux_nonblocking(number, 1) }
        _ = try writer.write(bytes[...])
        return reader
    }
}
