// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import ZoneInfo

@testable import alarmctl

/// WHEN is read alike as one word or several, is never an id, and what its faults propose is right.
func fuzzWhen(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.split(separator: " ").map(String.init)
    let when: When
    do throws(UsageError) { when = try When([text]) } catch {
        promise((try? When(words)) == nil, "what is wrong as one word is wrong as several")
        return check(error)
    }
    promise((try? When(words)) == when, "WHEN is read alike as one word or several")
    promise(AlarmID(text) == nil, "WHEN is no id")
    promise((try? When([when.written])) == when, "\(when.written) is not read as it was written")
    guard let date = CivilDate(year: 2026, month: 12, day: 1) else { return }
    for hour in [2, 12] {
        let now = CivilDateTime(date: date, time: TimeOfDay(secondsSinceMidnight: hour * 3600))
        do throws(UsageError) {
            guard let fixed = try when.fixed(at: now) else { continue }
            let schedule = Schedule(time: fixed.time, pattern: fixed.pattern)
            let start = Instant(seconds: now.secondsOnWall)
            let next = schedule.next(after: start, in: UTC(), gap: .after, overlap: .first)
            promise(next.map { $0.instant > start } ?? true, "what is next is ahead")
            try when.checkAhead(of: start)
        } catch {
            check(error)
        }
    }
}

/// What an error tells is fit to be shown, and what it says to write instead is understood.
private func check(_ error: UsageError) {
    promiseShort(error.message.description)
    for hint in error.hints.map(\.description) {
        promiseShort(hint)
        for mark in ["it is written ", "a time is written ", " say: "] {
            guard let right = hint.text(after: mark) else { continue }
            promise((try? When([right])) != nil, "“\(right)” is not what can be written")
        }
    }
}

extension String {
    /// What follows the first `mark`.
    fileprivate func text(after mark: String) -> String? {
        let place = indices.first { self[$0...].hasPrefix(mark) }
        return place.map { String(self[$0...].dropFirst(mark.count)) }
    }
}

extension When {
    /// The plainest words that mean it.
    fileprivate var written: String {
        switch self {
        case .countdown(let duration): "+\(duration.components.seconds)s"
        case .civil(let time, .next): "\(time)"
        case .civil(let time, .today): "today \(time)"
        case .civil(let time, .tomorrow): "tomorrow \(time)"
        case .civil(let time, .date(let date)): "\(date) \(time)"
        case .civil(let time, .weekly(let days)):
            Weekday.allCases.filter(days.contains).map(\.rawValue).joined(separator: ",")
                + " \(time)"
        }
    }
}

/// A rule is read alike again, and its days go on from day to day, from its start.
func fuzzRule(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let rule: RecurrenceRule
    do throws(RecurrenceFault) { rule = try RecurrenceRule(text) } catch {
        return promiseShort(error.description)
    }
    promise((try? RecurrenceRule(rule.text)) == rule, "a rule is read alike again")
    for start in [-700_000, 0, 20_788, 2_900_000].map(CivilDate.init(daysSinceEpoch:)) {
        let recurrence = Recurrence(rule, from: start)
        var next = start
        for _ in 0..<20 {
            guard let date = recurrence.firstDate(onOrAfter: next, at: .midnight) else {
                promiseShort(recurrence.fault(after: next).description)
                break
            }
            promise(date >= next, "\(date) is before \(next)")
            promise(
                recurrence.firstDate(onOrAfter: date, at: .midnight) == date,
                "\(date) is of the rule, and is not")
            next = date.advanced(by: 1)
        }
    }
}

/// The spans of a zone meet, each holds the instants it is found by, and a civil time is found where it is read.
func fuzzZone(_ bytes: [UInt8]) {
    let zone: Zone
    do throws(ZoneInfoError) { zone = try Zone(name: "Some/Zone", tzif: bytes) } catch {
        return promiseShort("\(error)")
    }
    for seconds in [-9_000_000_000_000, -4_000_000_000, 0, 1_796_000_000, 253_000_000_000]
        as [Int64]
    {
        var instant = Instant(seconds: seconds)
        for _ in 0..<40 {
            let span = zone.span(at: instant)
            promise(span.contains(instant), "the span of an instant holds it")
            promise((-89_999...93_599).contains(span.offset), "\(span.offset) is no offset")
            let civil = zone.civil(at: instant)
            if (1...9999).contains(civil.date.components.year) {
                promise(zone.reads(civil, at: instant), "\(civil) is not read where it is")
            }
            guard let end = span.end else { break }
            promise(end > instant, "a span ends after what is in it")
            promise(zone.span(at: end).start == end, "spans meet")
            instant = end
        }
    }
}

extension ZoneRules {
    fileprivate func reads(_ civil: CivilDateTime, at instant: Instant) -> Bool {
        switch resolve(civil) {
        case .unique(let found): found == Instant(seconds: instant.seconds)
        case .overlap(let first, let last): first <= instant && instant <= last
        case .gap: false
        }
    }
}
