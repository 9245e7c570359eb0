// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc

/// The end of a process that may hang in a call of its sound library.
enum LastResort {
    /// Ends this process by SIGALRM after a time, whatever it waits for then.
    static func endProcess(after time: Duration) {
        var timer = itimerval()
        let (seconds, attoseconds) = time.components
        timer.it_value.tv_sec = time_t(seconds)
        timer.it_value.tv_usec = suseconds_t(attoseconds / 1_000_000_000_000)
        unsafe setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    }
}
