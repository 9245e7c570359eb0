// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Glibc

/// Descriptors 0, 1 and 2, which every program takes for granted.
package enum StandardDescriptors {
    /// Opens /dev/null in the place of each that was closed: else the next file that is opened would become
    /// standard error, and the log would be written into it.
    package static func ensureOpen() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
            // The lowest free number is the one that is missing. Kept open for good, so not owned.
            _ = unsafe open("/dev/null", O_RDWR)
        }
    }

    /// Another descriptor of standard input, to be watched.
    /// - Throws: `SystemError`.
    package static func duplicateInput() throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try check("duplicate standard input") {
                fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, CInt(0))
            })
    }

    /// Sends what is written to standard error from now on nowhere; nothing happens where that is impossible.
    package static func silenceErrors() {
        let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard null >= 0 else { return }
        dup2(null, STDERR_FILENO)
        close(null)
    }
}
