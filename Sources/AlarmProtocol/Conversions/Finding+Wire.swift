// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

extension Wire.Check {
    /// Writes what a check found.
    package init(_ finding: Finding) {
        let outcome: Wire.CheckOutcome =
            switch finding.verdict {
            case .pass: .pass
            case .warn: .warn
            case .fail: .fail
            }
        self.init(
            name: finding.name, outcome: outcome, detail: finding.detail, remedy: finding.remedy)
    }
}

extension Finding {
    /// Reads what a check found.
    package init(_ check: Wire.Check) {
        let verdict: Verdict =
            switch check.outcome {
            case .pass: .pass
            case .warn: .warn
            case .fail: .fail
            }
        let remedy = check.remedyText?.message ?? check.remedy.map { Message(verbatim: $0) }
        self.init(
            name: check.name, verdict, check.text?.message ?? Message(verbatim: check.detail),
            remedy: remedy)
    }
}
