// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Synchronization

/// How many descriptors this process may have open (`RLIMIT_NOFILE`).
package enum DescriptorLimit {
    /// The limit that this process was started with, where ``raise()`` changed it; `ChildProcess` gives it to
    /// children, for a program that closes all descriptors, or uses select(2), is not prepared for more.
    package static var inherited: UInt64? {
        let limit = before.load(ordering: .relaxed)
        return limit == 0 ? nil : limit
    }

    /// Raises the limit as far as this process may, once.
    ///
    /// - Returns: The limit that holds now; `nil` where the kernel does not say.
    @discardableResult
    package static func raise() -> UInt64? {
        var old: UInt64 = 0
        var new: UInt64 = 0
        let result = unsafe clinux_raise_descriptor_limit(&old, &new)
        if result == 0, new != old { before.store(old, ordering: .relaxed) }
        return new == 0 ? nil : new
    }

    private static let before = Atomic<UInt64>(0)
}
