// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import PlayerProtocol

extension AlarmService {
    /// The most rows of one reply; a caller that wants more asks again.
    static let rowLimit = 1000

    /// Answers with alarms in the order of their ids.
    func list(_ call: ListCall, _ responder: Responder) {
        guard let count = rows(call.count) else {
            responder.fail(ServiceError.invalidParameter("count"))
            return
        }
        let after = call.after.flatMap { AlarmID($0) }
        guard after != nil || call.after == nil else {
            responder.fail(ServiceError.invalidParameter("after"))
            return
        }
        let (book, moment, writer) = (schedule.book, schedule.moment, writer)
        let alarms = book.alarms(after: after, count: count)
        responder.reply(
            ListReply(alarms: alarms.map { writer.alarm($0, in: book, at: moment) }))
    }

    /// Answers with what sounds next.
    func next(_ call: NextCall, _ responder: Responder) {
        guard let count = rows(call.count ?? 1) else {
            responder.fail(ServiceError.invalidParameter("count"))
            return
        }
        let (book, moment, writer) = (schedule.book, schedule.moment, writer)
        let occurrences = book.next(
            count, skipped: NextCall.skippedLimit, at: moment, in: schedule.context)
        responder.reply(
            NextReply(
                occurrences: occurrences.map {
                    writer.occurrence(awaiting($0), in: book, at: moment)
                }))
    }

    /// An occurrence to come, with the reason where it will wait for a clock that can be trusted.
    func awaiting(_ occurrence: Occurrence) -> Occurrence {
        guard let end = schedule.clockWaitEnd, occurrence.due <= end, occurrence.resumes == nil,
            schedule.book.alarms[occurrence.id.alarm]?.schedule != nil
        else { return occurrence }
        var occurrence = occurrence
        occurrence.reason = Reason(
            .clockAwaited, ["until": writer.text(end, zone: occurrence.zone)])
        return occurrence
    }

    /// Answers with the instants at which a schedule would ring.
    func preview(_ call: PreviewCall, _ responder: Responder) {
        guard let count = rows(call.count ?? 1) else {
            responder.fail(ServiceError.invalidParameter("count"))
            return
        }
        guard let after = call.after.map({ Instant(rfc3339: $0) }) ?? schedule.moment.wall else {
            responder.fail(ServiceError.invalidParameter("after"))
            return
        }
        do throws(AlarmClockError) {
            var wanted = try Schedule(call.schedule)
            try checkZone(wanted.zone)
            wanted.fixStart(at: after, in: zones.rules(named: wanted.zone) ?? UTC())
            let (ringing, skipped) = schedule.context.preview(
                wanted, count, skipped: NextCall.skippedLimit,
                notOnHolidays: call.notOnHolidays ?? false, after: after)
            let writer = writer
            responder.reply(
                PreviewReply(
                    instants: ringing.map { writer.text($0, zone: wanted.zone) },
                    skipped: skipped.map {
                        Wire.SkippedInstant(
                            instant: writer.text($0.due, zone: wanted.zone),
                            reason: $0.reason)
                    }))
        } catch {
            responder.fail(error)
        }
    }

    /// Has a person's word that what was missed, and what cannot be mended, was seen.
    func acknowledge(_ responder: Responder) {
        let count = schedule.change { book, _, _ in (book.acknowledge(), []) }
        let known = problems.acknowledge()
        if known > 0 { store.acknowledgeReports() }
        if count + known > 0 { schedule.store() }
        store.whenSaved(within: Self.answerPatience) { _ in
            responder.reply(AcknowledgeReply(acknowledged: count + known))
        }
    }

    /// Sends events for as long as the client stays; the first says how things are.
    func monitor(_ call: MonitorCall, _ client: Client, _ responder: Responder) {
        let (book, moment) = (schedule.book, schedule.moment)
        var first = AlarmEvent(kind: .state, at: moment.wall)
        if let presented = book.presented {
            first.alarm = presented.id.alarm
            first.occurrence = presented.id
            first.output = rings.heardOutput
            first.zone = presented.zone
        }
        responder.continueReply(MonitorReply(event: writer.event(first)))
        monitors.add(responder, kinds: call.kinds)
    }

    /// Plays a sound now; replies when it was heard.
    func play(_ call: PlayCall, _ responder: Responder) {
        let volume = call.volume ?? 100
        guard (1...100).contains(volume) else {
            responder.fail(ServiceError.invalidParameter("volume"))
            return
        }
        guard (1...3600).contains(call.seconds ?? 1) else {
            responder.fail(ServiceError.invalidParameter("seconds"))
            return
        }
        guard !rings.isBusy else {
            responder.fail(AlarmClockError.alarmRings)
            return
        }
        listener = responder.client
        health.giveWay()
        auditions.play(
            call.sound, volume: volume,
            length: call.seconds.map { .lasting(.seconds($0)) } ?? .once,
            settings: rings.settings
        ) { [weak self] outcome in
            if self?.listener == responder.client { self?.listener = nil }
            switch outcome {
            case .heard(let output, let frames):
                responder.reply(PlayReply(output: output, frames: frames))
            case .invalidSound(let reason):
                responder.fail(
                    AlarmClockError.invalidSound(
                        sound: call.sound ?? "", reason: reason))
            case .noOutput(let reason):
                responder.fail(AlarmClockError.noAudibleOutput(reason: reason))
            case .alarmCame: responder.fail(AlarmClockError.alarmRings)
            case .displaced: responder.fail(AlarmClockError.soundDisplaced)
            }
        }
    }

    private func rows(_ count: Int?) -> Int? {
        guard let count else { return Self.rowLimit }
        return count >= 1 ? min(count, Self.rowLimit) : nil
    }

    private static func unsupported(_ field: String) -> AlarmClockError {
        .invalidSchedule(field: field, reason: "is not supported by this version of alarmd")
    }
}
