// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import Testing

/// What a test needs is not there.
struct SetUpFailure: Error {}

/// Values that a handler leaves behind.
final class Recorder<Value> {
    var values: [Value] = []
}

extension RunLoop {
    /// Runs until something holds, and fails the test where it does not come to hold in time.
    func run(
        within limit: Duration = .seconds(20), sourceLocation: SourceLocation = #_sourceLocation,
        until condition: () -> Bool
    ) throws {
        var isLate = false
        let timer = try Timer(on: self, clock: .monotonic) { _ in isLate = true }
        try timer.arm(at: Clocks.monotonic + limit)
        while !isLate, !condition() { try turn() }
        #expect(!isLate, "it did not happen in time", sourceLocation: sourceLocation)
    }
}

/// How many descriptors this process has open that stand for `target`.
func openDescriptors(of target: String) throws -> Int {
    try FileReader.names(inFolder: "/proc/self/fd", limit: 10000)
        .filter { ZoneLink.target(of: "/proc/self/fd/\($0)") == target }.count
}
