// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// How the clock is, in lines for a person.
enum StatusText {
    /// The lines, what matters most first: what rings, what was missed, what is wrong.
    ///
    /// - Parameters:
    ///   - status: What the daemon says.
    ///   - clock: What the clock says, where the daemon says nothing readable.
    /// - Returns: The lines.
    static func lines(_ status: StatusReply, elsewhere clock: Instant) -> [StyledLine] {
        let time = ZonedTime(status.time)
        let now = time?.instant ?? clock
        return ringing(status) + missed(status, at: now) + problems(status)
            + facts(status, time: time, now: now)
    }

    private static func ringing(_ status: StatusReply) -> [StyledLine] {
        status.ringing.map { occurrence in
            var line = StyledLine("\(occurrence.state.rawValue.uppercased())  ", .red)
            line.append(occurrence.id, .bold)
            if let reason = occurrence.reason { line.append("  \(reason)") }
            return line
        }
    }

    private static func missed(_ status: StatusReply, at now: Instant) -> [StyledLine] {
        guard !status.missed.isEmpty else { return [] }
        let lines = status.missed.map { occurrence in
            var line = StyledLine("MISSED  ", .red)
            line.append(occurrence.alarm, .bold)
            line.append("  \(ZonedTime(occurrence.due)?.short(at: now) ?? occurrence.due)")
            if let reason = occurrence.reason { line.append("  \(reason)") }
            return line
        }
        return lines + [StyledLine("  alarmctl status --acknowledge says that you have seen it")]
    }

    private static func problems(_ status: StatusReply) -> [StyledLine] {
        status.problems.filter { $0.outcome != .pass }.flatMap { problem in
            let isFailure = problem.outcome == .fail
            var line = StyledLine(
                isFailure ? "PROBLEM  " : "WARNING  ", isFailure ? .red : .yellow)
            line.append(problem.name, .bold)
            line.append(": \(problem.detail)")
            return [line] + (problem.remedy.map { [StyledLine("  \($0)")] } ?? [])
        }
    }

    private static func facts(
        _ status: StatusReply, time: ZonedTime?, now: Instant
    ) -> [StyledLine] {
        var next = "nothing"
        if let occurrence = status.next {
            let due = occurrence.sounds ?? occurrence.due
            let text = ZonedTime(due).map {
                "\($0.short(at: now)), \(distanceText($0.instant - now))"
            }
            next = "\(text ?? due)  \(occurrence.alarm)"
        }
        let trust = status.clockTrusted ? "" : ", not yet trusted"
        let source = status.zoneSource.map { " (\($0))" } ?? ""
        let owner = status.instance == .user ? "your own" : "the system's"
        let rows: [(String, String)] = [
            ("Next    ", next),
            ("Time    ", "\(time?.long ?? status.time), \(status.zone)\(source)\(trust)"),
            ("Wakes   ", status.canWake ? "yes" : "no: a suspended machine stays asleep"),
            ("Output  ", status.output ?? "not used yet"),
            ("Daemon  ", "\(owner), version \(status.version)"),
        ]
        return rows.map { name, text in
            var line = StyledLine(name, .dim)
            line.append(text)
            return line
        }
    }
}
