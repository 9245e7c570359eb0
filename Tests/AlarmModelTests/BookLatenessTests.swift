// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("What is found late")
struct BookLatenessTests {
    /// Age, limit, wait cut short by a change (all in seconds), and what follows.
    static let rows: [(Int, Int, Int?, Lateness.Verdict)] = [
        (-10, 3600, nil, .onTime),
        (0, 0, nil, .onTime),
        (59, 0, nil, .onTime),
        (60, 0, nil, .missed),
        (60, 60, nil, .late),
        (61, 60, nil, .missed),
        (3600, 3600, nil, .late),
        (3601, 3600, nil, .missed),
        (86_400, 86_400, nil, .late),
        // The clock jumped: what was left to wait and the age are the jump.
        (3601, 0, 7199, .late),
        (3601, 0, 7200, .missed),
        (10_800, 0, 0, .late),
        (10_801, 0, 0, .missed),
        // The wait had run out by itself: no jump's fault.
        (7200, 3600, -59, .late),
        (7200, 3600, -60, .missed),
        (7200, 3600, -7200, .missed),
        (7200, 7200, -7200, .late),
    ]

    @Test("rings by its age, its limit, and the jump that hid it", arguments: rows)
    func verdict(_ age: Int, _ limit: Int, _ wait: Int?, _ expected: Lateness.Verdict) {
        let lateness = Lateness(
            age: .seconds(age), limit: .seconds(limit), wait: wait.map { .seconds($0) })
        #expect(lateness.verdict == expected)
    }
}
