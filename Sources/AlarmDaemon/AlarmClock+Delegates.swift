// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform

extension AlarmClock: ScheduleControllerDelegate {
    func scheduleController(_ controller: ScheduleController, perform effect: Effect) {
        guard let parts else { return }
        switch effect {
        case .arm(let id):
            makeWay()
            if let occurrence = controller.book.occurrence(id) { parts.rings.arm(occurrence) }
        case .disarm(let id):
            parts.rings.disarm(id)
            parts.mixer.restoreIfIdle()
        case .present(let id, let presentation):
            makeWay()
            if let occurrence = controller.book.occurrence(id) {
                parts.rings.present(occurrence, presentation)
            }
        case .segue(let id, let presentation, let transition):
            if let occurrence = controller.book.occurrence(id) {
                parts.rings.performSegue(SceneSegue(occurrence, presentation, transition))
            }
        case .adjust(let id, let volume): parts.rings.adjust(id, volume: volume)
        case .silence(let id, let reason):
            parts.rings.silence(id, because: reason)
            parts.mixer.restoreIfIdle()
        case .run(let words, let event): run(words, for: event)
        case .event(let event):
            parts.hands.note(event)
            tell(event)
        }
    }

    /// A ring comes first.
    private func makeWay() {
        parts?.auditions.cancel()
        parts?.survey.pause()
        parts?.health.giveWay()
    }

    func scheduleController(
        _ controller: ScheduleController, shouldCheckHealthAt instant: Instant?
    ) {
        parts?.health.schedule(at: instant)
    }

    func scheduleController(_ controller: ScheduleController, didChange book: AlarmBook) {
        parts?.store.save(book)
        storyboards.didChange(book)
        soundFaults.keep { namedSounds() }
        if parts?.zones.zones.hasLosses == true { tellZoneProblem() }
    }

    func scheduleController(_ controller: ScheduleController, shouldKeepAwake isNeeded: Bool) {
        parts?.sleep.keepAwake(isNeeded)
    }

    func scheduleControllerPlayingTime(
        _ controller: ScheduleController
    ) -> (id: OccurrenceID, played: Duration)? {
        parts?.rings.playingTime
    }
}

extension AlarmClock: ZoneControllerDelegate {
    func zoneControllerDidChange(_ controller: ZoneController) {
        guard let parts else { return }
        tell(.zone, Reason(.zoneChanged, ["zone": controller.zones.followed.zone]))
        tellZoneProblem()
        parts.schedule.reschedule(because: .zoneChange)
    }
}

extension AlarmClock: SleepControllerDelegate {
    func sleepControllerDidKeepAwake(_ controller: SleepController) {
        problems.mend("sleep")
    }

    func sleepController(_ controller: SleepController, didFailBecause reason: String) {
        problems.add(
            Problem(
                name: "sleep", severity: .warning,
                detail: "the machine may fall asleep while an alarm rings: \(reason)",
                endsWhenAcknowledged: true))
    }
}

extension AlarmClock: RingControllerDelegate {
    func ringControllerDidFallSilent(_ controller: RingController) {
        giveBackMemory()
    }

    func ringController(
        _ controller: RingController, didHear id: OccurrenceID, output: String, sound: String?,
        isVerified: Bool
    ) {
        problems.mend("output")
        if let sound {
            soundFaults.mend(sound)
            parts?.survey.add(sound)
        }
        let file = controller.settings.lastFiles.file(of: id.alarm)
        parts?.schedule.change { book, moment, context in
            ((), book.heard(id, output: output, file: file, at: moment, in: context))
        }
    }

    func ringController(
        _ controller: RingController, didFail failure: OutputLadder.Failure,
        of rung: OutputLadder.Rung, for id: OccurrenceID, reason: Message
    ) {
        guard let parts else { return }
        let code: Reason.Code = failure == .sound ? .soundFailed : .outputFailed
        let name = failure == .sound ? rung.sound ?? SoundFaults.builtIn : rung.output
        tell(
            AlarmEvent(
                kind: .sound, at: parts.schedule.moment.wall,
                reason: Reason(code, ["name": name], detail: reason), alarm: id.alarm,
                occurrence: id))
        if failure == .sound { soundFaults.add(name, Message("\(name): \(reason)")) }
    }

    func ringController(
        _ controller: RingController, didFailEverywhereFor id: OccurrenceID, bellRings: Bool
    ) {
        guard let parts else { return }
        let detail =
            bellRings
            ? Message("no output can be heard; the console's bell rings")
            : Message("no output can be heard")
        parts.log.write(.emergency, "\(id) rings, but \(detail)")
        problems.add(
            Problem(
                name: "output", severity: .failure, detail: detail,
                remedy: Message(verbatim: "alarmctl play")))
    }

    func ringController(
        _ controller: RingController, didFailInScene scene: String, of id: OccurrenceID
    ) {
        parts?.schedule.change { book, moment, context in
            ((), book.failed(id, in: scene, at: moment, in: context))
        }
    }

    func ringController(_ controller: RingController, didLeaveUnanswered id: OccurrenceID) {
        parts?.schedule.change { book, moment, context in
            ((), book.unanswered(id, at: moment, in: context))
        }
    }
}

extension AlarmClock: HandsControllerDelegate {
    func handsController(_ controller: HandsController, didTell event: AlarmEvent) {
        tell(event)
    }
}

extension AlarmClock: HolidaysDelegate {
    func holidays(_ holidays: Holidays, didRead count: Int, from path: String) {
        tell(.config, Reason(.holidaysRead, ["count": "\(count)", "name": path]))
    }

    func holidaysDidChange(_ holidays: Holidays) {
        parts?.schedule.reschedule(because: .reload)
    }
}

extension AlarmClock: ProblemListDelegate {
    func problemList(_ list: ProblemList, didAdd problem: Problem) {
        tell(.health, Reason(.problem, ["name": problem.name], detail: problem.detail))
    }

    func problemList(_ list: ProblemList, didMend name: String) {
        tell(.health, Reason(.mended, ["name": name]))
    }
}
