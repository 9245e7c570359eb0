// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc

/// Reads small files whole, and never more of them than it is told.
package enum FileReader {
    /// Reads a file of at most `limit` bytes.
    ///
    /// Links are followed. A FIFO, a device or a folder is refused unless `regularOnly` is false, so that
    /// nothing here waits for a writer.
    /// - Throws: `SystemError`: `EFBIG` where it is larger, `EINVAL` where it is no regular file.
    package static func read(
        _ path: String, limit: Int, regularOnly: Bool = true
    ) throws(SystemError) -> [UInt8] {
        let file = try Descriptor.openForReading(path)
        if regularOnly { try requireRegular(file, path: path) }
        var bytes: [UInt8] = []
        while true {
            switch try named(path, { () throws(SystemError) in try file.read(upTo: 16384) }) {
            case .bytes(let more): bytes += more
            case .end, .wouldBlock, .oversized: return bytes
            }
            guard bytes.count <= limit else {
                throw SystemError(
                    operation: "read", errno: .fileTooLarge, subject: path,
                    explanation: "it is larger than \(limit) bytes")
            }
        }
    }

    /// Lists the names in a folder, without `.` and `..`, in order, and at most `limit` of them.
    /// - Throws: `SystemError`.
    package static func names(inFolder path: String, limit: Int) throws(SystemError) -> [String] {
        try checkPath(path, for: "list")
        guard let stream = unsafe opendir(path) else {
            throw SystemError(operation: "list", errno: .last, subject: path)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while names.count < limit, let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// What `stat` says of an open file.
    static func status(of file: borrowing Descriptor, path: String) throws(SystemError) -> stat {
        let number = file.rawValue
        var status = stat()
        try check("look at", path) { unsafe fstat(number, &status) }
        return status
    }

    private static func requireRegular(
        _ file: borrowing Descriptor, path: String
    ) throws(SystemError) {
        let kind = try status(of: file, path: path).st_mode & S_IFMT
        guard kind != S_IFREG else { return }
        throw SystemError(
            operation: "read", errno: kind == S_IFDIR ? .isFolder : .invalidArgument,
            subject: path,
            explanation: kind == S_IFDIR ? nil : "it is not a regular file")
    }

    private static func named<Result>(
        _ path: String, _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw SystemError(operation: error.operation, errno: error.errno, subject: path)
        }
    }
}
