// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux

/// The code and the constants of this process: what is mapped from the files of the program and of its libraries, and
/// never written.
package enum ProgramCode {
    /// Gives its pages back (`MADV_DONTNEED`, madvise(2)), so that only what is used from now on is resident.
    ///
    /// Nothing is lost: a page that is used again is mapped again from the page cache, some 16 at a time. Breakpoints
    /// that a debugger wrote into the code are.
    package static func release() {
        clinux_release_code()
    }
}
