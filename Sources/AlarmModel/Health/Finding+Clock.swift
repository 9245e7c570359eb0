// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension Finding {
    /// Judges the wall clock.
    ///
    /// - Parameters:
    ///   - isSynchronized: What the kernel says (adjtimex(2)); `nil` where it cannot be asked.
    ///   - trust: How far the daemon believes it; `nil` where that is not known.
    ///   - isNeeded: Whether the next alarm is to ring by it, and not after a countdown.
    /// - Returns: What was found.
    package static func clock(
        isSynchronized: Bool?, trust: ClockTrust?, isNeeded: Bool = true
    ) -> Finding {
        let remedy = Message(verbatim: "timedatectl set-ntp true")
        switch (isSynchronized, trust) {
        case (true, _): return Finding(.clock, .pass, "the kernel says that it is synchronised")
        case (_, .doubted):
            return Finding(
                .clock, isNeeded ? .fail : .warn,
                """
                nothing has set the clock since the machine was switched on: alarms ring by it, at the wrong time \
                where it is wrong
                """, remedy: remedy)
        case (_, .waiting):
            return Finding(
                .clock, .warn,
                "nothing has set the clock since the machine was switched on; alarms wait for that, but not for long",
                remedy: remedy)
        case (false, _):
            return Finding(
                .clock, .warn, "nothing synchronises the clock: it drifts, by seconds a day",
                remedy: remedy)
        case (nil, _):
            return Finding(
                .clock, .warn, "the kernel does not tell whether the clock is synchronised")
        }
    }

    /// Judges the clock that runs while the machine is off.
    package static func battery(isThere: Bool) -> Finding {
        isThere
            ? Finding(.battery, .pass, "a clock runs while the machine is off")
            : Finding(
                .battery, .warn,
                "the machine has no battery clock: after a power cut alarms wait for the network's time",
                remedy: "fit a real-time clock, or keep the network up")
    }

    /// Why a machine cannot be woken from suspend.
    package enum WakeRefusal: Sendable {
        /// The daemon lacks the right.
        case right
        /// No clock can wake it; the kernel's words.
        case clock(String)
    }

    /// Judges whether the machine can be woken from suspend.
    package static func wake(_ refusal: WakeRefusal?) -> Finding {
        switch refusal {
        case nil: Finding(.wake, .pass, "the machine can be woken from suspend")
        case .right:
            Finding(
                .wake, .warn,
                "this machine cannot be woken from suspend: alarmd lacks CAP_WAKE_ALARM",
                remedy: "systemctl edit alarmd, with AmbientCapabilities=CAP_WAKE_ALARM")
        case .clock(let words):
            Finding(
                .wake, .warn,
                "this machine cannot be woken from suspend: it has no clock that could (\(words))",
                remedy: "keep it from suspending: systemctl mask sleep.target")
        }
    }
}
