// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Glibc
internal import Synchronization

/// Finds out whether a folder takes a file durably, and how much room is left; the loop does not wait for it.
///
/// A disk that hangs is asked by a thread that hangs with it: whoever asks keeps this until it answers, and asks no
/// second time before.
package final class FolderProbe {
    /// What the folder says.
    package enum Answer: Sendable {
        /// It takes files; this many bytes are left.
        case room(Int64)
        /// It takes none.
        case refused(SystemError)
    }

    /// The bytes that are written, as many as the alarms of most people take.
    private static let size = 4096

    private let room = Room()
    private let writer: SnapshotWriter

    private final class Room: Sendable {
        let bytes = Mutex<Int64>(0)
    }

    /// Asks the folder at `path`; `completion` is called once, not within this call.
    ///
    /// - Throws: `SystemError` where no descriptor is left.
    package init(
        folder path: String, on loop: RunLoop, completion: @escaping (Answer) -> Void
    ) throws(SystemError) {
        let room = room
        writer = try SnapshotWriter(
            name: "probe", on: loop,
            handler: { answer in
                completion(
                    answer.error.map { .refused($0) } ?? .room(room.bytes.withLock { $0 }))
            },
            write: { snapshot throws(SystemError) in
                let folder = try Descriptor.openFolder(path)
                try Self.write(snapshot.bytes, as: snapshot.name, in: folder.rawValue)
                let bytes = try Self.room(in: folder.rawValue, path)
                room.bytes.withLock { $0 = bytes }
            })
        writer.write { [Array(repeating: 0, count: Self.size)] }
    }

    private static func write(
        _ bytes: [UInt8], as name: String, in folder: CInt
    ) throws(SystemError) {
        _ = unsafe unlinkat(folder, name, 0)
        let file = Descriptor(
            owning: try check("make", name) {
                unsafe clinux_openat(
                    folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
            })
        defer { _ = unsafe unlinkat(folder, name, 0) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try file.write(rest)
            rest = rest.dropFirst(count)
        }
        try check("make durable", name) { fsync(file.rawValue) }
    }

    private static func room(in folder: CInt, _ path: String) throws(SystemError) -> Int64 {
        var status = statvfs()
        try check("ask for room in", path) { unsafe fstatvfs(folder, &status) }
        let (bytes, isMore) = Int64(clamping: status.f_bavail)
            .multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
        return isMore ? .max : bytes
    }
}
