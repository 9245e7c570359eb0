// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

/// Writes what the book knows as it goes over the wire: instants with the offset of the alarm's zone.
package struct WireWriter {
    private let zones: (String?) -> (any ZoneRules)?

    /// Creates a writer that finds zones as the book does: by name, or the machine's for `nil`.
    package init(zones: @escaping (String?) -> (any ZoneRules)?) {
        self.zones = zones
    }

    /// Writes an instant; where the zone is gone, with the machine's offset.
    package func text(_ instant: Instant, zone: String?) -> String {
        let rules = zones(zone) ?? zones(nil) ?? UTC()
        // The end of a snooze is computed by two clocks that are read one after the other: what lies a few
        // milliseconds before a full second is that second.
        let instant = instant.nearestHundredth
        return instant.rfc3339(offset: rules.span(at: instant).offset)
    }

    /// Writes an alarm of `book`, and what it is doing at `moment`.
    package func alarm(_ alarm: Alarm, in book: AlarmBook, at moment: Moment) -> Wire.Alarm {
        let next = book.nextSound(of: alarm.id, at: moment)
        func now(_ zone: String?) -> CivilDateTime {
            (zones(zone) ?? zones(nil) ?? UTC()).civil(at: moment.wall)
        }
        let skipped = book.skipped(of: alarm.id, at: now)
        // Hardly ever is one.
        let moved = alarm.schedule.flatMap {
            $0.moved.isEmpty ? nil : $0.movedTime(after: now($0.zone))
        }
        let skips = book.isEnabled(alarm.id) ? alarm.skipping : nil
        return Wire.Alarm(
            id: alarm.id.text, label: alarm.label, enabled: book.isEnabled(alarm.id),
            schedule: alarm.schedule.map { Wire.Schedule($0) },
            countdown: alarm.countdown?.length.wholeSeconds, ring: Wire.Ring(alarm.ring),
            state: book.state(of: alarm.id),
            next: next.map { text($0, zone: alarm.schedule?.zone) },
            skipped: skipped.occurrences.map(\.description),
            pausedUntil: skipped.pausedUntil?.description,
            skips: skips.map {
                Wire.Skipped(
                    occurrence: $0.id.description, due: text($0.due, zone: alarm.schedule?.zone),
                    reason: $0.reason)
            },
            override: moved.map {
                Wire.Override(
                    occurrence: OccurrenceID(
                        alarm: alarm.id, nominal: $0.nominal, isSecondPass: $0.isSecondPass
                    ).description, time: $0.civil.time.description)
            })
    }

    /// Writes an occurrence of `book`, as it is at `moment`.
    package func occurrence(
        _ occurrence: Occurrence, in book: AlarmBook, at moment: Moment
    ) -> Wire.Occurrence {
        let sounds =
            occurrence.resumes == nil
            ? nil : text(book.soundTime(of: occurrence, at: moment), zone: occurrence.zone)
        return Wire.Occurrence(
            id: occurrence.id.description, alarm: occurrence.id.alarm.text,
            due: text(occurrence.due, zone: occurrence.zone), state: occurrence.life.shown,
            sounds: sounds, snoozes: occurrence.snoozes,
            scene: occurrence.scene?.id, reason: occurrence.reason)
    }

    /// Writes an event.
    package func event(_ event: AlarmEvent) -> Wire.Event {
        let args = event.reason?.args ?? [:]
        return Wire.Event(
            kind: event.kind, at: text(event.at, zone: event.zone),
            code: event.reason?.code.rawValue, args: args.isEmpty ? nil : args,
            text: event.reason?.detail.flatMap { Wire.Text($0) }, alarm: event.alarm?.text,
            occurrence: event.occurrence?.description,
            until: event.until.map { text($0, zone: event.zone) },
            reason: event.reason?.description, output: event.output,
            gesture: event.gesture.map { Wire.Gesture($0) }, by: event.by)
    }
}

extension AlarmClockError {
    /// The error of the interface that the book's refusal is.
    package init(_ error: BookError) {
        self =
            switch error {
            case .noSuchAlarm(let id): .noSuchAlarm(id: id)
            case .noSuchOccurrence(let id): .noSuchOccurrence(occurrence: id)
            case .ambiguous(let ids): .ambiguous(occurrences: ids.map(\.description))
            case .invalidSchedule(let field, let reason):
                .invalidSchedule(field: field, reason: reason)
            case .snoozeLimitReached(let id, let limit):
                .snoozeLimitReached(occurrence: id.description, limit: limit)
            }
    }
}
