// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// What systemd says of the service that runs the daemon.
struct ServiceState: Hashable, Sendable {
    /// Whether systemd knows it at all.
    var isInstalled: Bool

    /// Whether it is started with the machine, or with its user.
    var isEnabled: Bool

    /// How it is: `active`, `inactive`, `failed` and the like.
    var activity: String

    /// Reads what `systemctl show` says; `nil` where it says nothing of a service.
    init?(_ text: String) {
        var values: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            values[line[..<equals]] = line[line.index(after: equals)...]
        }
        guard let load = values["LoadState"], let activity = values["ActiveState"] else {
            return nil
        }
        isInstalled = load == "loaded"
        isEnabled = ["enabled", "static", "alias", "generated"].contains(values["UnitFileState"])
        self.activity = String(activity)
    }
}

extension ServiceState {
    /// The most that systemd may take to say so.
    private static let patience = Duration.seconds(3)

    /// Asks systemd for the system's service, or for the user's own; `nil` where there is no systemd.
    static func ask(isUser: Bool) -> ServiceState? {
        do throws(SystemError) {
            let loop = try RunLoop()
            let (output, theirs) = try Descriptor.pipe()
            let reader = Descriptor(owning: output)
            let writer = Descriptor(owning: theirs)
            let null = try Descriptor.openNull()
            var isOver = false
            let child = try ChildProcess(
                running: Descriptor.openProgram("/usr/bin/env"),
                arguments: ["env", "LC_ALL=C", "systemctl"] + (isUser ? ["--user"] : []) + [
                    "show", "--property=LoadState,ActiveState,UnitFileState", "alarmd.service",
                ],
                environment: ProcessEnvironment.variables.map { "\($0.key)=\($0.value)" },
                descriptors: [null.rawValue, writer.rawValue, null.rawValue], on: loop
            ) { _ in isOver = true }
            writer.close()
            let timer = try Timer(on: loop, clock: .monotonic) { _ in isOver = true }
            try timer.arm(at: Clocks.monotonic + patience)
            while !isOver { try loop.turn() }
            guard child.exit == .status(0), case .bytes(let bytes) = try reader.read(upTo: 4096)
            else { return nil }
            return ServiceState(String(decoding: bytes, as: UTF8.self))
        } catch {
            return nil
        }
    }
}
