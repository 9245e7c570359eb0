// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

@Suite("The calendar of holidays")
struct HolidayTests {
    private static let configuration = "[calendar]\nholidays = holidays.ics\n"

    /// A calendar in which tomorrow, in UTC, is a holiday, and the day after it by a yearly rule too.
    private static func calendar() throws -> String {
        func date(_ words: String) throws -> String {
            try Program.run(["/bin/date", "-u", "-d", words, "+%Y%m%d"], environment: [])
                .output.split(separator: "\n").joined()
        }
        let (tomorrow, after) = (try date("tomorrow"), try date("tomorrow 1 day"))
        return [
            "BEGIN:VCALENDAR", "BEGIN:VEVENT", "SUMMARY:Feast\\, with", " cake",
            "DTSTART;VALUE=DATE:\(tomorrow)", "END:VEVENT", "BEGIN:VEVENT", "SUMMARY:Rest",
            "DTSTART;VALUE=DATE:2020\(after.dropFirst(4))", "RRULE:FREQ=YEARLY", "END:VEVENT",
            "END:VCALENDAR", "",
        ].joined(separator: "\r\n")
    }

    private static func replace(_ daemon: Daemon, with text: String) {
        daemon.rig.write(Array(text.utf8), to: "new.ics")
        unsafe rename(daemon.folder + "/new.ics", daemon.folder + "/holidays.ics")
    }

    /// What comes of the alarm, as `next` says it.
    private static func states(_ daemon: Daemon) throws -> [String] {
        let next = try daemon.call("Next", ["count": 1])["parameters"]?["occurrences"]?.arrayValue
        return next?.map {
            [$0["state"]?.stringValue, $0["reason"]?.stringValue].compactMap(\.self)
                .joined(separator: " ")
        } ?? []
    }

    @Test("keeps alarms silent that ask for it, and is shown with its reasons")
    func silent() throws {
        let daemon = try Daemon(configuration: Self.configuration)
        Self.replace(daemon, with: try Self.calendar())
        try daemon.start()
        // Near midnight tomorrow's time would not be the next; noon is far from both.
        let set = try daemon.alarmctl(
            "set", "tomorrow", "12:00", "--id", "a", "--not-on-holidays")
        #expect(set.status == 1 || set.errors.contains("at night"), "\(set)")
        #expect(
            try daemon.alarmctl("set", "daily", "00:00", "--id", "b", "--not-on-holidays").status
                == 0)
        #expect(
            try Self.states(daemon) == [
                "skipped holiday: Feast, withcake", "skipped holiday: Rest", "scheduled",
            ])
        #expect(try daemon.alarmctl("list").output.contains("holiday: Feast, withcake"))
        #expect(try daemon.alarmctl("next").output.contains("holiday: Rest"))
        let preview = try daemon.alarmctl(
            "preview", "daily", "00:00", "--not-on-holidays", "-n", "1")
        #expect(
            preview.output.contains("not, holiday: Rest")
                && preview.output.split(separator: "\n").count == 3, "\(preview)")
        let json = try daemon.alarmctl(
            "preview", "daily", "00:00", "--not-on-holidays", "-n", "2", "--json")
        let object = try JSONValue(parsing: Array(json.output.utf8))
        #expect(object["instants"]?.arrayValue?.count == 2)
        #expect(object["skipped"]?.arrayValue?.count == 2)
        #expect(
            try daemon.alarmctl("set", "--id", "b", "--reset", "not-on-holidays").status == 0)
        #expect(try Self.states(daemon) == ["scheduled"])
    }

    @Test(
        "is read again when it is replaced; a broken or vanished one is said, and holds nothing back"
    )
    func replaced() throws {
        let daemon = try Daemon(configuration: Self.configuration)
        Self.replace(daemon, with: try Self.calendar())
        try daemon.start()
        #expect(
            try daemon.alarmctl("set", "daily", "00:00", "--id", "b", "--not-on-holidays").status
                == 0)
        let events = try daemon.monitor()
        for broken in ["BEGIN:VCALENDAR\nBEGIN:VEVENT\n", "", "<html>"] {
            Self.replace(daemon, with: broken)
            #expect(events.event("health")?["code"] == "problem")
            #expect(try daemon.problem("calendar")?.contains("holidays.ics") == true)
            #expect(daemon.log.contains("holidays.ics"))
            #expect(try Self.states(daemon) == ["scheduled"])
            let check = try daemon.runAnother(["--check"])
            #expect(check.status == 1 && check.errors.contains(":4: holidays: "), "\(check)")
            Self.replace(daemon, with: try Self.calendar())
            #expect(events.event("config")?["code"] == "holidays-read")
            #expect(events.event("health")?["code"] == "mended")
            #expect(try daemon.problem("calendar") == nil)
            #expect(try Self.states(daemon).count == 3)
            #expect(try daemon.runAnother(["--check"]).status == 0)
        }
        unsafe unlink(daemon.folder + "/holidays.ics")
        #expect(events.event("health")?["code"] == "problem")
        #expect(try Self.states(daemon) == ["scheduled"])
        // A reload is taken all the same, and says it no second time.
        daemon.configure(Self.configuration + "[ring]\nsnooze = 7m\n")
        daemon.reload()
        #expect(events.event("config")?["code"] == "reloaded")
        #expect(try daemon.problem("calendar") != nil)
        daemon.configure("")
        daemon.reload()
        #expect(events.event("health", "config")?["code"] == "mended")
    }

    @Test("that is broken at start does not keep the daemon from its work")
    func brokenAtStart() throws {
        let daemon = try Daemon.running(configuration: Self.configuration)
        #expect(try daemon.problem("calendar")?.contains("holidays.ics") == true)
        #expect(try daemon.alarmctl("set", "daily", "00:00", "--not-on-holidays").status == 0)
        #expect(try Self.states(daemon) == ["scheduled"])
        #expect(try daemon.alarmctl("status").output.contains("alarms ring on holidays too"))
        let plain = try Daemon.running()
        #expect(try plain.problem("calendar") == nil)
        #expect(try plain.alarmctl("set", "daily", "00:00", "--not-on-holidays").status == 0)
        #expect(try plain.problem("calendar")?.contains("no calendar of holidays") == true)
    }
}
