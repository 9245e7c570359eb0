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

    @Test("shows nothing where a date has passed, and says so")
    func past() throws {
        let words = ["preview", "2024-01-01", "07:30", "--after", "2026-12-01T00:00:00Z"]
        let run = try ToolRun.run(words)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("It would never ring"))
        #expect(try ToolRun.run(words + ["--json"]).output == "{\"instants\":[]}\n")
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
