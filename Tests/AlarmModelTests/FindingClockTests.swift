// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("What is found of the clocks")
struct FindingClockTests {
    @Test(
        "of the wall clock is whether the kernel keeps it right, and else whether it is believed",
        arguments: [
            (true, .trusted, .pass), (true, nil, .pass), (true, .doubted, .pass),
            (false, .trusted, .warn), (false, nil, .warn),
            (false, .waiting(until: .seconds(300)), .warn), (false, .doubted, .fail),
            (nil, .trusted, .warn), (nil, nil, .warn), (nil, .doubted, .fail),
        ] as [(Bool?, ClockTrust?, Finding.Verdict)])
    func clock(isSynchronized: Bool?, trust: ClockTrust?, expected: Finding.Verdict) {
        let finding = Finding.clock(isSynchronized: isSynchronized, trust: trust)
        #expect(finding.name == "clock" && finding.verdict == expected)
        #expect(expected == .pass || isSynchronized == nil || finding.remedy != nil)
    }

    @Test("of a wall clock that nothing rings by is no more than a warning")
    func unneeded() {
        let finding = Finding.clock(isSynchronized: false, trust: .doubted, isNeeded: false)
        #expect(finding.verdict == .warn)
    }

    @Test("of those that run or wake while the machine is off or asleep is whether there are any")
    func others() {
        #expect(Finding.battery(isThere: true).verdict == .pass)
        #expect(Finding.battery(isThere: false).verdict == .warn)
        #expect(Finding.wake(nil).verdict == .pass)
        #expect(Finding.wake(.right).verdict == .warn)
        #expect(Finding.wake(.right).detail.description.contains("CAP_WAKE_ALARM"))
        #expect(
            Finding.wake(.clock("not supported")).detail.description.contains("(not supported)"))
    }

    @Test("keeps an alarm from ringing only where it fails")
    func reasons() {
        let findings = [
            Finding(.clock, .warn, ""), Finding(.output, .fail, ""), Finding(.mixer, .pass, ""),
        ]
        #expect(findings.failures.map(\.name) == ["output"])
        #expect(findings.dropFirst(2).failures.isEmpty)
        #expect(Finding.Verdict.pass < .warn && Finding.Verdict.warn < .fail)
    }
}
