// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

extension Schedule {
    /// Reads a schedule.
    ///
    /// - Throws: ``AlarmClockError/invalidSchedule(field:reason:)`` with the member that makes no sense.
    package init(_ wire: Wire.Schedule) throws(AlarmClockError) {
        guard let time = TimeOfDay(wire.time) else {
            throw .invalidSchedule(
                field: "time", reason: "\(quoted(wire.time)) is no time of day, HH:MM or HH:MM:SS")
        }
        self.init(
            time: time, pattern: try Pattern(wire), zone: wire.zone, gap: wire.gap,
            overlap: wire.overlap)
    }
}

extension Schedule.Pattern {
    fileprivate init(_ wire: Wire.Schedule) throws(AlarmClockError) {
        guard wire.days == nil || wire.rrule == nil else {
            throw .invalidSchedule(
                field: "rrule", reason: "an alarm rings on days or by a rule, not both")
        }
        let date = try wire.date.map(Self.date)
        if let text = wire.rrule {
            do throws(RecurrenceFault) {
                self = .recurring(Recurrence(try RecurrenceRule(text), from: date))
                return
            } catch {
                throw .invalidSchedule(field: "rrule", reason: error.message)
            }
        }
        guard let date else {
            self = wire.days.map { .weekly(Weekdays($0)) } ?? .next(fixedTo: nil)
            return
        }
        guard wire.days == nil else {
            throw .invalidSchedule(
                field: "date", reason: "an alarm rings on a date or on days, not both")
        }
        self = .date(date)
    }

    private static func date(_ text: String) throws(AlarmClockError) -> CivilDate {
        if let date = CivilDate(text) { return date }
        throw .invalidSchedule(
            field: "date", reason: "\(quoted(text)) is no day of the calendar, YYYY-MM-DD")
    }
}

extension Wire.Schedule {
    /// Writes a schedule as it was set.
    ///
    /// One that rings the next time its clock reads the time has no date, though it was fixed. A recurrence
    /// rule always has the day that it starts on.
    package init(_ schedule: Schedule) {
        self.init(
            time: schedule.time.description, zone: schedule.zone, gap: schedule.gap,
            overlap: schedule.overlap)
        switch schedule.pattern {
        case .next: break
        case .date(let date): self.date = date.description
        case .weekly(let days): self.days = days.days
        case .recurring(let recurrence):
            self.rrule = recurrence.rule.text
            self.date = recurrence.start?.description
        }
    }
}

/// A stranger's text in quotation marks, not all of it where it is long.
func quoted(_ text: String) -> String {
    text.count <= 40 ? "\"\(text)\"" : "\"\(text.prefix(40))…\""
}
