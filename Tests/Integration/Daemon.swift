// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import Platform
import TestSupport

/// The real `alarmd` in a folder of its own, with an output that plays in real time and keeps what was heard.
final class Daemon {
    let rig: Rig
    private(set) var program: Program?
    private let launcher: [String]
    private let variables: [String]

    var folder: String { rig.folder }
    var configuration: String { folder + "/alarmd.conf" }
    var stateFolder: String { folder + "/state" }
    var socket: String { folder + "/socket" }

    /// What it has written to its log, over all of its lives.
    var log: String { String(decoding: rig.read("log"), as: UTF8.self) }

    /// Makes the folder; nothing runs yet.
    ///
    /// - Parameters:
    ///   - configuration: The configuration file's text, beside the output.
    ///   - shell: Words of a shell that runs before the daemon in its process, such as `umask 0`.
    ///   - output: Options of the output, as ALSA's configuration has them.
    ///   - variables: Variables of its environment, as `NAME=value`, in the place of the usual ones.
    /// - Throws: `Rig.Missing` where there is no compiler.
    init(
        configuration: String = "", shell: String? = nil, output: String = "",
        variables: [String] = []
    ) throws {
        rig = try Rig(options: output)
        self.variables = variables
        launcher = shell.map { ["/bin/sh", "-c", "\($0); exec \"$@\"", "sh"] } ?? []
        configure(configuration)
    }

    deinit { if program != nil { kill() } }

    /// A daemon that runs and answers.
    static func running(
        configuration: String = "", shell: String? = nil, output: String = "",
        variables: [String] = []
    ) throws -> Daemon {
        let daemon = try Daemon(
            configuration: configuration, shell: shell, output: output, variables: variables)
        try daemon.start()
        return daemon
    }

    /// Writes the configuration anew.
    func configure(_ text: String) {
        // A machine just booted may not trust its clock yet, and no test is about that unless it says so.
        let patience = text.contains("clock_wait") ? "" : "\n[time]\nclock_wait = 0\n"
        rig.write(Array("[output]\ndevices = rig\n\(text)\(patience)".utf8), to: "alarmd.conf")
    }

    private var environment: [String] {
        let usual = [
            "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=\(folder)", "LC_ALL=C.UTF-8", "TZ=UTC",
            "ALSA_CONFIG_PATH=\(rig.configuration)", "ALARMD_SOCKET=\(socket)",
        ]
        let names = Set(variables.map { $0.prefix { $0 != "=" } })
        return variables + usual.filter { !names.contains($0.prefix { $0 != "=" }) }
    }

    private func words(socket: String?, stateFolder: String?) -> [String] {
        launcher + [
            "\(Program.folder)/alarmd", "--config", configuration, "--state-dir",
            stateFolder ?? self.stateFolder, "--socket", socket ?? self.socket,
        ]
    }

    /// Starts it and waits until it answers.
    func start() throws {
        try launch()
        let answers = eventually(within: 20) {
            VarlinkConnection(socket)?.call("Status", within: 2) != nil
        }
        guard answers else { throw Program.Failure(description: "alarmd does not answer: \(log)") }
    }

    /// Starts it, and asks nothing of it.
    func launch() throws {
        program = try Program(
            words(socket: nil, stateFolder: nil), environment: environment, output: folder + "/out",
            errors: folder + "/log")
    }

    /// Runs another daemon that is expected to end by itself.
    func runAnother(
        _ more: [String] = [], socket: String? = nil, stateFolder: String? = nil
    ) throws -> Program.Outcome {
        try Program.run(
            words(socket: socket, stateFolder: stateFolder) + more, environment: environment,
            seconds: 5)
    }

    /// Ends it by SIGTERM; returns its exit code.
    @discardableResult
    func stop() -> Int32 { end(by: SIGTERM) }

    /// Ends it as a crash would.
    @discardableResult
    func kill() -> Int32 { end(by: SIGKILL) }

    private func end(by signal: Int32) -> Int32 {
        guard let program else { return -1 }
        Glibc.kill(program.processID, signal)
        self.program = nil
        return program.wait()
    }

    /// Has it read its configuration again.
    func reload() {
        if let program { Glibc.kill(program.processID, SIGHUP) }
    }

    /// Whether it still runs.
    var isRunning: Bool { program.map { $0.reap() == nil } ?? false }

    /// A new connection to it.
    func connect() throws -> VarlinkConnection {
        guard let connection = VarlinkConnection(socket) else {
            throw Program.Failure(description: "nobody listens at \(socket)")
        }
        return connection
    }

    /// A connection that is told every event; the first, how things are, is read.
    func monitor() throws -> VarlinkConnection {
        let connection = try connect()
        connection.send(VarlinkConnection.message("Monitor", more: true))
        guard connection.event("state") != nil else {
            throw Program.Failure(description: "Monitor says nothing")
        }
        return connection
    }

    /// Calls a method on a connection of its own.
    func call(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONValue {
        guard let reply = try connect().call(method, parameters) else {
            throw Program.Failure(description: "\(method) is not answered: \(log)")
        }
        return reply
    }

    /// The alarms, as `List` has them.
    func alarms() throws -> [JSONValue] {
        try call("List")["parameters"]?["alarms"]?.arrayValue ?? []
    }

    /// The ids of the alarms.
    func ids() throws -> [String] { try alarms().compactMap { $0["id"]?.stringValue } }

    /// The details of what is wrong by that name, of `Status`.
    func problem(_ name: String) throws -> String? {
        try call("Status")["parameters"]?["problems"]?.arrayValue?
            .first { $0["name"]?.stringValue == name }?["detail"]?.stringValue
    }

    /// Runs `alarmctl`.
    func alarmctl(_ words: String...) throws -> Program.Outcome {
        try Program.run(["\(Program.folder)/alarmctl"] + words, environment: environment)
    }

    /// Runs a command of the shell, which finds `alarmctl`.
    func shell(_ command: String) throws -> Program.Outcome {
        try Program.run(
            ["/bin/sh", "-c", "PATH=\(Program.folder):$PATH; \(command)"], environment: environment)
    }

    /// The process that plays, where there is one.
    var playerProcess: pid_t? {
        guard let daemon = program?.processID else { return nil }
        let children = try? FileReader.read(
            "/proc/\(daemon)/task/\(daemon)/children", limit: 4096, regularOnly: false)
        let words = String(decoding: children ?? [], as: UTF8.self).split(separator: " ")
        return words.first.flatMap { pid_t($0) }
    }

    /// How often the rig's log names an event.
    func count(_ event: String) -> Int { rig.events.count { $0.what.hasPrefix(event) } }
}
