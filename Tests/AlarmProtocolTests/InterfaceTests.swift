// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmProtocol
import Glibc
import JSON
import Testing

@Suite("The interface io.wecker.AlarmClock")
struct InterfaceTests {
    /// The interface's text as it lies beside the code.
    private static let written: [UInt8] = contents(
        of: #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
            + "/Sources/AlarmProtocol/io.wecker.AlarmClock.varlink")

    private let interface = InterfaceParser(String(decoding: Self.written, as: UTF8.self)).parsed()

    @Test("is answered byte for byte as it is written in its file")
    func text() {
        #expect(!Self.written.isEmpty)
        #expect(Array(AlarmClockInterface.description.utf8) == Self.written)
        #expect(interface.name == AlarmClockInterface.name)
    }

    @Test("has every method that the code declares, with the same parameters and replies")
    func methods() {
        let declared = AlarmClockCall.methods.map { "\($0.name)\($0.parameters) -> \($0.reply)" }
        #expect(interface.methods.count == 20)
        #expect(interface.methods == declared)
    }

    @Test("has every type that the code declares, with the same members")
    func types() {
        let declared: [String: WireType] = [
            "Weekday": Weekday.wireDefinition, "GapPolicy": GapPolicy.wireDefinition,
            "OverlapPolicy": OverlapPolicy.wireDefinition,
            "Schedule": Wire.Schedule.wireDefinition, "Ring": Wire.Ring.wireDefinition,
            "AlarmState": Wire.AlarmState.wireDefinition, "Alarm": Wire.Alarm.wireDefinition,
            "OccurrenceState": Wire.OccurrenceState.wireDefinition,
            "Occurrence": Wire.Occurrence.wireDefinition, "Hand": Wire.Hand.wireDefinition,
            "Position": Wire.Position.wireDefinition,
            "GestureState": Wire.GestureState.wireDefinition,
            "Gesture": Wire.Gesture.wireDefinition, "EventKind": Wire.EventKind.wireDefinition,
            "Fault": Wire.Fault.wireDefinition,
            "StoryboardFile": Wire.StoryboardFile.wireDefinition,
            "Scene": Wire.Scene.wireDefinition, "Segue": Wire.Segue.wireDefinition,
            "Event": Wire.Event.wireDefinition, "Check": Wire.Check.wireDefinition,
            "Text": Wire.Text.wireDefinition,
        ]
        #expect(interface.types == declared.mapValues(\.description))
    }

    @Test("has every error that the code declares, with the same members, and each is read back")
    func errors() {
        let errors: [AlarmClockError] = [
            .noSuchAlarm(id: "a"), .noSuchOccurrence(occurrence: "b"), .noSuchPress(press: "c"),
            .ambiguous(occurrences: ["d", "e"]), .noSuchStoryboard(name: "o"),
            .invalidSchedule(field: "f", reason: "g"),
            .invalidSound(sound: "h", reason: "i"), .busy(press: "j"), .pressFailed(reason: "k"),
            .snoozeLimitReached(occurrence: "l", limit: 10), .noAudibleOutput(reason: "m"),
            .storageFailed(reason: Message(verbatim: "n")),
        ]
        let declared = errors.map { "\($0.name)\(WireType.object($0.fields))" }
        #expect(interface.errors.map { "\(AlarmClockInterface.name).\($0)" } == declared)
        for error in errors { #expect(AlarmClockError(VarlinkReply(error)) == error) }
    }

    @Test(
        "carries a message whole, and reads it back",
        arguments: [
            Message("no alarm"), Message("\("a") and \(2) %"),
            Message(one: "one alarm", many: "\(3) alarms of \("x")", count: 3),
            Message("\(Message("\("a") or \("b")")); \(Message("then"))"),
        ])
    func texts(message: Message) throws {
        let text = try #require(Wire.Text(message))
        #expect(text.message == message)
        let read = try Wire.Text(wire: text.wire, at: WirePath(unknownMembers: .refused))
        #expect(read == text)
        #expect(Wire.Text(Message(verbatim: "the same")) == nil)
        let error = AlarmClockError.invalidSchedule(field: "f", reason: message)
        #expect(error.parameters["reason"]?.stringValue == message.description)
        #expect(AlarmClockError(VarlinkReply(error)) == error)
    }

    @Test("has the errors of Varlink in its service's interface")
    func serviceInterface() {
        let service = InterfaceParser(ServiceInterface.description).parsed()
        #expect(service.name == "org.varlink.service")
        #expect(
            service.methods == [
                "GetInfo\(GetInfoCall.wireDefinition) -> \(GetInfoReply.wireDefinition)",
                "GetInterfaceDescription\(GetInterfaceDescriptionCall.wireDefinition) -> "
                    + "\(GetInterfaceDescriptionReply.wireDefinition)",
            ])
        #expect(service.errors.count == 6)
    }
}

/// Reads a whole file.
private func contents(of path: String) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = unsafe read(file, &buffer, buffer.count)
        guard count > 0 else { return bytes }
        bytes += buffer.prefix(count)
    }
}

/// A reader of Varlink's language that knows just enough to put each declaration into one line.
private struct InterfaceParser {
    struct Interface {
        var name = ""
        var types: [String: String] = [:]
        var methods: [String] = []
        var errors: [String] = []
    }

    private var tokens: [String] = []
    private var position = 0

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            var word = ""
            for character in line.prefix(while: { $0 != "#" }) + " " {
                guard !character.isLetter, !character.isNumber, !"_.-".contains(character) else {
                    word.append(character)
                    continue
                }
                // An arrow is the one thing that looks like a word.
                if character == ">", word == "-" {
                    word = ""
                    tokens.append("->")
                    continue
                }
                if !word.isEmpty { tokens.append(word) }
                word = ""
                if !character.isWhitespace { tokens.append(String(character)) }
            }
        }
    }

    consuming func parsed() -> Interface {
        var interface = Interface()
        while let keyword = next() {
            let name = next() ?? ""
            switch keyword {
            case "interface": interface.name = name
            case "type": interface.types[name] = type()
            case "error": interface.errors.append(name + type())
            case "method":
                let parameters = type()
                _ = next()
                interface.methods.append("\(name)\(parameters) -> \(type())")
            default: Issue.record("\(keyword) is no declaration")
            }
        }
        return interface
    }

    private mutating func next() -> String? {
        guard position < tokens.count else { return nil }
        defer { position += 1 }
        return tokens[position]
    }

    private mutating func type() -> String {
        switch next() {
        case "?": return "?" + type()
        case "[":
            let key = next() ?? ""
            guard key != "]" else { return "[]" + type() }
            _ = next()
            return "[\(key)]" + type()
        case "(": return "(" + members()
        case let name: return name ?? ""
        }
    }

    private mutating func members() -> String {
        var text = ""
        while let token = next(), token != ")" {
            switch token {
            case ",": text += ", "
            case ":": text += ": " + type()
            default: text += token
            }
        }
        return text + ")"
    }
}
