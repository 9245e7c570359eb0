// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux

/// What a descriptor is ready for, or is watched for (epoll_ctl(2)).
package struct Readiness: OptionSet, Hashable, Sendable {
    /// The bits, of our own numbering.
    package let rawValue: UInt32

    /// Creates a set from its bits.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Something can be read, or accepted, or the end has come.
    package static let readable = Readiness(rawValue: 1)
    /// Something can be written.
    package static let writable = Readiness(rawValue: 2)
    /// It has failed.
    ///
    /// Told whether asked for or not.
    package static let failed = Readiness(rawValue: 4)
    /// Both directions have ended.
    ///
    /// Told whether asked for or not.
    package static let hungUp = Readiness(rawValue: 8)
    /// The other end will send no more; what it sent can still be read.
    package static let peerClosed = Readiness(rawValue: 16)
}
