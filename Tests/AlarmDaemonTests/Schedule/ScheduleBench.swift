// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Platform

@testable import AlarmDaemon

/// What the daemon's other controllers are told, on clocks that stand still until a test moves them.
final class ScheduleBench: ScheduleControllerDelegate {
    var now = Moment(
        wall: Instant(seconds: 1_777_600_000), sinceBoot: .seconds(20), bootID: "a")
    var evidence = ClockEvidence.none
    var stored: [AlarmBook] = []
    var presented: [OccurrenceID] = []
    /// What is played, and for how long.
    var playing: (id: OccurrenceID, played: Duration)?
    private(set) var schedule: ScheduleController?

    init(book: AlarmBook = AlarmBook(), wait: Duration = .seconds(300)) throws {
        let context = BookContext(clockWait: wait, evidence: .none) { _ in UTC() }
        let schedule = ScheduleController(
            book: book, context: context, on: try RunLoop(), log: .standard,
            evidence: { [unowned self] in evidence }, now: { [unowned self] in now })
        schedule.delegate = self
        self.schedule = schedule
        schedule.reschedule(because: .boot)
    }

    func pass(_ seconds: Int, because cause: Cause = .timer) {
        now.wall = now.wall + .seconds(seconds)
        now.sinceBoot += .seconds(seconds)
        schedule?.reschedule(because: cause)
    }

    /// Sets an alarm so many seconds ahead.
    func set(_ id: String = "wake", in seconds: Int) {
        let civil = UTC().civil(at: now.wall + .seconds(seconds))
        let edit = AlarmEdit(
            id: id,
            schedule: Schedule(time: civil.time, pattern: .weekly(.all)))
        _ = try? schedule?.change { book, moment, context throws(BookError) in
            let outcome = try book.set(edit, at: moment, in: context)
            return (outcome, outcome.effects)
        }
    }

    func scheduleController(
        _ controller: ScheduleController, shouldCheckHealthAt instant: Instant?
    ) {}

    func scheduleController(_ controller: ScheduleController, perform effect: Effect) {
        guard case .present(let id, _) = effect else { return }
        presented.append(id)
        playing = nil
    }

    func scheduleController(_ controller: ScheduleController, didChange book: AlarmBook) {
        stored.append(book)
    }

    func scheduleController(
        _ controller: ScheduleController, shouldKeepAwake isNeeded: Bool
    ) {}

    func scheduleControllerPlayingTime(
        _ controller: ScheduleController
    ) -> (id: OccurrenceID, played: Duration)? { playing }
}
