// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Every alarm, and what is going on with it: all that the daemon must remember.
///
/// A book is a value and reads no clock: each change is handed the moment, and returns what is to be done about
/// it. Each of its stored properties is kept in the state file.
package struct AlarmBook: Hashable, Sendable {
    /// The alarms, by their ids.
    package var alarms: AlarmDictionary

    /// The occurrences whose players are armed and that are about to be due, by alarm.
    package var armed: [AlarmID: Occurrence]

    /// The occurrences that ring, wait for another to end, or snooze: at most one an alarm.
    package var live: [AlarmID: Occurrence]

    /// The occurrences that ended, oldest first; at most ``historyLimit``.
    package var history: [Occurrence]

    /// The missed occurrences that nobody acknowledged yet, oldest first; at most ``missedLimit``.
    package var missed: [Occurrence]

    /// What was known of alarms before something became of them by a clock that is not trusted.
    package var aside: [AlarmID: LaidAside]

    /// The place the next alarm that is set takes in the order of setting.
    package var nextSerial: Int

    /// What the book knows of the clocks.
    package var clock: ClockRecord

    /// Creates a book; with nothing said, the empty one that a new installation has.
    package init(
        alarms: AlarmDictionary = [:], armed: [AlarmID: Occurrence] = [:],
        live: [AlarmID: Occurrence] = [:], history: [Occurrence] = [], missed: [Occurrence] = [],
        aside: [AlarmID: LaidAside] = [:], nextSerial: Int = 1, clock: ClockRecord = ClockRecord()
    ) {
        self.alarms = alarms
        self.armed = armed
        self.live = live
        self.history = history
        self.missed = missed
        self.aside = aside
        self.nextSerial = nextSerial
        self.clock = clock
    }

    /// Whether a player of this alarm's next occurrence is armed.
    func isArmed(_ id: AlarmID) -> Bool {
        // Asked of every alarm at every change, while hardly ever one is.
        !armed.isEmpty && armed.index(forKey: id) != nil
    }

    /// How many ended occurrences are kept.
    package static let historyLimit = 100

    /// How many missed occurrences are kept until they are acknowledged.
    package static let missedLimit = 1000
}
