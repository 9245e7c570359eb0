// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Platform
import Testing

@testable import AlarmDaemon

@Suite("The schedule, while nothing vouches for the clock")
struct ClockTrustTests {
    /// What the daemon's other controllers are told, on clocks that stand still until a test moves them.
    private final class Bench: ScheduleControllerDelegate {
        var now = Moment(
            wall: Instant(seconds: 1_777_600_000), sinceBoot: .seconds(20), bootID: "a")
        var evidence = ClockEvidence.none
        var stored: [AlarmBook] = []
        var presented: [OccurrenceID] = []
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
        func set(in seconds: Int) {
            let civil = UTC().civil(at: now.wall + .seconds(seconds))
            let edit = AlarmEdit(
                id: "wake",
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
            if case .present(let id, _) = effect { presented.append(id) }
        }

        func scheduleController(_ controller: ScheduleController, didChange book: AlarmBook) {
            stored.append(book)
        }

        func scheduleController(
            _ controller: ScheduleController, shouldKeepAwake isNeeded: Bool
        ) {}

        func scheduleControllerPlayingTime(
            _ controller: ScheduleController
        ) -> (id: OccurrenceID, played: Duration)? { nil }
    }

    @Test("holds an alarm back until the wait ends, and says until when")
    func waits() throws {
        let bench = try Bench()
        bench.set(in: 60)
        bench.pass(60)
        #expect(bench.presented.isEmpty)
        #expect(bench.schedule?.clockTrust == .waiting(until: .seconds(300)))
        #expect(bench.schedule?.clockWaitEnd == bench.now.wall + .seconds(220))
        bench.pass(220)
        #expect(bench.presented.count == 1)
        #expect(bench.schedule?.clockTrust == .doubted)
        #expect(bench.schedule?.clockWaitEnd == nil)
    }

    @Test("asks the machine anew each time, and rings once the kernel vouches for the clock")
    func synchronizes() throws {
        let bench = try Bench()
        bench.set(in: 60)
        bench.pass(60)
        bench.evidence = .synchronized
        bench.pass(1)
        #expect(bench.presented.count == 1)
        // That is not asked again, and outlives the daemon.
        bench.evidence = .none
        let stored = try #require(bench.stored.last)
        let next = try Bench(book: stored)
        #expect(next.schedule?.clockTrust == .trusted)
    }

    @Test("waits for nothing where no wait is configured")
    func impatient() throws {
        let bench = try Bench(wait: .zero)
        bench.set(in: 60)
        bench.pass(60)
        #expect(bench.presented.count == 1)
    }

    @Test("stores what a set clock made of the alarms, though nothing is said of them")
    func stores() throws {
        let bench = try Bench()
        bench.evidence = .synchronized
        bench.set(in: 60)
        bench.pass(60)
        let before = bench.stored.count
        bench.now.wall = bench.now.wall - .seconds(3600)
        bench.schedule?.reschedule(because: .clockSet)
        #expect(bench.stored.count == before + 1)
        let wake = try #require(bench.stored.last?.alarms.values.first)
        #expect(wake.decided == bench.now.wall)
    }
}
