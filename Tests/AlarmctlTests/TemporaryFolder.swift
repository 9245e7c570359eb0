// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc

/// A folder of a test's own, which goes away with what is directly in it.
final class TemporaryFolder {
    /// Where it is.
    let path: String

    /// Makes a folder.
    init() throws {
        var template = Array("/tmp/alarmctl-test-XXXXXX".utf8CString)
        let isMade = unsafe template.withUnsafeMutableBufferPointer { name in
            guard let start = name.baseAddress else { return false }
            return unsafe mkdtemp(start) != nil
        }
        guard isMade else { throw NoFolder() }
        self.path = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        unsafe unlink("\(path)/socket")
        unsafe rmdir(path)
    }
}

/// No folder could be made.
struct NoFolder: Error {}
