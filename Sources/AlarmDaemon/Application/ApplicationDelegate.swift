// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What an application tells whoever makes it up: its launch, its end, and what happens to the machine between.
///
/// All of it is told on the run loop's thread, and each callback is over before the next begins. An application
/// whose launch failed tells nothing more.
protocol ApplicationDelegate: AnyObject {
    /// The run loop, the signals and the service manager are ready: make the root controllers, by hand, in order,
    /// with `Application.addRootController`.
    /// - Throws: whatever keeps the application from running. It ends with exit status 1 and one line that says
    ///   so; the root controllers that were made are stopped in reverse.
    func applicationDidFinishLaunching(_ application: Application) throws

    /// The service manager was told that all is ready; the loop begins to run.
    func applicationDidBecomeActive(_ application: Application)

    /// The machine is about to sleep. Told only where logind tells: nothing may depend on it.
    func applicationWillSuspend(_ application: Application)

    /// The machine slept for this long and is awake again.
    func applicationDidResume(_ application: Application, after slept: Duration)

    /// The clock was set, or the machine's zone changed: compare everything with the clock.
    func applicationSignificantTimeChange(_ application: Application, _ change: TimeChange)

    /// Somebody asked to read the configuration again.
    func applicationDidReceiveReload(_ application: Application)

    /// The application ends. The root controllers still run; they are stopped after this, in reverse.
    func applicationWillTerminate(_ application: Application)
}

extension ApplicationDelegate {
    func applicationDidBecomeActive(_ application: Application) {}
    func applicationWillSuspend(_ application: Application) {}
    func applicationDidResume(_ application: Application, after slept: Duration) {}
    func applicationSignificantTimeChange(
        _ application: Application, _ change: TimeChange
    ) {}
    func applicationDidReceiveReload(_ application: Application) {}
    func applicationWillTerminate(_ application: Application) {}
}

/// What happened to the civil time that the machine shows.
nonisolated enum TimeChange: Hashable, Sendable {
    /// The wall clock was set, forward by this much, or back where it is negative.
    ///
    /// Counted against the time since boot from the last such change or the launch: slewing in between is in it.
    case clockSet(by: Duration)

    /// The machine's zone was changed, or its rules were.
    case zoneChanged
}
