// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Glibc
import JSON
import Testing
import ZoneInfo

/// Reads a file whole, or returns `nil`.
func contents(of path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
        let count = unsafe chunk.withUnsafeMutableBytes {
            unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
        }
        guard count > 0 else { return count == 0 ? bytes : nil }
        bytes += chunk.prefix(count)
    }
}

/// A civil time that people met, and the instants that are right.
struct CivilCase: CustomTestStringConvertible, Sendable {
    var id: String
    var zone: String
    var now: Instant
    var schedule: Schedule
    var expected: [String]

    var testDescription: String { "\(id) \(zone) \(schedule.time)" }

    /// The rows of `civil-times.json`.
    static let all: [CivilCase] = {
        let path = #filePath.prefix(upTo: #filePath.lastIndex(of: "/") ?? #filePath.endIndex)
        guard let bytes = contents(of: "\(path)/civil-times.json"),
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
        let catalog = ZoneCatalog(read: contents(of:))
        let zone = try catalog.zone(named: row.zone)
        let times = row.schedule.times(after: row.now, in: zone, gap: .after, overlap: .first)
        let instants = times.prefix(5).map { $0.instant.rfc3339(offset: 0) }
        #expect(instants == row.expected)
    }
}
