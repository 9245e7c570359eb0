// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// `alarmctl set`: makes an alarm, or changes one.
struct SetCommand: Command {
    private let when: When?
    private let call: SetCall
    private let schedule: Wire.Schedule
    private let rule: RecurrenceRule?
    private let mayReplace: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let when = arguments.words.isEmpty ? nil : try When(arguments.words)
        let rule = try arguments.value(of: Self.rrule)
        if rule == nil { try when?.checkAhead(of: Surroundings.now) }
        self.when = when
        self.rule = rule
        self.mayReplace = arguments.has(Self.replace)
        self.schedule = Wire.Schedule(
            time: "", rrule: rule?.text,
            zone: try arguments.value(of: Self.zone), gap: try arguments.value(of: Self.gap),
            overlap: try arguments.value(of: Self.overlap))
        let ring = try Self.ring(arguments)
        self.call = SetCall(
            id: try arguments.value(of: Self.id), label: try arguments.value(of: Self.label),
            enabled: arguments.has(Self.off) ? false : nil, ring: ring == Wire.Ring() ? nil : ring,
            reset: try arguments.value(of: Self.reset))
        try checkTogether()
    }

    private static func ring(_ arguments: ParsedArguments) throws(UsageError) -> Wire.Ring {
        guard !arguments.has(wake) || !arguments.has(noWake) else {
            throw UsageError(.excluding([wake.spelling, noWake.spelling]))
        }
        let wakes: Bool? = arguments.has(wake) ? true : arguments.has(noWake) ? false : nil
        return Wire.Ring(
            sound: try arguments.value(of: sound).map(SoundName.absolute),
            volume: try arguments.value(of: volume),
            fade: try arguments.value(of: fade)?.wholeSeconds,
            timeout: try arguments.value(of: timeout)?.wholeSeconds,
            retries: try arguments.value(of: retries),
            snooze: try arguments.value(of: snooze)?.wholeSeconds,
            snoozeLimit: try arguments.value(of: snoozeLimit),
            late: try arguments.value(of: late)?.wholeSeconds, wake: wakes,
            storyboard: try arguments.value(of: storyboard),
            notOnHolidays: arguments.has(notOnHolidays) ? true : nil)
    }

    /// Checks what only shows when all words are looked at together.
    private func checkTogether() throws(UsageError) {
        let saysHow = schedule != Wire.Schedule(time: "")
        switch when {
        case nil:
            guard call.id != nil else {
                throw UsageError("set needs WHEN", hints: When.spellings)
            }
            guard !saysHow else {
                throw UsageError(
                    "--zone, --gap, --overlap and --rrule need WHEN",
                    hint: "the time and the days are replaced as a whole")
            }
        case .countdown:
            guard call.ring?.notOnHolidays == nil else {
                throw UsageError("a countdown rings on holidays too")
            }
            guard !saysHow else {
                throw UsageError("a countdown has no --zone, --gap, --overlap or --rrule")
            }
        case .civil(_, .weekly):
            guard rule == nil else { throw Self.daysAndRule }
        case .civil: break
        }
    }

    /// What is wrong where both days and a rule are given.
    static let daysAndRule = UsageError("an alarm has days or a --rrule, not both")

    func run(in session: Session) throws(Failure) {
        var call = call
        if case .countdown(let duration) = when { call.countdown = duration.wholeSeconds }
        call.schedule = try fixedSchedule(in: session)
        try protectRepeating(in: session)
        let choice = try session.daemon().choice
        try session.call(call) { Self.lines($0, at: Surroundings.now) }
        if call.enabled != false, call.ring?.wake != false { Self.noteSleeper(in: session) }
        if choice.origin == .user { Self.noteOwnDaemon(choice, in: session) }
    }

    /// The schedule with `today` and `tomorrow` made into dates, where the alarm is to ring.
    private func fixedSchedule(in session: Session) throws(Failure) -> Wire.Schedule? {
        guard let when else { return nil }
        let isRelative = when.isRelativeToToday
        let fixed: FixedWhen?
        do throws(UsageError) {
            let rules = try Zones.rules(named: isRelative ? schedule.zone : nil)
            let now = rules.civil(at: Surroundings.now)
            fixed = try when.fixed(at: now, isStart: rule != nil)
            try checkComes(fixed, now.date)
        } catch {
            throw Failure(error)
        }
        guard isRelative, schedule.zone == nil else { return fixed?.wire(schedule) }
        // The daemon may be set to another zone than this terminal, and its day is what counts.
        let time = try session.ask(StatusCall()).value.time
        guard let there = ZonedTime(time) else { return fixed?.wire(schedule) }
        do throws(UsageError) {
            return try when.fixed(at: there.civil, isStart: rule != nil)?.wire(schedule)
        } catch {
            throw Failure(error)
        }
    }

    /// Refuses a rule that names no day from its start on, where the start is known here: it is the daemon's to
    /// know where an alarm may be there that the rule goes on from.
    private func checkComes(_ fixed: FixedWhen?, _ today: CivilDate) throws(UsageError) {
        guard let rule, let fixed, fixed.date != nil || call.id == nil else { return }
        try rule.checkComes(from: fixed.date ?? today, at: fixed.time)
    }

    /// Refuses to turn a repeating alarm into one that rings once, unless that is asked for.
    private func protectRepeating(in session: Session) throws(Failure) {
        guard let id = call.id, let when, when.isOneShot, rule == nil, !mayReplace else {
            return
        }
        let old = try session.alarms().alarms.first { $0.id == id }
        guard let schedule = old?.schedule, schedule.repeats else { return }
        throw Failure(
            .refused, "Repeating",
            "\(id) repeats (\(ScheduleText.of(schedule))), and would then ring only once",
            hints: [
                "\(Self.replace.spelling) replaces it all the same",
                "without \(Self.id.spelling), another alarm is set beside it",
            ])
    }
}

// MARK: - What it answers

extension SetCommand {
    /// What to say about an alarm that was set.
    static func lines(_ reply: SetReply, at now: Instant) -> [StyledLine] {
        let alarm = reply.alarm
        let name = alarm.label.map { "\(alarm.id) (\($0))" } ?? alarm.id
        guard alarm.enabled else {
            return [
                StyledLine(
                    "\(name) is off; alarmctl enable \(alarm.id) switches it on", bold: [1])
            ]
        }
        guard let next = alarm.next.flatMap({ ZonedTime($0) }) else {
            guard let reason = alarm.skips?.reasonWords else {
                return [StyledLine("\(name) is set, and will not ring", bold: [1])]
            }
            return [StyledLine("\(name) is set, and will not ring: \(reason)", bold: [1])]
        }
        let time =
            alarm.schedule?.zone.map { Message("\(next.long) in \($0)") }
            ?? Message(verbatim: next.long)
        let distance = distanceText(next.instant - now)
        guard alarm.state != .snoozed else {
            let when = ScheduleText.of(alarm)
            return [
                StyledLine(
                    "\(name) is set to \(when); it is snoozed, and rings again on \(time), \(distance)",
                    bold: [1, 3])
            ]
        }
        guard let schedule = alarm.schedule, schedule.repeats else {
            return [StyledLine("\(name) rings on \(time), \(distance)", bold: [1, 2])]
        }
        return [
            StyledLine(
                "\(name) rings \(ScheduleText.of(schedule)), next on \(time), \(distance)",
                bold: [1, 3])
        ]
    }

    /// Says that a suspended machine will not ring, where it cannot be woken.
    private static func noteSleeper(in session: Session) {
        guard !session.isJSON, let status = try? session.daemon().call(StatusCall()).value,
            !status.canWake
        else { return }
        let why = status.problems.first { $0.name == "wake" }.map { Finding($0).detail }
        let cause = why ?? Message("this machine cannot be woken from suspend")
        session.note("WARNING: \(cause). Keep it awake, or it will not ring.")
    }

    /// Says that the alarm is in the user's own clock, and what that takes.
    private static func noteOwnDaemon(_ choice: SocketChoice, in session: Session) {
        session.note("It is in your own alarm clock, at \(choice.path).")
        guard let user = Surroundings.userName, Surroundings.exists("/run/systemd/system"),
            !Surroundings.exists("/var/lib/systemd/linger/\(user)")
        else { return }
        session.note(
            "That one runs only while you are logged in; loginctl enable-linger keeps it running.")
    }
}

extension Wire.Schedule {
    /// Whether it comes due more than once.
    var repeats: Bool { days != nil || rrule != nil }
}

extension RecurrenceRule {
    /// Refuses the rule where an alarm at `time` would ring on no day from `start` on.
    func checkComes(from start: CivilDate, at time: TimeOfDay) throws(UsageError) {
        let recurrence = Recurrence(self, from: start)
        guard recurrence.firstDate(onOrAfter: start, at: time) == nil else { return }
        throw UsageError(recurrence.fault(after: start).message).of(SetCommand.rrule.spelling)
    }
}

extension FixedWhen {
    /// The date that was named, if one was.
    var date: CivilDate? {
        guard case .date(let date) = pattern else { return nil }
        return date
    }

    /// The schedule for the wire; what it says besides time and days is `other`'s.
    func wire(_ other: Wire.Schedule) -> Wire.Schedule {
        var schedule = other
        schedule.time = time.description
        switch pattern {
        case .next(let date): schedule.date = date?.description
        case .date(let date): schedule.date = date.description
        case .weekly(let days): schedule.days = days.days
        case .recurring(let recurrence): schedule.date = recurrence.start?.description
        }
        return schedule
    }
}
