// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

@Suite("The socket")
struct SocketTests {
    @Test("is taken over where a killed daemon left it (B109)")
    func stale() throws {
        let daemon = try Daemon.running()
        daemon.kill()
        #expect(unsafe access(daemon.socket, F_OK) == 0)
        let start = monotonicSeconds()
        try daemon.start()
        #expect(monotonicSeconds() - start < 2)
    }

    @Test("is never stolen from a daemon that lives")
    func live() throws {
        let daemon = try Daemon.running()
        let other = try daemon.runAnother(stateFolder: daemon.folder + "/other-state")
        #expect(other.status == 1)
        #expect(other.errors.contains(daemon.socket), "\(other.errors)")
        #expect(try daemon.ids() == [])
    }

    @Test(
        "is not made over what is none; that stays as it is (B111)",
        arguments: [("file", "file"), ("folder", "folder"), ("link", "link")])
    func notASocket(kind: String, word: String) throws {
        let daemon = try Daemon()
        let path = daemon.folder + "/taken"
        daemon.rig.write(Array("precious".utf8), to: "precious")
        switch kind {
        case "file": daemon.rig.write(Array("precious".utf8), to: "taken")
        case "folder": unsafe mkdir(path, 0o755)
        default: unsafe symlink(daemon.folder + "/precious", path)
        }
        let outcome = try daemon.runAnother(socket: path)
        #expect(outcome.status == 1)
        let lines = outcome.errors.split(separator: "\n").filter {
            $0.contains(path) && !$0.contains("no group")
        }
        #expect(lines.count == 1, "\(outcome.errors)")
        #expect(
            lines.first?.contains(word) == true || lines.first?.contains("directory") == true,
            "\(outcome.errors)")
        var status = stat()
        #expect(unsafe lstat(path, &status) == 0)
        let type = kind == "file" ? S_IFREG : kind == "folder" ? S_IFDIR : S_IFLNK
        #expect(status.st_mode & S_IFMT == type)
        #expect(daemon.rig.read("precious") == Array("precious".utf8))
        if kind == "file" { #expect(daemon.rig.read("taken") == Array("precious".utf8)) }
    }

    @Test("outlives clients that go away before they read, while others are told events (B112)")
    func vanishing() throws {
        let daemon = try Daemon.running()
        let events = try daemon.monitor()
        for round in 0..<1000 {
            let client = try daemon.connect()
            client.send(
                VarlinkConnection.message(round % 2 == 0 ? "List" : "Monitor", more: round % 2 == 1)
            )
            if round % 4 < 2 { client.close() } else { client.abandon() }
        }
        _ = try daemon.call("Set", ["id": "a", "countdown": 3600])
        #expect(events.event("set")?["alarm"] == "a")
        #expect(try daemon.ids() == ["a"])
        #expect(daemon.isRunning)
    }

    @Test("answers calls of one write in order, and an unfinished one when it is finished (B114)")
    func coalesced() throws {
        let daemon = try Daemon.running()
        let client = try daemon.connect()
        let calls = ["x", "y", "z"].flatMap {
            VarlinkConnection.message("Set", ["id": .string($0), "countdown": 3600])
        }
        client.send(calls.dropLast())
        #expect(client.receive()?["parameters"]?["alarm"]?["id"]?.stringValue == "x")
        #expect(client.receive()?["parameters"]?["alarm"]?["id"]?.stringValue == "y")
        #expect(client.receive(within: 0.2) == nil)
        client.send([0])
        #expect(client.receive()?["parameters"]?["alarm"]?["id"]?.stringValue == "z")
    }

    @Test("ends a connection whose message does not, at 1 MiB (B116)")
    func unbounded() throws {
        let daemon = try Daemon.running()
        let before = try daemon.ownKilobytes()
        let client = try daemon.connect()
        let taken = client.send([UInt8](repeating: 97, count: 64 << 20))
        // What the daemon has read, and what the socket holds.
        #expect(taken < 4 << 20, "\(taken) bytes were taken")
        #expect(client.receive(within: 5) == nil)
        #expect(try daemon.ids() == [])
        let lines = daemon.log.split(separator: "\n").count { $0.contains("disconnected") }
        #expect(lines == 1, "\(daemon.log)")
        #expect(try daemon.ownKilobytes() < before + 2048)
    }

    @Test("malformed JSON ends that connection alone")
    func malformed() throws {
        let daemon = try Daemon.running()
        let (good, bad) = (try daemon.connect(), try daemon.connect())
        bad.send(Array("{\"method\":".utf8) + [0])
        while bad.receive(within: 5) != nil {}
        #expect(bad.isAtEnd)
        #expect(good.call("List")?["parameters"] != nil)
    }

    @Test("has an alarm sound at the limit of descriptors, without haste (B118)")
    func descriptors() throws {
        let daemon = try Daemon.running(shell: "ulimit -n 64")
        #expect(try daemon.alarmctl("set", "+3s", "--id", "a").status == 0)
        let linesBefore = daemon.log.split(separator: "\n").count
        var clients = (0..<100).compactMap { _ in VarlinkConnection(daemon.socket) }
        #expect(clients.count > 50)
        let ticks = try daemon.processorTicks()
        #expect(eventually(within: 6) { daemon.count("first_frame") == 1 }, "\(daemon.log)")
        // Hundredths of a second, over about three seconds.
        #expect(try daemon.processorTicks() - ticks < 30)
        #expect(daemon.log.split(separator: "\n").count - linesBefore < 10, "\(daemon.log)")
        clients.removeAll()
        #expect(try daemon.alarmctl("dismiss", "a").status == 0)
    }

    @Test("has the mode 0660 whatever the umask (B120)", arguments: ["umask 077", "umask 000"])
    func mode(shell: String) throws {
        let daemon = try Daemon.running(shell: shell)
        var status = stat()
        #expect(unsafe lstat(daemon.socket, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o660)
    }

    private static let canBeAnother =
        unsafe access("/usr/bin/setpriv", X_OK) == 0 && geteuid() == 0

    @Test(
        "is for members of its group, after a restart too; a stranger is told the group (B120)",
        .enabled(if: canBeAnother, "it takes root, and setpriv, to be another user"),
        arguments: [false, true])
    func membership(isRestarted: Bool) throws {
        let daemon = try Daemon.running()
        if isRestarted {
            daemon.stop()
            try daemon.start()
        }
        let group = try #require(unsafe getgrnam("audio")?.pointee.gr_gid)
        #expect(unsafe chmod(daemon.folder, 0o755) == 0)
        #expect(unsafe chown(daemon.socket, 0, group) == 0)
        func list(_ groups: String) throws -> Program.Outcome {
            try Program.run(
                ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", groups]
                    + ["\(Program.folder)/alarmctl", "list"],
                environment: ["ALARMD_SOCKET=\(daemon.socket)", "LC_ALL=C.UTF-8"])
        }
        let member = try list("--groups=\(group)")
        #expect(member.status == 0, "\(member)")
        let stranger = try list("--clear-groups")
        #expect(stranger.status == 3)
        #expect(stranger.errors.contains("it is for the group “audio”"), "\(stranger)")
        #expect(stranger.errors.contains("sudo usermod -aG audio"), "\(stranger)")
    }

    @Test("comes back where its file, or the folder it is in, goes while the daemon runs")
    func comesBack() throws {
        let daemon = try Daemon.running()
        _ = try daemon.call("Set", ["id": "a", "countdown": 3600])
        #expect(unsafe unlink(daemon.socket) == 0)
        #expect(eventually(within: 5) { VarlinkConnection(daemon.socket) != nil }, "\(daemon.log)")
        #expect(try daemon.ids() == ["a"])
        #expect(daemon.log.contains("was gone, and is made again"), "\(daemon.log)")
    }

    @Test("tells who calls at the moment of a restart what it asked")
    func restart() throws {
        let daemon = try Daemon.running()
        _ = try daemon.call("Set", ["id": "a", "countdown": 3600])
        for round in 0..<10 {
            let client = try daemon.connect()
            client.send(VarlinkConnection.message("List"))
            let status = daemon.stop()
            #expect(status == 0)
            #expect(client.receive()?["parameters"]?["alarms"]?[0]?["id"] == "a", "round \(round)")
            try daemon.start()
        }
    }

    private static let foreign = Oracle(
        python: PackageRoot.file(".build/venv/bin/python"),
        script: "Tests/Integration/varlink_client.py")

    @Test(
        "is talked to by a Varlink client of another hand",
        .enabled(
            if: foreign.has(module: "varlink"),
            "it takes a Python with the package varlink at .build/venv/bin/python"))
    func foreignClient() throws {
        let daemon = try Daemon.running()
        let outcome = try Program.run(
            [Self.foreign.python, Self.foreign.script, "unix:\(daemon.socket)"],
            environment: ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"], seconds: 40)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }
}

extension Daemon {
    /// The memory of its own that it has, in KiB.
    fileprivate func ownKilobytes() throws -> Int {
        let line = try procFile("status").split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return line.flatMap {
            Int($0.split(separator: " ").dropLast().last?.split(separator: "\t").last ?? "")
        } ?? 0
    }

    /// The processor time it has used, in hundredths of a second.
    fileprivate func processorTicks() throws -> Int {
        let fields = try procFile("stat").split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12 else { return 0 }
        return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
    }

    private func procFile(_ name: String) throws -> String {
        guard let program, let bytes = contents(ofFile: "/proc/\(program.processID)/\(name)") else {
            throw Program.Failure(description: "alarmd does not run")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
