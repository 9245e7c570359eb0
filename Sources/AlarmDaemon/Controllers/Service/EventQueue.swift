// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform

/// Hands on events in their order, and no more of them in one go than keep a client waiting unnoticed.
///
/// A thousand alarms that are due in one second make thousands of events. What comes behind the first ones is told in
/// later turns of the loop, and whoever asks something meanwhile gets an answer in between.
final class EventQueue {
    /// How many are told in one turn of the loop.
    static let batch = 64

    private let loop: RunLoop
    private let deliver: (AlarmEvent) -> Void
    private var waiting: [AlarmEvent] = []
    private var first = 0
    private var left = EventQueue.batch

    /// Creates a queue that hands events to `deliver`.
    init(on loop: RunLoop, deliver: @escaping (AlarmEvent) -> Void) {
        self.loop = loop
        self.deliver = deliver
    }

    /// Tells an event: at once, unless many were told just now.
    func tell(_ event: AlarmEvent) {
        guard left > 0 else { return waiting.append(event) }
        left -= 1
        if left == 0 { goOnSoon() }
        deliver(event)
    }

    /// Tells all that waits, for the end of the program.
    func finish() {
        while first < waiting.count { deliverFirst() }
        waiting = []
        first = 0
    }

    private func goOnSoon() {
        loop.perform { [weak self] in self?.goOn() }
    }

    private func goOn() {
        for _ in 0..<Self.batch where first < waiting.count { deliverFirst() }
        guard first == waiting.count else { return goOnSoon() }
        waiting = []
        first = 0
        left = Self.batch
    }

    private func deliverFirst() {
        first += 1
        deliver(waiting[first - 1])
    }

    nonisolated deinit {}
}
