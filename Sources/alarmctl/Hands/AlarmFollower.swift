// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import Platform

/// Watches what others do to one alarm, on a connection of its own beside that of the calls.
final class AlarmFollower {
    /// What others did since it was asked last.
    struct Changes: Hashable, Sendable {
        /// The alarm is no longer what was listed last.
        var isChanged = false

        /// Where somebody holds its hand, while somebody does.
        var time: TimeOfDay?

        /// Takes note of an event.
        ///
        /// - Parameters:
        ///   - event: What happened, to whatever alarm.
        ///   - alarm: The alarm that is followed.
        ///   - own: The press that is not somebody else's.
        mutating func note(_ event: Wire.Event, of alarm: String, except own: String?) {
            guard event.alarm == alarm || event.gesture?.alarm == alarm else { return }
            guard event.gesture == nil || event.gesture?.id != own else { return }
            guard let gesture = event.gesture, !gesture.state.isOver else {
                isChanged = true
                time = nil
                return
            }
            if gesture.state != .possible { time = TimeOfDay(gesture.time) }
        }
    }

    private let alarm: String
    private let connection: Connection
    private var watch: Watch?
    private var changes = Changes()
    private var hasInput = false

    /// Asks the daemon for its events.
    ///
    /// - Throws: ``Failure`` where it cannot be reached a second time.
    init(alarm: String, session: Session, on loop: RunLoop) throws(Failure) {
        self.alarm = alarm
        connection = try Connection(to: [session.daemon().choice], isReading: true)
        try connection.send(VarlinkCall(MonitorCall(), wantsMore: true))
        watch = try connection.watch(on: loop) { [weak self] in self?.hasInput = true }
    }

    /// What happened since it was asked last.
    ///
    /// - Parameter own: The press that is not somebody else's.
    /// - Returns: The changes; `time` stands until the hand is let go.
    /// - Throws: ``Failure`` where the daemon is gone.
    func take(except own: String?) throws(Failure) -> Changes {
        if hasInput {
            hasInput = false
            while let reply = try connection.receive(within: .zero) {
                if reply.error != nil { throw Failure(refusal: reply) }
                // What a newer daemon tells beside is nothing that the dial shows.
                guard let event = try? MonitorReply(reply: reply.parameters).event else { continue }
                changes.note(event, of: alarm, except: own)
            }
        }
        defer { changes.isChanged = false }
        return changes
    }
}
