// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import JSON
import Platform
import Testing

@testable import alarmctl

@Suite("preview") struct CivilTimesTests {
    @Test("is right about every civil time of the cases", .enabled(if: CivilTimeCases.path != nil))
    func civilTimes() throws {
        let path = try #require(CivilTimeCases.path)
        let cases = try JSONValue(parsing: FileReader.read(path, limit: 1 << 20)).arrayValue ?? []
        try #require(!cases.isEmpty)
        for row in cases {
            let name = row["id"]?.stringValue ?? ""
            let days = row["spec"]?["days"]?.arrayValue?.compactMap(\.stringValue)
            let day = days?.joined(separator: ",") ?? row["spec"]?["date"]?.stringValue ?? "?"
            let words = [
                "preview", day, row["spec"]?["time"]?.stringValue ?? "?", "--json", "-n", "5",
                "--zone", row["tz"]?.stringValue ?? "?", "--after",
                row["now_utc"]?.stringValue ?? "?",
            ]
            let run = try ToolRun.run(words)
            let expected = row["expect_next_utc"] ?? .null
            let answer = try? JSONValue(parsing: Array(run.output.utf8))
            #expect(answer?["instants"] == expected, "\(name): \(run.errors)")
        }
    }

    @Test("shows the clock of the zone, with its weekday")
    func local() throws {
        let run = try ToolRun.run(
            [
                "preview", "mon-fri 07:30", "--after", "2026-12-01T00:00:00Z", "-n", "2", "--zone",
                "UTC",
            ])
        #expect(
            run.output == """
                Tue 2026-12-01 07:30 UTC  in 7 h 30 min
                Wed 2026-12-02 07:30 UTC  in 1 d 8 h

                """)
        #expect(run.status == 0)
    }

    @Test("has its columns below one another where the zone's name changes")
    func columns() throws {
        let run = try ToolRun.run(
            [
                "preview", "sat,sun 07:30", "--after", "2027-03-27T00:00:00Z", "-n", "2", "--zone",
                "Europe/Berlin",
            ])
        #expect(
            run.output == """
                Sat 2027-03-27 07:30 CET, Europe/Berlin   in 6 h 30 min
                Sun 2027-03-28 07:30 CEST, Europe/Berlin  in 1 d 6 h

                """)
    }

    @Test("shows nothing where a date has passed, and says so")
    func past() throws {
        let words = ["preview", "2024-01-01", "07:30", "--after", "2026-12-01T00:00:00Z"]
        let run = try ToolRun.run(words)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("It would never ring"))
        #expect(try ToolRun.run(words + ["--json"]).output == "{\"instants\":[]}\n")
    }

    @Test(
        "shows the days of a recurrence rule, which starts on the date or else today",
        arguments: [
            (
                "18:00", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=2",
                "2026-12-25T18:00:00Z 2027-01-29T18:00:00Z"
            ),
            ("07:00", "FREQ=DAILY;INTERVAL=2;COUNT=2", "2026-12-03T07:00:00Z"),
            (
                "2026-11-28 07:00", "FREQ=DAILY;INTERVAL=3;COUNT=3",
                "2026-12-04T07:00:00Z"
            ),
            ("today 07:00", "FREQ=YEARLY;COUNT=2", "2027-12-01T07:00:00Z"),
        ])
    func recurrence(when: String, rule: String, instants: String) throws {
        let words = [
            "preview", when, "--rrule", rule, "--after", "2026-12-01T12:00:00Z", "--zone", "UTC",
            "--json",
        ]
        let answer = try JSONValue(parsing: Array(try ToolRun.run(words).output.utf8))
        let expected = instants.split(separator: " ").map { JSONValue.string(String($0)) }
        #expect(answer["instants"] == .array(expected))
    }

    @Test("refuses a rule that never comes from its start on, and says so where one is over")
    func noRecurrence() throws {
        func run(_ when: String, _ rule: String) throws -> ToolRun.Outcome {
            try ToolRun.run(
                ["preview", when, "--rrule", rule, "--after", "2026-12-01T12:00:00Z"])
        }
        let never = try run("2025-05-01 07:00", "FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29")
        #expect(never.status == 2)
        #expect(never.errors.contains("never comes: no day of the calendar is like that"))
        #expect(try run("07:00", "FREQ=DAILY;UNTIL=20261101").status == 2)
        let over = try run("2026-11-01 07:00", "FREQ=DAILY;COUNT=3")
        #expect(over.status == 0)
        #expect(over.errors.hasPrefix("It would never ring: its last day has passed"))
    }

    @Test("refuses a zone that is none")
    func refuses() throws {
        #expect(try ToolRun.run(["preview", "07:30", "--zone", "No/Where"]).status == 2)
        #expect(try ToolRun.run(["preview", "07:30", "--zone", "../etc/passwd"]).status == 2)
    }
}

/// The cases of civil times, which are kept beside the tests of the zones.
private enum CivilTimeCases {
    /// Where they are, or `nil` in a copy without them.
    static var path: String? {
        let tests = "\(#filePath)".split(separator: "/").dropLast(2).joined(separator: "/")
        let folders = [
            "ZoneInfoTests", "ZoneInfoTests/Cases", "ZoneInfoTests/Resources", "../../shared/cases",
        ]
        return folders.map { "/\(tests)/\($0)/civil-times.json" }.first(where: Surroundings.exists)
    }
}
