// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Testing

@testable import AlarmDaemon

@Suite("The heap that clients took")
struct ControlBudgetTests {
    @Test("is given back once three quarters of a crowd are gone, and then of what is left")
    func crowd() {
        var budget = ControlBudget(limits: ControlLimits())
        var given: [Int] = []
        for left in (0..<256).reversed() where budget.isEbb(amongst: left) { given.append(left) }
        #expect(given == [64, 16, 4])
    }

    @Test("is given back with the one client that held much, once")
    func large() {
        var budget = ControlBudget(limits: ControlLimits())
        budget.add(1 << 20)
        budget.add(-1 << 20)
        let answers = [budget.isEbb(amongst: 1), budget.isEbb(amongst: 0)]
        #expect(answers == [true, false])
    }

    @Test("stays for a few clients that come and go")
    func few() {
        var budget = ControlBudget(limits: ControlLimits())
        for _ in 0..<100 {
            budget.add(1000)
            budget.add(-1000)
            let isGiven = budget.isEbb(amongst: 5)
            #expect(!isGiven)
        }
    }
}
