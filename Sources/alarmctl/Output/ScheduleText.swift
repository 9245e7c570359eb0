// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// Schedules as a person writes them.
enum ScheduleText {
    /// When an alarm is set to ring, as WHEN is written: `mon-fri 07:30`, `+25m`.
    static func of(_ alarm: Wire.Alarm) -> Message {
        alarm.schedule.map(of) ?? Message(verbatim: countdown(alarm.countdown))
    }

    /// The days and the time, as WHEN is written: `mon-fri 07:30`.
    static func of(_ schedule: Wire.Schedule) -> Message {
        if let rule = schedule.rrule {
            return RecurrenceText.of(rule, from: schedule.date, at: schedule.time)
        }
        if let days = schedule.days {
            return Message(verbatim: "\(text(Weekdays(days))) \(schedule.time)")
        }
        return Message(verbatim: schedule.date.map { "\($0) \(schedule.time)" } ?? schedule.time)
    }

    /// Days of the week: three or more in a row as a range, past Sunday too.
    static func text(_ days: Weekdays) -> String {
        if days == .all { return "daily" }
        let week = Weekday.allCases
        // Where a row goes past Sunday it begins after a day that is not named, which there is.
        let start = week.indices.first {
            days.contains(week[$0]) && !days.contains(week[($0 + 6) % 7])
        }
        guard let start else { return "" }
        var runs: [[Weekday]] = []
        for step in 0..<7 {
            let day = week[(start + step) % 7]
            guard days.contains(day) else { continue }
            if let last = runs.last?.last, (last.index + 1) % 7 == day.index {
                runs[runs.count - 1].append(day)
            } else {
                runs.append([day])
            }
        }
        return runs.map { run in
            guard run.count > 2, let first = run.first, let last = run.last else {
                return run.map(\.rawValue).joined(separator: ",")
            }
            return "\(first.rawValue)-\(last.rawValue)"
        }.joined(separator: ",")
    }

    private static func countdown(_ seconds: Int?) -> String {
        guard var rest = seconds else { return "" }
        var text = "+"
        for (unit, length) in [("h", 3600), ("m", 60), ("s", 1)] where rest >= length {
            text += "\(rest / length)\(unit)"
            rest %= length
        }
        return text
    }
}
