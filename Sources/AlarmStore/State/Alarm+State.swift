// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

extension Alarm: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        let schedule: Schedule? = try object.find("schedule")
        let countdown: Countdown? = try object.find("countdown")
        let trigger: Trigger
        switch (schedule, countdown) {
        case (let schedule?, nil): trigger = .schedule(schedule)
        case (nil, let countdown?): trigger = .countdown(countdown)
        default: throw .damaged(" has not one of schedule and countdown")
        }
        self.init(
            id: try object.get("id"), label: try object.find("label"),
            isEnabled: try object.get("enabled"), trigger: trigger, ring: try object.get("ring"),
            decided: try object.get("decided"), lastDecided: try object.find("lastDecided"),
            unheard: try object.find("unheard"), serial: try object.get("serial"),
            retired: try object.find("retired"),
            skip: try object.find("skip"), upcoming: try object.find("upcoming"),
            skipping: try object.find("skipping"), lastFile: try object.find("lastFile"))
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("id", id)
            object.put("label", label)
            object.put("enabled", isEnabled)
            object.put("schedule", schedule)
            object.put("countdown", countdown)
            object.put("ring", ring)
            object.put("serial", serial)
            object.put("decided", decided)
            object.put("lastDecided", lastDecided)
            object.put("unheard", unheard)
            object.put("retired", retired)
            object.put("skip", skip)
            object.put("upcoming", upcoming)
            object.put("skipping", skipping)
            object.put("lastFile", lastFile)
        }
    }
}

extension Skip: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        let ids: [OccurrenceID]? = try object.find("occurrences")
        let date: CivilDate? = try object.find("until")
        switch (ids, date) {
        case (let ids?, nil): self = .occurrences(ids)
        case (nil, let date?): self = .until(date)
        default: throw .damaged(" has not one of occurrences and until")
        }
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            switch self {
            case .occurrences(let ids): object.put("occurrences", ids)
            case .until(let date): object.put("until", date)
            }
        }
    }
}

extension SkippedTime: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        self.init(
            id: try object.get("id"), due: try object.get("due"), reason: try object.get("reason"))
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("id", id)
            object.put("due", due)
            object.put("reason", reason)
        }
    }
}

extension Unheard: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        self.init(
            decided: try object.get("decided"), lastDecided: try object.find("lastDecided"),
            at: try object.get("at"))
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("decided", decided)
            object.put("lastDecided", lastDecided)
            object.put("at", at)
        }
    }
}

extension Upcoming: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        self.init(id: try object.get("id"), due: try object.get("due"))
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("id", id)
            object.put("due", due)
        }
    }
}

extension Countdown: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        self.init(length: try object.get("length"))
        if let expected: Instant = try object.find("expected") {
            run = Run(expected: expected, deadline: try object.get("deadline"))
        }
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("length", length)
            object.put("expected", run?.expected)
            object.put("deadline", run?.deadline)
        }
    }
}

extension Schedule: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        let days: [Weekday]? = try object.find("days")
        let date: CivilDate? = try object.find("date")
        let rule: RecurrenceRule? = try object.find("rrule")
        let pattern: Pattern
        switch (days, date) {
        case (nil, nil) where rule != nil:
            let start: CivilDate = try object.get("start")
            pattern = rule.map { .recurring(Recurrence($0, from: start)) } ?? .next(fixedTo: nil)
        case (let days?, nil):
            guard !days.isEmpty else { throw .damaged(".days names no day") }
            pattern = .weekly(Weekdays(days))
        case (nil, let date?): pattern = .date(date)
        case (nil, nil): pattern = .next(fixedTo: try object.find("next"))
        default: throw .damaged(" has both days and a date")
        }
        self.init(
            time: try object.get("time"), pattern: pattern, zone: try object.find("zone"),
            gap: try object.find("gap"), overlap: try object.find("overlap"),
            moved: try object.find("moved") ?? [])
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("time", time)
            switch pattern {
            case .next(let date): object.put("next", date)
            case .date(let date): object.put("date", date)
            case .weekly(let days): object.put("days", days.days)
            case .recurring(let recurrence):
                object.put("rrule", recurrence.rule)
                object.put("start", recurrence.start)
            }
            object.put("zone", zone)
            object.put("gap", gap)
            object.put("overlap", overlap)
            object.put("moved", moved.isEmpty ? nil : moved)
        }
    }
}

extension MovedTime: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        self.init(
            nominal: CivilDateTime(date: try object.get("date"), time: try object.get("time")),
            isSecondPass: try object.find("isSecondPass") ?? false,
            to: CivilDateTime(date: try object.get("toDate"), time: try object.get("toTime")))
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("date", nominal.date)
            object.put("time", nominal.time)
            object.put("isSecondPass", isSecondPass ? true : nil)
            object.put("toDate", civil.date)
            object.put("toTime", civil.time)
        }
    }
}

extension RingSettings: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        self.init(
            sound: try object.find("sound"), volume: try object.find("volume"),
            fade: try object.find("fade"), timeout: try object.find("timeout"),
            retries: try object.find("retries"), snooze: try object.find("snooze"),
            snoozeLimit: try object.find("snoozeLimit"), late: try object.find("late"),
            wake: try object.find("wake"), storyboard: try object.find("storyboard"),
            notOnHolidays: try object.find("notOnHolidays"))
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("sound", sound)
            object.put("volume", volume)
            object.put("fade", fade)
            object.put("timeout", timeout)
            object.put("retries", retries)
            object.put("snooze", snooze)
            object.put("snoozeLimit", snoozeLimit)
            object.put("late", late)
            object.put("wake", wake)
            object.put("storyboard", storyboard)
            object.put("notOnHolidays", notOnHolidays)
        }
    }
}
