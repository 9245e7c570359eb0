// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// The running program: it owns the run loop, the signals and the service manager's protocol, and tells its
/// delegate what happens.
///
/// SIGTERM and SIGINT end it cleanly, SIGHUP reloads, SIGPIPE is ignored.
final class Application {
    /// How far it has come.
    nonisolated enum State: Hashable, Sendable {
        /// Made, but not run.
        case created
        /// The delegate makes the root controllers.
        case launching
        /// The loop runs.
        case active
        /// The delegate was told, and the root controllers are stopped.
        case terminating
        /// Nothing runs any more.
        case terminated
    }

    /// Why a launch failed, where the delegate did not say.
    nonisolated enum LaunchError: Error, Hashable, CustomStringConvertible {
        /// The delegate made no root controller: the application would run and do nothing.
        case noRootController

        /// A sentence for the one line that says so.
        var description: String {
            "its launch made no root controller, so nothing would ever happen"
        }
    }

    /// How far it has come.
    private(set) var state = State.created

    /// The root controllers, in the order in which they were made.
    private(set) var rootControllers: [Controller] = []

    /// What it was started with.
    let context: ApplicationContext

    /// The service manager that is told what goes on, where there is one.
    let serviceManager: ServiceManager

    private let delegate: any ApplicationDelegate
    private var services: ApplicationServices?
    private var exitStatus: Int32 = 0

    /// Creates an application that does nothing until it is run.
    init(delegate: any ApplicationDelegate, context: ApplicationContext) {
        self.delegate = delegate
        self.context = context
        serviceManager = ServiceManager(
            environment: context.environment, processID: context.processID)
    }

    /// The loop that everything runs on.
    ///
    /// There is one from the launch to the end.
    var runLoop: RunLoop {
        guard let services else {
            preconditionFailure("an application has a run loop only while it runs")
        }
        return services.runLoop
    }

    /// The log.
    var log: Log { context.log }

    /// The environment for children: without what the service manager meant for this process alone.
    var childEnvironment: [String] {
        context.environment.filter { !ServiceManager.variables.contains($0.key) }
            .map { "\($0.key)=\($0.value)" }.sorted()
    }

    /// Whether changes of zone files are told.
    var observesZones: Bool { services?.zones != nil }

    /// Tells the delegate from now on when the zone file at `path` changes, or a link on the way to it.
    func followZone(at path: String) {
        services?.zones?.follow(path)
    }

    /// Starts a root controller and keeps it until the application ends.
    ///
    /// For the delegate, at launch.
    /// - Throws: what the controller throws as it starts. It is not kept then.
    func addRootController(_ controller: Controller) throws {
        precondition(
            state == .launching, "root controllers are made while the application launches")
        try controller.start()
        rootControllers.append(controller)
    }

    /// Runs until it is told to end, by a signal or by `terminate`.
    ///
    /// - Returns: the exit status; 1 where the launch failed, which one line of the log says.
    func run() -> Int32 {
        precondition(state == .created, "an application runs once")
        state = .launching
        do {
            try launch()
        } catch {
            log.write(.critical, "\(context.programName) can't start: \(error)")
            exitStatus = 1
            finish()
            return exitStatus
        }
        becomeActive()
        terminateCleanly()
        return exitStatus
    }

    /// Ends the application: the loop finishes what it is at, then the delegate is told.
    func terminate(exitStatus: Int32 = 0) {
        guard state == .launching || state == .active else { return }
        self.exitStatus = exitStatus
        services?.runLoop.stop()
    }

    /// Takes the listening sockets that the service manager passed, once; those that can't be used are closed, and
    /// the log says why.
    func takePassedListeners() -> [PassedListener] {
        serviceManager.takeListeners(
            firstDescriptor: context.firstPassedDescriptor, log: log)
    }

    private func launch() throws {
        services = try ApplicationServices(context: context, serviceManager: serviceManager) {
            [weak self] in self?.handle($0)
        }
        try delegate.applicationDidFinishLaunching(self)
        if rootControllers.isEmpty { throw LaunchError.noRootController }
    }

    private func becomeActive() {
        state = .active
        serviceManager.notify([.ready])
        delegate.applicationDidBecomeActive(self)
        do {
            try runLoop.run()
        } catch {
            log.write(.critical, "\(context.programName) ends: \(error)")
            exitStatus = 1
        }
    }

    private func terminateCleanly() {
        state = .terminating
        serviceManager.notify([.stopping])
        delegate.applicationWillTerminate(self)
        finish()
    }

    /// Unmakes what was made, in reverse.
    private func finish() {
        while let controller = rootControllers.popLast() { controller.stop() }
        services = nil
        state = .terminated
    }

    /// Tells the delegate what happened.
    ///
    /// Before it is active and while it ends there is nobody to tell.
    func handle(_ event: ApplicationEvent) {
        guard state == .active else {
            if event == .endRequested { terminate() }
            return
        }
        switch event {
        case .endRequested: terminate()
        case .reloadRequested: reload()
        case .resumed(let slept): delegate.applicationDidResume(self, after: slept)
        case .timeChanged(let change): delegate.applicationSignificantTimeChange(self, change)
        }
    }

    private func reload() {
        serviceManager.notify([.reloading(since: context.readClocks().monotonic)])
        delegate.applicationDidReceiveReload(self)
        serviceManager.notify([.ready])
    }

    nonisolated deinit {}
}
