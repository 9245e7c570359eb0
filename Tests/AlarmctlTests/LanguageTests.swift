// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmProtocol
import AlarmStore
import JSON
import TestSupport
import Testing

@testable import alarmctl

@Suite(
    "In the person's language, the tool",
    .enabled(if: LanguageRun.isPossible, "localedef, its sources or gettext are missing"))
struct LanguageTests {
    private static let german = ["LANG=de_DE.UTF-8"]

    private var alarm: Wire.Alarm {
        Wire.Alarm(
            id: "wake", label: "日本語", enabled: true,
            schedule: Wire.Schedule(time: "07:30", days: Weekdays.workdays.days), ring: Wire.Ring(),
            state: .scheduled, next: "2056-01-03T07:30:00+01:00", skipped: [])
    }

    @Test(
        "follows LANGUAGE, LC_ALL, LC_MESSAGES and LANG, and is English in C",
        arguments: [
            (["LANG=de_DE.UTF-8"], "es gibt keinen Befehl „x“"),
            (["LC_MESSAGES=de_DE.UTF-8"], "es gibt keinen Befehl „x“"),
            (["LC_ALL=de_DE.UTF-8", "LANG=C"], "es gibt keinen Befehl „x“"),
            (["LANG=en_US.UTF-8", "LANGUAGE=de"], "es gibt keinen Befehl „x“"),
            (["LANG=de_DE.UTF-8", "LANGUAGE=fr:de:en"], "es gibt keinen Befehl „x“"),
            (["LANG=de_DE.ISO-8859-1"], "es gibt keinen Befehl „x“"),
            (["LANG=de_DE.UTF-8", "LC_MESSAGES=C"], "there is no command “x”"),
            (["LANG=en_US.UTF-8"], "there is no command “x”"),
            (["LANG=C", "LANGUAGE=de"], "there is no command “x”"),
            (["LANG=xx_YY.UTF-8"], "there is no command “x”"),
            ([], "there is no command “x”"),
        ])
    func environment(_ variables: [String], _ message: String) throws {
        let run = try LanguageRun().run(["x"], in: variables)
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("alarmctl: \(message)\n"), "\(run.errors)")
    }

    @Test("shows its tables in it, in columns as wide as a terminal shows them")
    func list() throws {
        var other = alarm
        other.id = "tea"
        other.label = "e\u{301}"
        other.enabled = false
        (other.next, other.state, other.skipped) = (nil, .off, ["a", "b"])
        let run = try LanguageRun().run(["list"], in: Self.german) { [alarm] _ in
            .reply(ListReply(alarms: [alarm, other]))
        }
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        #expect(lines.first?.contains("NÄCHSTES") == true)
        #expect(lines.first?.hasSuffix("NAME    HINWEIS") == true)
        #expect(lines.dropFirst().first?.hasPrefix("Mo 3. Jan 2056 07:30  in ") == true)
        #expect(lines.dropFirst().first?.hasSuffix("geplant  日本語") == true, "\(run.output)")
        #expect(
            lines.last?.hasSuffix("aus      e\u{301}       lässt die nächsten 2 Male aus") == true)
    }

    @Test("words what happens from its code, and what it does not know as the daemon says it")
    func watch() throws {
        let events = [
            Wire.Event(
                kind: .missed, at: "2026-12-01T07:30:00Z", code: "too-late-boot",
                args: ["late": "5400"], alarm: "wake", reason: "found late"),
            Wire.Event(
                kind: .set, at: "2026-12-01T07:30:01Z", code: "brand-new", alarm: "wake",
                reason: "something new", by: "anna"),
            Wire.Event(kind: .snoozed, at: "2026-12-01T07:30:02Z", until: "2026-12-01T07:39:00Z"),
            Wire.Event(
                kind: .health, at: "2026-12-01T07:30:03Z", code: "problem",
                args: ["name": "storage", "detail": "the disk under /x does not answer"],
                text: Wire.Text(
                    Message("the disk under \("/x") does not answer; alarms go on in memory"))),
            Wire.Event(
                kind: .config, at: "2026-12-01T07:30:04Z", code: "refused",
                args: ["detail": "said by an older daemon"]),
        ]
        let run = try LanguageRun().run(["watch"], in: Self.german) { _ in
            ToolRun.Reaction(
                replies: events.enumerated().map {
                    VarlinkReply(
                        MonitorReply(event: $1), continues: $0 < events.count - 1)
                })
        }
        #expect(
            run.output == """
                2026-12-01 07:30:00  verpasst       wake  1 h 30 min zu spät bemerkt: alarmd lief nicht
                2026-12-01 07:30:01  gestellt       wake  something new  von anna
                2026-12-01 07:30:02  schlummert     bis 07:39
                2026-12-01 07:30:03  Befinden       Speicher: der Datenträger unter /x antwortet nicht; Alarme bleiben im Arbeitsspeicher
                2026-12-01 07:30:04  Konfiguration  die Konfiguration ist abgelehnt, die vorige gilt weiter: said by an older daemon

                """)
    }

    @Test("names the doctor's checks and verdicts, in columns that fit them")
    func doctor() throws {
        let checks = [
            Finding(.clock, .pass, Message(verbatim: "c")),
            Finding(.output, .fail, Message(verbatim: "o")),
            Finding(.calendar, .warn, Message(verbatim: "k"), remedy: Message(verbatim: "r")),
            Finding(name: "new", .pass, Message(verbatim: "n")),
            Finding(.next, .pass, Message(verbatim: "a, 2026-12-01 07:30:00, in 174h18m38s")),
        ]
        let next = Wire.Occurrence(
            id: "a@2099-12-01T07:30", alarm: "a", due: "2099-12-01T07:30:00+01:00",
            state: .scheduled, snoozes: 0)
        let run = try LanguageRun().run(["doctor"], in: Self.german) { request in
            request.member == NextCall.methodName
                ? .reply(NextReply(occurrences: [next]))
                : .reply(DiagnoseReply(checks: checks.map { Wire.Check($0) }))
        }
        #expect(
            run.output.hasPrefix(
                """
                FEHLER   Ausgabe   o
                Warnung  Kalender  k
                                   → r
                ok       Dienst    \

                """), "\(run.output)")
        for line in [
            "ok       Uhr       c\n", "ok       new       n\n",
            "a, Dienstag, 1. Dezember 2099 um 07:30, in ",
        ] {
            #expect(run.output.contains(line), "\(run.output)")
        }
        #expect(run.errors.contains("auf den nächsten Alarm ist kein Verlass: Ausgabe"))
        #expect(run.status == 1)
    }

    @Test("words a problem and its remedy from their formats")
    func status() throws {
        var status = StatusReply(
            version: "1", instance: .system, time: "2026-12-01T07:30:00Z", zone: "UTC",
            clockTrusted: true, canWake: true, ringing: [], missed: [], problems: [])
        status.problems = [
            Wire.Check(
                name: "storage", outcome: .fail,
                detail: Message("the disk under \("/x") does not answer; alarms go on in memory"),
                remedy: Message(verbatim: "df -h")),
            Wire.Check(name: "new", outcome: .warn, detail: Message(verbatim: "as it is")),
        ]
        let run = try LanguageRun().run(["status"], in: Self.german) { [status] _ in .reply(status)
        }
        #expect(
            run.output.hasPrefix(
                """
                PROBLEM  Speicher: der Datenträger unter /x antwortet nicht; Alarme bleiben im Arbeitsspeicher
                  df -h
                WARNUNG  new: as it is
                Nächstes  nichts
                Zeit      Dienstag, 1. Dezember 2026 um 07:30, UTC
                """), "\(run.output)")
    }

    @Test(
        "words what is wrong in the configuration, and what was expected and mends it",
        arguments: [
            (
                "[ring]\nfade = 30",
                "fade: „30“ geht nicht, erwartet: eine Dauer mit ihrer Einheit von 0 bis 1h, wie 90s oder 25m; "
                    + "richtig ist 30s oder 30m"
            ),
            (
                "[ring]\nvolum = 3",
                "volum: [ring] hat keinen solchen Schlüssel; war volume gemeint?"
            ),
            (
                "[mixer]\nfloor = 60\nceiling = 50",
                "floor: floor (60 %) liegt über ceiling (50 %); für floor höchstens 50 eintragen"
            ),
        ])
    func configuration(text: String, words: String) throws {
        let folder = TemporaryFolder()
        folder.write(text, to: "alarmd.conf")
        let file = folder.file("alarmd.conf")
        var status = StatusReply()
        status.problems = ConfigurationReader(path: file).read().problems.map {
            Wire.Check(name: "configuration", outcome: .warn, detail: $0.text)
        }
        let run = try LanguageRun().run(["status"], in: Self.german) { [status] _ in .reply(status)
        }
        #expect(
            run.output.hasPrefix("WARNUNG  Konfiguration: \(file):2: \(words)\n"), "\(run.output)")
    }

    @Test("words what is wrong in a storyboard, in its place", arguments: [["show", "x"], []])
    func storyboard(words: [String]) throws {
        let folder = TemporaryFolder()
        folder.write(
            "[Storyboard]\ninitial = sofd\n[Scene soft]\n[Segue s]\nfrom = soft\non = failed\nto = gone",
            to: "x.storyboard")
        let file = folder.file("x.storyboard")
        let read = try #require(StoryboardReader(folders: [folder.path]).read("x"))
        let faults = read.problems.map { Wire.Fault($0.text) }
        let run = try LanguageRun().run(["storyboards"] + words, in: Self.german) { _ in
            words.isEmpty
                ? .reply(
                    StoryboardsReply(storyboards: [
                        Wire.StoryboardFile(name: "x", file: file, faults: faults)
                    ]))
                : .reply(
                    StoryboardReply(
                        file: file, faults: faults, initial: nil, scenes: [], segues: []))
        }
        let indent = words.isEmpty ? "  " : ""
        #expect(
            run.output == """
                x  \(file)
                \(indent)\(file):2: initial: es gibt keine Szene sofd; war soft gemeint?
                \(indent)\(file):7: to: es gibt keine Szene gone; es gibt soft

                """)
        #expect(
            faults[0].reason == "\(file):2: initial: there is no scene sofd; did you mean soft?")
    }

    @Test(
        "words the daemon's errors",
        arguments: [
            (AlarmClockError.noSuchAlarm(id: "x"), "es gibt keinen Alarm „x“"),
            (
                .invalidSchedule(field: "days", reason: Message("names no day")),
                "WHEN: nennt keinen Tag"
            ),
            (
                .snoozeLimitReached(occurrence: "x", limit: 3),
                "„x“ hat 3-mal geschlummert, öfter geht es nicht"
            ),
        ])
    func errors(error: AlarmClockError, message: String) throws {
        let run = try LanguageRun().run(["clear", "x"], in: Self.german) { _ in .error(error) }
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("alarmctl: \(message)\n"), "\(run.errors)")
    }

    @Test(
        "helps in it with every command",
        arguments: CommandTable.commands.map { $0.specification.name })
    func help(command: String) throws {
        let german = try LanguageRun().run([command, "--help"], in: Self.german)
        let english = try ToolRun.run([command, "--help"])
        #expect(german.output.contains("Aufruf: alarmctl \(command)"))
        #expect(german.output.contains("Diese Hilfe ausgeben."))
        // Lines without words of either language: examples, names.
        let same = Set(german.output.split(separator: "\n")).intersection(
            english.output.split(separator: "\n"))
        #expect(same.isEmpty, "\(same)")
    }

    @Test("tells programs the same in every language")
    func json() throws {
        for arguments in [["set", "25:00", "--json"], ["clear", "x", "--json"]] {
            let german = try LanguageRun().run(arguments, in: Self.german) { _ in
                .error(AlarmClockError.noSuchAlarm(id: "x"))
            }
            let english = try ToolRun.run(arguments) { _ in
                .error(AlarmClockError.noSuchAlarm(id: "x"))
            }
            #expect(german.errors == english.errors)
            #expect(german.status == english.status)
        }
    }

    @Test(
        "shows days, months and 12 or 24 hours as LC_TIME has them, whatever the language",
        arguments: [
            (["LC_TIME=de_DE.UTF-8"], "wake rings on Montag 3 Januar 2056 at 15:05"),
            (["LC_TIME=en_US.UTF-8"], "wake rings on Monday 3 January 2056 at 3:05 PM"),
            (["LANG=de_DE.UTF-8"], "wake klingelt am Montag, 3. Januar 2056 um 15:05"),
            (
                ["LANG=de_DE.UTF-8", "LC_TIME=en_US.UTF-8"],
                "wake klingelt am Monday, 3. January 2056 um 3:05 PM"
            ),
            ([], "wake rings on Monday 3 January 2056 at 15:05"),
        ])
    func times(_ variables: [String], _ text: String) throws {
        var alarm = alarm
        alarm.label = nil
        alarm.schedule = Wire.Schedule(time: "15:05")
        alarm.next = "2056-01-03T15:05:00+01:00"
        let run = try LanguageRun().run(["set", "15:05"], in: variables) { [alarm] _ in
            .reply(SetReply(alarm: alarm, created: true))
        }
        #expect(run.output.hasPrefix("\(text), in "), "\(run.output) \(run.errors)")
    }

    @Test("says a recurrence in it, with the names of its days and months")
    func recurrence() throws {
        var alarm = alarm
        alarm.schedule = Wire.Schedule(
            time: "18:00", rrule: "FREQ=YEARLY;BYMONTH=3,5;BYDAY=-1FR,2MO;COUNT=3")
        let run = try LanguageRun().run(["enable", "wake"], in: Self.german) { [alarm] _ in
            .reply(SetReply(alarm: alarm, created: false))
        }
        #expect(
            run.output.hasPrefix(
                "wake (日本語) klingelt jährlich am letzten Fr,2. Mo in Mär,Mai 18:00, 3-mal, als Nächstes am "
            ),
            "\(run.output) \(run.errors)")
    }

    @Test(
        "says in English what a broken catalogue says wrong",
        arguments: ["%2$s", "%1$s %1$d", "%n%n%n", "%", "nothing", "%1$s %2$s %3$s"])
    func broken(translation: String) throws {
        let catalog = """
            msgid ""
            msgstr "Content-Type: text/plain; charset=UTF-8\\n"

            msgid "there is no command “%1$s”"
            msgstr "\(translation)"
            """
        let run = try LanguageRun(from: catalog).run(["x"], in: Self.german)
        #expect(run.errors.hasPrefix("alarmctl: there is no command “x”\n"), "\(run.errors)")
    }
}
