// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What the machine's clocks say at one moment: the `now` that every decision is handed.
///
/// Decisions read no clock. The wall clock tells when a civil time is reached; the boot clock counts on
/// through suspend and no clock change moves it (clock_gettime(2), `CLOCK_BOOTTIME`), so it measures
/// countdowns and snoozes.
package struct Moment: Hashable, Sendable {
    /// The wall clock (`CLOCK_REALTIME`).
    package var wall: Instant

    /// The time since boot, suspend included (`CLOCK_BOOTTIME`).
    ///
    /// Never negative.
    package var sinceBoot: Duration

    /// Which boot `sinceBoot` counts from (`/proc/sys/kernel/random/boot_id`).
    package var bootID: String

    /// Creates a moment from what the clocks say.
    package init(wall: Instant, sinceBoot: Duration, bootID: String) {
        self.wall = wall
        self.sinceBoot = sinceBoot
        self.bootID = bootID
    }
}
