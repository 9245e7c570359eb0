// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import JSON

/// What the daemon's errors are in words.
extension Failure {
    /// Creates the failure that `reply`, an error, tells.
    init(refusal reply: VarlinkReply) {
        let name = reply.error ?? ""
        let (message, hints) = Self.words(for: reply, named: name)
        self.init(.refused, name, message, hints: hints, parameters: reply.parameters)
    }

    private static func words(
        for reply: VarlinkReply, named name: String
    ) -> (message: Message, hints: [Message]) {
        if let error = AlarmClockError(reply) { return words(for: error) }
        if let error = ServiceError(reply) { return words(for: error) }
        return ("alarmd refused: \(name)", [])
    }

    private static func words(for error: AlarmClockError) -> (message: Message, hints: [Message]) {
        switch error {
        case .noSuchAlarm(let id):
            ("there is no alarm “\(id)”", ["alarmctl list shows those there are"])
        case .noSuchOccurrence(let id) where id.isEmpty:
            ("nothing rings, and nothing is snoozed", ["alarmctl next shows what comes"])
        case .noSuchOccurrence(let id):
            (
                "“\(id)” neither rings nor is snoozed",
                ["alarmctl status shows what rings, alarmctl next what comes"]
            )
        case .noSuchPress(let id): ("there is no press “\(id)” any more", [])
        case .ambiguous(let ids):
            (
                Message(
                    one: "that could mean \(ids.count): say which",
                    many: "that could mean any of \(ids.count): say which", count: ids.count),
                ids.map { Message(verbatim: "alarmctl … \($0)") }
                    + ["alarmctl dismiss --all ends them all"]
            )
        case .noSuchStoryboard(let name):
            ("there is no storyboard “\(name)”", ["alarmctl storyboards lists those there are"])
        case .invalidSchedule(let field, let reason):
            (field.isEmpty ? reason : Message("\(Self.option(forField: field)): \(reason)"), [])
        case .invalidSound(let sound, let reason):
            (
                "the sound “\(sound)” cannot be played: \(reason)",
                sound.hasPrefix("/")
                    ? ["alarmctl sounds lists those there are"]
                    : [
                        "alarmctl sounds lists those there are; a file is named by its path, ./\(lastName(of: sound))"
                    ]
            )
        case .busy(let id): ("another hand is on it: press “\(id)”", ["try again later"])
        case .pressFailed(let reason):
            (reason, error.asksToHold ? ["alarmctl dismiss --hold holds it"] : [])
        case .snoozeLimitReached(let id, let limit):
            (
                Message(
                    one: "“\(id)” was snoozed \(limit) time, and that is its limit",
                    many: "“\(id)” was snoozed \(limit) times, and that is its limit", count: limit),
                ["alarmctl dismiss ends it"]
            )
        case .alarmRings:
            (
                "nothing else is played while an alarm rings, or is about to",
                [
                    "alarmctl status shows which; alarmctl dismiss ends it, alarmctl snooze postpones it"
                ]
            )
        case .soundDisplaced: ("another sound is played in its place", [])
        case .noAudibleOutput(let reason):
            (
                "nothing here can be heard: \(reason)",
                ["aplay -l lists the sound cards; alarmd needs the group “audio” for them"]
            )
        case .storageFailed(let reason):
            (
                "it could not be stored, and was not done: \(reason)",
                ["alarmctl status names the folder, and what may mend it"]
            )
        }
    }

    private static func words(for error: ServiceError) -> (message: Message, hints: [Message]) {
        switch error {
        case .invalidParameter(let path):
            ("alarmd does not take that for \(option(forField: path))", [])
        case .methodNotImplemented(let method), .methodNotFound(let method):
            ("this alarmd cannot do \(method)", ["alarmctl status tells its version"])
        case .permissionDenied:
            (
                "you may not do that here",
                ["the socket for readers answers list, next, status and watch alone"]
            )
        case .interfaceNotFound(let name): ("no alarmd answers there: it does not know \(name)", [])
        case .expectedMore: ("alarmd wants to answer more than once", [])
        }
    }

    /// What a person gave for the parameter at `path`: `--volume` for `ring.volume`.
    private static func option(forField path: String) -> String {
        let member = path.split(separator: ".").last.map(String.init) ?? path
        let name = String(member.prefix { $0 != "[" })
        switch name {
        case "time", "date", "days", "countdown": return "WHEN"
        case "snoozeLimit": return SetCommand.snoozeLimit.spelling
        case "notOnHolidays": return SetCommand.notOnHolidays.spelling
        default:
            let commands = [
                SetCommand.specification, SkipCommand.specification, SnoozeCommand.specification,
                HandsCommand.specification,
            ]
            let isOption = commands.contains { command in
                command.options.contains { $0.spelling == "--\(name)" }
            }
            return isOption ? "--\(name)" : path
        }
    }

    private static func lastName(of path: String) -> Substring {
        path.split(separator: "/").last ?? "file.wav"
    }
}
