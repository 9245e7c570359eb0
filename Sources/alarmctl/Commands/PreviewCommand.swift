// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import JSON
internal import Localization

/// `alarmctl preview`: shows, without a daemon, when an alarm would ring.
struct PreviewCommand: Command {
    private let when: When
    private let zone: String?
    private let after: Instant?
    private let count: Int
    private let gap: GapPolicy
    private let overlap: OverlapPolicy
    private let rule: RecurrenceRule?
    private let notOnHolidays: Bool

    private static let instant = ValueOption(
        "--after", "INSTANT", "What counts as now: 2026-12-01T07:30:00+01:00, or with Z for UTC.",
        reads: .instant)
    private static let number = ValueOption(
        "-n", "N", "How many times to show, 1 to 1000; 5 where not given.", reads: .number(1...1000)
    )

    static let specification = CommandSpecification(
        name: "preview", summary: "Show when an alarm would ring, without setting it.",
        positionals: [
            Positional(
                name: "WHEN", count: 1...Positional.unbounded,
                help: "When it would ring, as alarmctl set takes it.")
        ],
        options: [
            SetCommand.zone, instant, number, SetCommand.gap, SetCommand.overlap, SetCommand.rrule,
            SetCommand.notOnHolidays,
        ],
        discussion: [
            "No daemon is asked, and no configuration is read; with --not-on-holidays the daemon is asked."
        ],
        examples: [
            Example(
                verbatim: "preview mon-fri 02:30 --zone Europe/Berlin -n 3",
                "through clock changes too"),
            Example(
                verbatim: "preview 18:00 --rrule 'FREQ=MONTHLY;BYDAY=-1FR'",
                "the last Fridays of the months"),
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.when = try When(arguments.words)
        self.zone = try arguments.value(of: SetCommand.zone)
        self.after = try arguments.value(of: Self.instant)
        self.count = try arguments.value(of: Self.number) ?? 5
        self.gap = try arguments.value(of: SetCommand.gap) ?? .after
        self.overlap = try arguments.value(of: SetCommand.overlap) ?? .first
        self.notOnHolidays = arguments.has(SetCommand.notOnHolidays)
        self.rule = try arguments.value(of: SetCommand.rrule)
        guard rule != nil else { return }
        switch when {
        case .countdown: throw UsageError("a countdown has no \(SetCommand.rrule.spelling)")
        case .civil(_, .weekly): throw SetCommand.daysAndRule
        case .civil: break
        }
    }

    func run(in session: Session) throws(Failure) {
        let now = after ?? Surroundings.now
        let rules: any ZoneRules
        let fixed: FixedWhen?
        do throws(UsageError) {
            rules = try Zones.rules(named: zone)
            fixed = try self.fixed(at: rules.civil(at: now))
        } catch {
            throw Failure(error)
        }
        if notOnHolidays, let fixed {
            try showWithoutHolidays(fixed, after: now, in: session)
            return
        }
        let instants = fixed.map { times($0, after: now, in: rules) } ?? countdown(from: now)
        if instants.isEmpty {
            session.note(
                rule == nil
                    ? "It would never ring: its date has passed, or a clock change leaves it out."
                    : "It would never ring: its last day has passed, or a clock change leaves it out."
            )
        }
        if session.isJSON {
            let texts = instants.map { JSONValue.string($0.rfc3339(offset: 0)) }
            session.console.print(["instants": .array(texts)] as JSONValue)
        } else {
            let zones = instants.map { Self.zone(of: rules, at: $0) }
            let width = zones.map { displayWidth($0) }.max() ?? 0
            session.console.print(
                zip(instants, zones).map { instant, zone in
                    let offset = rules.span(at: instant).offset
                    let gap = String(repeating: " ", count: width - displayWidth(zone))
                    return Self.line(
                        ZonedTime(instant: instant, offset: offset), " \(zone)\(gap)", after: now)
                })
        }
    }

    /// The time and the days; a rule starts on the date that is named, or else today.
    private func fixed(at now: CivilDateTime) throws(UsageError) -> FixedWhen? {
        var fixed = try when.fixed(at: now, isStart: rule != nil)
        guard let rule, let named = fixed else { return fixed }
        let start = named.date ?? now.date
        try rule.checkComes(from: start, at: named.time)
        fixed?.pattern = .recurring(Recurrence(rule, from: start))
        return fixed
    }

    /// Shows what the daemon knows, which alone knows the holidays.
    private func showWithoutHolidays(
        _ fixed: FixedWhen, after now: Instant, in session: Session
    ) throws(Failure) {
        let schedule = fixed.wire(
            Wire.Schedule(time: "", rrule: rule?.text, zone: zone, gap: gap, overlap: overlap))
        let answer = try session.daemon().call(
            PreviewCall(
                schedule: schedule, after: now.rfc3339(offset: 0), count: count,
                notOnHolidays: true))
        let instants = answer.value.instants.compactMap { ZonedTime($0) }
        let skipped = answer.value.skipped.compactMap { skipped in
            ZonedTime(skipped.instant).map { (time: $0, skipped: skipped) }
        }
        guard !session.isJSON else {
            let texts = instants.map { JSONValue.string($0.instant.rfc3339(offset: 0)) }
            let objects = skipped.map { time, skipped in
                [
                    "instant": .string(time.instant.rfc3339(offset: 0)),
                    "reason": .string(skipped.reason),
                ] as JSONValue
            }
            session.console.print(
                ["instants": .array(texts), "skipped": .array(objects)] as JSONValue)
            return
        }
        let lines =
            instants.map { ($0.instant, Self.line($0, after: now)) }
            + skipped.map { time, skipped in
                var line = StyledLine(verbatim: time.text, .dim)
                line.append(verbatim: "  ")
                line.append("not, \(skipped.reasonWords)", .yellow)
                return (time.instant, line)
            }
        if instants.isEmpty { session.note("It would never ring.") }
        if skipped.count >= NextCall.skippedLimit {
            session.note(
                Message(
                    one: "Only the first that is left out is shown.",
                    many: "Only the first \(skipped.count) that are left out are shown.",
                    count: skipped.count))
        }
        session.console.print(lines.sorted { $0.0 < $1.0 }.map(\.1))
    }

    private static func line(
        _ time: ZonedTime, _ zone: String = "", after now: Instant
    ) -> StyledLine {
        var line = StyledLine(verbatim: time.text, .bold)
        line.append(verbatim: "\(zone)  ")
        line.append(distanceText(time.instant - now), .dim)
        return line
    }

    private func countdown(from now: Instant) -> [Instant] {
        guard case .countdown(let duration) = when else { return [] }
        return [now + duration]
    }

    private func times(
        _ fixed: FixedWhen, after now: Instant, in rules: any ZoneRules
    ) -> [Instant] {
        var schedule = Schedule(time: fixed.time, pattern: fixed.pattern, zone: zone)
        var instants: [Instant] = []
        while instants.count < count,
            let time = schedule.next(
                after: instants.last ?? now, in: rules, gap: gap, overlap: overlap)
        {
            instants.append(time.instant)
            // It comes once, on the day it was first found on, as when it is set.
            if case .next(fixedTo: nil) = schedule.pattern {
                schedule.pattern = .next(fixedTo: time.nominal.date)
            }
        }
        return instants
    }

    /// What the zone is called then, and by its file.
    private static func zone(of rules: any ZoneRules, at instant: Instant) -> String {
        let names = [rules.span(at: instant).abbreviation, rules.name].filter { !$0.isEmpty }
        return names.count == 2 && names[0] == names[1] ? names[0] : names.joined(separator: ", ")
    }
}

extension ZonedTime {
    /// What the clock shows then: `Tue 2026-12-01 07:30`.
    fileprivate var text: String {
        "\(TimeFormat.shortName(of: civil.date.weekday)) \(civil.date) \(TimeFormat.text(civil.time))"
    }
}

extension ValueReader where Value == Instant {
    /// An instant with its offset.
    fileprivate static let instant = ValueReader { (text) throws(UsageError) in
        guard let time = ZonedTime(text) else {
            throw UsageError(
                "“\(abbreviated(text))” is no instant", hint: "one is written 2026-12-01T07:30:00Z")
        }
        return time.instant
    }
}
