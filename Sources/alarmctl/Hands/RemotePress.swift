// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import JSON
internal import Platform

/// A finger that this process has on the dial of an alarm; the daemon takes it back when the process ends.
struct RemotePress {
    /// How long the daemon may hear nothing of the finger, at most.
    static let renewal = Duration.seconds(3)

    /// What the daemon said last of it.
    private(set) var gesture: Wire.Gesture

    private let session: Session
    /// When it will begin, by this process's clock.
    private let begins: Duration

    /// Puts a finger down.
    ///
    /// - Throws: ``Failure`` where the daemon refuses.
    init(_ call: PressCall, in session: Session) throws(Failure) {
        self.session = session
        gesture = try session.ask(call).value.gesture
        begins = Clocks.monotonic + .milliseconds(gesture.beginsIn)
    }

    /// Puts a finger down that is to turn a hand.
    ///
    /// - Throws: ``Failure`` where the alarm rings: the press would stop that, and turn nothing; and where the daemon
    ///   refuses.
    static func turning(_ call: PressCall, in session: Session) throws(Failure) -> RemotePress {
        let alarm = try session.alarms().alarms.first { $0.id == call.alarm }
        if let alarm, alarm.rings {
            throw Failure(
                .refused, "Rings", "\(alarm.id) rings: its hands are turned when that is over",
                hints: [
                    "alarmctl dismiss \(alarm.id) ends the ring, alarmctl snooze \(alarm.id) postpones it"
                ])
        }
        return try RemotePress(call, in: session)
    }

    /// Waits until the press begins.
    ///
    /// - Throws: ``Failure`` where it does not, or is refused.
    mutating func waitUntilBegun() throws(Failure) {
        try hold(until: begins)
        // The daemon's clock may be behind by a moment.
        while gesture.state == .possible {
            Surroundings.pause(milliseconds: Int32(clamping: min(max(gesture.beginsIn, 1), 100)))
            try stay()
        }
        guard gesture.state == .began || gesture.state == .changed || gesture.state == .ended else {
            throw broken
        }
    }

    /// Keeps the finger where it is for some time after it began.
    mutating func hold(for duration: Duration) throws(Failure) {
        try hold(until: begins + duration)
    }

    private mutating func hold(until end: Duration) throws(Failure) {
        while true {
            let left = end - Clocks.monotonic
            guard left > .zero else { return }
            let wait = min(left, Self.renewal).wholeMicroseconds
            Surroundings.pause(milliseconds: Int32(clamping: (wait + 999) / 1000))
            guard left > Self.renewal else { return }
            try stay()
            guard !gesture.state.isOver else { throw broken }
        }
    }

    /// Says that the finger is still there.
    mutating func stay() throws(Failure) {
        gesture = try session.ask(MoveCall(press: gesture.id)).value.gesture
    }

    /// Moves the finger.
    mutating func move(to place: Wire.Position) throws(Failure) {
        gesture = try session.ask(MoveCall(press: gesture.id, to: place)).value.gesture
        guard !gesture.state.isOver else { throw broken }
    }

    /// Lifts the finger; returns what the daemon answers.
    mutating func release() throws(Failure) -> Answer<ReleaseReply> {
        let answer = try session.ask(ReleaseCall(press: gesture.id))
        gesture = answer.value.gesture
        return answer
    }

    /// Takes the finger away without meaning what it did.
    mutating func cancel() throws(Failure) {
        gesture = try session.ask(CancelCall(press: gesture.id)).value.gesture
    }

    /// What to say of a press that ended too early.
    var broken: Failure {
        Failure(
            .refused, "PressEnded",
            "the hands of \(gesture.alarm) were taken away: the alarm rings, its ring is over, or somebody changed it",
            hints: ["alarmctl watch tells what happens"],
            parameters: ["gesture": gesture.wire])
    }
}
