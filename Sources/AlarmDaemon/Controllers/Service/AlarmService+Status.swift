// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import Platform
internal import ZoneInfo

extension AlarmService {
    /// Answers how the clock is.
    func status(_ responder: Responder) {
        let (book, moment, writer) = (schedule.book, schedule.moment, writer)
        func written(_ occurrences: [Occurrence]) -> [Wire.Occurrence] {
            occurrences.map { writer.occurrence($0, in: book, at: moment) }
        }
        let (zone, source) = zones.followed
        responder.reply(
            StatusReply(
                version: Wecker.version, instance: instance == .user ? .user : .system,
                time: writer.text(moment.wall, zone: nil), zone: zone, zoneSource: source,
                clockTrusted: schedule.clockTrust == .trusted,
                canWake: schedule.wakeRefusal == nil, ringing: written(book.liveOccurrences),
                next: written(book.next(1, at: moment, in: schedule.context).map(awaiting)).first,
                output: rings.heardOutput, missed: written(book.missed),
                problems: problems.problems.map(Self.check) + clockCheck + alarmChecks))
    }

    /// Answers whether the next alarm will ring, once that is known.
    func diagnose(_ responder: Responder) {
        health.check { findings in
            responder.reply(DiagnoseReply(checks: findings.map { Wire.Check($0) }))
        }
    }

    /// What is said while alarms wait for a clock that can be trusted.
    private var clockCheck: [Wire.Check] {
        guard let end = schedule.clockWaitEnd else { return [] }
        let until = writer.text(end, zone: nil)
        return [
            Wire.Check(
                name: "clock", outcome: .warn,
                detail: Message(
                    """
                    nothing has set the clock since the machine was switched on, so that alarms \
                    wait for that, at most until \(until)
                    """), remedy: Message(verbatim: "timedatectl"))
        ]
    }

    /// What is said of alarms that are switched on and have no time to come.
    private var alarmChecks: [Wire.Check] {
        schedule.book.neverDue.prefix(10).map { id in
            Wire.Check(
                name: "alarm", outcome: .fail,
                detail:
                    "\(id) is switched on and will not ring: its zone leaves out its time on that day",
                remedy: "alarmctl set \(id), with another time or date")
        }
    }

    private static func check(_ problem: Problem) -> Wire.Check {
        Wire.Check(
            name: problem.name, outcome: problem.severity == .failure ? .fail : .warn,
            detail: problem.detail, remedy: problem.remedy)
    }
}
