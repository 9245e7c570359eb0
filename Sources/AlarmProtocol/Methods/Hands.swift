// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Puts a finger on a hand of an alarm's dial.
package struct PressCall: AlarmClockMethod {
    package typealias Reply = PressReply
    package static let methodName = "Press"

    /// The id of the alarm.
    package var alarm: String = ""

    /// The hand; absent, the alarm hand.
    package var hand: Wire.Hand?

    /// Where the finger is.
    package var at: Wire.Position?

    /// Which way the hand steps by itself.
    package var direction: Wire.Direction?

    /// Whether only the next occurrence is changed.
    package var once: Bool?

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("alarm", &alarm)
        try visitor.visit("hand", &hand)
        try visitor.visit("at", &at)
        try visitor.visit("direction", &direction)
        try visitor.visit("once", &once)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(
        alarm: String, hand: Wire.Hand? = nil, at: Wire.Position? = nil,
        direction: Wire.Direction? = nil, once: Bool? = nil
    ) {
        self.alarm = alarm
        self.hand = hand
        self.at = at
        self.direction = direction
        self.once = once
    }
}

/// The gesture that began.
package struct PressReply: WireObject {
    /// The gesture.
    package var gesture: Wire.Gesture = Wire.Gesture()

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("gesture", &gesture)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(gesture: Wire.Gesture) {
        self.gesture = gesture
    }
}

/// Moves the finger, or says that it is still there.
package struct MoveCall: AlarmClockMethod {
    package typealias Reply = MoveReply
    package static let methodName = "Move"

    /// The id of the press.
    package var press: String = ""

    /// Where the finger is.
    package var to: Wire.Position?

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("press", &press)
        try visitor.visit("to", &to)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(press: String, to: Wire.Position? = nil) {
        self.press = press
        self.to = to
    }
}

/// The gesture that goes on.
package struct MoveReply: WireObject {
    /// The gesture.
    package var gesture: Wire.Gesture = Wire.Gesture()

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("gesture", &gesture)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(gesture: Wire.Gesture) {
        self.gesture = gesture
    }
}

/// Lifts the finger: what the hands show holds.
package struct ReleaseCall: AlarmClockMethod {
    package typealias Reply = ReleaseReply
    package static let methodName = "Release"

    /// The id of the press.
    package var press: String = ""

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("press", &press)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(press: String) {
        self.press = press
    }
}

/// The gesture that ended.
package struct ReleaseReply: WireObject {
    /// The gesture.
    package var gesture: Wire.Gesture = Wire.Gesture()

    /// The alarm as it is now.
    package var alarm: Wire.Alarm?

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("gesture", &gesture)
        try visitor.visit("alarm", &alarm)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(gesture: Wire.Gesture, alarm: Wire.Alarm? = nil) {
        self.gesture = gesture
        self.alarm = alarm
    }
}

/// Takes the gesture back.
package struct CancelCall: AlarmClockMethod {
    package typealias Reply = CancelReply
    package static let methodName = "Cancel"

    /// The id of the press.
    package var press: String = ""

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("press", &press)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(press: String) {
        self.press = press
    }
}

/// The gesture that was taken back.
package struct CancelReply: WireObject {
    /// The gesture.
    package var gesture: Wire.Gesture = Wire.Gesture()

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("gesture", &gesture)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(gesture: Wire.Gesture) {
        self.gesture = gesture
    }
}
