// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

extension RingSettings {
    /// Reads settings; whether the values are in range is judged by who sets them.
    package init(_ wire: Wire.Ring) {
        self.init(
            sound: wire.sound, volume: wire.volume, fade: wire.fade.map { .seconds($0) },
            timeout: wire.timeout.map { .seconds($0) }, retries: wire.retries,
            snooze: wire.snooze.map { .seconds($0) }, snoozeLimit: wire.snoozeLimit,
            late: wire.late.map { .seconds($0) }, wake: wire.wake, storyboard: wire.storyboard,
            notOnHolidays: wire.notOnHolidays)
    }
}

extension Wire.Ring {
    /// Writes settings, durations in whole seconds.
    package init(_ ring: RingSettings) {
        self.init(
            sound: ring.sound, volume: ring.volume, fade: ring.fade?.wholeSeconds,
            timeout: ring.timeout?.wholeSeconds, retries: ring.retries,
            snooze: ring.snooze?.wholeSeconds, snoozeLimit: ring.snoozeLimit,
            late: ring.late?.wholeSeconds, wake: ring.wake, storyboard: ring.storyboard,
            notOnHolidays: ring.notOnHolidays)
    }
}

extension AlarmEdit {
    /// Reads what is to be set.
    ///
    /// - Throws: ``AlarmClockError/invalidSchedule(field:reason:)`` where the schedule cannot be read.
    package init(_ call: SetCall) throws(AlarmClockError) {
        self.init(
            id: call.id, label: call.label, isEnabled: call.enabled,
            countdown: call.countdown.map { .seconds($0) },
            ring: call.ring.map { RingSettings($0) } ?? RingSettings(), reset: call.reset ?? [])
        if let schedule = call.schedule { self.schedule = try Schedule(schedule) }
    }
}

extension SkipRequest {
    /// Reads what is to be skipped; with nothing said, the next occurrence.
    ///
    /// - Throws: ``AlarmClockError/invalidSchedule(field:reason:)`` where more than one thing is asked for, or
    ///   where `until` is no date.
    package init(_ call: SkipCall) throws(AlarmClockError) {
        let asked = [call.count != nil, call.until != nil, call.none == true]
        guard asked.count(where: \.self) <= 1 else {
            throw .invalidSchedule(
                field: call.count == nil ? "until" : "count",
                reason: "one of count, until and none can be asked for")
        }
        if call.none == true {
            self = .none
        } else if let text = call.until {
            guard let date = CivilDate(text) else {
                throw .invalidSchedule(
                    field: "until",
                    reason: "\(quoted(text)) is no day of the calendar, YYYY-MM-DD")
            }
            self = .until(date)
        } else {
            self = .next(call.count ?? 1)
        }
    }
}

extension Snooze {
    /// Reads how long to snooze.
    ///
    /// - Throws: ``ServiceError/invalidParameter(_:)`` with `until` where it is no time of day, or where both
    ///   a length and a time are given.
    package init(_ call: SnoozeCall) throws(ServiceError) {
        guard let text = call.until else {
            self = call.seconds.map { .length(.seconds($0)) } ?? .usual
            return
        }
        guard call.seconds == nil, let time = TimeOfDay(text) else {
            throw .invalidParameter("until")
        }
        self = .until(time)
    }
}

extension Duration {
    /// Whole seconds, rounded towards zero, or the nearest there is.
    var wholeSeconds: Int { Int(clamping: components.seconds) }
}
