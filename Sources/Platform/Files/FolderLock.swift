// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc

/// A lock on a folder that one process holds as long as it lives (flock(2)).
///
/// The kernel lets go of it when the process ends, however it ends; the file stays and means nothing.
package struct FolderLock: ~Copyable {
    private let file: Descriptor

    /// Why a folder could not be locked.
    package enum Failure: Error, Hashable, Sendable {
        /// Another process has it; its id, where it could be read.
        case held(by: Int32?)
        /// The lock's file can't be made or used.
        case system(SystemError)
    }

    /// Locks a folder by the file `name` in it, and writes this process's id there for others to read.
    /// - Throws: `Failure`.
    package init(folder: String, name: String = "lock") throws(Failure) {
        let path = "\(folder)/\(name)"
        do throws(SystemError) {
            file = try Self.open(path)
        } catch {
            if error.errno == .wouldBlock { throw .held(by: Self.holder(path)) }
            throw .system(error)
        }
    }

    private static func open(_ path: String) throws(SystemError) -> Descriptor {
        let file = try Descriptor.open(
            path, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
        let number = file.rawValue
        try check("lock", path) { flock(number, LOCK_EX | LOCK_NB) }
        // The id is a courtesy to whoever comes second: a full disk must not keep the first one out.
        _ = ftruncate(number, 0)
        _ = try? file.write(Array("\(getpid())\n".utf8)[...])
        return file
    }

    private static func holder(_ path: String) -> Int32? {
        guard let bytes = try? FileReader.read(path, limit: 64) else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
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
