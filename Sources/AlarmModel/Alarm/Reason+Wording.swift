// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension Reason.Code {
    // An occurrence is due, or its snooze ended.
    static let due = Self(rawValue: "due")
    static let late = Self(rawValue: "late")
    static let lateBoot = Self(rawValue: "late-boot")
    static let lateResume = Self(rawValue: "late-resume")
    static let lateClock = Self(rawValue: "late-clock")
    static let lateZone = Self(rawValue: "late-zone")
    static let lateClockWait = Self(rawValue: "late-clock-wait")

    // It is missed.
    static let tooLate = Self(rawValue: "too-late")
    static let tooLateBoot = Self(rawValue: "too-late-boot")
    static let tooLateResume = Self(rawValue: "too-late-resume")
    static let tooLateClock = Self(rawValue: "too-late-clock")
    static let tooLateZone = Self(rawValue: "too-late-zone")
    static let tooLateClockWait = Self(rawValue: "too-late-clock-wait")
    static let unanswered = Self(rawValue: "unanswered")
    static let noOutput = Self(rawValue: "no-output")

    // It rings, waits, or is postponed.
    static let heard = Self(rawValue: "heard")
    static let heardAgain = Self(rawValue: "heard-again")
    static let queued = Self(rawValue: "queued")
    static let snoozed = Self(rawValue: "snoozed")
    static let retried = Self(rawValue: "retried")

    // It is dismissed.
    static let dismissed = Self(rawValue: "dismissed")
    static let replaced = Self(rawValue: "replaced")
    static let alarmCleared = Self(rawValue: "alarm-cleared")
    static let alarmDisabled = Self(rawValue: "alarm-disabled")

    // It is skipped.
    static let skipped = Self(rawValue: "skipped")
    static let paused = Self(rawValue: "paused")
    static let holiday = Self(rawValue: "holiday")

    // An alarm changed.
    static let skips = Self(rawValue: "skips")
    static let skipsNone = Self(rawValue: "skips-none")
    static let created = Self(rawValue: "created")
    static let changed = Self(rawValue: "changed")
    static let enabled = Self(rawValue: "enabled")
    static let disabled = Self(rawValue: "disabled")
    static let undone = Self(rawValue: "undone")
    static let cleared = Self(rawValue: "cleared")
    static let expired = Self(rawValue: "expired")
    static let dueAgain = Self(rawValue: "due-again")
    static let moved = Self(rawValue: "moved")
    static let countdownRestored = Self(rawValue: "countdown-restored")
}

extension Reason {
    /// Why something sounds now, or does not any more, that should have sounded `age` ago.
    ///
    /// `isHeld` tells that it waited for a clock that could be trusted.
    static func lateness(
        _ age: Duration, _ verdict: Lateness.Verdict, _ cause: Cause, isHeld: Bool = false
    ) -> Reason {
        let code: Code? =
            switch (verdict, cause) {
            case (.onTime, _): nil
            case (.late, .timer) where isHeld: .lateClockWait
            case (.missed, .timer) where isHeld: .tooLateClockWait
            case (.late, .boot): .lateBoot
            case (.late, .resume): .lateResume
            case (.late, .clockSet): .lateClock
            case (.late, .zoneChange): .lateZone
            case (.late, _): .late
            case (.missed, .boot): .tooLateBoot
            case (.missed, .resume): .tooLateResume
            case (.missed, .clockSet): .tooLateClock
            case (.missed, .zoneChange): .tooLateZone
            case (.missed, _): .tooLate
            }
        return code.map { Reason($0, ["late": seconds(age)]) } ?? Reason(.due)
    }

    static func snoozed(_ count: Int, of limit: Int) -> Reason {
        Reason(.snoozed, ["count": String(count), "limit": String(limit)])
    }

    static func retried(_ count: Int, of limit: Int) -> Reason {
        Reason(.retried, ["count": String(count), "limit": String(limit)])
    }

    static func queued(behind id: OccurrenceID) -> Reason {
        Reason(.queued, ["behind": id.description])
    }

    static func moved(to date: CivilDate) -> Reason {
        Reason(.moved, ["date": date.description])
    }

    static func paused(until date: CivilDate) -> Reason {
        Reason(.paused, ["until": date.description])
    }

    static func holiday(_ summary: String) -> Reason {
        Reason(.holiday, summary.isEmpty ? [:] : ["summary": summary])
    }

    static func skips(_ count: Int) -> Reason {
        Reason(.skips, ["count": String(count)])
    }

    static func countdownRestored(left: Duration) -> Reason {
        Reason(.countdownRestored, ["left": seconds(max(left, .zero))])
    }

    private static func seconds(_ duration: Duration) -> String {
        String(duration.components.seconds)
    }
}

extension Reason: CustomStringConvertible {
    /// The reason in English.
    package var description: String { words?.description ?? code.rawValue }

    /// What the code and its values say; `nil` for a code that is not known.
    package var words: Message? {
        switch code {
        case .due: Message("its time has come")
        case .late, .lateBoot, .lateResume, .lateClock, .lateZone, .lateClockWait:
            Message("rings \(span("late")) late: \(why)")
        case .tooLate, .tooLateBoot, .tooLateResume, .tooLateClock, .tooLateZone,
            .tooLateClockWait:
            Message("found \(span("late")) late: \(why)")
        case .unanswered: Message("nobody answered")
        case .noOutput: Message("no output could be heard")
        case .heard: Message("it is heard")
        case .heardAgain: Message("it is heard again")
        case .queued: Message("waits until \(value("behind")) ends")
        case .snoozed: Message("snooze \(value("count")) of \(value("limit"))")
        case .retried:
            Message("nobody answered; retry \(value("count")) of \(value("limit")) follows")
        case .dismissed: Message("dismissed")
        case .replaced: Message("replaced by the next occurrence of its alarm")
        case .alarmCleared: Message("its alarm was cleared")
        case .alarmDisabled: Message("its alarm was switched off")
        case .skipped: Message("skipped")
        case .paused: Message("paused until \(value("until"))")
        case .holiday:
            args["summary"].map { Message("holiday: \($0)") } ?? Message("holiday")
        default: alarmWords
        }
    }

    private var alarmWords: Message? {
        switch code {
        case .created: Message("set")
        case .changed: Message("changed")
        case .enabled: Message("switched on")
        case .disabled: Message("switched off")
        case .undone: Message("put back as it was: it could not be stored")
        case .skips: .skipping(number("count"))
        case .skipsNone: Message("skips none any more")
        case .cleared: Message("cleared")
        case .expired: Message("removed: its time came a day ago")
        case .dueAgain: Message("switched on again: the clock was set back before its time")
        case .moved: Message("moved to \(value("date")): its time is still ahead there")
        case .countdownRestored:
            Message("restored after a restart of the machine: \(span("left")) left")
        default: storyboardWords
        }
    }

    private var why: Message {
        switch code {
        case .lateBoot, .tooLateBoot: Message("alarmd was not running")
        case .lateResume, .tooLateResume: Message("the machine was asleep")
        case .lateClock, .tooLateClock: Message("the clock was set")
        case .lateZone, .tooLateZone: Message("the time zone changed")
        case .lateClockWait, .tooLateClockWait: Message("the clock was not trusted yet")
        default: Message("alarmd was held up")
        }
    }

    func value(_ name: String) -> String { args[name] ?? "?" }

    /// The value `detail`, in the words that can be told in any language where it has them.
    var sentence: Message { detail ?? Message(verbatim: value("detail")) }

    func number(_ name: String) -> Int { args[name].flatMap { Int($0) } ?? 0 }

    /// A duration as `2 h 05 min` or `12 min` or `40 s`.
    private func span(_ name: String) -> String {
        guard let seconds = args[name].flatMap({ Int($0) }), seconds >= 0 else {
            return value(name)
        }
        let minutes = seconds / 60
        if minutes >= 60 { return "\(minutes / 60) h \(padded(minutes % 60, to: 2)) min" }
        return minutes > 0 ? "\(minutes) min" : "\(seconds) s"
    }
}

extension Message {
    /// That so many occurrences are left out.
    package static func skipping(_ count: Int) -> Message {
        Message(one: "skips the next \(count)", many: "skips the next \(count)", count: count)
    }
}
