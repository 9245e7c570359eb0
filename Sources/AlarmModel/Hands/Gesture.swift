// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A finger on a hand of an alarm's dial, as it is told to those who watch.
package struct Gesture: Hashable, Sendable {
    /// Names the press; never given out twice in a daemon's life.
    package var id: String
    /// The alarm.
    package var alarm: AlarmID
    /// The hand that is held.
    package var hand: Hand
    /// How far it is.
    package var state: GestureState
    /// The time that the hands show.
    package var time: TimeOfDay
    /// Where the held hand is.
    package var angle: DialAngle
    /// How long until it begins; zero once it did.
    package var beginsIn: Duration

    /// Creates a gesture.
    package init(
        id: String, alarm: AlarmID, hand: Hand, state: GestureState, time: TimeOfDay,
        angle: DialAngle, beginsIn: Duration = .zero
    ) {
        self.id = id
        self.alarm = alarm
        self.hand = hand
        self.state = state
        self.time = time
        self.angle = angle
        self.beginsIn = beginsIn
    }
}

/// Where on the dial a finger is.
package enum DialPosition: Hashable, Sendable {
    /// In this direction from the centre.
    case angle(DialAngle)
    /// Where the hand is at this time, of this half of the day.
    case time(TimeOfDay)

    /// The direction in which it is for `hand`.
    func angle(of hand: Hand) -> DialAngle {
        switch self {
        case .angle(let angle): angle
        case .time(let time): hand.angle(at: time)
        }
    }
}
