// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Localization

/// When an alarm is to ring, as a person says it.
enum When: Hashable, Sendable {
    /// So long from now; at least a second.
    case countdown(Duration)
    /// At this time of these days.
    case civil(TimeOfDay, on: Days)

    /// The days that a person names.
    enum Days: Hashable, Sendable {
        /// The next day on which the time is still ahead.
        case next
        case today
        case tomorrow
        case date(CivilDate)
        /// These days of every week.
        case weekly(Weekdays)
    }

    /// Whether it comes only once.
    var isOneShot: Bool {
        if case .civil(_, .weekly) = self { return false }
        return true
    }

    /// Whether it means another day depending on what day it is.
    var isRelativeToToday: Bool {
        switch self {
        case .civil(_, .today), .civil(_, .tomorrow): true
        default: false
        }
    }
}

/// A time and days that mean the same whenever they are read.
struct FixedWhen: Hashable, Sendable {
    var time: TimeOfDay
    var pattern: Schedule.Pattern
}

extension When {
    /// The hour before which `tomorrow` may mean today, to someone who did not sleep yet (design, section 9).
    static let nightEnds = 4

    /// Turns `today` and `tomorrow` into dates.
    ///
    /// - Parameters:
    ///   - now: What the clock reads where the alarm is to ring.
    ///   - isStart: Whether the day is where a recurrence starts, and may have passed.
    /// - Returns: The time and the days, or `nil` for a countdown.
    /// - Throws: ``UsageError`` where it is night, and `tomorrow` could be either of two dates, and where
    ///   the time of today has passed.
    func fixed(
        at now: CivilDateTime, isStart: Bool = false
    ) throws(UsageError) -> FixedWhen? {
        guard case .civil(let time, let days) = self else { return nil }
        switch days {
        case .next: return FixedWhen(time: time, pattern: .next(fixedTo: nil))
        case .date(let date): return FixedWhen(time: time, pattern: .date(date))
        case .weekly(let days): return FixedWhen(time: time, pattern: .weekly(days))
        case .today:
            guard isStart || time > now.time else {
                let tomorrow = now.date.advanced(by: 1)
                throw UsageError(
                    "\(time) has passed today, it is \(now.time.toTheMinute)",
                    hint: "for \(dayName(tomorrow)) say: \(tomorrow) \(time)")
            }
            return FixedWhen(time: time, pattern: .date(now.date))
        case .tomorrow:
            let tomorrow = now.date.advanced(by: 1)
            guard now.time.hour >= Self.nightEnds else {
                throw UsageError(
                    "it is \(now.time.toTheMinute) at night, so tomorrow could be either day",
                    hints: [now.date, tomorrow].map { "for \(dayName($0)) say: \($0) \(time)" })
            }
            return FixedWhen(time: time, pattern: .date(tomorrow))
        }
    }

    /// Refuses a date that has passed wherever on earth the alarm is.
    ///
    /// A nearer one is left to the daemon, which knows the zone.
    func checkAhead(of now: Instant) throws(UsageError) {
        guard case .civil(let time, .date(let date)) = self else { return }
        let civil = CivilDateTime(date: date, time: time)
        // No zone was ever more than 16 hours behind Greenwich.
        let latest = Instant(seconds: civil.secondsOnWall) + .seconds(16 * 3600)
        guard latest < now else { return }
        throw UsageError("\(date) \(time) has passed")
    }
}

extension TimeOfDay {
    /// This time without its seconds.
    var toTheMinute: TimeOfDay { TimeOfDay(secondsSinceMidnight: secondsSinceMidnight / 60 * 60) }
}

/// A date with its weekday, `Tuesday 1 December`.
private func dayName(_ date: CivilDate) -> Message {
    let (_, month, day) = date.components
    let (weekday, name) = (TimeFormat.name(of: date.weekday), TimeFormat.name(ofMonth: month))
    return Message("\(weekday) \(day) \(name)")
}
