// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

/// An alarm's life, from being set through a ring, a snooze and another ring to the end, in which one call of the
/// daemon's is the last one, or fails.
final class FaultyLife {
    private let fault: String
    private let number: Int
    private let folder = TemporaryFolder()
    private let daemon: Daemon
    private static let later: JSONObject = ["schedule": ["time": "07:30", "days": ["mon", "sun"]]]
    /// The alarms that must be there.
    private var acknowledged: Set<String> = []
    private var rings = 0

    /// A daemon that does not run yet.
    init(_ fault: String, at number: Int) throws {
        self.fault = fault
        self.number = number
        daemon = try Daemon(variables: [
            "LD_PRELOAD=\(Rig.modules)/libfaultshim.so",
            "FAULTSHIM=alarmd \(fault) \(number) \(folder.file("call"))",
        ])
        let outputs = String(decoding: daemon.rig.read("asound.conf"), as: UTF8.self)
        daemon.rig.write(
            Array("\(outputs)\npcm.default { type rigsink; dir \"\(daemon.folder)/rig\" }\n".utf8),
            to: "asound.conf")
    }

    /// The call that was hit; `nil` where there was none.
    var call: String? { folder.text("call").flatMap { $0.isEmpty ? nil : $0 } }

    private var whatHappened: Comment {
        "\(fault) at call \(number), \(call ?? "which there is not"): \(daemon.log)"
    }

    /// Whether the fault is one that ends the daemon.
    private var isCrash: Bool { fault == "kill" }

    /// Lives it, and checks on the way what is promised.
    func run() throws {
        try prepare()
        try start()
        try set("keep", Self.later)
        try set("ring", ["countdown": 1, "ring": ["fade": 0]])
        try waitForRing()
        for _ in 0..<3 where try ask("Snooze", ["occurrence": "ring", "seconds": 1]) == nil {}
        try waitForRing()
        try dismiss()
        daemon.stop()
        rings = daemon.count("first_frame")
        try start()
        #expect(try alarms()["ring"] == "off", whatHappened)
        #expect(!eventually(within: 0.2) { daemon.count("first_frame") > rings }, whatHappened)
    }

    /// Sets alarms on a daemon that has no fault, so that there is something to lose.
    private func prepare() throws {
        folder.write("not yet\n", to: "call")
        try start()
        for id in ["old", "older"] { try set(id, Self.later) }
        daemon.kill()
        folder.write([], to: "call")
    }

    /// Starts it, once more where the fault was met at the start, and looks for what has to be there.
    private func start() throws {
        for isLast in [false, true] {
            try daemon.launch()
            let answers = eventually(within: 20) {
                hasEnded || VarlinkConnection(daemon.socket)?.call("Status", within: 2) != nil
            }
            guard hasEnded || !answers else { break }
            let status = daemon.kill()
            #expect(!isLast && call != nil, whatHappened)
            // A start that fails says why; a service manager tries again.
            let isSaid = isCrash ? status == 137 : status == 1 && daemon.log.contains("can't start")
            #expect(isSaid, "\(status): \(whatHappened)")
        }
        let stored = try alarms()
        let problems = try ask("Status")?["parameters"]?["problems"]?.arrayValue ?? []
        #expect(acknowledged.isSubset(of: stored.keys), "\(stored): \(whatHappened)")
        #expect(!problems.contains { $0["name"]?.stringValue == "state" }, whatHappened)
    }

    private var hasEnded: Bool {
        guard let process = daemon.program?.processID else { return true }
        var information = unsafe siginfo_t()
        let options = WEXITED | WNOHANG | WNOWAIT
        guard unsafe waitid(P_PID, id_t(process), &information, options) == 0 else { return true }
        return unsafe information.si_signo == SIGCHLD
    }

    /// Starts it again where it has ended, as a service manager does.
    private func restart() throws {
        guard hasEnded else { return }
        #expect(isCrash && daemon.kill() == 137, whatHappened)
        try start()
    }

    /// Calls a method; `nil` where the daemon ended before its answer.
    private func ask(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONValue? {
        let reply = VarlinkConnection(daemon.socket)?.call(method, parameters, within: 5)
        if reply == nil {
            // Of all errors only those of the connection itself cost an answer.
            let isSaid = {
                self.hasEnded || self.daemon.log.contains("a connection is not taken: ")
                    || self.daemon.log.contains(" is disconnected: can't ")
            }
            #expect(eventually(within: 2, isSaid), "\(method) is not answered. \(whatHappened)")
        }
        try restart()
        return reply
    }

    /// The states of the alarms, by their ids.
    private func alarms() throws -> [String: String] {
        for _ in 0..<5 {
            guard let alarms = try ask("List")?["parameters"]?["alarms"]?.arrayValue else {
                continue
            }
            return alarms.reduce(into: [:]) { states, alarm in
                states[alarm["id"]?.stringValue ?? ""] = alarm["state"]?.stringValue
            }
        }
        throw Program.Failure(description: "List is not answered. \(whatHappened)")
    }

    /// Ends the ring; where that was not answered it is looked what came of it.
    private func dismiss() throws {
        for _ in 0..<5 {
            let reply = try ask("Dismiss", ["occurrence": "ring"])
            if reply != nil, reply?["error"] == nil { return }
            if try alarms()["ring"] == "off" { return }
        }
        Issue.record("it cannot be dismissed. \(whatHappened)")
    }

    private func set(_ id: String, _ parameters: JSONObject) throws {
        var parameters = parameters
        parameters["id"] = .string(id)
        for _ in 0..<5 {
            if try alarms()[id] != nil { break }
            let reply = try ask("Set", .object(parameters))
            guard let error = reply?["error"]?.stringValue else { continue }
            #expect(error.hasSuffix("StorageFailed") && call != nil, "\(error): \(whatHappened)")
        }
        acknowledged.insert(id)
    }

    /// Waits until it is heard once more.
    private func waitForRing() throws {
        let end = monotonicSeconds() + 15
        while daemon.count("first_frame") <= rings, monotonicSeconds() < end {
            try restart()
            usleep(5000)
        }
        #expect(daemon.count("first_frame") > rings, "it is not heard. \(whatHappened)")
        rings = daemon.count("first_frame")
    }
}
