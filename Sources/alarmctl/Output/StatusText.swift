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
        return news(status, at: now) + facts(status, time: time, now: now)
    }

    /// A line that begins with a word for what it tells.
    private struct News {
        var word: String
        var style: StyledLine.Style
        var about: StyledLine
        var below: [StyledLine] = []
    }

    /// What rings, what was missed and what is wrong, below one another.
    private static func news(_ status: StatusReply, at now: Instant) -> [StyledLine] {
        let news = ringing(status) + missed(status, at: now) + problems(status)
        let width = news.map { displayWidth($0.word) }.max() ?? 0
        return news.flatMap { news in
            var line = StyledLine(verbatim: news.word, news.style)
            let gap = width - displayWidth(news.word) + 2
            line.append(verbatim: String(repeating: " ", count: gap))
            for run in news.about.runs { line.append(verbatim: run.text, run.style) }
            return [line] + news.below
        }
    }

    private static func ringing(_ status: StatusReply) -> [News] {
        status.ringing.map { occurrence in
            var line = StyledLine(verbatim: occurrence.id, .bold)
            if let reason = occurrence.reasonWords {
                line.append(verbatim: "  ")
                line.append(reason)
            }
            return News(word: upper(occurrence.state.words), style: .red, about: line)
        }
    }

    private static func missed(_ status: StatusReply, at now: Instant) -> [News] {
        var news = status.missed.map { occurrence in
            var line = StyledLine(verbatim: occurrence.alarm, .bold)
            line.append(
                verbatim: "  \(ZonedTime(occurrence.due)?.short(at: now) ?? occurrence.due)")
            if let reason = occurrence.reasonWords {
                line.append(verbatim: "  ")
                line.append(reason)
            }
            return News(
                word: upper(Wire.OccurrenceState.missed.words), style: .red, about: line)
        }
        if let last = news.indices.last {
            news[last].below = [
                .indented("alarmctl status --acknowledge says that you have seen it")
            ]
        }
        return news
    }

    private static func problems(_ status: StatusReply) -> [News] {
        status.problems.filter { $0.outcome != .pass }.map { problem in
            let isFailure = problem.outcome == .fail
            let finding = Finding(problem)
            var line = StyledLine(finding.title, .bold)
            line.append(verbatim: ": ")
            line.append(finding.detail)
            return News(
                word: (isFailure ? Message("PROBLEM") : Message("WARNING")).localized,
                style: isFailure ? .red : .yellow, about: line,
                below: finding.remedy.map { [.indented($0)] } ?? [])
        }
    }

    private static func upper(_ word: Message) -> String { word.localized.uppercased() }

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
                status.output.map(outputWords) ?? Message("nothing is heard now")
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
