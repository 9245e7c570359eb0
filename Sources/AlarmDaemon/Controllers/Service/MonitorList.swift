// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// The clients that are told every event, or those of some kinds.
final class MonitorList {
    private struct Monitor {
        var responder: Responder
        var kinds: Set<EventKind>?
    }

    private var monitors: [Monitor] = []

    /// Whether nobody listens.
    var isEmpty: Bool { monitors.isEmpty }

    /// Adds who is told from now on; `kinds` absent, everything.
    func add(_ responder: Responder, kinds: [EventKind]?) {
        monitors.append(Monitor(responder: responder, kinds: kinds.map(Set.init)))
    }

    /// Forgets a client that is gone.
    func remove(_ client: Client) {
        monitors.removeAll { $0.responder.client.number == client.number }
    }

    /// Tells an event to all whom it concerns.
    func tell(_ event: Wire.Event) {
        for monitor in monitors where monitor.kinds?.contains(event.kind) ?? true {
            monitor.responder.continueReply(MonitorReply(event: event))
        }
    }

    nonisolated deinit {}
}
