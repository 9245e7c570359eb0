// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Glibc

/// A flag that one thread raises and another waits for, in its loop or by itself (eventfd(2)).
package final class EventDescriptor: Sendable {
    /// What becomes readable when the flag is raised.
    package let descriptor: Descriptor

    /// Creates a lowered flag; `waits` says whether `wait` may be called, instead of `lower`.
    /// - Throws: `SystemError`.
    package init(waits: Bool = false) throws(SystemError) {
        descriptor = Descriptor(
            owning: try check("make an eventfd") { clinux_eventfd(waits ? 1 : 0) })
    }

    /// Raises the flag, from any thread.
    ///
    /// It stays raised until it is lowered, however often it is raised.
    package func raise() {
        var one: UInt64 = 1
        // Fails only where the counter is full: then the flag is up already.
        _ = unsafe write(descriptor.rawValue, &one, MemoryLayout<UInt64>.size)
    }

    /// Lowers the flag, and says whether it was up.
    @discardableResult
    package func lower() -> Bool {
        var count: UInt64 = 0
        return unsafe read(descriptor.rawValue, &count, MemoryLayout<UInt64>.size) > 0
    }

    /// Waits until the flag is up, and lowers it.
    ///
    /// For threads that have no loop.
    package func wait() {
        while !lower() && Errno.last == .interrupted {}
    }

    /// Waits until the flag is up or some time has passed, and leaves the flag as it is.
    package func wait(atMostMilliseconds limit: Int32) {
        var entry = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&entry, 1, limit)
    }
}
