// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

/// All that can be configured, with the defaults of the design, section 10.
package struct Configuration: Hashable, Sendable {
    /// `[ring]`: what an alarm falls back to.
    package var ring = RingDefaults()

    /// `[time] zone`: the zone of alarms that name none, or `nil` for the machine's.
    package var zone: String?

    /// `[time] gap`.
    package var gap = GapPolicy.after

    /// `[time] overlap`.
    package var overlap = OverlapPolicy.first

    /// `[time] clock_wait`: how long after boot a clock that is not trusted holds alarms back.
    package var clockWait = Duration.seconds(300)

    /// `[time] wake_lead`: how long before an alarm the machine is woken.
    package var wakeLead = Duration.seconds(20)

    /// `[output] devices`: ALSA names, the preferred one first; never empty.
    package var devices = ["default"]

    /// `[output] buffer`: how much sound a device is asked to hold.
    package var buffer = Duration.milliseconds(200)

    /// `[output] doctor_play`: whether a check that plays no sound plays silence.
    package var playsSilence = false

    /// `[mixer]`.
    package var mixer = Mixer()

    /// `[hands]`.
    package var hands = Hands()

    /// The mixer element that is raised and unmuted for a ring.
    package struct Mixer: Hashable, Sendable {
        /// `element`: its name, or `nil` to leave the mixer alone.
        package var element: String?
        /// `floor`: percent that it is raised to.
        package var floor = 40
        /// `ceiling`: percent that it is lowered to.
        package var ceiling = 100
        /// `unmute`: whether it is switched on.
        package var unmutes = true
        /// `restore`: whether it is put back afterwards.
        package var restores = true
    }

    /// How a press on the dial is told from a touch.
    package struct Hands: Hashable, Sendable {
        /// `press_duration`: how long a finger is held before the press begins.
        package var pressDuration = Duration.milliseconds(500)
        /// `press_movement`: how far it may move meanwhile, in degrees.
        package var pressMovement = 5
        /// `stop_hold`: how long a press must be held to stop a ring; zero for no hold.
        package var stopHold = Duration.zero
    }

    /// `[input NAME]`: buttons and knobs, in the order in which they are configured.
    package var inputs: [Input] = []

    /// An input device with buttons, or a knob.
    package struct Input: Hashable, Sendable {
        /// What it is called.
        package var name: String
        /// `device`: the path of its file.
        package var device: String?
        /// `alarm`: whose hand it turns; `nil` for the next that rings.
        package var alarm: String?
        /// `hold`: how long a button is held to dismiss.
        package var hold = Duration.seconds(2)
        /// `buttons`: the codes of the keys that snooze and dismiss; `nil` for any.
        package var buttons: Set<UInt16>?
        /// `forward`: the codes of the keys that let the hand step forward while they are held.
        package var forward: Set<UInt16>?
        /// `backward`: the same, backward.
        package var backward: Set<UInt16>?

        /// Creates an input with the defaults, and no device.
        package init(name: String) {
            self.name = name
        }
    }

    /// `[calendar] holidays`: the path of an iCalendar file, or `nil` where there is none.
    package var holidays: String?

    /// `[control] readers`: whether everybody on the machine may look at a second socket.
    package var admitsReaders = false

    /// `[run]`.
    package var run = Run()

    /// The commands that are run when something happens to a ring.
    package struct Run: Hashable, Sendable {
        /// A program and its arguments, by the kind of event that it is run for.
        package var commands: [EventKind: [String]] = [:]
        /// `timeout`: how long each may run.
        package var timeout = Duration.seconds(30)
        /// `on_dismiss`: whether what runs for a ring still is killed when that ends.
        package var killsAtEnd = false

        /// Creates the section in which nothing is said.
        package init() {}
    }

    /// Creates the configuration that holds where nothing is configured.
    package init() {}
}
