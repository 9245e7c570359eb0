// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import Localization

// What the interface's own words are called.

extension Wire.AlarmState {
    /// The state in a word.
    var words: Message {
        switch self {
        case .off: Message("off")
        case .scheduled: Message("scheduled")
        case .ringing: Message("ringing")
        case .snoozed: Message("snoozed")
        case .queued: Message("queued")
        }
    }
}

extension Wire.OccurrenceState {
    /// The state in a word.
    var words: Message {
        switch self {
        case .scheduled: Message("scheduled")
        case .ringing: Message("ringing")
        case .snoozed: Message("snoozed")
        case .queued: Message("queued")
        case .dismissed: Message("dismissed")
        case .missed: Message("missed")
        case .skipped: Message("skipped")
        }
    }
}

extension Wire.EventKind {
    /// The kind in a word.
    var words: Message {
        switch self {
        case .state: Message("state")
        case .set: Message("set")
        case .cleared: Message("cleared")
        case .due: Message("due")
        case .ringing: Message("ringing")
        case .queued: Message("queued")
        case .scene: Message("scene")
        case .snoozed: Message("snoozed")
        case .dismissed: Message("dismissed")
        case .missed: Message("missed")
        case .skipped: Message("skipped")
        case .hands: Message("hands")
        case .sound: Message("sound")
        case .clock: Message("clock")
        case .zone: Message("zone")
        case .suspended: Message("suspended")
        case .resumed: Message("resumed")
        case .storage: Message("storage")
        case .config: Message("config")
        case .health: Message("health")
        }
    }
}

// Why something is so, worded from its code, or, where that is a newer daemon's, as that daemon says it.

extension Wire.Event {
    /// Why it happened.
    var reasonWords: Message? {
        Message(code: code, args: args, detail: text?.message, english: reason)
    }
}

extension Wire.Occurrence {
    /// Why it is as it is.
    var reasonWords: Message? { Message(code: code, args: args, english: reason) }
}

extension Wire.Skipped {
    /// Why it is left out.
    var reasonWords: Message {
        Message(code: code, args: args, english: reason) ?? Message(verbatim: reason)
    }
}

extension Wire.SkippedInstant {
    /// Why it is left out.
    var reasonWords: Message {
        Message(code: code, args: args, english: reason) ?? Message(verbatim: reason)
    }
}

extension Message {
    /// What a code and its values say; in English where this tool does not know the code.
    ///
    /// - Parameters:
    ///   - code: The code of a reason.
    ///   - args: Its values.
    ///   - detail: What `detail` of them says, where it can be told in any language.
    ///   - english: What the daemon says.
    init?(code: String?, args: [String: String]?, detail: Message? = nil, english: String?) {
        var args = args ?? [:]
        // Of all that a reason may be, a pause alone ends on a date.
        if let date = args["until"] { args["until"] = CivilDate.short(wire: date) }
        var reason = code.map { Reason(Reason.Code(rawValue: $0), args) }
        reason?.detail = detail
        if let words = reason?.words {
            self = words
        } else if let text = english ?? code {
            self.init(verbatim: text)
        } else {
            return nil
        }
    }
}

/// What the daemon says of an output, `DEVICE, SOUND, verified`, with its words in the person's language.
///
/// - Parameter output: As it is in an event, a status, or the answer to `Play`.
/// - Returns: The same where it says something else.
func outputWords(_ output: String) -> Message {
    // A device's name may have a comma, `hw:CARD=PCH,DEV=0`, but no blank after it.
    var parts = [""]
    for character in output {
        if character == " ", parts.last?.last == "," {
            parts[parts.count - 1].removeLast()
            parts.append("")
        } else {
            parts[parts.count - 1].append(character)
        }
    }
    let words = parts.map { part in
        switch part {
        case "verified": Message("verified")
        case "played": Message("played")
        case "not verified": Message("not verified")
        case "built-in tone": Message("built-in tone")
        default: Message(verbatim: part)
        }
    }
    return .joined(words, by: ", ")
}

extension TimeFormat {
    /// A time of day as it is on the wire, `07:30`, in the person's way; what is none stays as it is.
    static func text(wire text: String) -> String {
        TimeOfDay(text).map { Self.text($0) } ?? text
    }
}
