// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel
package import JSON

/// The errors of `io.wecker.AlarmClock`.
package enum AlarmClockError: VarlinkError {
    /// There is no alarm of this id.
    case noSuchAlarm(id: String)
    /// There is no such occurrence, or it does not ring.
    case noSuchOccurrence(occurrence: String)
    /// There is no press of this id any more.
    case noSuchPress(press: String)
    /// Several occurrences could be meant: these.
    case ambiguous(occurrences: [String])
    /// There is no storyboard of this name.
    case noSuchStoryboard(name: String)
    /// This member of a schedule is wrong.
    case invalidSchedule(field: String, reason: Message)
    /// This sound cannot be played.
    case invalidSound(sound: String, reason: Message)
    /// Another finger is on the dial.
    case busy(press: String)
    /// The press was not what it had to be.
    case pressFailed(reason: Message)
    /// The occurrence was snoozed as often as it may be.
    case snoozeLimitReached(occurrence: String, limit: Int)
    /// No output can be heard.
    case noAudibleOutput(reason: Message)
    /// What was asked for could not be stored, and was not done.
    case storageFailed(reason: Message)

    package var name: String { "\(AlarmClockInterface.name).\(content.name)" }

    package var parameters: JSONObject {
        var object = JSONObject()
        for (name, value) in content.members where !value.wire.isNull { object[name] = value.wire }
        return object
    }

    /// The members with their types, as the interface declares them.
    package var fields: [WireField] {
        content.members.map { WireField(name: $0.name, type: type(of: $0.value).wireType) }
    }

    /// The name within the interface, and the members in its order.
    private var content: (name: String, members: [(name: String, value: any WireValue)]) {
        switch self {
        case .noSuchAlarm(let id): ("NoSuchAlarm", [("id", id)])
        case .noSuchOccurrence(let id): ("NoSuchOccurrence", [("occurrence", id)])
        case .noSuchPress(let id): ("NoSuchPress", [("press", id)])
        case .ambiguous(let ids): ("Ambiguous", [("occurrences", ids)])
        case .noSuchStoryboard(let name): ("NoSuchStoryboard", [("name", name)])
        case .invalidSchedule(let field, let reason):
            ("InvalidSchedule", [("field", field)] + Self.members(reason))
        case .invalidSound(let sound, let reason):
            ("InvalidSound", [("sound", sound)] + Self.members(reason))
        case .busy(let id): ("Busy", [("press", id)])
        case .pressFailed(let reason): ("PressFailed", Self.members(reason))
        case .snoozeLimitReached(let id, let limit):
            ("SnoozeLimitReached", [("occurrence", id), ("limit", limit)])
        case .noAudibleOutput(let reason): ("NoAudibleOutput", Self.members(reason))
        case .storageFailed(let reason): ("StorageFailed", Self.members(reason))
        }
    }
}

extension AlarmClockError {
    /// The members that say why: in English, and for any language where it is more than what is the same in all.
    private static func members(_ reason: Message) -> [(name: String, value: any WireValue)] {
        [("reason", reason.description), ("text", Wire.Text(reason))]
    }

    /// Why a sound is not played by itself: the output is an alarm's.
    package static let alarmRings = AlarmClockError.noAudibleOutput(
        reason: "an alarm rings, or is about to, and the output is its own")

    /// Why nothing but a press ends what rings.
    ///
    /// - Parameters:
    ///   - alarm: Whose ring it is.
    ///   - length: How long it has to be held.
    /// - Returns: The error.
    package static func onlyHolding(alarm: String, for length: Duration) -> AlarmClockError {
        let length = DurationText.write(length)
        return .pressFailed(
            reason: "only a press of \(length) stops \(alarm)")
    }

    /// Whether it is that nothing but a press ends what rings.
    package var asksToHold: Bool {
        guard case .pressFailed(let reason) = self,
            case .pressFailed(let pattern) = Self.onlyHolding(alarm: "", for: .zero)
        else { return false }
        return reason.format == pattern.format
    }

    /// Why a sound is not played to its end: somebody wanted to hear another.
    package static let soundDisplaced = AlarmClockError.noAudibleOutput(
        reason: "another sound is played in its place")

    /// Reads the error that `reply` says, or returns `nil` if it says none, or another interface's.
    ///
    /// A member that is missing is read as empty: the name alone says most.
    package init?(_ reply: VarlinkReply) {
        let prefix = "\(AlarmClockInterface.name)."
        guard let error = reply.error, error.hasPrefix(prefix) else { return nil }
        func text(_ name: String) -> String { reply.parameters[name]?.stringValue ?? "" }
        var reason: Message {
            Wire.Text(of: reply.parameters)?.message ?? Message(verbatim: text("reason"))
        }
        switch error.dropFirst(prefix.count) {
        case "NoSuchAlarm": self = .noSuchAlarm(id: text("id"))
        case "NoSuchOccurrence": self = .noSuchOccurrence(occurrence: text("occurrence"))
        case "NoSuchPress": self = .noSuchPress(press: text("press"))
        case "Ambiguous":
            let ids = reply.parameters["occurrences"]?.arrayValue ?? []
            self = .ambiguous(occurrences: ids.compactMap(\.stringValue))
        case "NoSuchStoryboard": self = .noSuchStoryboard(name: text("name"))
        case "InvalidSchedule":
            self = .invalidSchedule(field: text("field"), reason: reason)
        case "InvalidSound": self = .invalidSound(sound: text("sound"), reason: reason)
        case "Busy": self = .busy(press: text("press"))
        case "PressFailed": self = .pressFailed(reason: reason)
        case "SnoozeLimitReached":
            let limit = reply.parameters["limit"]?.integerValue.flatMap(Int.init(exactly:)) ?? 0
            self = .snoozeLimitReached(occurrence: text("occurrence"), limit: limit)
        case "NoAudibleOutput": self = .noAudibleOutput(reason: reason)
        case "StorageFailed": self = .storageFailed(reason: reason)
        default: return nil
        }
    }
}
