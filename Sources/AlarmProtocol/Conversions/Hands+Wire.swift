// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

extension DialPosition {
    /// Reads where a finger is.
    ///
    /// - Parameters:
    ///   - wire: Exactly one member of it is given.
    ///   - parameter: What the position is called in the call.
    /// - Throws: ``ServiceError/invalidParameter(_:)`` with the parameter where none or several members are
    ///   given, and with the member where it is no place on the dial.
    package init(_ wire: Wire.Position, of parameter: String) throws(ServiceError) {
        switch (wire.angle, wire.time, wire.point) {
        case (let degrees?, nil, nil):
            guard let angle = DialAngle(degrees: degrees) else {
                throw .invalidParameter("\(parameter).angle")
            }
            self = .angle(angle)
        case (nil, let text?, nil):
            guard let time = TimeOfDay(text) else { throw .invalidParameter("\(parameter).time") }
            self = .time(time)
        case (nil, nil, let point?):
            guard let angle = DialAngle(x: point.x, y: point.y) else {
                throw .invalidParameter("\(parameter).point")
            }
            self = .angle(angle)
        default: throw .invalidParameter(parameter)
        }
    }
}

extension Wire.Gesture {
    /// Writes a gesture; what is left until it begins is rounded up, so that it is zero only once it began.
    package init(_ gesture: Gesture) {
        let left = gesture.beginsIn.wholeMicroseconds
        self.init(
            id: gesture.id, alarm: gesture.alarm.text, hand: gesture.hand, state: gesture.state,
            time: gesture.time.description, angle: gesture.angle.degrees,
            beginsIn: Int(clamping: left / 1000 + (left % 1000 > 0 ? 1 : 0)))
    }
}
