// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// What an application is told by its services, before it tells its delegate.
nonisolated enum ApplicationEvent: Hashable {
    case endRequested
    case reloadRequested
    case resumed(after: Duration)
    case timeChanged(TimeChange)
}

/// The sources of an application's events; they end when this goes away.
final class ApplicationServices {
    let runLoop: RunLoop
    private let handler: (ApplicationEvent) -> Void
    private let signals: SignalSource
    private let clock: ClockObserver
    private(set) var zones: ZoneObserver?
    private var watchdog: Watchdog?

    init(
        context: ApplicationContext, serviceManager: ServiceManager,
        handler: @escaping (ApplicationEvent) -> Void
    ) throws {
        let loop = try RunLoop()
        runLoop = loop
        self.handler = handler
        try Signal.brokenPipe.ignore()
        // Whoever started us may have had it ignored, and then no child could be waited for.
        try Signal.child.restoreDefault()
        signals = try SignalSource([.terminate, .interrupt, .hangUp], on: loop) {
            handler($0 == .hangUp ? .reloadRequested : .endRequested)
        }
        clock = try ClockObserver(on: loop, readClocks: context.readClocks, handler: handler)
        zones = Self.observeZones(on: loop, log: context.log, handler: handler)
        if let interval = serviceManager.watchdogInterval {
            watchdog = try Watchdog(every: interval / 2, on: loop, serviceManager: serviceManager)
        }
    }

    /// A machine out of inotify instances still has an alarm clock, which says that it follows no zone change.
    private static func observeZones(
        on loop: RunLoop, log: Log, handler: @escaping (ApplicationEvent) -> Void
    ) -> ZoneObserver? {
        do {
            return try ZoneObserver(on: loop) { handler(.timeChanged(.zoneChanged)) }
        } catch {
            log.error("changes of time zones will not be noticed: \(error)")
            return nil
        }
    }

    nonisolated deinit {}
}

/// Tells the service manager that the loop still turns, at half the time after which it would be restarted.
private final class Watchdog {
    private let interval: Duration
    private let serviceManager: ServiceManager
    private var timer: Timer?

    init(
        every interval: Duration, on loop: RunLoop, serviceManager: ServiceManager
    ) throws(SystemError) {
        self.interval = interval
        self.serviceManager = serviceManager
        timer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in self?.tell() }
        try timer?.arm(at: Clocks.monotonic + interval)
    }

    private func tell() {
        serviceManager.notify([.watchdog])
        // Fails only for a timer that could not be made. Then the service manager restarts us, as it should.
        try? timer?.arm(at: Clocks.monotonic + interval)
    }

    nonisolated deinit {}
}
