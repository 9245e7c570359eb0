// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import TestSupport

@testable import AlarmDaemon

/// Everything that a lifecycle told, in the order in which it was told.
final class Recording {
    var events: [String] = []

    func add(_ event: String) { events.append(event) }
}

struct Refusal: Error, CustomStringConvertible {
    var description: String
}

/// A controller that records its life, and adds children as it starts.
final class RecordingController: Controller {
    let name: String
    private let recording: Recording
    private let parts: [RecordingController]
    private let failure: Refusal?

    init(
        _ name: String, _ recording: Recording, parts: [RecordingController] = [],
        failingWith failure: Refusal? = nil
    ) {
        self.name = name
        self.recording = recording
        self.parts = parts
        self.failure = failure
        super.init()
    }

    override func didStart() throws {
        recording.add("\(name) started")
        for part in parts { try addChild(part) }
        if let failure { throw failure }
    }

    override func willStop() { recording.add("\(name) will stop") }
    override func didStop() { recording.add("\(name) stopped") }

    /// Where it takes its time to appear and to disappear: what is to be called when it has.
    var takesTime = false
    private(set) var finishAppearing: () -> Void = {}
    private(set) var finishDisappearing: () -> Void = {}

    override func appear(_ done: @escaping () -> Void) {
        recording.add("\(name) appears")
        finishAppearing = done
        if !takesTime { done() }
    }

    override func disappear(_ done: @escaping () -> Void) {
        recording.add("\(name) disappears")
        finishDisappearing = done
        if !takesTime { done() }
    }
}

/// A delegate that records every callback, makes the controllers that it is given, and ends by itself.
final class RecordingDelegate: ApplicationDelegate {
    let recording = Recording()
    var makesControllers: (Recording) -> [Controller] = { [RecordingController("root", $0)] }
    var whenLaunching: (Application) throws -> Void = { _ in }
    var whenActive: (Application) -> Void = { $0.terminate() }
    var whenReloading: (Application) -> Void = { _ in }

    func applicationDidFinishLaunching(_ application: Application) throws {
        recording.add("did finish launching")
        for controller in makesControllers(recording) {
            try application.addRootController(controller)
        }
        try whenLaunching(application)
    }

    func applicationDidBecomeActive(_ application: Application) {
        recording.add("did become active")
        whenActive(application)
    }

    func applicationWillSuspend(_ application: Application) { recording.add("will suspend") }

    func applicationDidResume(_ application: Application, after slept: Duration) {
        recording.add("did resume after \(slept)")
    }

    func applicationSignificantTimeChange(_ application: Application, _ change: TimeChange) {
        recording.add("time change \(change)")
    }

    func applicationDidReceiveReload(_ application: Application) {
        recording.add("did receive reload")
        whenReloading(application)
    }

    func applicationWillTerminate(_ application: Application) { recording.add("will terminate") }
}

/// A log whose lines can be read again.
final class LogReader {
    let log: Log
    private let reading: Descriptor
    private let writing: Descriptor

    init() throws {
        let (first, second) = try Descriptor.pipe()
        reading = Descriptor(owning: first)
        writing = Descriptor(owning: second)
        log = Log(descriptor: second, hasPriorities: true)
    }

    /// What was written until now.
    func text() throws -> String {
        log.write(.debug, "end")
        guard case .bytes(let bytes) = try reading.read(upTo: 65536) else { return "" }
        return String(decoding: bytes.dropLast("<7>end\n".utf8.count), as: UTF8.self)
    }
}

/// The service manager's end of its socket.
final class FakeServiceManager {
    let path: String
    private let socket: Descriptor

    init(in folder: TemporaryFolder) throws {
        path = folder.file("notify")
        socket = try UnixSocket.bindDatagrams(at: path)
    }

    /// What was told until now, one message an entry.
    func messages() throws -> [String] {
        var messages: [String] = []
        while case .bytes(let bytes) = try socket.receive(upTo: 4096, isPacket: true) {
            messages.append(String(decoding: bytes, as: UTF8.self))
        }
        return messages
    }
}

extension ApplicationContext {
    /// A context of a test's own, which no service manager knows of.
    static func test(
        log: Log, environment: [String: String] = [:],
        readClocks: @escaping () -> ClockReading = { .now }
    ) -> ApplicationContext {
        ApplicationContext(
            arguments: ["/usr/bin/alarmd"], environment: environment, processID: 4711, log: log,
            readClocks: readClocks)
    }
}
