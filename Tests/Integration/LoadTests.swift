// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import TestSupport
import Testing

@Suite("A crowd of clients")
struct LoadTests {
    /// The long form is a part of `make check-long`; only that holds rings to 20 ms.
    @Test(
        "that ask, never read, send a byte a second, go in mid-message or send no calls: alarms are heard on time, and nothing of it is left",
        .enabled(if: ShellRun.has("python3"), "it takes Python"))
    func crowd() {
        let run = ShellRun(
            "\(Rig.packageFolder)/Tests/Benchmarks/load --programs \(Program.folder) "
                + "--seconds 10 --clients 200 --rings 2 --late 250")
        #expect(run.code == 0, "\(run.output)")
    }
}
