// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Localization

/// What the checks found, in lines for a person.
enum DoctorText {
    /// The lines, what matters most first.
    static func lines(_ findings: [Finding]) -> [StyledLine] {
        let width = findings.map { displayWidth($0.title.localized) }.max() ?? 0
        let verdicts = [Finding.Verdict.fail, .warn, .pass]
        let verdictWidth = verdicts.map { displayWidth(word($0).text) }.max() ?? 0
        let ranked = verdicts.flatMap { verdict in
            findings.filter { $0.verdict == verdict }
        }
        return ranked.flatMap { finding in
            let (word, style) = word(finding.verdict)
            var line = StyledLine(verbatim: word, style)
            line.append(
                verbatim: String(repeating: " ", count: verdictWidth - displayWidth(word) + 2))
            let title = finding.title.localized
            line.append(verbatim: title, finding.verdict == .pass ? .plain : .bold)
            line.append(verbatim: String(repeating: " ", count: width - displayWidth(title) + 2))
            line.append(finding.detail)
            guard finding.verdict != .pass, let remedy = finding.remedy else { return [line] }
            var mend = StyledLine(
                verbatim: String(repeating: " ", count: verdictWidth + width + 4) + "→ ")
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

    private static func word(_ verdict: Finding.Verdict) -> (text: String, style: StyledLine.Style)
    {
        switch verdict {
        case .pass: (Message("ok").localized, .green)
        case .warn: (Message("warn").localized, .yellow)
        case .fail: (Message("FAIL").localized, .red)
        }
    }
}
