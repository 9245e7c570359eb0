// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel

/// A book on a bench: its clocks stand still until a test moves them, and what is to be done is written down as
/// short lines.
struct BookBench {
    var book = AlarmBook()
    var now: Moment
    var context: BookContext

    /// A bench on which the clocks read `utc`, a civil time in UTC, an hour after boot.
    init(_ utc: String, zone: any ZoneRules = UTC(), defaults: RingDefaults = RingDefaults()) {
        now = Moment(wall: instant(utc), sinceBoot: .seconds(3600), bootID: "boot-1")
        context = BookContext(defaults: defaults, zones: TestZone.finder(zone))
        _ = book.advance(to: now, because: .boot, in: context)
    }

    // MARK: Clocks

    /// Lets both clocks run to the wall clock's `utc`, then advances the book.
    mutating func run(to utc: String, because cause: Cause = .timer) -> [String] {
        pass(instant(utc) - now.wall, because: cause)
    }

    /// Lets both clocks run for `duration`, then advances the book.
    mutating func pass(_ duration: Duration, because cause: Cause = .timer) -> [String] {
        now.wall = now.wall + duration
        now.sinceBoot += duration
        return advance(because: cause)
    }

    /// Sets the wall clock to `utc`, then advances the book.
    mutating func setClock(to utc: String) -> [String] {
        now.wall = instant(utc)
        return advance(because: .clockSet)
    }

    /// Follows another zone from now on, as the machine does.
    mutating func follow(_ zone: any ZoneRules) -> [String] {
        context.zones = TestZone.finder(zone)
        return advance(because: .zoneChange)
    }

    /// Starts the daemon anew at the wall clock's `utc`, the machine staying on.
    mutating func restart(at utc: String) -> [String] {
        run(to: utc, because: .boot)
    }

    /// Boots the machine, so that the wall clock reads `utc` when the daemon starts.
    mutating func reboot(at utc: String) -> [String] {
        now = Moment(wall: instant(utc), sinceBoot: .seconds(5), bootID: now.bootID + "+")
        return advance(because: .boot)
    }

    mutating func advance(because cause: Cause) -> [String] {
        lines(book.advance(to: now, because: cause, in: context))
    }

    // MARK: People

    @discardableResult
    mutating func set(_ edit: AlarmEdit) throws(BookError) -> [String] {
        lines(try book.set(edit, at: now, in: context, by: "ann").effects)
    }

    /// Sets an alarm by a schedule.
    @discardableResult
    mutating func set(
        _ id: String, _ time: String, _ pattern: Schedule.Pattern = .weekly(.all),
        zone: String? = nil, ring: RingSettings = RingSettings()
    ) throws(BookError) -> [String] {
        let schedule = Schedule(time: clock(time), pattern: pattern, zone: zone)
        return try set(AlarmEdit(id: id, schedule: schedule, ring: ring))
    }

    mutating func snooze(
        _ name: String? = nil, _ snooze: Snooze = .usual
    ) throws(BookError) -> [String] {
        lines(try book.snooze(name, snooze, at: now, in: context, by: "ann").effects)
    }

    mutating func dismiss(_ name: String? = nil) throws(BookError) -> [String] {
        lines(try book.dismiss(name, at: now, in: context, by: "ann").effects)
    }

    @discardableResult
    mutating func skip(_ name: String, _ request: SkipRequest) throws(BookError) -> [String] {
        lines(try book.skip(name, request, at: now, in: context, by: "ann").effects)
    }

    mutating func unanswered(_ name: String) -> [String] {
        lines(book.unanswered(occurrence(name), at: now, in: context))
    }

    mutating func heard(_ name: String) -> [String] {
        lines(book.heard(occurrence(name), output: "default", at: now, in: context))
    }

    func state(_ id: String) -> AlarmState { book.state(of: alarm(id)) }
}

// MARK: - Values

func alarm(_ text: String) -> AlarmID {
    guard let id = AlarmID(text) else { preconditionFailure("\(text) is no id") }
    return id
}

func occurrence(_ text: String) -> OccurrenceID {
    guard let id = OccurrenceID(text) else { preconditionFailure("\(text) is no id") }
    return id
}

func clock(_ text: String) -> TimeOfDay {
    guard let time = TimeOfDay(text) else { preconditionFailure("\(text) is no time") }
    return time
}

func day(_ text: String) -> CivilDate {
    guard let date = CivilDate(text) else { preconditionFailure("\(text) is no date") }
    return date
}

/// The days of a recurrence rule from `start` on; `nil` where the book shall fix it.
func by(_ rule: String, from start: String? = nil) -> Schedule.Pattern {
    guard let rule = try? RecurrenceRule(rule) else { preconditionFailure("\(rule) is no rule") }
    return .recurring(Recurrence(rule, from: start.map(day)))
}

/// The instant at which a clock in UTC reads `utc`.
func instant(_ utc: String) -> Instant {
    guard let civil = CivilDateTime(utc) else { preconditionFailure("\(utc) is no civil time") }
    return Instant(seconds: civil.secondsOnWall)
}

/// A civil time in UTC, with its seconds where they are not zero.
func utc(_ instant: Instant) -> String {
    CivilDateTime(secondsOnWall: instant.seconds).description
}

// MARK: - Effects as lines

func lines(_ effects: [Effect]) -> [String] { effects.map(line) }

func line(_ effect: Effect) -> String {
    switch effect {
    case .arm(let id): return "arm \(id)"
    case .disarm(let id): return "disarm \(id)"
    case .adjust(let id, let volume): return "adjust \(id) \(volume)"
    case .silence(let id, let why): return "silence \(id) \(why)"
    case .present(let id, let presentation):
        let late = presentation.lateBy.components.seconds
        return "present \(id) \(presentation.manner)" + (late > 0 ? " late \(late)" : "")
    case .segue(let id, let presentation, let transition):
        let time = presentation.timeLeft.components.seconds
        return "segue \(id) \(transition) at \(presentation.volume) for \(time)"
    case .run(let words, let event): return "run \(words.joined(separator: " ")) \(event.kind)"
    case .event(let event):
        let subject = event.occurrence?.description ?? event.alarm?.text ?? "-"
        let until = event.until.map { " until \(utc($0))" } ?? ""
        return "\(event.kind) \(subject) \(event.reason?.code.rawValue ?? "-")\(until)"
    }
}

// MARK: - Zones

/// A zone with the offsets that a test gives it.
struct TestZone: ZoneRules {
    let name: String
    let first: Int
    let changes: [(at: Instant, offset: Int)]

    init(_ name: String, first: Int, changes: [(at: Instant, offset: Int)] = []) {
        self.name = name
        self.first = first
        self.changes = changes
    }

    func span(at instant: Instant) -> OffsetSpan {
        let next = changes.firstIndex { instant < $0.at } ?? changes.count
        return OffsetSpan(
            offset: next == 0 ? first : changes[next - 1].offset,
            start: next == 0 ? nil : changes[next - 1].at,
            end: next == changes.count ? nil : changes[next].at)
    }

    /// Berlin, London and Moscow as in 2026.
    static let berlin = european("Europe/Berlin", winter: 3600)
    static let london = european("Europe/London", winter: 0)
    static let moscow = TestZone("Europe/Moscow", first: 3 * 3600)

    static let named: [String: TestZone] = [
        berlin.name: berlin, london.name: london, moscow.name: moscow,
    ]

    /// Finds the named zones, and `machine` for no name.
    static func finder(_ machine: any ZoneRules) -> (String?) -> (any ZoneRules)? {
        { name in
            guard let name else { return machine }
            return named[name]
        }
    }

    private static func european(_ name: String, winter: Int) -> TestZone {
        TestZone(
            name, first: winter,
            changes: [
                (instant("2026-03-29T01:00"), winter + 3600), (instant("2026-10-25T01:00"), winter),
                (instant("2027-03-28T01:00"), winter + 3600), (instant("2027-10-31T01:00"), winter),
            ])
    }
}
