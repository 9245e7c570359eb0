// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Names one time that an alarm is due: the alarm, and the civil time that was asked for.
///
/// It stays the same through snoozes, restarts and crashes. In a gap it is the time that was asked for, not
/// the one that was rung; of a countdown it is the UTC instant expected when it was set (design, section 1).
package struct OccurrenceID: Hashable, Sendable {
    /// The alarm that is due.
    package let alarm: AlarmID

    /// The civil time that was asked for; of a countdown in UTC.
    package let nominal: CivilDateTime

    /// Whether it is the second time that the clock reads `nominal`, in the hour a clock change repeats.
    package let isSecondPass: Bool

    /// Creates the id of `alarm`'s occurrence at `nominal`.
    package init(alarm: AlarmID, nominal: CivilDateTime, isSecondPass: Bool = false) {
        self.alarm = alarm
        self.nominal = nominal
        self.isSecondPass = isSecondPass
    }
}

extension OccurrenceID: Comparable {
    package static func < (lhs: OccurrenceID, rhs: OccurrenceID) -> Bool {
        if lhs.nominal != rhs.nominal { return lhs.nominal < rhs.nominal }
        if lhs.isSecondPass != rhs.isSecondPass { return rhs.isSecondPass }
        return lhs.alarm < rhs.alarm
    }
}

extension OccurrenceID: CustomStringConvertible {
    /// The id as it is written, `wake@2026-12-01T07:30`, or `wake@2026-10-25T02:30~2`.
    package var description: String { "\(alarm)@\(nominal)\(isSecondPass ? "~2" : "")" }
}

extension OccurrenceID {
    /// Reads an id, or returns `nil` if `text` is none.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let alarm = AlarmID(parts[0]) else { return nil }
        let isSecondPass = parts[1].hasSuffix("~2")
        guard let nominal = CivilDateTime(parts[1].dropLast(isSecondPass ? 2 : 0)) else {
            return nil
        }
        self.init(alarm: alarm, nominal: nominal, isSecondPass: isSecondPass)
    }
}
