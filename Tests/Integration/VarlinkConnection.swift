// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON

/// A connection of a client of a few lines, which can also misbehave.
final class VarlinkConnection {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isOpen = true

    /// Whether the other side has ended the connection.
    private(set) var isAtEnd = false

    /// Connects; `nil` where nobody listens.
    init?(_ path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isShort = unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            unsafe room.copyBytes(from: path.utf8)
            return true
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, size)
            }
        }
        guard isShort, result == 0 else {
            Glibc.close(descriptor)
            isOpen = false
            return nil
        }
    }

    deinit { close() }

    /// Goes away, at once.
    func close() {
        if isOpen { Glibc.close(descriptor) }
        isOpen = false
    }

    /// Goes away by a reset rather than an end.
    func abandon() {
        var value = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// Sends bytes as they are, in as few pieces as it takes; returns how many were taken.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(
                    descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            sent += count
        }
        return sent
    }

    /// A call as it goes over the wire, its final NUL included.
    static func message(
        _ method: String, _ parameters: JSONValue = [:], more: Bool = false
    ) -> [UInt8] {
        let name = method.contains(".") ? method : "io.wecker.AlarmClock.\(method)"
        var call: JSONObject = ["method": .string(name), "parameters": parameters]
        if more { call["more"] = true }
        return JSONValue.object(call).serialized() + [0]
    }

    /// The next reply, or `nil` where none comes in time or the connection ends.
    func receive(within seconds: Double = 10) -> JSONValue? {
        let end = monotonicSeconds() + seconds
        while true {
            if let nul = buffer.firstIndex(of: 0) {
                let message = Array(buffer[..<nul])
                buffer.removeSubrange(...nul)
                return try? JSONValue(parsing: message)
            }
            let left = end - monotonicSeconds()
            guard left > 0, !isAtEnd else { return nil }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&entry, 1, Int32(left * 1000) + 1) > 0 else { return nil }
            var chunk = [UInt8](repeating: 0, count: 65536)
            let count = unsafe chunk.withUnsafeMutableBytes {
                unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
            }
            guard count > 0 else {
                isAtEnd = true
                continue
            }
            buffer += chunk.prefix(count)
        }
    }

    /// Calls a method and waits for its reply: `parameters`, or `error` and `parameters`.
    func call(
        _ method: String, _ parameters: JSONValue = [:], within seconds: Double = 10
    ) -> JSONValue? {
        send(Self.message(method, parameters))
        return receive(within: seconds)
    }

    /// The first event that is one of `kinds`, of a call of Monitor.
    func event(_ kinds: String..., within seconds: Double = 10) -> JSONValue? {
        let end = monotonicSeconds() + seconds
        while let reply = receive(within: max(0, end - monotonicSeconds())) {
            guard let event = reply["parameters"]?["event"], let kind = event["kind"]?.stringValue
            else { continue }
            if kinds.contains(kind) { return event }
        }
        return nil
    }
}
