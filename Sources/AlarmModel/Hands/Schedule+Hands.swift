// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension Schedule {
    /// The schedule with the time that hands were turned to.
    ///
    /// A date follows the turns, days do not; a date that was only fixed is fixed anew.
    ///
    /// - Parameters:
    ///   - time: What the hands show.
    ///   - days: How many midnights they were turned past.
    /// - Returns: The schedule.
    /// - Throws: ``BookError/invalidSchedule(field:reason:)`` where the calendar has no such date.
    package func turned(to time: TimeOfDay, days: Int) throws(BookError) -> Schedule {
        var turned = self
        turned.time = time
        turned.moved = []
        switch pattern {
        case .next: turned.pattern = .next(fixedTo: nil)
        case .date(let date):
            let later = date.advanced(by: days)
            guard (CivilDate.first...CivilDate.last).contains(later) else {
                throw .invalidSchedule(field: "date", reason: "the hands were turned too far")
            }
            turned.pattern = .date(later)
        case .weekly, .recurring: break
        }
        return turned
    }
}
