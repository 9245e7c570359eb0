// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// How one alarm rings, as far as it was said; what is `nil` takes its value from the configuration.
package struct RingSettings: Hashable, Sendable {
    /// The name or path of the sound.
    package var sound: String?
    /// Percent of the full level, from 1 through 100.
    package var volume: Int?
    /// How long the ring takes to reach its volume.
    package var fade: Duration?
    /// How long it is played before it counts as unanswered.
    package var timeout: Duration?
    /// How often an unanswered ring is snoozed by itself.
    package var retries: Int?
    /// How long a snooze lasts where nothing else is asked.
    package var snooze: Duration?
    /// How often a person may snooze one occurrence.
    package var snoozeLimit: Int?
    /// How late an occurrence still rings.
    package var late: Duration?
    /// Whether it wakes the machine from suspend.
    package var wake: Bool?
    /// The name of the storyboard.
    package var storyboard: String?
    /// Whether it stays silent on holidays.
    package var notOnHolidays: Bool?

    /// Creates settings; what is left out says nothing.
    package init(
        sound: String? = nil, volume: Int? = nil, fade: Duration? = nil, timeout: Duration? = nil,
        retries: Int? = nil, snooze: Duration? = nil, snoozeLimit: Int? = nil,
        late: Duration? = nil,
        wake: Bool? = nil, storyboard: String? = nil, notOnHolidays: Bool? = nil
    ) {
        self.sound = sound
        self.volume = volume
        self.fade = fade
        self.timeout = timeout
        self.retries = retries
        self.snooze = snooze
        self.snoozeLimit = snoozeLimit
        self.late = late
        self.wake = wake
        self.storyboard = storyboard
        self.notOnHolidays = notOnHolidays
    }

    /// These settings, with what `newer` says in their place.
    package func overridden(by newer: RingSettings) -> RingSettings {
        RingSettings(
            sound: newer.sound ?? sound, volume: newer.volume ?? volume, fade: newer.fade ?? fade,
            timeout: newer.timeout ?? timeout, retries: newer.retries ?? retries,
            snooze: newer.snooze ?? snooze, snoozeLimit: newer.snoozeLimit ?? snoozeLimit,
            late: newer.late ?? late, wake: newer.wake ?? wake,
            storyboard: newer.storyboard ?? storyboard,
            notOnHolidays: newer.notOnHolidays ?? notOnHolidays)
    }
}
