// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// One key of the configuration: where it is written, what it takes, and what it sets.
struct ConfigurationKey: Sendable {
    /// Its section.
    let section: String
    /// Its name.
    let name: String
    /// What it takes.
    let expected: ExpectedValue
    /// Sets it; returns `false` for a value that it does not take.
    let set: @Sendable (String, inout Configuration) -> Bool

    init(
        _ section: String, _ name: String, _ expected: ExpectedValue,
        set: @escaping @Sendable (String, inout Configuration) -> Bool
    ) {
        self.section = section
        self.name = name
        self.expected = expected
        self.set = set
    }

    /// All keys, in the order of the design, section 10.
    static let all: [ConfigurationKey] = [
        text("ring", "sound", orNone: "built-in", { $0.ring.sound = $1 }),
        percent("ring", "volume", { $0.ring.volume = $1 }, in: RingRange.volume),
        duration("ring", "fade", { $0.ring.fade = $1 }, in: RingRange.fade),
        duration("ring", "timeout", { $0.ring.timeout = $1 }, in: RingRange.timeout),
        count("ring", "retries", { $0.ring.retries = $1 }, in: RingRange.retries),
        duration("ring", "snooze", { $0.ring.snooze = $1 }, in: RingRange.snooze),
        count("ring", "snooze_limit", { $0.ring.snoozeLimit = $1 }, in: RingRange.snoozeLimit),
        duration("ring", "late", { $0.ring.late = $1 }, in: RingRange.late),
        flag("ring", "wake", { $0.ring.wake = $1 }),
        text("ring", "storyboard", orNone: "none", { $0.ring.storyboard = $1 }),
        text("time", "zone", orNone: "machine", { $0.zone = $1 }),
        word("time", "gap", { $0.gap = $1 }),
        word("time", "overlap", { $0.overlap = $1 }),
        duration("time", "clock_wait", { $0.clockWait = $1 }, in: .zero ... .seconds(3600)),
        duration("time", "wake_lead", { $0.wakeLead = $1 }, in: .seconds(2) ... .seconds(600)),
        devices,
        duration("output", "buffer", { $0.buffer = $1 }, in: .milliseconds(50) ... .seconds(1)),
        flag("output", "doctor_play", { $0.playsSilence = $1 }),
        text("mixer", "element", orNone: "none", { $0.mixer.element = $1 }),
        percent("mixer", "floor", { $0.mixer.floor = $1 }, in: 1...100),
        percent("mixer", "ceiling", { $0.mixer.ceiling = $1 }, in: 1...100),
        flag("mixer", "unmute", { $0.mixer.unmutes = $1 }),
        flag("mixer", "restore", { $0.mixer.restores = $1 }),
        duration(
            "hands", "press_duration", { $0.hands.pressDuration = $1 },
            in: .milliseconds(50) ... .seconds(10)),
        count("hands", "press_movement", { $0.hands.pressMovement = $1 }, in: 1...180),
        duration("hands", "stop_hold", { $0.hands.stopHold = $1 }, in: .zero ... .seconds(60)),
        text("calendar", "holidays", orNone: "none", { $0.holidays = $1 }),
        flag("control", "readers", { $0.admitsReaders = $1 }),
        command("due"), command("ringing"), command("snoozed"), command("dismissed"),
        command("missed"),
        duration("run", "timeout", { $0.run.timeout = $1 }, in: .seconds(1) ... .seconds(600)),
        ConfigurationKey("run", "on_dismiss", .word(["leave", "kill"])) {
            guard ["leave", "kill"].contains($0) else { return false }
            $1.run.killsAtEnd = $0 == "kill"
            return true
        },
    ]

    typealias Setter<Value> = @Sendable (inout Configuration, Value) -> Void

    /// A text; the word `none`, and nothing at all, mean that there is none.
    static func text(
        _ section: String, _ name: String, orNone none: String,
        _ assign: @escaping Setter<String?>
    ) -> ConfigurationKey {
        ConfigurationKey(section, name, .name(orNone: none)) { text, configuration in
            guard text.utf8.count <= RingRange.nameLength.upperBound, unquoted(text) == nil else {
                return false
            }
            assign(&configuration, text.isEmpty || text == none ? nil : text)
            return true
        }
    }

    private static func percent(
        _ section: String, _ name: String, _ assign: @escaping Setter<Int>,
        in range: ClosedRange<Int>
    ) -> ConfigurationKey {
        ConfigurationKey(section, name, .percent(range)) { text, configuration in
            guard let value = percentage(in: text), range.contains(value) else { return false }
            assign(&configuration, value)
            return true
        }
    }

    private static func count(
        _ section: String, _ name: String, _ assign: @escaping Setter<Int>,
        in range: ClosedRange<Int>
    ) -> ConfigurationKey {
        ConfigurationKey(section, name, .number(range)) { text, configuration in
            guard let value = Int(text), range.contains(value) else { return false }
            assign(&configuration, value)
            return true
        }
    }

    static func duration(
        _ section: String, _ name: String, _ assign: @escaping Setter<Duration>,
        in range: ClosedRange<Duration>
    ) -> ConfigurationKey {
        ConfigurationKey(section, name, .duration(range)) { text, configuration in
            guard let value = DurationText.read(text), range.contains(value) else { return false }
            assign(&configuration, value)
            return true
        }
    }

    private static func flag(
        _ section: String, _ name: String, _ assign: @escaping Setter<Bool>
    ) -> ConfigurationKey {
        ConfigurationKey(section, name, .yesOrNo) { text, configuration in
            switch text.lowercased() {
            case "yes", "true", "on", "1": assign(&configuration, true)
            case "no", "false", "off", "0": assign(&configuration, false)
            default: return false
            }
            return true
        }
    }

    /// `[run] KIND`: the command for events of this kind.
    private static func command(_ name: String) -> ConfigurationKey {
        ConfigurationKey("run", name, .command) { text, configuration in
            let words = text.isEmpty || text == "none" ? [] : CommandWords.read(text)
            guard let kind = EventKind(rawValue: name), let words else { return false }
            configuration.run.commands[kind] = words.isEmpty ? nil : words
            return true
        }
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable & Sendable>(
        _ section: String, _ name: String, _ assign: @escaping Setter<Word>
    ) -> ConfigurationKey {
        ConfigurationKey(section, name, .word(Word.allCases.map(\.rawValue))) {
            text, configuration in
            guard let value = Word(rawValue: text) else { return false }
            assign(&configuration, value)
            return true
        }
    }

    /// ALSA names may hold commas (`plughw:CARD=PCH,DEV=0`), so that white space stands between them.
    private static let devices = ConfigurationKey("output", "devices", .outputs) {
        text, configuration in
        guard let names = deviceNames(in: text) else { return false }
        configuration.devices = names
        return true
    }
}

/// The ALSA names that a value has, with blanks between them; `nil` where it has none, or one that is none.
func deviceNames(in text: String) -> [String]? {
    // A comma at a name's end is one that somebody put between two names.
    let names = text.split { $0 == " " || $0 == "\t" }
        .map { String($0.hasSuffix(",") ? $0.dropLast() : $0) }
    let isRight = names.allSatisfy { (1...256).contains($0.utf8.count) && unquoted($0) == nil }
    return (1...16).contains(names.count) && isRight ? names : nil
}

/// The number of a value in percent, with the sign or without it; `nil` where it is none.
func percentage(in text: String) -> Int? {
    Int(text.hasSuffix("%") ? text.dropLast().trimmed : text[...])
}
