// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension Reason.Code {
    /// A sound could not be played; another takes its place.
    package static let soundFailed = Self(rawValue: "sound-failed")
    /// An output could not be heard; another takes its place.
    package static let outputFailed = Self(rawValue: "output-failed")
    /// No output can be heard; all are tried again.
    package static let everyOutputFailed = Self(rawValue: "every-output-failed")
    /// What was wrong is mended.
    package static let mended = Self(rawValue: "mended")
    /// Something is wrong that a person should know of.
    package static let problem = Self(rawValue: "problem")
    /// The configuration was read again.
    package static let reloaded = Self(rawValue: "reloaded")
    /// The calendar of holidays was read.
    package static let holidaysRead = Self(rawValue: "holidays-read")
    /// The configuration that was read is refused; the one before goes on.
    package static let refused = Self(rawValue: "refused")
    /// The wall clock was set.
    package static let clockSet = Self(rawValue: "clock-set")
    /// The wall clock is trusted from now on.
    package static let clockTrusted = Self(rawValue: "clock-trusted")
    /// The wall clock is not trusted, and not waited for any more.
    package static let clockDoubted = Self(rawValue: "clock-doubted")
    /// The wall clock is not trusted yet, and the alarms wait.
    package static let clockAwaited = Self(rawValue: "clock-awaited")
    /// The machine's zone changed.
    package static let zoneChanged = Self(rawValue: "zone-changed")
    /// The machine woke up.
    package static let resumed = Self(rawValue: "resumed")
}

extension Reason {
    /// The words of what the daemon itself tells; its arguments are `name`, `detail`, `count`,
    /// `zone` and `seconds`.
    var daemonWords: Message? {
        switch code {
        case .soundFailed: Message("the sound \(value("name")) failed: \(sentence)")
        case .outputFailed: Message("the output \(value("name")) failed: \(sentence)")
        case .everyOutputFailed: Message("no output can be heard; trying again")
        case .mended: Message("\(Finding.title(of: value("name"))): mended")
        case .problem: Message("\(Finding.title(of: value("name"))): \(sentence)")
        case .reloaded: Message("the configuration was read again")
        case .holidaysRead:
            Message(
                one: "\(value("count")) holiday was read from \(value("name"))",
                many: "\(value("count")) holidays were read from \(value("name"))",
                count: number("count"))
        case .refused:
            Message("the configuration is refused, and the one before goes on: \(sentence)")
        case .clockSet: Message("the clock was set by \(value("seconds")) s")
        case .clockTrusted: Message("the clock is trusted from now on")
        case .clockDoubted:
            Message("nothing set the clock, which may be wrong: alarms ring by it from now on")
        case .clockAwaited:
            Message("waits for a clock that can be trusted, at most until \(value("until"))")
        case .zoneChanged: Message("the machine's zone is \(value("zone"))")
        case .resumed: Message("the machine slept for \(value("seconds")) s")
        default: handsWords
        }
    }
}
