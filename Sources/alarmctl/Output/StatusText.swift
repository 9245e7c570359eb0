// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import Localization

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
            var line = StyledLine(
                verbatim: "\(occurrence.state.words.localized.uppercased())  ", .red)
            line.append(verbatim: occurrence.id, .bold)
            if let reason = occurrence.reasonWords {
                line.append(verbatim: "  ")
                line.append(reason)
            }
            return line
        }
    }

    private static func missed(_ status: StatusReply, at now: Instant) -> [StyledLine] {
        guard !status.missed.isEmpty else { return [] }
        let lines = status.missed.map { occurrence in
            let state = Wire.OccurrenceState.missed.words.localized.uppercased()
            var line = StyledLine(verbatim: "\(state)  ", .red)
            line.append(verbatim: occurrence.alarm, .bold)
            line.append(
                verbatim: "  \(ZonedTime(occurrence.due)?.short(at: now) ?? occurrence.due)")
            if let reason = occurrence.reasonWords {
                line.append(verbatim: "  ")
                line.append(reason)
            }
            return line
        }
        return lines + [.indented("alarmctl status --acknowledge says that you have seen it")]
    }

    private static func problems(_ status: StatusReply) -> [StyledLine] {
        status.problems.filter { $0.outcome != .pass }.flatMap { problem in
            let isFailure = problem.outcome == .fail
            var line = StyledLine(
                isFailure ? Message("PROBLEM") : Message("WARNING"), isFailure ? .red : .yellow)
            line.append(verbatim: "  ")
            let finding = Finding(problem)
            line.append(finding.title, .bold)
            line.append(verbatim: ": ")
            line.append(finding.detail)
            return [line] + (finding.remedy.map { [.indented($0)] } ?? [])
        }
    }

    private static func facts(
        _ status: StatusReply, time: ZonedTime?, now: Instant
    ) -> [StyledLine] {
        var next = Message("nothing")
        if let occurrence = status.next {
            let due = occurrence.sounds ?? occurrence.due
            let text = ZonedTime(due).map {
                Message("\($0.short(at: now)), \(distanceText($0.instant - now))")
            }
            next = Message("\(text ?? Message(verbatim: due))  \(occurrence.alarm)")
        }
        let source = status.zoneSource.map { " (\($0))" } ?? ""
        let clock = "\(time?.long ?? status.time), \(status.zone)\(source)"
        let owner = status.instance == .user ? Message("your own") : Message("the system's")
        let rows: [(Message, Message)] = [
            (Message("Next"), next),
            (
                Message("Time"),
                status.clockTrusted
                    ? Message(verbatim: clock) : Message("\(clock), not yet trusted")
            ),
            (
                Message("Wakes"),
                status.canWake ? Message("yes") : Message("no: a suspended machine stays asleep")
            ),
            (
                Message("Output"),
                status.output.map { Message(verbatim: $0) } ?? Message("nothing is heard now")
            ),
            (Message("Daemon"), Message("\(owner), version \(status.version)")),
        ]
        let names = rows.map { $0.0.localized }
        let width = (names.map { displayWidth($0) }.max() ?? 0) + 2
        return zip(names, rows).map { name, row in
            let gap = String(repeating: " ", count: width - displayWidth(name))
            var line = StyledLine(verbatim: name + gap, .dim)
            line.append(row.1)
            return line
        }
    }
}
