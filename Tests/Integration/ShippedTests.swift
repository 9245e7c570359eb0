// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import TestSupport
import Testing

@Suite("What is shipped", .enabled(if: Program.isShipped, "the programs are a debug build"))
struct ShippedTests {
    @Test(
        "has neither the runtime of async nor libdispatch, whose tables cost memory from the start",
        arguments: ["alarmd", "alarm-player", "alarmctl"])
    func noDispatch(program: String) throws {
        // Text that every program has which they are linked into.
        for name in ["LIBDISPATCH_STRICT", "SWIFT TASK CONTINUATION MISUSE"] {
            let outcome = try Program.run(
                ["grep", "-caF", name, Program.folder + "/" + program], environment: [])
            #expect(outcome.output == "0\n", "\(program) has \(name) \(outcome.errors)")
        }
    }

    /// The aims are 600 kB of its own and 6,500 kB in all before it was asked for anything (README, Measured).
    @Test("waits for the next alarm with little memory of its own, and needs little to answer")
    func memory() throws {
        let daemon = try Daemon()
        try daemon.launch()
        #expect(eventually(within: 20) { daemon.log.contains("is ready") })
        #expect((100...600).contains(try memory("Anonymous", of: daemon)))
        #expect((1000...6500).contains(try memory("Rss", of: daemon)))
        for _ in 1...20 { _ = try daemon.ids() }
        #expect(try memory("Anonymous", of: daemon) <= 680)
    }

    @Test("gives back what a ring needed")
    func memoryAfterRing() throws {
        let daemon = try Daemon.running()
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "ring").status == 0)
        #expect(events.event("ringing") != nil, "\(daemon.log)")
        let ringing = try memory("Rss", of: daemon)
        #expect(try daemon.alarmctl("dismiss").status == 0)
        let isGivenBack = eventually(within: 5) {
            (try? memory("Rss", of: daemon)).map { $0 < ringing * 3 / 4 } ?? false
        }
        let after = try memory("Rss", of: daemon)
        #expect(isGivenBack, "\(ringing) kB while it rang, then \(after) kB")
    }

    /// What a daemon has in memory by a line of smaps_rollup (proc_pid_smaps(5)), in kB.
    private func memory(_ name: String, of daemon: Daemon) throws -> Int {
        let process = try #require(daemon.program?.processID)
        let outcome = try Program.run(
            ["grep", "\(name):", "/proc/\(process)/smaps_rollup"], environment: [])
        let words = outcome.output.split(whereSeparator: \.isWhitespace)
        return try #require(words.dropFirst().first.flatMap { Int($0) })
    }
}
