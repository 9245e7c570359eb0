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
    var handsWords: Message? {
        let hand = args["hand"].flatMap { Hand(rawValue: $0) }?.name ?? "?"
        return switch code {
        case .pressPossible: Message("a finger is on the \(hand)")
        case .pressBegan: Message("the \(hand) is held at \(value("time"))")
        case .pressChanged: Message("the \(hand) is at \(value("time"))")
        case .pressEnded: Message("let go at \(value("time"))")
        case .pressStopped: Message("held long enough to stop the ring")
        case .pressFailed: Message("let go, or moved, before it was a press")
        case .pressCancelled: Message("taken back")
        case .pressClosed: Message("taken back: the connection was closed")
        case .pressSilent: Message("taken back: nothing was heard of the finger for 10 s")
        case .pressEdited: Message("taken back: somebody changed the alarm")
        case .pressCleared: Message("taken back: somebody cleared the alarm")
        case .pressRings: Message("taken back: the alarm rings")
        case .pressSettled: Message("taken back: the ring is over")
        case .pressRefused: Message("taken back: \(sentence)")
        default: nil
        }
    }
}

extension Hand {
    /// What the hand is called.
    package var name: Message {
        switch self {
        case .alarm: Message("alarm hand")
        case .hour: Message("hour hand")
        case .minute: Message("minute hand")
        }
    }
}
