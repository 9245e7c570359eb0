// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

/// The types of the interface `io.wecker.AlarmClock` as they go over the wire, named as there.
///
/// They hold what was said, in its spelling; what it means, and whether it can be, is judged when it is
/// converted to the types of the model. Enumerations that the model has too are the model's own.
package enum Wire {}

extension Weekday: WireEnumeration {
    package static let wireName: String? = "Weekday"
}

extension GapPolicy: WireEnumeration {
    package static let wireName: String? = "GapPolicy"
}

extension OverlapPolicy: WireEnumeration {
    package static let wireName: String? = "OverlapPolicy"
}

extension AlarmState: WireEnumeration {
    package static let wireName: String? = "AlarmState"
}

extension OccurrenceState: WireEnumeration {
    package static let wireName: String? = "OccurrenceState"
}

extension EventKind: WireEnumeration {
    package static let wireName: String? = "EventKind"
}

extension Hand: WireEnumeration {
    package static let wireName: String? = "Hand"
}

extension GestureState: WireEnumeration {
    package static let wireName: String? = "GestureState"
}

extension StepDirection: WireEnumeration {
    package static let wireName: String? = nil
}

extension Wire {
    /// How an alarm is, by the same words as in the model.
    package typealias AlarmState = AlarmModel.AlarmState
    /// How an occurrence is, by the same words as in the model.
    package typealias OccurrenceState = AlarmModel.OccurrenceState
    /// What an event is about, by the same words as in the model.
    package typealias EventKind = AlarmModel.EventKind
    /// A hand of the dial, by the same words as in the model.
    package typealias Hand = AlarmModel.Hand
    /// How far a gesture is, by the same words as in the model.
    package typealias GestureState = AlarmModel.GestureState
    /// Which way a hand steps by itself, by the same words as in the model.
    package typealias Direction = AlarmModel.StepDirection
}
