// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

/// A `systemd-inhibit` on a path of a test's own, which writes down when it is started.
private final class Inhibit {
    private let folder = TemporaryFolder()

    /// Makes one that does `act` once it has written its process id and its words; none where that is `nil`.
    init(_ act: String?) {
        folder.makeFolder("bin")
        guard let act else { return }
        folder.write(
            "#!/bin/sh\necho $$ \"$(ulimit -Sn)\" \"$@\" >>'\(folder.file("log"))'\n\(act)\n",
            to: "bin/systemd-inhibit")
        #expect(unsafe chmod(folder.file("bin/systemd-inhibit"), 0o755) == 0)
    }

    /// The variable by which it is found.
    var path: String { "PATH=\(folder.file("bin")):\(Self.tools)" }

    /// What the scripts need, and no `systemd-inhibit`.
    private static let tools: String = {
        let folder = PackageRoot.file(".build/inhibit-tools")
        _ = unsafe system("mkdir -p '\(folder)' && ln -sf /bin/cat /bin/sleep /bin/sh '\(folder)'")
        return folder
    }()

    /// The lines it wrote, one a start.
    var starts: [String] {
        String(decoding: folder.read("log") ?? [], as: UTF8.self).split(separator: "\n").map(
            String.init)
    }

    /// Whether the one that was started last still runs.
    var isHeld: Bool {
        guard let word = starts.last?.split(separator: " ").first,
            let status = contents(ofFile: "/proc/\(word)/stat")
        else { return false }
        // A dead process whose parent is gone may still wait to be reaped by whoever is in its place.
        return !String(decoding: status, as: UTF8.self).contains(") Z ")
    }
}

@Suite("The machine")
struct SleepTests {
    @Test("is kept awake from before a ring until it is answered, and at no other time")
    func answered() throws {
        let inhibit = Inhibit("exec cat")
        let daemon = try Daemon.running(variables: [inhibit.path])
        _ = try daemon.call("Set", ["id": "later", "countdown": 3600])
        // Of what does not wake the machine it is kept awake from when its player is armed.
        _ = try daemon.call("Set", ["id": "quiet", "countdown": 15, "ring": ["wake": false]])
        #expect(!eventually(within: 0.3) { !inhibit.starts.isEmpty })
        _ = try daemon.call("Clear", ["ids": ["quiet"]])

        _ = try daemon.call("Set", ["id": "soon", "countdown": 15])
        #expect(eventually(within: 5) { inhibit.isHeld }, "within wake_lead of its time")
        _ = try daemon.call("Clear", ["ids": ["soon"]])
        #expect(eventually(within: 5) { !inhibit.isHeld })

        let events = try daemon.monitor()
        _ = try daemon.call("Set", ["id": "now", "countdown": 1])
        #expect(events.event("ringing") != nil)
        #expect(inhibit.isHeld && inhibit.starts.count == 2)
        #expect(
            inhibit.starts.last?.contains("--mode=block --what=sleep --who=alarmd") == true,
            "\(inhibit.starts)")
        _ = try daemon.call("Snooze", ["seconds": 600])
        #expect(eventually(within: 5) { !inhibit.isHeld }, "a snooze wakes the machine by itself")
        #expect(try daemon.problem("sleep") == nil)
        #expect(daemon.isRunning)
    }

    @Test(
        "may sleep again when the daemon is gone, whatever holds it awake",
        arguments: [("exec cat", SIGTERM), ("exec cat", SIGKILL), ("exec sleep 600", SIGKILL)])
    func orphan(act: String, signal: Int32) throws {
        let inhibit = Inhibit(act)
        let daemon = try Daemon.running(variables: [inhibit.path])
        _ = try daemon.call("Set", ["id": "soon", "countdown": 15])
        #expect(eventually(within: 5) { inhibit.isHeld })
        if signal == SIGTERM { daemon.stop() } else { daemon.kill() }
        #expect(eventually(within: 5) { !inhibit.isHeld })
    }

    @Test(
        "rings all the same where it cannot be kept awake, and says so",
        arguments: [
            ("echo 'Failed to inhibit: Access denied' >&2; exit 1", "Access denied"),
            (nil, "not installed"),
        ])
    func refused(act: String?, reason: String) throws {
        let inhibit = Inhibit(act)
        let daemon = try Daemon.running(variables: [inhibit.path])
        let events = try daemon.monitor()
        _ = try daemon.call("Set", ["id": "now", "countdown": 1])
        #expect(events.event("ringing") != nil)
        #expect(try daemon.problem("sleep")?.contains(reason) == true)
        #expect(daemon.log.contains(reason))
        _ = try daemon.call("Acknowledge")
        #expect(try daemon.problem("sleep") == nil)
    }

    @Test("says at start, in Status and on set that it cannot be woken, where that is so")
    func wake() throws {
        // Wherever these tests run as root with a clock that can wake, the right is taken away.
        let daemon = try Daemon.running()
        let status = try daemon.call("Status")["parameters"]
        let canWake = status?["canWake"]?.boolValue == true
        #expect((try daemon.problem("wake") != nil) == !canWake)
        #expect(daemon.log.contains("cannot be woken") == !canWake)
        let set = try daemon.alarmctl("set", "+1h")
        #expect(set.status == 0 && set.errors.contains("cannot be woken") == !canWake, "\(set)")
    }

    @Test("lends the daemon all descriptors that it may, and its children those that are usual")
    func descriptors() throws {
        let inhibit = Inhibit("exec cat")
        let daemon = try Daemon.running(shell: "ulimit -Sn 300", variables: [inhibit.path])
        let process = try #require(daemon.program?.processID)
        let limits = String(
            decoding: contents(ofFile: "/proc/\(process)/limits") ?? [], as: UTF8.self)
        let words = limits.split(separator: "\n").first { $0.hasPrefix("Max open files") }?
            .split(separator: " ")
        let numbers = try #require(words)
        #expect(numbers[3] == numbers[4], "\(numbers)")
        _ = try daemon.call("Set", ["id": "soon", "countdown": 15])
        #expect(eventually(within: 5) { inhibit.isHeld })
        #expect(inhibit.starts.first?.split(separator: " ")[1] == "300")
    }
}
