// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Glibc

/// How far the wall clock can be trusted, as the machine tells.
package enum ClockQuality {
    /// Whether the kernel says that the clock is synchronised (adjtimex(2)); nil where it can't be asked.
    package static var isSynchronized: Bool? {
        switch clinux_clock_is_synchronised() {
        case 0: false
        case 1: true
        default: nil
        }
    }

    /// Whether the machine has a clock that runs while it is off: any that the kernel lists.
    package static func hasBatteryClock(folder: String = "/sys/class/rtc") -> Bool {
        guard let names = try? FileReader.names(inFolder: folder, limit: 64) else { return false }
        return names.contains { $0.hasPrefix("rtc") }
    }
}

/// Whether this process may wake the machine from suspend.
package enum RealtimeWakeProbe {
    /// What the kernel says.
    package enum Answer: Hashable, Sendable {
        /// It may.
        case granted
        /// It may not: `EPERM` without the right, `EOPNOTSUPP` without a clock that can wake.
        case refused(Errno)
    }

    /// Asks the kernel by timer_create(2): making a timerfd succeeds also where nothing can wake.
    package static func ask() -> Answer {
        clinux_probe_wake_timer() == 0 ? .granted : .refused(.last)
    }
}
