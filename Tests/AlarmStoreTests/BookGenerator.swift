// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel

/// Makes books of every kind of content, the same ones for the same seed.
struct BookGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func book() -> AlarmBook {
        var book = AlarmBook()
        for number in 0..<int(0...30) {
            guard let id = AlarmID("a\(number)\(pick(["", ".x", "-y_Z"]))") else { continue }
            book.alarms[id] = alarm(id)
            if flip() { book.live[id] = occurrence(id) }
            if flip() { book.armed[id] = occurrence(id) }
            if flip() { book.aside[id] = laidAside(id) }
            for _ in 0..<int(0...3) { book.history.append(occurrence(id)) }
            for _ in 0..<int(0...2) { book.missed.append(occurrence(id)) }
        }
        book.nextSerial = int(1...Int.max)
        book.clock.last = maybe {
            Moment(wall: $0.instant(), sinceBoot: $0.duration(), bootID: $0.text())
        }
        book.clock.trustedBoot = maybe { $0.text() }
        book.clock.newestTrusted = maybe { $0.instant() }
        return book
    }

    private mutating func laidAside(_ id: AlarmID) -> LaidAside {
        LaidAside(
            alarm: id, decided: instant(), lastDecided: maybe { $0.occurrenceID(id) },
            unheard: maybe { $0.unheard(id) }, retired: maybe { $0.instant() },
            date: maybe { $0.nominal().date },
            upcoming: maybe { Upcoming(id: $0.occurrenceID(id), due: $0.instant()) },
            setAt: maybe { $0.duration() },
            records: (0..<int(0...4)).map { _ in
                LaidAside.Record(
                    id: occurrenceID(id), due: instant(), at: duration(), isUnheard: flip())
            })
    }

    private mutating func unheard(_ id: AlarmID) -> Unheard {
        Unheard(
            decided: instant(), lastDecided: maybe { $0.occurrenceID(id) }, at: instant())
    }

    private mutating func alarm(_ id: AlarmID) -> Alarm {
        let run = maybe { Countdown.Run(expected: $0.instant(), deadline: $0.duration()) }
        let schedule = schedule()
        return Alarm(
            id: id, label: maybe { $0.text() }, isEnabled: flip(),
            trigger: flip()
                ? .schedule(schedule) : .countdown(Countdown(length: duration(), run: run)),
            ring: settings(), decided: instant(),
            lastDecided: maybe { $0.occurrenceID(id) },
            unheard: maybe { $0.unheard(id) }, serial: int(Int.min...Int.max),
            retired: maybe { $0.instant() }, skip: maybe { $0.skip(id) },
            upcoming: maybe { Upcoming(id: $0.occurrenceID(id), due: $0.instant()) },
            skipping: maybe {
                SkippedTime(
                    id: $0.occurrenceID(id), due: $0.instant(),
                    reason: Reason(.init(rawValue: "holiday"), ["summary": $0.text()]))
            })
    }

    private mutating func skip(_ id: AlarmID) -> Skip {
        let ids = (0...int(0...3)).map { _ in occurrenceID(id) }
        return flip() ? .occurrences(ids) : .until(nominal().date)
    }

    private mutating func schedule() -> Schedule {
        let days = Weekdays(Weekday.allCases.filter { _ in flip() })
        let pattern: Schedule.Pattern =
            switch int(0...3) {
            case 0: .next(fixedTo: maybe { $0.nominal().date })
            case 1: .date(nominal().date)
            case 2: recurring()
            default: .weekly(days.isEmpty ? .workdays : days)
            }
        return Schedule(
            time: nominal().time, pattern: pattern, zone: maybe { $0.text() },
            gap: GapPolicy.allCases.randomElement(using: &self),
            overlap: maybe { $0.pick(OverlapPolicy.allCases) },
            moved: (0..<int(0...2)).map { _ in
                MovedTime(nominal: nominal(), isSecondPass: flip(), to: nominal())
            })
    }

    private mutating func recurring() -> Schedule.Pattern {
        let end = pick(["", ";COUNT=\(int(1...300))", ";UNTIL=20301224T063000Z"])
        let text = "freq=MONTHLY;BYDAY=-1FR,MO;INTERVAL=\(int(1...9))\(end)"
        guard let rule = try? RecurrenceRule(text) else { return .weekly(.all) }
        return .recurring(Recurrence(rule, from: nominal().date))
    }

    private mutating func settings() -> RingSettings {
        RingSettings(
            sound: maybe { $0.text() }, volume: maybe { $0.int(1...100) },
            fade: maybe { $0.duration() }, timeout: maybe { $0.duration() },
            retries: maybe { $0.int(0...100) }, snooze: maybe { $0.duration() },
            snoozeLimit: maybe { $0.int(0...1000) }, late: maybe { $0.duration() },
            wake: maybe { $0.flip() }, storyboard: maybe { $0.text() },
            notOnHolidays: maybe { $0.flip() })
    }

    private mutating func scene() -> Scene {
        Scene(
            id: text(), sound: maybe { $0.text() }, volume: maybe { $0.int(1...100) },
            fade: maybe { $0.duration() }, outputs: (0..<int(0...2)).map { _ in text() },
            hold: maybe { $0.duration() }, message: maybe { $0.text() })
    }

    private mutating func occurrence(_ id: AlarmID) -> Occurrence {
        Occurrence(
            id: occurrenceID(id), due: instant(), zone: maybe { $0.text() }, serial: int(0...99),
            ring: ResolvedRing().overridden(by: settings()), scene: maybe { $0.scene() },
            life: pick(OccurrenceLife.allCases),
            resumes: maybe { $0.flip() ? .wall($0.instant()) : .boot($0.duration()) },
            ringingSince: maybe { $0.duration() }, sounded: duration(), snoozes: int(0...9),
            retries: int(0...9), wasHeard: flip(), ended: maybe { $0.instant() },
            reason: maybe {
                Reason(.init(rawValue: $0.pick(["late-boot", "x"])), ["a": $0.text()])
            }, untrusted: maybe { $0.duration() })
    }

    private mutating func occurrenceID(_ id: AlarmID) -> OccurrenceID {
        OccurrenceID(alarm: id, nominal: nominal(), isSecondPass: flip())
    }

    private mutating func nominal() -> CivilDateTime {
        UTC().civil(at: Instant(seconds: Int64(int(0...4_000_000_000))))
    }

    private mutating func instant() -> Instant {
        pick([
            .epoch, .distantPast, .distantFuture,
            Instant(microseconds: Int64(int(-1_000_000_000_000...4_000_000_000_000_000))),
            Instant(seconds: Int64(int(0...4_000_000_000))),
        ])
    }

    private mutating func duration() -> Duration {
        pick([.zero, .seconds(int(0...86_400)), .microseconds(int(0...1_000_000_000_000))])
    }

    private mutating func text() -> String {
        let pieces = [
            "a", "\"", "\\", "\n", "\t", "\u{1}", "\u{7F}", "ü", "起", "👩‍👩‍👧", "{", "}", "[", "]", "/",
            "\u{2028}",
        ]
        return (0..<int(0...12)).map { _ in pick(pieces) }.joined()
    }

    private mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

    private mutating func flip() -> Bool { .random(using: &self) }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[int(0...values.count - 1)]
    }

    private mutating func maybe<Value>(_ make: (inout BookGenerator) -> Value) -> Value? {
        flip() ? make(&self) : nil
    }
}
