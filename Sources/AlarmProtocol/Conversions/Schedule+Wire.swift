// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

extension Schedule {
    /// Reads a schedule; a recurrence rule is left to whoever knows them.
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
        guard let text = wire.date else {
            self = wire.days.map { .weekly(Weekdays($0)) } ?? .next(fixedTo: nil)
            return
        }
        guard wire.days == nil else {
            throw .invalidSchedule(
                field: "date", reason: "an alarm rings on a date or on days, not both")
        }
        guard let date = CivilDate(text) else {
            throw .invalidSchedule(
                field: "date", reason: "\(quoted(text)) is no day of the calendar, YYYY-MM-DD")
        }
        self = .date(date)
    }
}

extension Wire.Schedule {
    /// Writes a schedule as it was set: one that rings the next time its clock reads the time has no date,
    /// though it was fixed.
    package init(_ schedule: Schedule) {
        self.init(
            time: schedule.time.description, zone: schedule.zone, gap: schedule.gap,
            overlap: schedule.overlap)
        switch schedule.pattern {
        case .next: break
        case .date(let date): self.date = date.description
        case .weekly(let days): self.days = days.days
        }
    }
}

/// A stranger's text in quotation marks, not all of it where it is long.
func quoted(_ text: String) -> String {
    text.count <= 40 ? "\"\(text)\"" : "\"\(text.prefix(40))…\""
}
