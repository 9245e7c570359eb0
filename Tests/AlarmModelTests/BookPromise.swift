// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel

/// What a machine and its people do at random to a book, and what was promised about it.
///
/// It keeps, apart from the book, what anybody can see: which occurrences were said to be due, to ring, to be missed
/// or to end, and when; and checks after each step that nothing was early, doubled or lost.
struct BookPromise {
    var bench = BookBench("2026-03-27T00:00", zone: TestZone.berlin)
    var random: SeededGenerator
    /// What was found broken, in words.
    var broken: [String] = []
    /// How many occurrences came due.
    var dueCount = 0

    /// The occurrences that were told to be due or missed since their alarm's schedule was set, or the clock was set
    /// back far beyond them: none of them may come again.
    private var told: Set<OccurrenceID> = []
    /// When each alarm's schedule was set, then the due time of what was told of it last: what comes after must be told.
    private var decided: [AlarmID: Instant] = [:]
    /// What was missed of each alarm since it was heard last, and never rang: up to when the alarm was decided before,
    /// and what the clock read then.
    private var unheard:
        [AlarmID: (from: Instant, at: Instant, missed: [(OccurrenceID, Instant)])] =
            [:]
    /// The alarms of which something was told in this step.
    private var spokenOf: Set<AlarmID> = []
    /// What was told to be due and did not end.
    private var rings: Set<OccurrenceID> = []
    private let ids = ["a", "b", "c", "d"].map(alarm)

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        bench.context.holidays = { Self.isHoliday($0) ? "every fifth day" : nil }
    }

    private static func isHoliday(_ date: CivilDate) -> Bool { date.daysSinceEpoch % 5 == 0 }

    /// Does one thing at random, and checks what follows.
    mutating func step() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9: runToNextWake()
        case 9: sleep()
        case 10: edit()
        case 11: Bool.random(using: &random) ? edit() : skip()
        case 12: answer()
        case 13: restart()
        case 14: setClock()
        case 15: clear()
        default: run(for: .milliseconds(Int64.random(in: 0...7_200_000, using: &random)))
        }
        checkState()
    }

    // MARK: What happens

    /// Lets time pass as far as the book asks to be woken, as its timers would.
    private mutating func runToNextWake() {
        guard let wait = wait() else { return }
        pass(max(wait, .zero), because: .timer)
        if Bool.random(using: &random) { playOut() }
    }

    /// Lets time pass, waking as often as the book asks to.
    private mutating func run(for duration: Duration) {
        var left = duration
        var looks = 0
        while left > .zero {
            let wait = min(max(wait() ?? left, .zero), left)
            pass(wait, because: .timer)
            left -= wait
            looks += 1
            guard looks < 10_000 else { return broken.append("looks again and again in vain") }
        }
    }

    private func wait() -> Duration? {
        let wake = bench.book.nextWake(in: bench.context)
        let wall = wake.wall.map { $0 - bench.now.wall }
        let boot = wake.sinceBoot.map { $0 - bench.now.sinceBoot }
        return [wall, boot].compactMap(\.self).min()
    }

    private mutating func pass(_ duration: Duration, because cause: Cause) {
        bench.now.wall = bench.now.wall + duration
        bench.now.sinceBoot += duration
        advance(because: cause)
    }

    private mutating func sleep() {
        pass(.seconds(Int64.random(in: 1...100_000, using: &random)), because: .resume)
    }

    /// Answers for the presented ring as its player would at the end of its timeout.
    private mutating func playOut() {
        guard let presented = bench.book.presented else { return }
        if Bool.random(using: &random) {
            check(bench.book.heard(presented.id, output: "x", at: bench.now, in: bench.context))
        }
        pass(.seconds(600), because: .timer)
        check(bench.book.unanswered(presented.id, at: bench.now, in: bench.context))
    }

    private mutating func restart() {
        // A copy of the value is what the state file brings back.
        bench.now.wall = bench.now.wall + .seconds(Int64.random(in: 0...20_000, using: &random))
        if Bool.random(using: &random) {
            bench.now.bootID += "+"
            bench.now.sinceBoot = .seconds(3)
        } else {
            bench.now.sinceBoot += .seconds(30_000)
        }
        advance(because: .boot)
    }

    private mutating func setClock() {
        let seconds = [-100_000, -4000, -901, -899, -30, 30, 3000, 10_000, 20_000, 200_000]
        let jump = seconds.randomElement(using: &random) ?? 0
        bench.now.wall = bench.now.wall + .seconds(jump)
        advance(because: .clockSet)
    }

    private mutating func edit() {
        guard let id = ids.randomElement(using: &random) else { return }
        let time = TimeOfDay(secondsSinceMidnight: Int.random(in: 0..<86_400, using: &random))
        var edit = AlarmEdit(id: id.text)
        edit.ring.notOnHolidays = [nil, nil, true, false].randomElement(using: &random) ?? nil
        switch Int.random(in: 0..<5, using: &random) {
        case 0: edit.countdown = .seconds(Int64.random(in: 1...9000, using: &random))
        case 1: edit.schedule = Schedule(time: time, pattern: .next(fixedTo: nil))
        case 2: edit.isEnabled = Bool.random(using: &random)
        case 3: edit.label = "x"
        default:
            let days = Weekdays(rawValue: UInt8.random(in: 1...127, using: &random))
            edit.schedule = Schedule(time: time, pattern: .weekly(days), zone: "Europe/London")
        }
        let serial = bench.book.nextSerial
        guard let outcome = try? bench.book.set(edit, at: bench.now, in: bench.context) else {
            return
        }
        check(outcome.effects)
        if bench.book.nextSerial != serial { start(id) }
    }

    private mutating func skip() {
        guard let id = ids.randomElement(using: &random) else { return }
        let today = TestZone.berlin.civil(at: bench.now.wall).date
        let days = Int.random(in: -1...30, using: &random)
        let request: SkipRequest =
            switch Int.random(in: 0..<3, using: &random) {
            case 0: .none
            case 1: .until(today.advanced(by: days))
            default: .next(days)
            }
        let outcome = try? bench.book.skip(id.text, request, at: bench.now, in: bench.context)
        check(outcome?.effects ?? [], mayBeSkipped: true)
    }

    private mutating func clear() {
        guard let id = ids.randomElement(using: &random) else { return }
        guard let gone = try? bench.book.clear([id.text], at: bench.now, in: bench.context) else {
            return
        }
        check(gone.effects)
        start(id)
    }

    private mutating func answer() {
        let name = Bool.random(using: &random) ? nil : ids.randomElement(using: &random)?.text
        let answer =
            if Bool.random(using: &random) {
                try? bench.book.snooze(name, at: bench.now, in: bench.context)
            } else {
                try? bench.book.dismiss(name, at: bench.now, in: bench.context)
            }
        check(answer?.effects ?? [])
    }

    private mutating func advance(because cause: Cause) {
        let lowest = lowest(because: cause)
        for (id, missed) in unheard where lowest < missed.at { rehear(id, at: lowest) }
        for (id, instant) in decided where lowest < instant - .seconds(900) {
            start(id, from: lowest)
        }
        let awaited = awaited(because: cause)
        spokenOf = []
        check(bench.book.advance(to: bench.now, because: cause, in: bench.context))
        for id in awaited where !spokenOf.contains(id) {
            broken.append("\(id) is due and nothing is said")
        }
        let again = bench.book.advance(to: bench.now, because: .timer, in: bench.context)
        if !again.isEmpty { broken.append("decided twice: \(lines(again))") }
    }

    // MARK: What was promised

    /// The earliest that the wall clock may have read since the step before: set back while the daemon did not run,
    /// it has gone less far than the boot clock, and nobody knows since when.
    private func lowest(because cause: Cause) -> Instant {
        let now = bench.now
        guard cause == .boot, let old = bench.book.clock.last, old.bootID == now.bootID else {
            return now.wall
        }
        let passed = now.sinceBoot - old.sinceBoot
        return now.wall - old.wall < passed ? now.wall - passed : now.wall
    }

    /// Nothing of this alarm is decided from an instant on, or from now.
    private mutating func start(_ id: AlarmID, from instant: Instant? = nil) {
        decided[id] = instant ?? bench.now.wall
        told = told.filter { $0.alarm != id }
        unheard[id] = nil
    }

    /// The clock was set back: what was missed and never rang is undecided again, as far as it is not too late now.
    private mutating func rehear(_ id: AlarmID, at lowest: Instant) {
        let tooLate = lowest - bench.context.defaults.late
        guard let missed = unheard[id], let until = decided[id], tooLate < until else { return }
        let from = max(missed.from, tooLate)
        decided[id] = from
        for (occurrence, due) in missed.missed where due > from { told.remove(occurrence) }
        unheard[id] = nil
    }

    /// The alarms that are due by now, found the slow way: from their schedules.
    private func awaited(because cause: Cause) -> [AlarmID] {
        bench.book.alarms.values.filter { alarm in
            guard bench.book.isEnabled(alarm.id), let from = decided[alarm.id] else { return false }
            switch alarm.trigger {
            case .schedule(let schedule):
                guard let zone = bench.context.zones(schedule.zone) else { return false }
                let times = schedule.times(after: from, in: zone, gap: .after, overlap: .first)
                    .prefix { $0.instant <= bench.now.wall }
                return times.contains { !isSkipped($0, of: alarm) }
            case .countdown(let countdown):
                guard cause != .boot, let run = countdown.run else { return false }
                return run.deadline <= bench.now.sinceBoot
            }
        }.map(\.id)
    }

    private func isSkipped(_ time: ScheduledTime, of alarm: Alarm) -> Bool {
        let id = OccurrenceID(alarm: alarm.id, nominal: time.nominal)
        return alarm.skip?.contains(id, tellsPassesApart: false) ?? false
            || alarm.ring.notOnHolidays == true && Self.isHoliday(time.nominal.date)
    }

    /// Checks what is told; what is due at the very moment at which it is to be skipped rings.
    private mutating func check(_ effects: [Effect], mayBeSkipped: Bool = false) {
        for case .event(let event) in effects {
            guard let id = event.occurrence else { continue }
            switch event.kind {
            case .due:
                if bench.book.alarms[id.alarm]?.skip?.contains(id, tellsPassesApart: false) == true,
                    !mayBeSkipped
                {
                    broken.append("\(id) rings, and was to be skipped")
                }
                rings.insert(id)
                isTold(id, bench.book.live[id.alarm]?.due, event)
            case .dismissed:
                rings.remove(id)
            case .skipped:
                let skipped = bench.book.history.last { $0.id == id }
                isTold(id, skipped?.due, event)
                if bench.book.alarms[id.alarm]?.skip == nil, !Self.isHoliday(id.nominal.date) {
                    broken.append("\(id) is skipped, and nobody said so")
                }
            case .missed:
                // What rang or snoozed and is found too late was told when it was due. Where it ends as replaced, it
                // is what came again that is missed.
                let isStillLive =
                    bench.book.live[id.alarm]?.id == id
                    || effects.contains {
                        if case .event(let other) = $0 {
                            other.kind == .dismissed && other.occurrence == id
                        } else {
                            false
                        }
                    }
                if !isStillLive, rings.remove(id) != nil { continue }
                isTold(id, bench.book.missed.last { $0.id == id }?.due, event)
            default: break
            }
        }
    }

    private mutating func isTold(_ id: OccurrenceID, _ due: Instant?, _ event: AlarmEvent) {
        dueCount += 1
        spokenOf.insert(id.alarm)
        if !told.insert(id).inserted { broken.append("\(id) is due twice") }
        guard let due else { return broken.append("\(id) is due and not in the book") }
        if due > event.at { broken.append("\(id) is \(due - event.at) early") }
        guard bench.book.alarms[id.alarm]?.schedule != nil else { return }
        if event.kind == .missed, let from = decided[id.alarm] {
            var missed = unheard[id.alarm] ?? (from, event.at, [])
            missed.at = event.at
            missed.missed.append((id, due))
            unheard[id.alarm] = missed
        } else if event.kind == .due {
            unheard[id.alarm] = nil
        }
        decided[id.alarm] = due
    }

    /// Nothing that is due is left undecided, at most one is presented, and it is the newest.
    private mutating func checkState() {
        let book = bench.book
        let ringing = book.live.values.filter { $0.life == .ringing || $0.life == .queued }
        let presentedCount = ringing.count(where: { $0.life == .ringing })
        if presentedCount != min(ringing.count, 1) {
            broken.append("\(ringing.count) ring, and not one of them is presented")
        }
        if let presented = book.presented,
            ringing.contains(where: { ($0.due, $0.serial) > (presented.due, presented.serial) })
        {
            broken.append("an older ring is presented over a newer")
        }
        for alarm in book.alarms.values where book.isEnabled(alarm.id) {
            if let next = book.nextSound(of: alarm.id, at: bench.now), next > bench.now.wall {
                continue
            }
            // A person may skip all there is of a one-shot.
            if let skipping = alarm.skipping, alarm.skip != nil, skipping.due > bench.now.wall {
                continue
            }
            broken.append("\(alarm.id) is switched on, and will never ring")
        }
        for occurrence in book.live.values {
            let isPostponed = occurrence.life == .snoozed || occurrence.life == .rousing
            if isPostponed != (occurrence.resumes != nil) {
                broken.append("\(occurrence.id) is postponed for ever")
            }
        }
        if book.history.count > AlarmBook.historyLimit { broken.append("the history grows") }
    }
}

/// Numbers that look random and are the same each time for one seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
