// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Glibc

/// A point in time that a loop waits for (timerfd_create(2)), at an absolute time of one clock.
///
/// A timer of the wall clock also tells when that clock was set. A resume looks the same, and so does a
/// clock that steps back just as the timer expires: whatever is told, compare all with the clocks anew.
package final class Timer {
    /// Which clock is counted by.
    package enum Clock: Hashable, Sendable, CaseIterable {
        /// The wall clock.
        case realtime
        /// The wall clock, and the machine is woken from suspend. Takes `CAP_WAKE_ALARM`; that the timer can
        /// be made says nothing about a machine that has nothing to wake it: see `RealtimeWakeProbe`.
        case realtimeAlarm
        /// The time since boot, suspend included.
        case boottime
        /// The time since boot, suspend left out.
        case monotonic

        fileprivate var number: CInt {
            switch self {
            case .realtime: CInt(CLINUX_CLOCK_REALTIME.rawValue)
            case .realtimeAlarm: CInt(CLINUX_CLOCK_REALTIME_ALARM.rawValue)
            case .boottime: CInt(CLINUX_CLOCK_BOOTTIME.rawValue)
            case .monotonic: CInt(CLINUX_CLOCK_MONOTONIC.rawValue)
            }
        }

        fileprivate var canBeSet: Bool { self == .realtime || self == .realtimeAlarm }
    }

    /// What a timer tells.
    package enum Event: Hashable, Sendable {
        /// The time that it was armed for has come. It is not armed any more.
        case expired
        /// The clock was set, or the machine has slept. The timer is still armed as it was.
        case clockWasSet
    }

    /// The clock that is counted by.
    package let clock: Clock

    /// What it is armed for, on its clock; nil where it is not.
    package private(set) var deadline: Duration?

    private let descriptor: Descriptor
    private let loop: RunLoop
    private let handler: (Event) -> Void
    private var watch: Watch?

    /// Creates a timer that is not armed.
    /// - Throws: `SystemError`; with `EPERM` for `.realtimeAlarm` without the right.
    package init(
        on loop: RunLoop, clock: Clock, handler: @escaping (Event) -> Void
    ) throws(SystemError) {
        self.clock = clock
        self.loop = loop
        self.handler = handler
        descriptor = Descriptor(
            owning: try check("make a timer") { clinux_timerfd_create(clock.number) })
        watch = try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.fire() }
    }

    /// Arms it for a time of its clock, instead of what it was armed for.
    ///
    /// A time that is past comes at once.
    ///
    /// Of the wall clock that is the time since 1970-01-01T00:00:00Z. Times beyond what the machine can count
    /// to become the last that it can.
    /// - Throws: `SystemError`, which does not happen to a timer that could be made.
    package func arm(at deadline: Duration) throws(SystemError) {
        self.deadline = deadline
        let (seconds, attoseconds) = deadline.components
        do throws(SystemError) {
            try check("arm a timer") {
                clinux_timerfd_arm(
                    descriptor.rawValue, seconds, attoseconds / 1_000_000_000,
                    clock.canBeSet ? 1 : 0)
            }
        } catch let error where error.errno == .canceled {
            // The clock was set since it was armed last, and this is the only time that says so. It is armed
            // all the same (timerfd_create(2), notes).
            loop.perform { [weak self] in self?.handler(.clockWasSet) }
        }
    }

    /// Arms it so far ahead that only a clock set is told.
    /// - Throws: `SystemError`, which does not happen to a timer that could be made.
    package func armForClockSet() throws(SystemError) {
        try arm(at: .seconds(Int64.max))
    }

    /// Disarms it.
    /// - Throws: `SystemError`, which does not happen to a timer that could be made.
    package func disarm() throws(SystemError) {
        deadline = nil
        try check("disarm a timer") { clinux_timerfd_disarm(descriptor.rawValue) }
    }

    private func fire() {
        var count: UInt64 = 0
        let length = unsafe read(descriptor.rawValue, &count, MemoryLayout<UInt64>.size)
        if length > 0 {
            deadline = nil
            handler(.expired)
            return
        }
        // 0 bytes or EAGAIN: the clock stepped back between expiry and reading. ECANCELED: it was set, and the
        // expiry is lost with it. Arming anew makes it come after all, whatever the handler does.
        guard let deadline else { return }
        do throws(SystemError) {
            try arm(at: deadline)
        } catch {
            // Told all the same: the handler arms again, and learns of the failure.
        }
        if self.deadline != nil { handler(.clockWasSet) }
    }
}
