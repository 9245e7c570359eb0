// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform
import Testing

@testable import AlarmDaemon

@Suite("The application's lifecycle", .serialized)
struct LifecycleTests {
    let delegate = RecordingDelegate()
    let log: LogReader

    init() throws {
        log = try LogReader()
    }

    private func run(_ environment: [String: String] = [:]) -> Int32 {
        Application(delegate: delegate, context: .test(log: log.log, environment: environment))
            .run()
    }

    @Test("tells every callback once, in order, and stops the controllers in reverse")
    func order() throws {
        delegate.makesControllers = { recording in
            let parts = [
                RecordingController("b1", recording), RecordingController("b2", recording),
            ]
            return [
                RecordingController("a", recording),
                RecordingController("b", recording, parts: parts),
            ]
        }
        #expect(run() == 0)
        #expect(
            delegate.recording.events == [
                "did finish launching", "a started", "b started", "b1 started", "b2 started",
                "did become active", "will terminate", "b will stop", "b2 will stop", "b2 stopped",
                "b1 will stop", "b1 stopped", "b stopped", "a will stop", "a stopped",
            ])
        #expect(try log.text().isEmpty)
    }

    @Test("fails a launch that made no root controller, and says so in one line")
    func noRootController() throws {
        delegate.makesControllers = { _ in [] }
        #expect(run() == 1)
        #expect(delegate.recording.events == ["did finish launching"])
        #expect(
            try log.text()
                == "<2>alarmd can't start: its launch made no root controller, "
                + "so nothing would ever happen\n")
    }

    @Test("unmakes in reverse what was made when a controller fails to start")
    func controllerFails() throws {
        delegate.makesControllers = { recording in
            let part = RecordingController("c1", recording)
            return [
                RecordingController("a", recording), RecordingController("b", recording),
                RecordingController(
                    "c", recording, parts: [part],
                    failingWith: Refusal(description: "the state folder is locked")),
                RecordingController("d", recording),
            ]
        }
        #expect(run() == 1)
        #expect(
            delegate.recording.events == [
                "did finish launching", "a started", "b started", "c started", "c1 started",
                "c1 will stop", "c1 stopped", "b will stop", "b stopped", "a will stop",
                "a stopped",
            ])
        #expect(try log.text() == "<2>alarmd can't start: the state folder is locked\n")
    }

    @Test("unmakes in reverse what was made when the delegate itself fails")
    func delegateFails() throws {
        delegate.whenLaunching = { _ in throw Refusal(description: "no") }
        #expect(run() == 1)
        #expect(
            delegate.recording.events == [
                "did finish launching", "root started", "root will stop", "root stopped",
            ])
    }

    @Test("ends cleanly on a signal", arguments: [Signal.terminate, .interrupt])
    func ends(signal: Signal) {
        delegate.whenActive = { _ in signal.raise() }
        #expect(run() == 0)
        #expect(delegate.recording.events.suffix(3).first == "will terminate")
    }

    @Test("ends as soon as it is active where the signal came while it launched")
    func endsAtOnce() {
        delegate.whenLaunching = { _ in Signal.terminate.raise() }
        delegate.whenActive = { _ in }
        #expect(run() == 0)
        #expect(
            delegate.recording.events == [
                "did finish launching", "root started", "did become active", "will terminate",
                "root will stop", "root stopped",
            ])
    }

    @Test("reloads on SIGHUP, and goes on")
    func reloads() {
        delegate.whenActive = { _ in Signal.hangUp.raise() }
        delegate.whenReloading = { $0.terminate() }
        #expect(run() == 0)
        #expect(delegate.recording.events.filter { $0 == "did receive reload" }.count == 1)
        #expect(delegate.recording.events.contains("will terminate"))
    }

    @Test("survives a write to nobody")
    func brokenPipe() {
        delegate.whenActive = { application in
            Signal.brokenPipe.raise()
            application.terminate(exitStatus: 3)
        }
        #expect(run() == 3, "it ended by itself, with the status that it was told")
    }

    @Test("tells a resume and a clock that was set, each once and the resume first")
    func clockEvents() {
        delegate.whenActive = { application in
            application.handle(.resumed(after: .seconds(5)))
            application.handle(.timeChanged(.clockSet(by: .seconds(-60))))
            application.terminate()
        }
        #expect(run() == 0)
        #expect(
            delegate.recording.events.dropFirst(3).prefix(2) == [
                "did resume after 5.0 seconds", "time change clockSet(by: -60.0 seconds)",
            ])
    }

    @Test("tells nothing of the machine before it is active")
    func quietBeforeActive() {
        delegate.whenLaunching = { $0.handle(.timeChanged(.zoneChanged)) }
        #expect(run() == 0)
        #expect(!delegate.recording.events.contains { $0.hasPrefix("time change") })
    }

    @Test("wakes up for nothing while nothing happens")
    func idle() throws {
        var wakeups: UInt64?
        delegate.whenActive = { application in
            let timer = try? Timer(on: application.runLoop, clock: .monotonic) { _ in
                wakeups = application.runLoop.wakeups
                application.terminate()
            }
            try? timer?.arm(at: Clocks.monotonic + .milliseconds(200))
            self.keeper.values.append(timer)
        }
        #expect(run() == 0)
        #expect(wakeups == 1, "the test's own timer")
    }

    private let keeper = Keeper()

    private final class Keeper {
        var values: [Timer?] = []
    }
}

@Suite("What the clocks tell")
struct ClockObserverTests {
    nonisolated private static let start = ClockReading(
        wall: .seconds(1_000_000), boottime: .seconds(100), monotonic: .seconds(90))

    nonisolated private static func later(
        running: Duration, slept: Duration = .zero, moved: Duration = .zero
    ) -> ClockReading {
        ClockReading(
            wall: start.wall + running + slept + moved,
            boottime: start.boottime + running + slept, monotonic: start.monotonic + running)
    }

    @Test(
        "is a sleep, a setting, both or nothing",
        arguments: [
            (later(running: .seconds(9)), []),
            (later(running: .seconds(9), moved: .microseconds(400)), []),
            (later(running: .seconds(9), slept: .seconds(8)), [.resumed(after: .seconds(8))]),
            (
                later(running: .seconds(9), slept: .seconds(8), moved: .milliseconds(300)),
                [.resumed(after: .seconds(8))]
            ),
            (
                later(running: .seconds(9), moved: .milliseconds(300)),
                [.timeChanged(.clockSet(by: .milliseconds(300)))]
            ),
            (
                later(running: .seconds(9), moved: .seconds(-3600)),
                [.timeChanged(.clockSet(by: .seconds(-3600)))]
            ),
            (
                later(running: .seconds(9), slept: .seconds(8), moved: .seconds(60)),
                [.resumed(after: .seconds(8)), .timeChanged(.clockSet(by: .seconds(60)))]
            ),
        ] as [(ClockReading, [ApplicationEvent])])
    func events(now: ClockReading, expected: [ApplicationEvent]) {
        var last = Self.start
        #expect(ClockObserver.events(from: last, to: now, into: &last) == expected)
        #expect(ClockObserver.events(from: last, to: now, into: &last).isEmpty, "told once")
    }
}
