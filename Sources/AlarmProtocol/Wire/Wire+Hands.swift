// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

extension Wire {
    /// A point on the dial, relative to its centre, in units of its radius.
    package struct Point: WireObject {
        /// To the right.
        package var x: Double = 0

        /// Down.
        package var y: Double = 0

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("x", &x)
            try visitor.visit("y", &y)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value from its members.
        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// A place on the dial: exactly one member is given.
    package struct Position: WireObject {
        package static let wireName: String? = "Position"

        /// Degrees clockwise from twelve.
        package var angle: Double?

        /// The civil time.
        package var time: String?

        /// The point.
        package var point: Point?

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("angle", &angle)
            try visitor.visit("time", &time)
            try visitor.visit("point", &point)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value from its members.
        package init(angle: Double? = nil, time: String? = nil, point: Point? = nil) {
            self.angle = angle
            self.time = time
            self.point = point
        }
    }

    /// A finger on a hand.
    package struct Gesture: WireObject {
        package static let wireName: String? = "Gesture"

        /// The id of the press.
        package var id: String = ""

        /// The id of the alarm.
        package var alarm: String = ""

        /// The hand.
        package var hand: Hand = .alarm

        /// How far it is.
        package var state: GestureState = .possible

        /// The civil time that the alarm would have.
        package var time: String = ""

        /// Where the hand is, in degrees clockwise from twelve.
        package var angle: Double = 0

        /// How long until it begins, in milliseconds; 0 once it did.
        package var beginsIn: Int = 0

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("id", &id)
            try visitor.visit("alarm", &alarm)
            try visitor.visit("hand", &hand)
            try visitor.visit("state", &state)
            try visitor.visit("time", &time)
            try visitor.visit("angle", &angle)
            try visitor.visit("beginsIn", &beginsIn)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value from its members.
        package init(
            id: String, alarm: String, hand: Hand, state: GestureState, time: String, angle: Double,
            beginsIn: Int
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
}
