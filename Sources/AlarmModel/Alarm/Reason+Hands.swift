// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension Reason.Code {
    /// A finger was put on a hand.
    package static let pressPossible = Self(rawValue: "press-possible")
    /// It was held for long enough.
    package static let pressBegan = Self(rawValue: "press-began")
    /// It moved the hand.
    package static let pressChanged = Self(rawValue: "press-changed")
    /// It was lifted: what the hands show holds.
    package static let pressEnded = Self(rawValue: "press-ended")
    /// It was held for long enough to stop a ring.
    package static let pressStopped = Self(rawValue: "press-stopped")
    /// It was lifted or moved too early.
    package static let pressFailed = Self(rawValue: "press-failed")
    /// It was taken back by who pressed.
    package static let pressCancelled = Self(rawValue: "press-cancelled")
    /// It was taken back: the connection was closed.
    package static let pressClosed = Self(rawValue: "press-closed")
    /// It was taken back: nothing was heard of it for too long.
    package static let pressSilent = Self(rawValue: "press-silent")
    /// It was taken back: somebody changed the alarm.
    package static let pressEdited = Self(rawValue: "press-edited")
    /// It was taken back: somebody cleared the alarm.
    package static let pressCleared = Self(rawValue: "press-cleared")
    /// It was taken back: the alarm rings.
    package static let pressRings = Self(rawValue: "press-rings")
    /// It was taken back: the ring that it was to stop is over.
    package static let pressSettled = Self(rawValue: "press-settled")
    /// It was taken back: what the hands show cannot be.
    package static let pressRefused = Self(rawValue: "press-refused")
}

extension Reason {
    /// The words of what a press came to; its arguments are `hand`, `time` and `detail`.
    var handsWords: String {
        func value(_ name: String) -> String { args[name] ?? "?" }
        return switch code {
        case .pressPossible: "a finger is on the \(value("hand")) hand"
        case .pressBegan: "the \(value("hand")) hand is held at \(value("time"))"
        case .pressChanged: "the \(value("hand")) hand is at \(value("time"))"
        case .pressEnded: "let go at \(value("time"))"
        case .pressStopped: "held long enough to stop the ring"
        case .pressFailed: "let go, or moved, before it was a press"
        case .pressCancelled: "taken back"
        case .pressClosed: "taken back: the connection was closed"
        case .pressSilent: "taken back: nothing was heard of the finger for 10 s"
        case .pressEdited: "taken back: somebody changed the alarm"
        case .pressCleared: "taken back: somebody cleared the alarm"
        case .pressRings: "taken back: the alarm rings"
        case .pressSettled: "taken back: the ring is over"
        case .pressRefused: "taken back: \(value("detail"))"
        default: code.rawValue
        }
    }
}
