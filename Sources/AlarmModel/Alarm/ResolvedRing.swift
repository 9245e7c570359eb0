// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// How a ring sounds and what it does, with nothing left open.
///
/// The configuration's `[ring]` section is one; an occurrence carries the one it was armed with, so that an
/// edit leaves what rings or snoozes alone.
package struct ResolvedRing: Hashable, Sendable {
    /// The name or path of the sound, or `nil` for the built-in tone.
    package var sound: String?
    /// Percent of the full level, from 1 through 100.
    package var volume: Int
    /// How long the ring takes to reach its volume.
    package var fade: Duration
    /// How long it is played before it counts as unanswered.
    package var timeout: Duration
    /// How often an unanswered ring is snoozed by itself.
    package var retries: Int
    /// How long a snooze lasts where nothing else is asked.
    package var snooze: Duration
    /// How often a person may snooze one occurrence.
    package var snoozeLimit: Int
    /// How late an occurrence still rings.
    package var late: Duration
    /// Whether it wakes the machine from suspend.
    package var wake: Bool
    /// The name of the storyboard, or `nil` for the built-in one.
    package var storyboard: String?
    /// Whether it stays silent on holidays.
    package var notOnHolidays: Bool

    /// Creates a ring; what is left out is as in the design, section 10.
    package init(
        sound: String? = nil, volume: Int = 100, fade: Duration = .seconds(30),
        timeout: Duration = .seconds(600), retries: Int = 2, snooze: Duration = .seconds(540),
        snoozeLimit: Int = 10, late: Duration = .seconds(3600), wake: Bool = true,
        storyboard: String? = nil, notOnHolidays: Bool = false
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

    /// This ring, with what `settings` says in its place.
    package func overridden(by settings: RingSettings) -> ResolvedRing {
        ResolvedRing(
            sound: settings.sound ?? sound, volume: settings.volume ?? volume,
            fade: settings.fade ?? fade, timeout: settings.timeout ?? timeout,
            retries: settings.retries ?? retries, snooze: settings.snooze ?? snooze,
            snoozeLimit: settings.snoozeLimit ?? snoozeLimit, late: settings.late ?? late,
            wake: settings.wake ?? wake, storyboard: settings.storyboard ?? storyboard,
            notOnHolidays: settings.notOnHolidays ?? notOnHolidays)
    }
}

/// What an alarm's settings fall back to: the configuration's `[ring]` section.
package typealias RingDefaults = ResolvedRing

/// The values that ring settings may take (design, section 10).
package enum RingRange {
    /// Percent.
    package static let volume = 1...100
    /// From none at all through an hour.
    package static let fade = Duration.zero...Duration.seconds(3600)
    /// From a minute through three hours.
    package static let timeout = Duration.seconds(60)...Duration.seconds(10_800)
    /// How often.
    package static let retries = 0...100
    /// From a minute through three hours.
    package static let snooze = Duration.seconds(60)...Duration.seconds(10_800)
    /// How often.
    package static let snoozeLimit = 0...1000
    /// From not at all through a day.
    package static let late = Duration.zero...Duration.seconds(86_400)
    /// Bytes of UTF-8 in the name of a sound or a storyboard.
    package static let nameLength = 1...4096
}
