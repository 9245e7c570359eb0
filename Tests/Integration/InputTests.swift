// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

@Suite("Buttons and knobs")
struct InputTests {
    /// What a finger is on: a FIFO in the place of a device, or a device that the kernel makes (uinput).
    enum Kind: CaseIterable {
        case recorded
        case uinput

        /// Those that this machine can have.
        static let possible = allCases.filter { kind in
            guard kind == .uinput else { return true }
            return unsafe access("/dev/uinput", W_OK) == 0
                && access("/usr/bin/python3", X_OK) == 0
        }
    }

    /// A device, and the finger that presses it.
    final class Device {
        let path: String
        private let kind: Kind
        private let source: String
        private var maker: Program?
        private var descriptor: Int32 = -1

        init(_ path: String, _ kind: Kind) {
            self.path = path
            self.kind = kind
            source = kind == .recorded ? path : path + ".events"
        }

        deinit { unplug() }

        /// Makes the device.
        func plug() throws {
            unsafe mkfifo(source, 0o600)
            guard kind == .uinput else { return }
            maker = try Program(
                [
                    "/usr/bin/python3", PackageRoot.file("Tests/Integration/uinput.py"), source,
                    path,
                ], environment: [], output: path + ".out", errors: path + ".out")
            #expect(eventually(within: 10) { unsafe access(path, R_OK) == 0 })
        }

        /// Ends it, as a device that is drawn does.
        func unplug() {
            if maker != nil, descriptor < 0 { open() }
            // The name first: a daemon that is quick would open it again.
            unsafe unlink(source)
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
            #expect(maker.map { $0.wait() } ?? 0 == 0)
            maker = nil
        }

        /// Waits until somebody reads.
        private func open() {
            _ = eventually(within: 10) {
                // Of this process alone: programs that other tests start would keep the device there.
                descriptor = unsafe Glibc.open(source, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
                return descriptor >= 0
            }
        }

        /// Writes an event, once somebody reads.
        func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
            if descriptor < 0 { open() }
            var bytes = [UInt8](repeating: 0, count: 16)
            unsafe withUnsafeBytes(of: type) { unsafe bytes += $0 }
            unsafe withUnsafeBytes(of: code) { unsafe bytes += $0 }
            unsafe withUnsafeBytes(of: value) { unsafe bytes += $0 }
            unsafe write(descriptor, bytes, bytes.count)
        }

        func press(_ code: UInt16 = 28) { send(1, code, 1) }
        func release(_ code: UInt16 = 28) { send(1, code, 0) }
        func turn(by value: Int32) { send(2, 7, value) }
    }

    private func daemon(
        _ kind: Kind, _ more: String = ""
    ) throws -> (daemon: Daemon, device: Device) {
        let daemon = try Daemon()
        let device = Device(daemon.folder + "/knob", kind)
        daemon.configure(
            "[hands]\npress_duration = 100ms\n[input bedside]\ndevice = \(device.path)\nhold = 500ms\n\(more)"
        )
        return (daemon, device)
    }

    private func ring(_ daemon: Daemon, _ events: VarlinkConnection) throws {
        #expect(try daemon.alarmctl("set", "+1s", "--id", "tea").status == 0)
        #expect(events.event("ringing") != nil)
    }

    @Test(
        "snooze by a short press and dismiss by a long one, while it is still held",
        arguments: Kind.possible)
    func buttons(kind: Kind) throws {
        let (daemon, device) = try daemon(kind)
        try device.plug()
        try daemon.start()
        let events = try daemon.monitor()
        try ring(daemon, events)
        device.press()
        device.release()
        let snoozed = try #require(events.event("snoozed", "dismissed"))
        #expect(snoozed["kind"] == "snoozed")
        #expect(snoozed["by"] == "bedside")
        // A short press that finds nothing ringing means nothing.
        device.press()
        device.release()
        try ring(daemon, events)
        device.press()
        let dismissed = try #require(events.event("snoozed", "dismissed"))
        #expect(dismissed["kind"] == "dismissed")
        #expect(dismissed["by"] == "bedside")
        device.release()
    }

    @Test(
        "turn the alarm hand by a knob, which lets go when it rests or is pressed",
        arguments: Kind.possible)
    func knob(kind: Kind) throws {
        let (daemon, device) = try daemon(kind)
        try device.plug()
        try daemon.start()
        #expect(try daemon.alarmctl("set", "daily", "07:30", "--id", "wake").status == 0)
        let events = try daemon.monitor()
        device.turn(by: 1)
        device.turn(by: 2)
        let set = try #require(events.event("set"))
        #expect(set["by"] == "bedside")
        #expect(try daemon.alarms().first?["schedule"]?["time"] == "07:45")
        device.turn(by: -1)
        while let event = events.event("hands"), event["gesture"]?["time"] != "07:40" {}
        device.press()
        device.release()
        #expect(events.event("set") != nil)
        #expect(try daemon.alarms().first?["schedule"]?["time"] == "07:40")
    }

    @Test(
        "let the hand step while a key is held, and take it back when the device vanishes",
        arguments: Kind.possible)
    func step(kind: Kind) throws {
        let (daemon, device) = try daemon(kind, "forward = KEY_UP\nalarm = wake\n")
        try device.plug()
        try daemon.start()
        #expect(try daemon.alarmctl("set", "daily", "07:30", "--id", "wake").status == 0)
        let events = try daemon.monitor()
        device.press(103)
        while let event = events.event("hands"), event["gesture"]?["time"] != "07:33" {}
        device.unplug()
        while let event = events.event("hands"), event["gesture"]?["state"] != "cancelled" {}
        #expect(try daemon.alarms().first?["schedule"]?["time"] == "07:30")
    }

    @Test(
        "lose a hand that a key holds of which nothing is heard for 10 s", arguments: Kind.possible)
    func lostRelease(kind: Kind) throws {
        let (daemon, device) = try daemon(kind, "forward = KEY_UP\nalarm = wake\n")
        try device.plug()
        try daemon.start()
        #expect(try daemon.alarmctl("set", "daily", "07:30", "--id", "wake").status == 0)
        let events = try daemon.monitor()
        device.press(103)
        var last: String?
        while last != "cancelled", let event = events.event("hands") {
            last = event["gesture"]?["state"]?.stringValue
        }
        #expect(last == "cancelled", "\(daemon.log)")
        #expect(try daemon.alarms().first?["schedule"]?["time"] == "07:30")
        device.release(103)
    }

    @Test("are waited for, and come back", arguments: Kind.possible)
    func vanishes(kind: Kind) throws {
        let (daemon, device) = try daemon(kind)
        try daemon.start()
        let events = try daemon.monitor()
        #expect(try daemon.problem("input bedside")?.contains("is waited for") == true)
        for _ in 1...2 {
            try device.plug()
            #expect(eventually(within: 5) { (try? daemon.problem("input bedside")) == .some(nil) })
            try ring(daemon, events)
            device.press()
            #expect(events.event("dismissed")?["by"] == "bedside")
            device.unplug()
            #expect(
                eventually(within: 5) {
                    (try? daemon.problem("input bedside"))?.map { $0.contains("waited") } == true
                })
        }
    }

    @Test("are told to be wrong in the configuration, or no devices")
    func faults() throws {
        let daemon = try Daemon()
        daemon.configure(
            "[input a]\ndevice = /dev/null\n[input b]\nhold = 100ms\nbuttons = KEY_NONE_SUCH\n")
        let checked = try daemon.runAnother(["--check"])
        #expect(checked.status == 1)
        #expect(checked.errors.contains("KEY_NONE_SUCH"), "\(checked)")
        #expect(checked.errors.contains("100ms"), "\(checked)")
        try daemon.start()
        #expect(try daemon.problem("input a")?.contains("/dev/null") == true)
    }
}
