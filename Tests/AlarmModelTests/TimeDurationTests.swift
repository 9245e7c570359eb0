// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("A duration in words")
struct TimeDurationTests {
    @Test(
        "is read and written with its units",
        arguments: [
            ("0", 0), ("90s", 90_000), ("25m", 1_500_000), ("1h30m", 5_400_000),
            ("500ms", 500), ("1h1m1s1ms", 3_661_001), ("9999999h", 35_999_996_400_000),
        ] as [(String, Int)])
    func read(text: String, milliseconds: Int) {
        let duration = DurationText.read(text)
        #expect(duration == .milliseconds(milliseconds))
        #expect(duration.map { DurationText.read(DurationText.write($0)) } == duration)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "90", "s", "-5s", "5s5m", "5m5m", "1.5h", "5 m", "5x", "99999999s", "1h30", "٣s",
            "+5s",
        ])
    func refused(text: String) {
        #expect(DurationText.read(text) == nil)
    }
}
