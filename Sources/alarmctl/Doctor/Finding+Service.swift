// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// What came of connecting to a daemon.
enum Reach: Hashable, Sendable {
    /// It answers.
    case answers
    /// The user may not use its socket.
    case denied
    /// Nothing answers.
    case silent
}

extension Finding {
    /// Judges what keeps the daemon running.
    ///
    /// - Parameters:
    ///   - choice: The socket that was tried last.
    ///   - reach: What came of it.
    ///   - state: What systemd says; `nil` where there is none.
    ///   - lingers: Whether the user's services go on without them.
    /// - Returns: What was found.
    static func service(
        _ choice: SocketChoice, _ reach: Reach, _ state: ServiceState?, lingers: Bool
    ) -> Finding {
        if case .named(let name) = choice.origin {
            guard reach == .silent else {
                return Finding(
                    .service, .pass, "it answers at \(name); what starts it is not looked at")
            }
            return Finding(
                .service, .fail, "no alarmd answers at \(choice.path)",
                remedy: "start it there, or leave \(name) out")
        }
        let isUser = choice.origin == .user
        let systemctl = Message(verbatim: isUser ? "systemctl --user" : "sudo systemctl")
        guard reach != .silent else {
            return notRunning(choice, state, systemctl, log: isUser ? "--user-unit" : "-u")
        }
        guard let state, state.isInstalled else {
            return Finding(
                .service, .warn,
                state == nil
                    ? "it runs; no systemd says whether it is started with the machine"
                    : "it runs, but not as a service that is started with the machine",
                remedy: "see that something starts alarmd with the machine")
        }
        guard state.isEnabled else {
            return Finding(
                .service, .warn,
                "it runs, but is not enabled: after a reboot nothing rings",
                remedy: Message(verbatim: "\(systemctl) enable alarmd.service"))
        }
        guard !isUser || lingers else {
            return Finding(
                .service, .warn, "it runs only while you are logged in",
                remedy: Message(verbatim: "loginctl enable-linger"))
        }
        return Finding(.service, .pass, "alarmd.service is enabled, and runs")
    }

    private static func notRunning(
        _ choice: SocketChoice, _ state: ServiceState?, _ systemctl: Message, log: String
    ) -> Finding {
        func failure(_ detail: Message, _ remedy: Message) -> Finding {
            Finding(.service, .fail, detail, remedy: remedy)
        }
        guard let state else {
            return failure(
                "alarmd does not run, and there is no systemd to start it",
                Message(verbatim: "alarmd &"))
        }
        guard state.isInstalled else {
            return failure(
                "alarmd is not installed as a service", "make install, or apt install wecker")
        }
        switch state.activity {
        case "active", "reloading", "activating":
            return failure(
                "alarmd.service is \(state.activity), but does not answer at \(choice.path)",
                "\(systemctl) restart alarmd.service; journalctl \(log) alarmd tells why")
        case "failed":
            return failure(
                "alarmd.service failed",
                "journalctl \(log) alarmd tells why, \(systemctl) restart alarmd.service")
        default:
            return failure(
                "alarmd does not run", Message(verbatim: "\(systemctl) enable --now alarmd.service")
            )
        }
    }

    /// Judges whether the user may talk to the daemon; `nil` where there is none to talk to.
    static func socket(
        _ choice: SocketChoice, _ reach: Reach, _ failure: Failure?
    ) -> Finding? {
        switch reach {
        case .answers: Finding(.socket, .pass, "you may use \(choice.path)")
        case .denied:
            Finding(
                .socket, .fail, failure?.message ?? "you may not use \(choice.path)",
                remedy: failure?.hints.first)
        case .silent: nil
        }
    }
}
