// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A recurrence rule and the day it starts on: together they name days of the calendar.
///
/// Days before the start are not of it, and the start itself only where the rule names it. `COUNT` counts the days
/// that the rule names from the start on, those too on which a clock change leaves out the alarm's time.
package struct Recurrence: Hashable, Sendable {
    /// The rule.
    package let rule: RecurrenceRule

    /// The day it starts on; `nil` only until the alarm is set, and then as if it were the day that is asked about.
    package let start: CivilDate?

    /// The last day that `COUNT` leaves; `nil` where there is no `COUNT`, or the calendar ends before.
    private let lastCounted: CivilDate?

    /// Creates the recurrence of `rule` from `start` on.
    package init(_ rule: RecurrenceRule, from start: CivilDate? = nil) {
        self.rule = rule
        self.start = start
        guard let start, let count = rule.count else {
            self.lastCounted = nil
            return
        }
        self.lastCounted = RecurrenceSearch(rule, from: start).date(count, onOrAfter: start)
    }

    /// Returns the first day on or after `date` on which an alarm at `time` is due; `nil` where there is none.
    ///
    /// Where the rule ends at an instant, days are returned around it as well: see ``includes(_:)``.
    package func firstDate(onOrAfter date: CivilDate, at time: TimeOfDay) -> CivilDate? {
        let search = RecurrenceSearch(rule, from: start ?? date)
        guard let found = search.date(1, onOrAfter: date) else { return nil }
        if let end = lastPossibleDate(at: time), found > end { return nil }
        return found
    }

    /// Whether `instant` is not beyond the end of the rule, where that is an instant.
    package func includes(_ instant: Instant) -> Bool {
        guard case .instant(let end)? = rule.until else { return true }
        return instant <= end
    }

    /// Why there is no day on or after `date`.
    package func fault(after date: CivilDate) -> RecurrenceFault {
        let start = start ?? date
        let search = RecurrenceSearch(rule, from: start)
        guard let first = search.date(1, onOrAfter: start) else { return .never(rule.abbreviated) }
        let last: CivilDate? =
            switch rule.until {
            case .date(let end): end
            case .local(let end): end.date
            case .instant(let end): UTC().civil(at: end).date
            case nil: lastCounted
            }
        guard let last, last >= first else { return .ended(rule.abbreviated, last: nil) }
        return .ended(rule.abbreviated, last: last)
    }

    /// The last day that the rule's end leaves to an alarm at `time`; beyond it there is none.
    private func lastPossibleDate(at time: TimeOfDay) -> CivilDate? {
        switch rule.until {
        case .date(let end): end
        case .local(let end): time <= end.time ? end.date : end.date.advanced(by: -1)
        // No clock is further than 26 hours from UTC, nor a gap longer than a day.
        case .instant(let end): UTC().civil(at: end).date.advanced(by: 3)
        case nil: lastCounted
        }
    }
}
