// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// The service manager's side of the process: what it wrote into the environment, and what it is told.
///
/// The protocols are those of sd_notify(3), sd_listen_fds(3) and sd_watchdog_enabled(3), written out here: the
/// library that has them costs more memory than the rest of the daemon.
final class ServiceManager {
    /// What the service manager can be told.
    nonisolated enum Message: Hashable {
        /// The service is ready, or has reloaded.
        case ready
        /// It reads its configuration again; the time is `CLOCK_MONOTONIC`.
        case reloading(since: Duration)
        /// It ends.
        case stopping
        /// It is alive.
        case watchdog
        /// A line for a person who asks how it is doing.
        case status(String)

        var text: String {
            switch self {
            case .ready: "READY=1"
            case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(microseconds(time))"
            case .stopping: "STOPPING=1"
            case .watchdog: "WATCHDOG=1"
            case .status(let text): "STATUS=\(Self.oneLine(text))"
            }
        }

        private static func oneLine(_ text: String) -> String {
            String(text.prefix(200).map { $0.isNewline ? " " : $0 })
        }
    }

    /// The variables that mean this process alone.
    static let variables: Set<String> = [
        "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "LISTEN_PIDFDID",
        "WATCHDOG_USEC", "WATCHDOG_PID",
    ]

    /// The most sockets that are taken; no unit of ours passes more than a few.
    nonisolated static let passedLimit = 16

    /// After how long without a word the service is restarted; nil where nobody waits for one.
    let watchdogInterval: Duration?

    private let address: String?
    private var passed: [PassedSocket]
    private var lastStatus: String?

    init(environment: [String: String], processID: Int32) {
        address = environment["NOTIFY_SOCKET"].flatMap {
            $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil
        }
        watchdogInterval = Self.watchdogInterval(environment, processID: processID)
        passed = Self.passedSockets(environment, processID: processID)
    }

    /// Says how the service is doing, where that has changed.
    func setStatus(_ text: String) {
        guard text != lastStatus else { return }
        lastStatus = text
        notify([.status(text)])
    }

    /// Tells the service manager, in one message.
    ///
    /// Nobody to tell, or one that does not listen, is no failure.
    func notify(_ messages: [Message]) {
        guard let address else { return }
        let text = messages.map(\.text).joined(separator: "\n")
        _ = try? UnixSocket.sendDatagram(Array(text.utf8), to: address)
    }

    func takeListeners(firstDescriptor: Int32, log: Log) -> [PassedListener] {
        defer { passed = [] }
        var listeners: [PassedListener] = []
        for socket in passed {
            do {
                let listener = try UnixListener(
                    adopting: Descriptor(owning: firstDescriptor + socket.offset))
                listeners.append(PassedListener(name: socket.name, listener: listener))
            } catch {
                log.warning("the passed socket \(socket.name) is not used: \(error)")
            }
        }
        return listeners
    }

    static func watchdogInterval(
        _ environment: [String: String], processID: Int32
    ) -> Duration? {
        if let meant = environment["WATCHDOG_PID"], meant != String(processID) { return nil }
        guard let text = environment["WATCHDOG_USEC"], let time = Int64(text), time > 0 else {
            return nil
        }
        return .microseconds(time)
    }

    static func passedSockets(
        _ environment: [String: String], processID: Int32
    ) -> [PassedSocket] {
        guard environment["LISTEN_PID"] == String(processID),
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count > 0
        else { return [] }
        let names = (environment["LISTEN_FDNAMES"] ?? "").split(
            separator: ":", omittingEmptySubsequences: false)
        return (0..<min(count, Int32(passedLimit))).map { offset in
            let name = Int(offset) < names.count ? String(names[Int(offset)]) : ""
            return PassedSocket(offset: offset, name: name.isEmpty ? "unknown" : name)
        }
    }

    nonisolated deinit {}
}

/// A socket that was passed in, by its place and its name.
nonisolated struct PassedSocket: Hashable {
    var offset: Int32
    var name: String
}

/// A listening socket that the service manager made, and keeps when the service ends.
struct PassedListener {
    /// What its unit calls it (`FileDescriptorName=`), else the unit's own name.
    var name: String
    /// The socket.
    var listener: UnixListener
}

nonisolated private func microseconds(_ time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
}
