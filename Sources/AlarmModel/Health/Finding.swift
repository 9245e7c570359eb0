// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What one check found of what the next ring depends on.
package struct Finding: Sendable {
    /// How it is.
    package enum Verdict: Int, Comparable, Sendable {
        /// As it should be.
        case pass
        /// It will ring, but perhaps not as it was asked for, or not after the next mishap.
        case warn
        /// It cannot be relied on: it will not ring, not be heard, be lost, or ring at the wrong time.
        case fail

        package static func < (one: Verdict, other: Verdict) -> Bool {
            one.rawValue < other.rawValue
        }
    }

    /// What is looked at, in the order in which it is told; the names never change.
    package enum Check: String, CaseIterable, Sendable {
        /// Whether something keeps the daemon running.
        case service
        /// Whether the caller may talk to it.
        case socket
        /// Whether the configuration holds.
        case configuration
        /// Whether the zone is known, and its data.
        case zone
        /// Whether the clock is right.
        case clock
        /// Whether a clock runs while the machine is off.
        case battery
        /// Whether the machine can be woken.
        case wake
        /// Whether there is anything to ring.
        case next
        /// Whether its storyboard can be followed.
        case storyboard
        /// Whether its sound plays, and is heard.
        case sound
        /// That the outputs were not looked at, since something is played.
        case busy
        /// Whether an output plays it.
        case output
        /// Whether another one does where that is lost.
        case fallback
        /// Whether the mixer lets it through.
        case mixer
        /// Whether alarms can be stored.
        case storage
        /// Whether the calendar of holidays is understood.
        case calendar
    }

    /// The name of the check.
    package var name: String

    /// How it is.
    package var verdict: Verdict

    /// Why.
    package var detail: Message

    /// The command that mends it, or what else does; `nil` where nothing is to be mended, or it is not known.
    package var remedy: Message?

    /// Creates a finding of a check by its name.
    package init(
        name: String, _ verdict: Verdict, _ detail: Message, remedy: Message? = nil
    ) {
        self.name = name
        self.verdict = verdict
        self.detail = detail
        self.remedy = remedy
    }

    /// Creates a finding of a check.
    package init(_ check: Check, _ verdict: Verdict, _ detail: Message, remedy: Message? = nil) {
        self.init(name: check.rawValue, verdict, detail, remedy: remedy)
    }
}

extension Finding {
    /// What a check, or something that is wrong, is called in a person's language.
    ///
    /// - Parameter name: Its name, as programs read it.
    /// - Returns: The same in English; a name that is not known stays as it is.
    package static func title(of name: String) -> Message {
        switch Check(rawValue: name) {
        case .service: Message("service")
        case .socket: Message("socket")
        case .configuration: Message("configuration")
        case .zone: Message("zone")
        case .clock: Message("clock")
        case .battery: Message("battery")
        case .wake: Message("wake")
        case .next: Message("next")
        case .storyboard: Message("storyboard")
        case .sound: Message("sound")
        case .busy: Message("busy")
        case .output: Message("output")
        case .fallback: Message("fallback")
        case .mixer: Message("mixer")
        case .storage: Message("storage")
        case .calendar: Message("calendar")
        case nil: titleOfProblem(name)
        }
    }

    /// What is wrong, where no check is about it.
    private static func titleOfProblem(_ name: String) -> Message {
        switch name {
        case "inotify": Message("inotify")
        case "readers": Message("readers")
        case "run": Message("run")
        case "sleep": Message("sleep")
        case "state": Message("state")
        default: Message(verbatim: name)
        }
    }

    /// What the check is called in a person's language.
    package var title: Message { Self.title(of: name) }
}

extension Sequence<Finding> {
    /// What keeps the next alarm from being relied on; nothing where it will ring.
    package var failures: [Finding] { filter { $0.verdict == .fail } }
}
