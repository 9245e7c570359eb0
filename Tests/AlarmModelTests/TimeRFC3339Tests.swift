// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("An instant in RFC 3339")
struct TimeRFC3339Tests {
    @Test(
        "is read with any offset and fraction",
        arguments: [
            ("1970-01-01T00:00:00Z", 0),
            ("2026-12-01T07:30:00+01:00", 1_796_106_600_000_000),
            ("2026-12-01t06:30:00z", 1_796_106_600_000_000),
            ("1969-12-31T23:59:59.25Z", -750_000),
            ("1970-01-01T00:00:00.1234567890-00:30", 1_800_123_456),
        ] as [(String, Int64)])
    func read(text: String, microseconds: Int64) {
        #expect(Instant(rfc3339: text)?.microseconds == microseconds)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "2026-12-01", "2026-12-01T07:30:00", "2026-12-01 07:30:00Z", "2026-02-30T00:00:00Z",
            "2026-12-01T24:00:00Z", "2026-12-01T07:30:60Z", "2026-12-01T07:30:00+24:00",
            "2026-12-01T07:30:00+1:00", "2026-12-01T07:30:00.Z", "2026-12-01T07:30:00Zx",
            "2026-12-01T07:30:00+01:60", "-026-12-01T07:30:00Z", "2026-12-01T-7:30:00Z",
            "2026-12-01T25:30:00Z", "2026-12-01T\u{301}07:30:00Z", "2026-12-01T07:30:00.1\u{301}Z",
            String(repeating: "2", count: 100),
        ])
    func refused(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test(
        "is written to the second in the offset it is told in",
        arguments: [
            (0, "2026-12-01T06:30:00Z"), (3600, "2026-12-01T07:30:00+01:00"),
            (-12_600, "2026-12-01T03:00:00-03:30"), (50_400, "2026-12-01T20:30:00+14:00"),
            (3208, "2026-12-01T06:30:00Z"),
        ])
    func write(offset: Int, text: String) {
        #expect(Instant(microseconds: 1_796_106_600_999_999).rfc3339(offset: offset) == text)
    }
}
