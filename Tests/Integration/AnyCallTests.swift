// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import TestSupport
import Testing

/// A few calls all over an alarm's life, or with `WECKER_FAULTS=3/8` the third of every eight of all calls.
@Suite("A fault at any call of the system")
struct AnyCallTests {
    /// Which of all calls are hit; `nil` for a few.
    private static let share: (first: Int, of: Int)? = {
        let text = unsafe getenv("WECKER_FAULTS").map { unsafe String(cString: $0) }
        let numbers = text?.split(separator: "/").compactMap { Int($0) } ?? []
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }()

    /// Each fault, and the number of the call that has it.
    private static let faults = [
        ("kill", 150), ("kill", 350), ("kill", 550), ("kill", 750), ("ENOSPC", 60), ("EIO", 80),
        ("EMFILE", 50), ("ENOMEM", 70),
    ]

    @Test(
        "loses no alarm, is said or ends the daemon, and lets what is due be heard, and nothing that was answered (B122)",
        arguments: share == nil ? faults : Array(faults.dropFirst(3)))
    func fault(_ fault: String, number: Int) throws {
        guard let share = Self.share else { return try FaultyLife(fault, at: number).run() }
        for number in stride(from: share.first, through: 20_000, by: share.of) {
            let life = try FaultyLife(fault, at: number)
            try life.run()
            guard let call = life.call else { return }
            print(fault, number, call, terminator: "")
        }
    }
}
