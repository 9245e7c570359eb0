// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// What the checks found, in lines for a person.
enum DoctorText {
    /// The lines, what matters most first.
    static func lines(_ findings: [Finding]) -> [StyledLine] {
        let width = findings.map { displayWidth($0.name) }.max() ?? 0
        let ranked = [Finding.Verdict.fail, .warn, .pass].flatMap { verdict in
            findings.filter { $0.verdict == verdict }
        }
        return ranked.flatMap { finding in
            var line = word(finding.verdict)
            line.append(verbatim: "  ")
            line.append(verbatim: finding.name, finding.verdict == .pass ? .plain : .bold)
            line.append(
                verbatim: String(repeating: " ", count: width - displayWidth(finding.name) + 2))
            line.append(finding.detail)
            guard finding.verdict != .pass, let remedy = finding.remedy else { return [line] }
            var mend = StyledLine(verbatim: String(repeating: " ", count: width + 8) + "→ ")
            mend.append(remedy)
            return [line, mend]
        }
    }

    /// What it comes to, where the next alarm will ring.
    static func conclusion(_ findings: [Finding]) -> [StyledLine] {
        let next = findings.first { $0.name == Finding.Check.next.rawValue }
        guard let next, next.verdict == .pass else { return [] }
        return [StyledLine(), StyledLine("The next alarm will ring.", .bold)]
    }

    private static func word(_ verdict: Finding.Verdict) -> StyledLine {
        switch verdict {
        case .pass: StyledLine(verbatim: "ok  ", .green)
        case .warn: StyledLine(verbatim: "warn", .yellow)
        case .fail: StyledLine(verbatim: "FAIL", .red)
        }
    }
}
