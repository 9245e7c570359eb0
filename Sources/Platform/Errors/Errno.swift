// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc

/// An error number of the operating system (errno(3)).
package struct Errno: RawRepresentable, Error, Hashable, Sendable {
    /// The number as the C library gives it.
    package let rawValue: CInt

    /// Creates an error from its number.
    package init(rawValue: CInt) {
        self.rawValue = rawValue
    }

    /// What the last failed call of this thread left behind.
    static var last: Errno { Errno(rawValue: Glibc.errno) }

    /// `EPERM`: it takes a right that this process lacks.
    package static let notPermitted = Errno(rawValue: EPERM)
    /// `ENOENT`: there is no such file.
    package static let noSuchFile = Errno(rawValue: ENOENT)
    /// `ESRCH`: there is no such process.
    package static let noSuchProcess = Errno(rawValue: ESRCH)
    /// `EINTR`: a signal came in between.
    package static let interrupted = Errno(rawValue: EINTR)
    /// `EIO`: the device failed.
    package static let inputOutput = Errno(rawValue: EIO)
    /// `EAGAIN`: it would have to wait.
    package static let wouldBlock = Errno(rawValue: EAGAIN)
    /// `EACCES`: permission denied.
    package static let accessDenied = Errno(rawValue: EACCES)
    /// `EBUSY`: somebody else has it.
    package static let busy = Errno(rawValue: EBUSY)
    /// `EEXIST`: it is there already.
    package static let fileExists = Errno(rawValue: EEXIST)
    /// `EISDIR`: it is a folder.
    package static let isFolder = Errno(rawValue: EISDIR)
    /// `EINVAL`: an argument that makes no sense.
    package static let invalidArgument = Errno(rawValue: EINVAL)
    /// `EMFILE`: this process has no descriptor left.
    package static let tooManyOpenFiles = Errno(rawValue: EMFILE)
    /// `ENFILE`: the machine has no descriptor left.
    package static let tooManyOpenFilesInSystem = Errno(rawValue: ENFILE)
    /// `EFBIG`: the file is larger than it may be.
    package static let fileTooLarge = Errno(rawValue: EFBIG)
    /// `ENOSPC`: the disk is full.
    package static let noSpace = Errno(rawValue: ENOSPC)
    /// `EROFS`: the file system can't be written to.
    package static let readOnlyFileSystem = Errno(rawValue: EROFS)
    /// `EPIPE`: the other end is gone.
    package static let brokenPipe = Errno(rawValue: EPIPE)
    /// `ENAMETOOLONG`: a path or name longer than it may be.
    package static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
    /// `ELIBACC`: a library that is needed is not on this machine.
    package static let missingLibrary = Errno(rawValue: ELIBACC)
    /// `ENOTSOCK`: it is not a socket.
    package static let notSocket = Errno(rawValue: ENOTSOCK)
    /// `EOPNOTSUPP`: nothing here can do that.
    package static let notSupported = Errno(rawValue: EOPNOTSUPP)
    /// `EADDRINUSE`: somebody else listens there.
    package static let addressInUse = Errno(rawValue: EADDRINUSE)
    /// `ECONNRESET`: the other end broke off.
    package static let connectionReset = Errno(rawValue: ECONNRESET)
    /// `ECONNREFUSED`: nobody listens there.
    package static let connectionRefused = Errno(rawValue: ECONNREFUSED)
    /// `ECONNABORTED`: the connection ended before it was accepted.
    package static let connectionAborted = Errno(rawValue: ECONNABORTED)
    /// `ECANCELED`: the clock was set meanwhile.
    package static let canceled = Errno(rawValue: ECANCELED)
}

extension Errno: CustomStringConvertible {
    /// The C library's words for it, in English unless the process set a locale.
    package var description: String {
        // glibc keeps the text per thread (strerror(3)), and copies of it leave here.
        guard let text = unsafe strerror(rawValue) else { return "error \(rawValue)" }
        return unsafe String(cString: text)
    }
}
