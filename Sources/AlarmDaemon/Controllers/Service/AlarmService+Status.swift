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
                clockTrusted: ClockQuality.isSynchronized == true
                    || ClockQuality.hasBatteryClock(),
                canWake: schedule.wakeRefusal == nil, ringing: written(book.liveOccurrences),
                next: written(book.next(1, at: moment, in: schedule.context)).first,
                output: rings.heardOutput, missed: written(book.missed),
                problems: problems.problems.map(Self.check)))
    }

    private static func check(_ problem: Problem) -> Wire.Check {
        Wire.Check(
            name: problem.name, outcome: problem.severity == .failure ? .fail : .warn,
            detail: problem.detail, remedy: problem.remedy)
    }
}
