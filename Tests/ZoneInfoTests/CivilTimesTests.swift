// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import JSON
import TestSupport
import Testing
import ZoneInfo

/// A civil time that people met, and the instants that are right.
struct CivilCase: CustomTestStringConvertible, Sendable {
    var id: String
    var zone: String
    var now: Instant
    var schedule: Schedule
    var expected: [String]

    /// Whether the answer rests on rules for years that were still to come when the row was written.
    var dependsOnData: Bool

    var testDescription: String { "\(id) \(zone) \(schedule.time)" }

    /// The rows of `civil-times.json`.
    static let all: [CivilCase] = {
        let path = #filePath.prefix(upTo: #filePath.lastIndex(of: "/") ?? #filePath.endIndex)
        guard let bytes = contents(ofFile: "\(path)/civil-times.json"),
            let rows = try? JSONValue(parsing: bytes).arrayValue
        else { return [] }
        return rows.compactMap(CivilCase.init)
    }()

    private init?(_ row: JSONValue) {
        guard let row = row.objectValue, let id = row["id"]?.stringValue,
            let zone = row["tz"]?.stringValue, let now = row["now_utc"]?.stringValue,
            let instant = Instant(rfc3339: now), let spec = row["spec"]?.objectValue,
            let text = spec["time"]?.stringValue, let time = TimeOfDay(text),
            let expected = row["expect_next_utc"]?.arrayValue
        else { return nil }
        let pattern: Schedule.Pattern
        if let date = spec["date"]?.stringValue.flatMap({ CivilDate($0) }) {
            pattern = .date(date)
        } else {
            let days = (spec["days"]?.arrayValue ?? []).compactMap(\.stringValue)
            pattern = .weekly(Weekdays(days.compactMap(Weekday.init)))
        }
        self.id = id
        self.zone = zone
        self.now = instant
        self.schedule = Schedule(time: time, pattern: pattern)
        self.expected = expected.compactMap(\.stringValue)
        self.dependsOnData = row["tzdata_sensitive"] == .bool(true)
    }
}

@Suite("The civil times that people met")
struct CivilTimesTests {
    @Test("are all there to be tested")
    func complete() {
        #expect(CivilCase.all.count == 103)
    }

    @Test("ring at the right instants", arguments: CivilCase.all)
    func right(row: CivilCase) throws {
        let zone = try ZoneCatalog(read: contents(ofFile:)).zone(named: row.zone)
        let times = row.schedule.times(after: row.now, in: zone, gap: .after, overlap: .first)
        let instants = times.prefix(5).map { $0.instant.rfc3339(offset: 0) }
        withKnownIssue("a state may have changed its rules", isIntermittent: true) {
            #expect(instants == row.expected)
        } when: {
            row.dependsOnData && !Self.isDataOfRows
        }
    }

    /// Whether the machine's zones are those by which the rows were written.
    ///
    /// With others, a row that depends on them may be wrong by now, or not be right yet.
    private static let isDataOfRows: Bool = {
        let data = contents(ofFile: "\(ZoneCatalog.folder)/tzdata.zi") ?? []
        return data.starts(with: "# version 2026f".utf8)
    }()
}
