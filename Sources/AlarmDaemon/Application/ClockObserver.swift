// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// Notices that the wall clock was set or that the machine slept, which the kernel tells alike.
final class ClockObserver {
    private let readClocks: () -> ClockReading
    private let handler: (ApplicationEvent) -> Void
    private var last: ClockReading
    private var timer: Timer?

    init(
        on loop: RunLoop, readClocks: @escaping () -> ClockReading,
        handler: @escaping (ApplicationEvent) -> Void
    ) throws(SystemError) {
        self.readClocks = readClocks
        self.handler = handler
        last = readClocks()
        timer = try Timer(on: loop, clock: .realtime) { [weak self] _ in self?.rearmAndTell() }
        try timer?.armForClockSet()
    }

    private func rearmAndTell() {
        // Fails only for a timer that could not be made.
        try? timer?.armForClockSet()
        for event in Self.events(from: last, to: readClocks(), into: &last) { handler(event) }
    }

    /// What happened between two readings, of which the later becomes the last.
    ///
    /// The clocks are read one after the other, so that small differences mean nothing; and one change may be told
    /// twice.
    static func events(
        from earlier: ClockReading, to now: ClockReading, into last: inout ClockReading
    ) -> [ApplicationEvent] {
        last = now
        let slept = now.suspended(since: earlier)
        let moved = now.wallMoved(since: earlier)
        let hasSlept = slept > .milliseconds(50)
        // After a sleep the kernel takes the wall clock from hardware that may be coarse: that is no setting.
        let least: Duration = hasSlept ? .seconds(1) : .milliseconds(1)
        var events: [ApplicationEvent] = []
        if hasSlept { events.append(.resumed(after: slept)) }
        if moved >= least || moved <= .zero - least {
            events.append(.timeChanged(.clockSet(by: moved)))
        }
        return events
    }

    nonisolated deinit {}
}
