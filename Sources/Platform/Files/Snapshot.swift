// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Glibc

/// The bytes of a file that is only ever replaced whole, with the one before kept beside it as `NAME.1`.
///
/// At every moment, a power cut included, `NAME` is whole: what it was, or what it becomes. `NAME.1` is the
/// content before that. An interrupted attempt leaves at most `NAME.new` and `NAME.1.new`, which the next
/// one removes.
package struct Snapshot: Sendable {
    /// The content, in pieces that lie one behind the other in the file.
    package var pieces: [[UInt8]]
    /// The file's name in its folder.
    package var name: String

    /// Creates a snapshot that is not written yet.
    package init(bytes: [UInt8], name: String) {
        self.init(pieces: [bytes], name: name)
    }

    /// Creates a snapshot that is not written yet, of a content that lies in pieces.
    package init(pieces: [[UInt8]], name: String) {
        self.pieces = pieces
        self.name = name
    }

    /// The content as a whole.
    package var bytes: [UInt8] { Array(pieces.joined()) }

    /// How many bytes of small pieces are gathered before they are written: what a machine copies in no time, and keeps
    /// at hand between two writes.
    static let gathered = 64 << 10

    /// The steps in their order.
    enum Step: CaseIterable {
        case writeNew
        case linkOld
        case keepOld
        case replace
        case syncFolder
    }

    /// Writes it, and returns when it will outlast a power cut.
    ///
    /// Waits for the disk.
    /// - Throws: `SystemError`, with `ENOSPC` where the disk is full. What was there before is then as it was,
    ///   unless only the very last step failed, which makes the folder itself durable.
    package func write(toFolder folder: borrowing Descriptor) throws(SystemError) {
        do throws(SystemError) {
            for step in Step.allCases { try perform(step, in: folder) }
        } catch {
            // The room that it took is given back: on a full disk others need it.
            _ = unsafe unlinkat(folder.rawValue, "\(name).new", 0)
            throw error
        }
    }

    func perform(_ step: Step, in folder: borrowing Descriptor) throws(SystemError) {
        let number = folder.rawValue
        switch step {
        case .writeNew: try writeNew(in: number)
        case .linkOld: try linkOld(in: number)
        case .keepOld: try keepOld(in: number)
        case .replace: try rename("\(name).new", to: name, in: number)
        case .syncFolder: try check("make durable the folder of", name) { fsync(number) }
        }
    }

    private func writeNew(in folder: CInt) throws(SystemError) {
        let path = "\(name).new"
        _ = unsafe unlinkat(folder, path, 0)
        let file = Descriptor(
            owning: try check("make", path) {
                unsafe clinux_openat(
                    folder, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
            })
        var buffer: [UInt8] = []
        let size = pieces.reduce(0) { $0 + $1.count }
        buffer.reserveCapacity(min(size, Self.gathered))
        for piece in pieces {
            if buffer.count + piece.count > Self.gathered {
                try write(buffer, to: file, path)
                buffer.removeAll(keepingCapacity: true)
            }
            if piece.count > Self.gathered {
                try write(piece, to: file, path)
            } else {
                buffer += piece
            }
        }
        try write(buffer, to: file, path)
        try check("make durable", path) { fsync(file.rawValue) }
    }

    private func write(
        _ bytes: [UInt8], to file: borrowing Descriptor, _ path: String
    ) throws(SystemError) {
        let number = file.rawValue
        var rest = bytes[...]
        while !rest.isEmpty {
            let chunk = rest
            let count = try check("write", path) {
                unsafe chunk.withUnsafeBytes {
                    unsafe Glibc.write(number, $0.baseAddress, $0.count)
                }
            }
            rest = rest.dropFirst(count)
        }
    }

    /// A second name for the content that is to be replaced; the first is left alone until the very end.
    private func linkOld(in folder: CInt) throws(SystemError) {
        let link = "\(name).1.new"
        _ = unsafe unlinkat(folder, link, 0)
        do throws(SystemError) {
            try check("keep the old", name) { unsafe linkat(folder, name, folder, link, 0) }
        } catch let error where error.errno == .noSuchFile {
            // The first of its kind.
        } catch let error where error.errno == .notPermitted || error.errno == .notSupported {
            // A folder can't be linked either, and is none of ours.
            var status = stat()
            guard unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { throw error }
            // A file system without links: the old one moves aside. Cut off here, `NAME.1` is what is found,
            // and it is the last that anybody was told to be durable.
            try rename(name, to: link, in: folder)
        }
    }

    private func keepOld(in folder: CInt) throws(SystemError) {
        do throws(SystemError) {
            try rename("\(name).1.new", to: "\(name).1", in: folder)
        } catch let error where error.errno == .noSuchFile {
            return
        }
        // Of two names of one file rename keeps both, which happens after an attempt that was cut off.
        _ = unsafe unlinkat(folder, "\(name).1.new", 0)
    }

    private func rename(_ old: String, to new: String, in folder: CInt) throws(SystemError) {
        try check("rename", "\(old) to \(new)") { unsafe renameat(folder, old, folder, new) }
    }
}
