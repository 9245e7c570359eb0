// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc

/// Where the machine says which zone it is in.
package enum ZoneLink {
    /// The file that says so on every distribution (localtime(5)).
    package static let path = "/etc/localtime"

    /// What the link points to, as it is written, or nil where it is no link.
    ///
    /// Follows one step only.
    package static func target(of path: String = path) -> String? {
        guard !path.utf8.contains(0) else { return nil }
        let limit = Int(PATH_MAX)
        var length = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
            unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                guard let start = text.baseAddress else { return }
                length = unsafe readlink(path, start, limit)
            }
            filled = max(length, 0)
        }
        // A target as long as the buffer may have been cut.
        return length <= 0 || length == limit ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
