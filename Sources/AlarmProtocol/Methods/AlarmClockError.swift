// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

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
    case invalidSchedule(field: String, reason: String)
    /// This sound cannot be played.
    case invalidSound(sound: String, reason: String)
    /// Another finger is on the dial.
    case busy(press: String)
    /// The press was not what it had to be.
    case pressFailed(reason: String)
    /// The occurrence was snoozed as often as it may be.
    case snoozeLimitReached(occurrence: String, limit: Int)
    /// No output can be heard.
    case noAudibleOutput(reason: String)
    /// What was asked for could not be stored, and was not done.
    case storageFailed(reason: String)

    package var name: String { "\(AlarmClockInterface.name).\(content.name)" }

    package var parameters: JSONObject {
        var object = JSONObject()
        for (name, value) in content.members { object[name] = value.wire }
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
            ("InvalidSchedule", [("field", field), ("reason", reason)])
        case .invalidSound(let sound, let reason):
            ("InvalidSound", [("sound", sound), ("reason", reason)])
        case .busy(let id): ("Busy", [("press", id)])
        case .pressFailed(let reason): ("PressFailed", [("reason", reason)])
        case .snoozeLimitReached(let id, let limit):
            ("SnoozeLimitReached", [("occurrence", id), ("limit", limit)])
        case .noAudibleOutput(let reason): ("NoAudibleOutput", [("reason", reason)])
        case .storageFailed(let reason): ("StorageFailed", [("reason", reason)])
        }
    }
}

extension AlarmClockError {
    /// Why a sound is not played by itself: the output is an alarm's.
    package static let alarmRings = AlarmClockError.noAudibleOutput(
        reason: "an alarm rings, or is about to, and the output is its own")

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
        switch error.dropFirst(prefix.count) {
        case "NoSuchAlarm": self = .noSuchAlarm(id: text("id"))
        case "NoSuchOccurrence": self = .noSuchOccurrence(occurrence: text("occurrence"))
        case "NoSuchPress": self = .noSuchPress(press: text("press"))
        case "Ambiguous":
            let ids = reply.parameters["occurrences"]?.arrayValue ?? []
            self = .ambiguous(occurrences: ids.compactMap(\.stringValue))
        case "NoSuchStoryboard": self = .noSuchStoryboard(name: text("name"))
        case "InvalidSchedule":
            self = .invalidSchedule(field: text("field"), reason: text("reason"))
        case "InvalidSound": self = .invalidSound(sound: text("sound"), reason: text("reason"))
        case "Busy": self = .busy(press: text("press"))
        case "PressFailed": self = .pressFailed(reason: text("reason"))
        case "SnoozeLimitReached":
            let limit = reply.parameters["limit"]?.integerValue.flatMap(Int.init(exactly:)) ?? 0
            self = .snoozeLimitReached(occurrence: text("occurrence"), limit: limit)
        case "NoAudibleOutput": self = .noAudibleOutput(reason: text("reason"))
        case "StorageFailed": self = .storageFailed(reason: text("reason"))
        default: return nil
        }
    }
}
