// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Glibc

/// What the machine's clocks say.
///
/// The only place that reads them.
package enum Clocks {
    /// The wall clock, in microseconds since 1970-01-01T00:00:00Z, rounded down (`CLOCK_REALTIME`).
    package static var wallMicroseconds: Int64 {
        let nanoseconds = read(CLINUX_CLOCK_REALTIME)
        let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The wall clock as the time since 1970-01-01T00:00:00Z, as `Timer` takes it.
    package static var wall: Duration { .nanoseconds(read(CLINUX_CLOCK_REALTIME)) }

    /// The time since boot, suspend included (`CLOCK_BOOTTIME`).
    package static var boottime: Duration { .nanoseconds(read(CLINUX_CLOCK_BOOTTIME)) }

    /// The time since boot, suspend left out (`CLOCK_MONOTONIC`).
    package static var monotonic: Duration { .nanoseconds(read(CLINUX_CLOCK_MONOTONIC)) }

    /// Which boot this is: a random id that the kernel makes up at each.
    ///
    /// Empty where it can't be read.
    package static var bootID: String {
        let file = "/proc/sys/kernel/random/boot_id"
        guard let bytes = try? FileReader.read(file, limit: 128) else { return "" }
        return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    }

    private static func read(_ clock: clinux_clock) -> Int64 {
        var nanoseconds: Int64 = 0
        // The clocks named here exist in every kernel that has epoll.
        let result = unsafe clinux_clock_read(CInt(clock.rawValue), &nanoseconds)
        precondition(result == 0, "the kernel lacks one of the clocks")
        return nanoseconds
    }
}

/// All clocks at one moment, to tell afterwards what happened to them.
package struct ClockReading: Hashable, Sendable {
    /// The wall clock, since 1970-01-01T00:00:00Z.
    package var wall: Duration
    /// The time since boot, suspend included.
    package var boottime: Duration
    /// The time since boot, suspend left out.
    package var monotonic: Duration

    /// Creates a reading.
    package init(wall: Duration, boottime: Duration, monotonic: Duration) {
        self.wall = wall
        self.boottime = boottime
        self.monotonic = monotonic
    }

    /// Reads the clocks now, one right after the other.
    package static var now: ClockReading {
        ClockReading(
            wall: Clocks.wall, boottime: Clocks.boottime, monotonic: Clocks.monotonic)
    }

    /// How long the machine slept between an earlier reading and this.
    package func suspended(since earlier: ClockReading) -> Duration {
        (boottime - monotonic) - (earlier.boottime - earlier.monotonic)
    }

    /// How far the wall clock was moved between an earlier reading and this; slewing counts as well.
    package func wallMoved(since earlier: ClockReading) -> Duration {
        (wall - boottime) - (earlier.wall - earlier.boottime)
    }
}
