// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform
import TestSupport
import Testing

@testable import AlarmDaemon

@Suite("The service manager", .serialized)
struct ServiceManagerTests {
    @Test("is told that the application is ready, reloads, and stops, in order")
    func notified() throws {
        let folder = TemporaryFolder()
        let manager = try FakeServiceManager(in: folder)
        let delegate = RecordingDelegate()
        delegate.whenActive = { application in
            application.serviceManager.setStatus("3 alarms\nnext 07:30")
            application.serviceManager.setStatus("3 alarms\nnext 07:30")
            Signal.hangUp.raise()
        }
        delegate.whenReloading = { $0.terminate() }
        let reading = ClockReading(
            wall: .zero, boottime: .seconds(9), monotonic: .milliseconds(7500))
        let status = Application(
            delegate: delegate,
            context: .test(
                log: try LogReader().log, environment: ["NOTIFY_SOCKET": manager.path],
                readClocks: { reading })
        ).run()
        #expect(status == 0)
        #expect(
            try manager.messages() == [
                "READY=1", "STATUS=3 alarms next 07:30", "RELOADING=1\nMONOTONIC_USEC=7500000",
                "READY=1", "STOPPING=1",
            ])
    }

    @Test("is not told that a launch that failed is ready")
    func notReady() throws {
        let folder = TemporaryFolder()
        let manager = try FakeServiceManager(in: folder)
        let delegate = RecordingDelegate()
        delegate.makesControllers = { _ in [] }
        let context = ApplicationContext.test(
            log: try LogReader().log, environment: ["NOTIFY_SOCKET": manager.path])
        #expect(Application(delegate: delegate, context: context).run() == 1)
        #expect(try manager.messages().isEmpty)
    }

    @Test("hears that the loop turns, where it waits for that")
    func watchdog() throws {
        let folder = TemporaryFolder()
        let manager = try FakeServiceManager(in: folder)
        let delegate = RecordingDelegate()
        var timer: Timer?
        delegate.whenActive = { application in
            timer = try? Timer(on: application.runLoop, clock: .monotonic) { _ in
                application.terminate()
            }
            try? timer?.arm(at: Clocks.monotonic + .milliseconds(300))
        }
        let context = ApplicationContext.test(
            log: try LogReader().log,
            environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "100000"])
        #expect(Application(delegate: delegate, context: context).run() == 0)
        #expect(try manager.messages().filter { $0 == "WATCHDOG=1" }.count >= 2)
        withExtendedLifetime(timer) {}
    }

    @Test(
        "need not listen, and need not be there",
        arguments: [
            [:], ["NOTIFY_SOCKET": "/nowhere"], ["NOTIFY_SOCKET": "relative"],
            ["NOTIFY_SOCKET": ""],
        ] as [[String: String]])
    func absent(environment: [String: String]) throws {
        let context = ApplicationContext.test(log: try LogReader().log, environment: environment)
        #expect(Application(delegate: RecordingDelegate(), context: context).run() == 0)
    }

    @Test(
        "says how long it waits for a word, to this process alone",
        arguments: [
            (["WATCHDOG_USEC": "3000000"], Duration.seconds(3)),
            (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "7"], .seconds(3)),
            (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "8"], nil),
            (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "soon"], nil), ([:], nil),
        ] as [([String: String], Duration?)])
    func watchdogInterval(environment: [String: String], expected: Duration?) {
        #expect(ServiceManager.watchdogInterval(environment, processID: 7) == expected)
    }

    @Test(
        "passes sockets with their names, to this process alone",
        arguments: [
            (
                ["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "control:read"],
                ["control", "read"]
            ),
            (
                ["LISTEN_PID": "7", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "control"],
                ["control", "unknown"]
            ),
            (["LISTEN_PID": "7", "LISTEN_FDS": "1"], ["unknown"]),
            (["LISTEN_PID": "8", "LISTEN_FDS": "1"], []), (["LISTEN_FDS": "1"], []),
            (["LISTEN_PID": "7", "LISTEN_FDS": "-1"], []), (["LISTEN_PID": "7"], []),
            (
                ["LISTEN_PID": "7", "LISTEN_FDS": "2000000000"],
                Array(repeating: "unknown", count: ServiceManager.passedLimit)
            ),
        ] as [([String: String], [String])])
    func passed(environment: [String: String], names: [String]) {
        let sockets = ServiceManager.passedSockets(environment, processID: 7)
        #expect(sockets.map(\.name) == names)
        #expect(sockets.map(\.offset) == Array(0..<Int32(names.count)))
    }

    @Test("keeps a passed socket's file, and what can't be listened at is said and closed")
    func adopts() throws {
        let folder = TemporaryFolder()
        let made = try UnixListener(at: folder.file("socket"), mode: 0o600)
        let first = try made.descriptor.duplicated().release()
        let manager = ServiceManager(
            environment: ["LISTEN_PID": "7", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "control"],
            processID: 7)
        let log = try LogReader()
        let listeners = manager.takeListeners(firstDescriptor: first, log: log.log)
        #expect(listeners.map(\.name) == ["control"])
        #expect(manager.takeListeners(firstDescriptor: first, log: log.log).isEmpty, "taken once")
        listeners.first?.listener.unlinkPath()
        _ = try UnixSocket.connect(to: folder.file("socket"))

        let null = try Descriptor.openNull().release()
        let other = ServiceManager(
            environment: ["LISTEN_PID": "7", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "odd"],
            processID: 7)
        #expect(other.takeListeners(firstDescriptor: null, log: log.log).isEmpty)
        #expect(try log.text().hasPrefix("<4>the passed socket odd is not used: "))
    }

    @Test("keeps what it wrote for this process from children")
    func children() throws {
        let context = ApplicationContext.test(
            log: try LogReader().log,
            environment: ["NOTIFY_SOCKET": "/x", "LISTEN_FDS": "1", "HOME": "/root", "A": "b=c"])
        let application = Application(delegate: RecordingDelegate(), context: context)
        #expect(application.childEnvironment == ["A=b=c", "HOME=/root"])
    }
}
