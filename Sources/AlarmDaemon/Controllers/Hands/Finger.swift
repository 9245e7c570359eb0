// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// Whose finger it is.
nonisolated struct Finger: Hashable {
    /// What the finger belongs to, and goes away with.
    nonisolated enum Owner: Hashable {
        /// A connection, by its number.
        case client(Int)
        /// An input device, by its name in the configuration.
        case input(String)
    }

    /// What it belongs to.
    let owner: Owner

    /// What it is called in events.
    let name: String

    /// Creates the finger of a client.
    init(_ client: Client) {
        owner = .client(client.number)
        name = client.userName
    }

    /// Creates the finger of an input device.
    init(input: String) {
        owner = .input(input)
        name = input
    }
}

/// What a finger is put down for.
struct PressRequest {
    /// The id of the alarm, as it was said.
    var alarm: String
    /// The hand.
    var hand = Hand.alarm
    /// Where the finger is; `nil` where the hand is.
    var place: DialPosition?
    /// Which way the hand steps by itself; `nil` where it follows the finger.
    var direction: StepDirection?
    /// Whether only the next occurrence is changed.
    var once = false
}

/// Presses that ended without their finger's doing: each is answered once more, and then unknown.
struct FinishedPresses {
    /// How many are remembered; beyond that the oldest is forgotten.
    static let limit = 1000

    private var gestures: [(owner: Finger.Owner, gesture: Gesture)] = []

    /// Whether there is none.
    var isEmpty: Bool { gestures.isEmpty }

    /// Remembers one.
    mutating func add(_ gesture: Gesture, of owner: Finger.Owner) {
        if gestures.count >= Self.limit { gestures.removeFirst() }
        gestures.append((owner, gesture))
    }

    /// Forgets and returns one; `nil` where it is not known to `owner`.
    mutating func take(_ id: String, of owner: Finger.Owner) -> Gesture? {
        guard let index = gestures.firstIndex(where: { $0.gesture.id == id && $0.owner == owner })
        else { return nil }
        return gestures.remove(at: index).gesture
    }

    /// Forgets all of one owner.
    mutating func forget(_ owner: Finger.Owner) {
        gestures.removeAll { $0.owner == owner }
    }
}

extension HandsController.Hold {
    /// Why what happened to its alarm ends the press; `nil` where it goes on.
    func end(because kind: EventKind) -> Reason.Code? {
        switch (occurrence, kind) {
        case (_, .cleared): .pressCleared
        case (nil, .set): .pressEdited
        case (nil, .due), (nil, .ringing), (nil, .queued): .pressRings
        case (.some, .snoozed), (.some, .dismissed), (.some, .missed): .pressSettled
        default: nil
        }
    }
}

extension Gesture {
    /// What it came to, in words.
    func reason(stops: Bool) -> Reason {
        let code: Reason.Code =
            switch state {
            case .possible: .pressPossible
            case .began: .pressBegan
            case .changed: .pressChanged
            case .ended: stops ? .pressStopped : .pressEnded
            case .cancelled: .pressCancelled
            case .failed: .pressFailed
            }
        return Reason(code, ["hand": hand.rawValue, "time": time.description])
    }
}

extension AlarmBook {
    /// The occurrence of an alarm that rings, or waits for another ring to end; `nil` where none does.
    func ringing(_ alarm: AlarmID) -> Occurrence? {
        guard let occurrence = live[alarm],
            occurrence.life == .ringing || occurrence.life == .queued
        else { return nil }
        return occurrence
    }
}

extension AlarmClockError {
    /// Why what the hands show cannot be.
    var detail: Message {
        switch self {
        case .invalidSchedule(_, let reason), .storageFailed(let reason), .pressFailed(let reason):
            reason
        default: Message(verbatim: name)
        }
    }
}
