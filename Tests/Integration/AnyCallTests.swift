// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import TestSupport
import Testing

/// A few calls, chosen anew each time, or with `WECKER_FAULTS=3/8` the third of every eight of all calls.
@Suite("A fault at any call of the system")
struct AnyCallTests {
    /// Which of all calls are hit; `nil` for a few.
    private static let share: (first: Int, of: Int)? = {
        let text = unsafe getenv("WECKER_FAULTS").map { unsafe String(cString: $0) }
        let numbers = text?.split(separator: "/").compactMap { Int($0) } ?? []
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }()

    /// Each fault, and about how many calls in a life can have it.
    private static let faults = [
        ("kill", 900), ("kill", 900), ("kill", 900), ("kill", 900), ("ENOSPC", 130), ("EIO", 150),
        ("EMFILE", 100), ("ENOMEM", 150),
    ]

    @Test(
        "loses no alarm, is said or ends the daemon, and lets what is due be heard, and nothing that was answered (B122)",
        arguments: share == nil ? faults : Array(faults.dropFirst(3)))
    func fault(_ fault: String, calls: Int) throws {
        guard let share = Self.share else {
            let life = try FaultyLife(fault, at: .random(in: 1...calls))
            return try life.run()
        }
        for number in stride(from: share.first, through: 20_000, by: share.of) {
            let life = try FaultyLife(fault, at: number)
            try life.run()
            guard let call = life.call else { return }
            print(fault, number, call, terminator: "")
        }
    }
}
