// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux

/// The memory of this process.
package enum ProcessMemory {
    /// Gives back what is mapped from the files of the program and of its libraries and never written
    /// (`MADV_DONTNEED`, madvise(2)), and what is free in the heap (malloc_trim(3)), so that only what is used from now on
    /// is resident.
    ///
    /// Nothing is lost: a page that is used again is mapped again from the page cache, some 16 at a time. Breakpoints
    /// that a debugger wrote into the code are.
    package static func giveBackUnused() {
        clinux_give_back_unused_memory()
    }

    /// Gives back what is free in the heap alone (malloc_trim(3)), which takes a fraction of a millisecond.
    package static func giveBackHeap() {
        clinux_give_back_heap()
    }
}
