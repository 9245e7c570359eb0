// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@testable import alarmctl

@Suite("A command line") struct UsageTests {
    static let faults: [(String, String, String?)] = [
        ("lst", "there is no command “lst”", "did you mean list?"),
        ("dis", "there is no command “dis”", "did you mean disable?"),
        ("remove x", "there is no command “remove”", "did you mean clear?"),
        ("xyzzy", "there is no command “xyzzy”", "alarmctl --help lists the commands"),
        ("pause wake", "there is no command “pause”", "did you mean skip?"),
        ("skip wake --count 0", "--count: “0” is no number from 1 through 366", nil),
        ("skip wake --count 1 --none", "--count and --none exclude each other", nil),
        (
            "skip wake --count 1 --until 2026-12-24", "--count and --until exclude each other", nil
        ),
        (
            "skip wake --until 24.12.2026", "--until: “24.12.2026” is no date",
            "a date is written year-month-day: 2026-12-24"
        ),
        (
            "skip wake --until 2026/12/24", "--until: “2026/12/24” is no date",
            "a date is written 2026-12-24"
        ),
        (
            "skip wake --until 2026-02-30", "--until: there is no date 2026-02-30",
            "February 2026 has 28 days"
        ),
        (
            "skip wake --until monday", "--until: “monday” is no date",
            "a date is written year-month-day: 2026-12-24"
        ),
        ("skip wake --unitl 2026-12-24", "skip takes no option “--unitl”", "did you mean --until?"),
        ("docter", "there is no command “docter”", "did you mean doctor?"),
        ("dismiss --hold --all", "--hold and --all exclude each other", nil),
        ("hands wake --to 7.30", "--to: “7.30” is no time of day", "it is written 07:30"),
        ("hands wake --to 07:30 --by 5m", "--to and --by exclude each other", nil),
        (
            "hands wake --by 25h", "--by: “25h” is more than a day",
            "hands are turned by at most 24h"
        ),
        (
            "hands wake --by 5", "--by: “5” is no duration without its unit", "write 5s, 5m or 5h"
        ),
        (
            "hands wake --angle 360", "--angle: “360” is no angle of the dial",
            "angles are degrees clockwise from twelve, from 0 up to 360: 210 is seven o'clock"
        ),
        ("hands wake --hold forward", "--hold needs --for", "--hold forward --for 2s"),
        ("hands wake --for 2s", "--for belongs to --hold", "--hold forward --for 2s"),
        (
            "hands wake --hold up --for 2s", "--hold: “up” is none of forward, backward", nil
        ),
        (
            "hands wake --hand second", "--hand: “second” is none of alarm, hour, minute", nil
        ),
        ("hands", "hands needs ID", "alarmctl hands --help explains it"),
        ("--jsn list", "there is no option “--jsn” before the command", "did you mean --json?"),
        ("set 07:30 --labl x", "set takes no option “--labl”", "did you mean --label?"),
        ("list --volume 3", "list takes no option “--volume”", "it is an option of set and play"),
        ("set 07:30 --label", "--label needs a value, TEXT", nil),
        (
            "set 07:30 --label --wake", "--label needs a value, TEXT",
            "a value that looks like an option is written --label=--wake"
        ),
        ("set 07:30 --wake=yes", "--wake takes no value", nil),
        ("set 07:30 --volume 1 --volume 2", "--volume is given twice", nil),
        (
            "set 07:30 --wake --no-wake", "--wake and --no-wake exclude each other", nil
        ),
        ("set 07:30 --volume 0", "--volume: “0” is no number from 1 through 100", nil),
        ("set 07:30 --volume 101", "--volume: “101” is no number from 1 through 100", nil),
        ("set 07:30 --volume +5", "--volume: “+5” is no number from 1 through 100", nil),
        (
            "set 07:30 --fade -5s", "--fade: “-5s” is no duration: none is negative",
            "write 90s, 25m, 1h30m or 0"
        ),
        (
            "set 07:30 --snooze 9", "--snooze: “9” is no duration without its unit",
            "write 9s, 9m or 9h"
        ),
        ("set 07:30 --fade 1500ms", "--fade: “1500ms” is not in whole seconds", nil),
        ("set 07:30 --snooze 4h", "--snooze: “4h” is not from 1 min through 3 h", nil),
        (
            "set 07:30 --gap befor", "--gap: “befor” is none of after, before, transition, skip",
            "did you mean before?"
        ),
        (
            "set 07:30 --reset volum",
            "--reset: “volum” is none of label, sound, volume, fade, timeout, retries, snooze, "
                + "snooze-limit, late, zone, gap, overlap, wake, storyboard, not-on-holidays",
            "did you mean volume?"
        ),
        (
            "set 07:30 --id a/b",
            "--id: “a/b” is no id of an alarm: one is a letter, then up to 63 letters, digits, "
                + "dots, underscores or hyphens", nil
        ),
        (
            "set 07:30 --id weekdays",
            "--id: “weekdays” is no id of an alarm: one may not be a word that says when, such as "
                + "tomorrow or mon", nil
        ),
        (
            "set 07:30 --label a\u{7}", "--label: “a\u{7}” holds a control character, U+0007", nil
        ),
        (
            "set +100000h", "“+100000h” is not from 1 s through 366 d",
            "for a day further ahead say its date: 2026-12-24 06:00"
        ),
        (
            "set 07:30 --rrule FREQ=DAILY;BYHOUR=8",
            "--rrule: BYHOUR is not supported: the alarm's time is its time", nil
        ),
        (
            "set 07:30 --id wake --rrule FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30",
            "--rrule: FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30 never comes: no day of the calendar is like that",
            nil
        ),
        ("preview +5m --rrule FREQ=DAILY", "a countdown has no --rrule", nil),
        ("preview sat 09:00 --rrule FREQ=DAILY", "an alarm has days or a --rrule, not both", nil),
        ("set mon-fri 07:30 --rrule FREQ=DAILY", "an alarm has days or a --rrule, not both", nil),
        ("set +5m --zone UTC", "a countdown has no --zone, --gap, --overlap or --rrule", nil),
        (
            "set --id wake --zone UTC", "--zone, --gap, --overlap and --rrule need WHEN",
            "the time and the days are replaced as a whole"
        ),
        ("set", "set needs WHEN", When.spellings[0].description),
        ("enable", "enable needs ID", "alarmctl enable --help explains it"),
        ("list x", "list takes no “x”", "alarmctl list --help lists what it takes"),
        ("clear", "clear needs ID", "or --all, to remove them all"),
        ("clear x --all", "clear takes ID or --all, not both", nil),
        ("dismiss x --all", "dismiss takes an occurrence or --all, not both", nil),
        ("snooze 5m 6m", "snooze takes one duration", nil),
        ("snooze a b", "snooze takes one occurrence or alarm", nil),
        ("snooze 0", "“0” is not from 1 s through 3 h", nil),
        ("snooze 5m --until 07:00", "snooze takes a duration or --until, not both", nil),
        (
            "snooze a@b", "“a@b” is no occurrence", "one is written like wake@2026-12-01T07:30"
        ),
        ("next -n 0", "-n: “0” is no number from 1 through 1000", nil),
        ("next -n -5", "-n: “-5” is no number from 1 through 1000", nil),
        ("preview 07:30 -n 1001", "-n: “1001” is no number from 1 through 1000", nil),
        (
            "preview 07:30 --after yesterday", "--after: “yesterday” is no instant",
            "one is written 2026-12-01T07:30:00Z"
        ),
    ]

    @Test("that is wrong is told what is wrong, and the nearest right word", arguments: faults)
    func refuses(line: String, message: String, hint: String?) {
        let error = #expect(throws: UsageError.self) { try read(line) }
        #expect(error?.message.description == message)
        #expect(error?.hints.first?.description == hint)
    }

    @Test(
        "has its options anywhere, with the value behind a space or =",
        arguments: [
            "set 07:30 --volume 40 --json", "set --volume=40 07:30 --json",
            "--json set --volume 40 07:30", "set --volume 40 --json -- 07:30",
        ])
    func optionsAnywhere(line: String) throws {
        let words = try CommandWords(line.split(separator: " ").map(String.init))
        #expect(words.command == "set")
        let parsed = try ParsedArguments(words.rest, for: SetCommand.specification)
        #expect(parsed.words == ["07:30"])
        #expect(parsed.options == ["--volume": "40", "--json": ""])
    }

    @Test("takes -n5, -n=5 and -n 5 alike", arguments: [["-n5"], ["-n=5"], ["-n", "5"]])
    func shortOptions(words: [String]) throws {
        let parsed = try ParsedArguments(words, for: NextCommand.specification)
        #expect(parsed.options == ["-n": "5"])
    }

    @Test("has no options after --")
    func endOfOptions() throws {
        let parsed = try ParsedArguments(["--", "--json"], for: ListCommand.specification)
        #expect(parsed.words == ["--json"])
        #expect(parsed.options.isEmpty)
    }

    @Test("declares every option once, and explains each")
    func declarations() {
        for command in CommandTable.commands {
            let specification = command.specification
            let spellings = specification.allOptions.map(\.spelling)
            #expect(Set(spellings).count == spellings.count, "\(specification.name)")
            #expect(specification.allOptions.allSatisfy { $0.help.description.hasSuffix(".") })
        }
    }
}

@Suite("The nearest word") struct NearestWordTests {
    @Test(
        "takes a letter left out, added, changed or swapped",
        arguments: [
            ("lst", "list"), ("listt", "list"), ("lisp", "list"), ("lsit", "list"),
            ("snoze", "snooze"), ("dismis", "dismiss"), ("perview", "preview"),
            ("STATUS", "status"),
        ])
    func near(word: String, expected: String) {
        let words = CommandTable.commands.map { $0.specification.name }
        #expect(nearestWord(to: word, among: words) == expected)
    }

    @Test("is none where nothing is near", arguments: ["", "x", "frobnicate", "wake"])
    func far(word: String) {
        let words = CommandTable.commands.map { $0.specification.name }
        #expect(nearestWord(to: word, among: words) == nil)
    }
}

/// Reads a command line as the tool does, up to where it would do something.
private func read(_ line: String) throws(UsageError) {
    let words = try CommandWords(line.split(separator: " ").map(String.init))
    let type = try CommandTable.command(named: words.command ?? "")
    let parsed = try ParsedArguments(words.rest, for: type.specification)
    try type.specification.checkCount(of: parsed.words)
    _ = try type.init(parsed)
}
