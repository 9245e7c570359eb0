// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Glibc
import TestSupport
import Testing
import ZoneInfo

@Suite("The next times of a schedule")
struct ZoneDifferentialTests {
    /// How many random (zone, rule, start) are compared, in parallel parts.
    private static let parts = 0..<4
    private static let casesPerPart = 25_000

    @Test("are those of Python's zoneinfo, at random", arguments: parts)
    func agree(part: Int) throws {
        let seed = ProcessSeed.value &+ part
        let script = PackageRoot.file("Tests/ZoneDifferential/oracle.py")
        let command = "python3 '\(script)' \(seed) \(Self.casesPerPart) 2>&1"
        guard let pipe = unsafe popen(command, "r") else { throw NoOracle() }
        let zones = ZoneCatalog(read: contents(ofFile:))
        var compared = 0
        var line = [CChar](repeating: 0, count: 1024)
        while unsafe fgets(&line, 1024, pipe) != nil {
            let text = String(
                decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) },
                as: UTF8.self)
            let row = try #require(Row(text), "seed \(seed): the oracle said \(text)")
            #expect(try row.next(in: zones) == row.expected, "seed \(seed): \(text)")
            compared += 1
        }
        let status = unsafe pclose(pipe)
        // Exit code 127: no python3; 1 with nothing compared: one without zoneinfo.
        if compared == 0 { try Test.cancel("no python3 with zoneinfo here (status \(status))") }
        #expect(status == 0)
        #expect(compared == Self.casesPerPart)
    }

    private struct NoOracle: Error {}

    private struct Row {
        var zone: String
        var now: Instant
        var schedule: Schedule
        var expected: [Int64]

        init?(_ text: String) {
            let fields = text.split(separator: ";", omittingEmptySubsequences: false)
            guard fields.count == 5, let now = Int64(fields[1]), let second = Int(fields[2]) else {
                return nil
            }
            let pattern: Schedule.Pattern
            if let date = CivilDate(fields[3]) {
                pattern = .date(date)
            } else {
                guard let days = UInt8(fields[3]) else { return nil }
                pattern = .weekly(Weekdays(rawValue: days))
            }
            self.zone = String(fields[0])
            self.now = Instant(seconds: now)
            self.schedule = Schedule(
                time: TimeOfDay(secondsSinceMidnight: second), pattern: pattern)
            self.expected = fields[4].split(separator: ",").compactMap { Int64($0) }
        }

        func next(in zones: ZoneCatalog) throws -> [Int64] {
            let rules = try zones.zone(named: zone)
            return schedule.times(after: now, in: rules, gap: .after, overlap: .first)
                .prefix(5).map(\.instant.seconds)
        }
    }
}

/// The seed of this run, printed with each difference; `WECKER_SEED` repeats one.
private enum ProcessSeed {
    static let value: Int = {
        if let text = unsafe getenv("WECKER_SEED"), let seed = unsafe Int(String(cString: text)) {
            return seed
        }
        return Int(getpid()) &* 1000 &+ time(nil)
    }()
}
