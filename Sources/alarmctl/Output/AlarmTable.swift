// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import Localization

/// The tables of alarms and occurrences.
enum AlarmTable {
    /// All alarms: first what sounds, then what comes next, at the end what is off.
    static func alarms(_ alarms: [Wire.Alarm], at now: Instant) -> [StyledLine] {
        let rows = alarms.map { (alarm: $0, next: $0.next.flatMap { ZonedTime($0) }) }
        let sorted = rows.sorted { lhs, rhs in
            let left = (rank(lhs.alarm.state), lhs.next?.instant ?? .distantFuture, lhs.alarm.id)
            let right = (rank(rhs.alarm.state), rhs.next?.instant ?? .distantFuture, rhs.alarm.id)
            return left < right
        }
        var table = Table(heading: [
            Message("NEXT"), "", Message("ALARM"), Message("WHEN"), Message("ZONE"),
            Message("STATE"), Message("LABEL"), Message("NOTE"),
        ])
        for (alarm, next) in sorted {
            let when =
                ScheduleText.of(alarm)
            table.append([
                StyledLine(verbatim: next?.short(at: now) ?? "–", next == nil ? .dim : .bold),
                next.map { StyledLine(distanceText($0.instant - now)) } ?? StyledLine(),
                StyledLine(verbatim: alarm.id), StyledLine(when),
                StyledLine(verbatim: alarm.schedule?.zone ?? ""),
                StyledLine(alarm.state.words, style(alarm.state)),
                StyledLine(verbatim: alarm.label ?? ""),
                note(alarm, at: now).map { StyledLine($0) } ?? StyledLine(),
            ])
        }
        return table.lines
    }

    /// Occurrences, in the order that they come in; those of an alarm that are skipped in a row are one line.
    static func occurrences(_ occurrences: [Wire.Occurrence], at now: Instant) -> [StyledLine] {
        var table = Table(heading: [
            Message("WHEN"), "", Message("ALARM"), Message("STATE"), Message("NOTE"),
        ])
        for (occurrence, count, isWhole) in rows(occurrences) {
            let time = ZonedTime(occurrence.sounds ?? occurrence.due)
            table.append([
                StyledLine(verbatim: time?.short(at: now) ?? occurrence.due, .bold),
                time.map { StyledLine(distanceText($0.instant - now)) } ?? StyledLine(),
                StyledLine(verbatim: occurrence.alarm),
                StyledLine(occurrence.state.words, style(occurrence.state)),
                StyledLine(note(occurrence, count, isWhole: isWhole)),
            ])
        }
        return table.lines
    }

    /// Of what is skipped the daemon tells so many and no more, so that the last row of each alarm may not be whole.
    private static func rows(
        _ occurrences: [Wire.Occurrence]
    ) -> [(occurrence: Wire.Occurrence, count: Int, isWhole: Bool)] {
        var rows: [(occurrence: Wire.Occurrence, count: Int, isWhole: Bool)] = []
        for occurrence in occurrences {
            if let last = rows.last?.occurrence, occurrence.state == .skipped,
                last.state == .skipped, last.alarm == occurrence.alarm,
                last.reason == occurrence.reason
            {
                rows[rows.count - 1].count += 1
            } else {
                rows.append((occurrence, 1, true))
            }
        }
        guard occurrences.count(where: { $0.state == .skipped }) >= NextCall.skippedLimit else {
            return rows
        }
        var seen: Set<String> = []
        for index in rows.indices.reversed() where rows[index].occurrence.state == .skipped {
            rows[index].isWhole = !seen.insert(rows[index].occurrence.alarm).inserted
        }
        return rows
    }

    /// What of an alarm does not ring, and why.
    private static func note(_ alarm: Wire.Alarm, at now: Instant) -> Message? {
        if let date = alarm.pausedUntil {
            return Message("paused until \(CivilDate.short(wire: date))")
        }
        if alarm.skipped.count > 1 { return .skipping(alarm.skipped.count) }
        guard let skips = alarm.skips else {
            return alarm.override.map { Message("once at \(TimeFormat.text(wire: $0.time))") }
        }
        let time = ZonedTime(skips.due)?.short(at: now) ?? skips.due
        return alarm.skipped.isEmpty
            ? Message("not \(time): \(skips.reasonWords)") : Message("skips \(time)")
    }

    private static func note(
        _ occurrence: Wire.Occurrence, _ count: Int, isWhole: Bool
    ) -> Message {
        let texts = [snoozes(occurrence), occurrence.reasonWords].compactMap(\.self)
        let note = Message.joined(texts, by: "; ")
        guard count > 1 else { return note }
        return isWhole
            ? Message("\(note) (\(count) in a row)")
            : Message("\(note) (\(count) or more in a row)")
    }

    private static func snoozes(_ occurrence: Wire.Occurrence) -> Message? {
        let count = occurrence.snoozes
        guard count > 0 else { return nil }
        return Message(one: "snoozed once", many: "snoozed \(count) times", count: count)
    }

    private static func rank(_ state: Wire.AlarmState) -> Int {
        switch state {
        case .ringing: 0
        case .queued: 1
        case .snoozed, .scheduled: 2
        case .off: 3
        }
    }

    private static func style(_ state: Wire.AlarmState) -> StyledLine.Style {
        switch state {
        case .ringing, .queued: .red
        case .snoozed: .yellow
        case .scheduled: .green
        case .off: .dim
        }
    }

    private static func style(_ state: Wire.OccurrenceState) -> StyledLine.Style {
        switch state {
        case .ringing, .queued, .missed: .red
        case .snoozed: .yellow
        case .scheduled: .green
        case .dismissed, .skipped: .dim
        }
    }
}
