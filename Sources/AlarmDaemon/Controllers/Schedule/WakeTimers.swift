// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform

/// The kernel's timers that call when the book has to be looked at again.
///
/// Armed for absolute times: what a clock set does to them the kernel knows. The machine is woken by a timer of
/// its own, where that is granted.
final class WakeTimers {
    private let wall: Timer
    private let boot: Timer
    /// Comes before something sounds, and wakes the machine where that is granted; else it comes all the same,
    /// since a machine that cannot be woken must the more be kept awake.
    private let ahead: Timer

    /// Whether the machine can be woken; else why not.
    let refusal: Errno?

    /// Creates timers that are not armed.
    ///
    /// - Throws: `SystemError` where the kernel gives no timers.
    init(on loop: RunLoop, handler: @escaping () -> Void) throws(SystemError) {
        // That the clock was set is told by the application, which tells it apart from a resume.
        wall = try Timer(on: loop, clock: .realtime) { if $0 == .expired { handler() } }
        boot = try Timer(on: loop, clock: .boottime) { _ in handler() }
        let clock: Timer.Clock
        switch RealtimeWakeProbe.ask() {
        case .granted: (refusal, clock) = (nil, .realtimeAlarm)
        case .refused(let errno): (refusal, clock) = (errno, .realtime)
        }
        ahead = try Timer(on: loop, clock: clock) { if $0 == .expired { handler() } }
    }

    /// Arms the timers for what `wake` says, and disarms those it says nothing about.
    func arm(for wake: Wake, at moment: Moment) throws(SystemError) {
        if let instant = wake.wall {
            try wall.arm(at: instant.sinceEpoch)
        } else {
            try wall.disarm()
        }
        if let deadline = wake.sinceBoot { try boot.arm(at: deadline) } else { try boot.disarm() }
        let bootWake = wake.machineSinceBoot.map { moment.wall + ($0 - moment.sinceBoot) }
        if let instant = [wake.machineWall, bootWake].compactMap(\.self).min() {
            try ahead.arm(at: instant.sinceEpoch)
        } else {
            try ahead.disarm()
        }
    }

    nonisolated deinit {}
}

extension Instant {
    /// The time since 1970-01-01T00:00:00Z.
    nonisolated var sinceEpoch: Duration { .microseconds(microseconds) }
}
