// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc

/// A lock on a folder that one process holds as long as it lives (fcntl(2), advisory record locking).
///
/// The kernel lets go of it when the process ends, however it ends; the file stays and means nothing. A lock of
/// flock(2) would be shared with each child that was started, until a moment after it became another program: a daemon
/// that is started again could find its own folder in use.
package struct FolderLock: ~Copyable {
    /// The only descriptor that this process has of it: closing any other would end the lock.
    private let file: Descriptor

    /// Why a folder could not be locked.
    package enum Failure: Error, Hashable, Sendable {
        /// Another process has it; its id, where it lives where this one does.
        case held(by: Int32?)
        /// The lock's file can't be made or used.
        case system(SystemError)
    }

    /// Locks a folder by the file `name` in it.
    ///
    /// A process that has the lock gets it again: it is to keep others out.
    /// - Throws: `Failure`.
    package init(folder: String, name: String = "lock") throws(Failure) {
        file = try Self.open("\(folder)/\(name)")
    }

    private static func open(_ path: String) throws(Failure) -> Descriptor {
        let file: Descriptor
        do throws(SystemError) {
            file = try Descriptor.open(
                path, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
        } catch {
            throw .system(error)
        }
        let request = ask(F_SETLK, of: file.rawValue)
        switch request.error {
        case nil:
            return file
        // POSIX allows the second where Linux says the first.
        case .wouldBlock, .accessDenied:
            let holder = ask(F_GETLK, of: file.rawValue).lock
            throw .held(by: holder.l_type != F_UNLCK && holder.l_pid > 0 ? holder.l_pid : nil)
        case let error?:
            throw .system(SystemError(operation: "lock", errno: error, subject: path))
        }
    }

    /// Asks for the lock of a whole file, or who has it.
    private static func ask(_ command: CInt, of file: CInt) -> (lock: flock, error: Errno?) {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        let result = unsafe fcntl(file, command, &lock)
        return (lock, result < 0 ? .last : nil)
    }
}

extension FolderLock.Failure: CustomStringConvertible {
    /// `process 42 has it`.
    package var description: String {
        switch self {
        case .held(let process?): "process \(process) has it"
        case .held: "another process has it"
        case .system(let error): error.description
        }
    }
}
