// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("The promise")
struct BookPromiseTests {
    @Test(
        "holds through whatever people, clocks and crashes do: never early, never twice, never lost",
        arguments: 1...100)
    func holds(_ seed: Int) {
        var promise = BookPromise(seed: UInt64(seed))
        for step in 1...250 {
            promise.step()
            guard promise.broken.isEmpty else {
                Issue.record(
                    "seed \(seed), step \(step): \(promise.broken.joined(separator: "; "))")
                return
            }
        }
        #expect(promise.dueCount > 0)
    }
}
