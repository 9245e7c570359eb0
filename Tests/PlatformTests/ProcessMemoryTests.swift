// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform
import Testing

@Suite("The memory of this process")
struct ProcessMemoryTests {
    @Test("holds its code no more when that was given back, and runs on")
    func code() throws {
        let before = try mappedFromFiles()
        // Other tests run meanwhile, and use the code again.
        let after = try (1...10).map { _ in
            ProcessMemory.giveBackUnused()
            return try mappedFromFiles()
        }
        #expect(after.min() ?? before < before / 2, "\(before) kB, then \(after) kB")
    }

    /// What is resident of files, in KiB (`RssFile`, proc_pid_status(5)).
    private func mappedFromFiles() throws -> Int {
        let status = try FileReader.read("/proc/self/status", limit: 65_536)
        let line = try #require(
            String(decoding: status, as: UTF8.self).split(separator: "\n")
                .first { $0.hasPrefix("RssFile:") })
        return try #require(Int(line.split { !$0.isNumber }.joined()))
    }
}
