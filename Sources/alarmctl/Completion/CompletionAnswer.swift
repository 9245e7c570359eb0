// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import Platform

/// The answer to a shell that asks what comes next: the words, one a line, each with its meaning after a tab.
///
/// The line `/` says that files fit too. Whatever is wrong is no concern of a person who is typing: then there is
/// nothing to offer.
struct CompletionAnswer {
    private let words: [String]

    /// Says that files fit too; no word that is offered looks like it.
    static let files = "/"

    /// How long the daemon may take: somebody waits for the next key to show.
    private static let patience = Duration.seconds(1)

    /// Answers for the words of a command line after `alarmctl`.
    init(to words: [String]) {
        self.words = Completion.apart(words)
    }

    /// The lines.
    var lines: [String] {
        let typed = words.last ?? ""
        switch Completion(of: words) {
        case .words(let candidates): return lines(of: candidates, after: typed)
        case .alarm: return lines(of: alarms, after: typed)
        case .sound: return lines(of: sounds, after: typed) + [Self.files]
        case .storyboard: return lines(of: storyboards, after: typed)
        case .zone: return lines(of: ZoneNames.all.map { .init(word: $0) }, after: typed)
        case .file: return [Self.files]
        case .nothing: return []
        }
    }

    private func lines(of candidates: [Completion.Candidate], after typed: String) -> [String] {
        candidates.filter { $0.word.hasPrefix(typed) && isPlain($0.word) }
            .map { $0.meaning.isEmpty ? $0.word : "\($0.word)\t\(oneLine($0.meaning))" }
    }

    /// Whether a word can be offered in a line.
    private func isPlain(_ word: String) -> Bool {
        word.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    private func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    }

    private var alarms: [Completion.Candidate] {
        guard let session, let reply = try? session.ask(ListCall(), patience: Self.patience) else {
            return []
        }
        return reply.value.alarms.map { .init(word: $0.id, meaning: $0.label ?? "") }
    }

    private var sounds: [Completion.Candidate] {
        guard let session, let reply = try? session.ask(SoundsCall(), patience: Self.patience)
        else { return [] }
        return reply.value.sounds.map { .init(word: $0) }
    }

    private var storyboards: [Completion.Candidate] {
        guard let session,
            let reply = try? session.ask(StoryboardsCall(), patience: Self.patience)
        else { return [] }
        return reply.value.storyboards.map { .init(word: $0.name) }
    }

    /// The daemon that the command would talk to.
    private var session: Session? {
        var parsed = ParsedArguments()
        let socket = CommonOptions.socket.spelling
        for (index, word) in words.dropLast(2).enumerated() where word == socket {
            parsed.options[socket] = words[index + 1]
        }
        return try? Session(parsed, isReading: true)
    }
}

/// The names of all zones that this machine knows.
enum ZoneNames {
    /// The names, as the zone data lists them; none where it has no list.
    static var all: [String] {
        let folder = Surroundings.variable("TZDIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let list = "\(folder ?? "/usr/share/zoneinfo")/tzdata.zi"
        guard let bytes = try? FileReader.read(list, limit: 1 << 20) else { return [] }
        return names(in: bytes)
    }

    /// The names in a list such as zic(8) compiles: `Z NAME …` for a zone, `L TARGET NAME` for another name.
    static func names(in bytes: [UInt8]) -> [String] {
        let space = UInt8(ascii: " ")
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split(separator: space, maxSplits: 3)
            switch fields.first.map({ Array($0) }) {
            case [UInt8(ascii: "Z")] where fields.count > 1:
                return String(decoding: fields[1], as: UTF8.self)
            case [UInt8(ascii: "L")] where fields.count > 2:
                return String(decoding: fields[2], as: UTF8.self)
            default: return nil
            }
        }.sorted()
    }
}
