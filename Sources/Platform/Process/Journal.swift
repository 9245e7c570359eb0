// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The journal's own socket, which takes fields beside a line (systemd.io/JOURNAL_NATIVE_PROTOCOL).
///
/// The protocol is written out here: the library that has it costs more memory than the daemon.
package struct Journal: Sendable {
    /// Where it is on a machine that has one.
    package static let standardPath = "/run/systemd/journal/socket"

    /// What the journal keeps beside a line.
    package struct Field: Hashable, Sendable {
        /// Upper-case letters, digits and underlines, which it does not begin with.
        package var name: String
        /// Any text.
        package var value: String

        /// Creates a field.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    private let path: String
    private let program: String

    /// Names the socket at `path`, and the program that its lines are of.
    package init(path: String = Self.standardPath, program: String) {
        self.path = path
        self.program = program
    }

    /// Sends a line, without waiting; returns whether it was taken.
    func send(_ level: Log.Level, _ text: String, fields: [Field]) -> Bool {
        // Each by a socket of its own: a journal that is started anew is met again.
        (try? UnixSocket.sendDatagram(entry(level, text, fields: fields), to: path)) ?? false
    }

    func entry(_ level: Log.Level, _ text: String, fields: [Field]) -> [UInt8] {
        let first = [
            Field("PRIORITY", "\(level.rawValue)"), Field("SYSLOG_IDENTIFIER", program),
            Field("MESSAGE", text),
        ]
        var bytes: [UInt8] = []
        for field in first + fields { Self.append(field, to: &bytes) }
        return bytes
    }

    /// Writes `NAME=value` on a line, or, where the value has several, the name, its length and the value.
    private static func append(_ field: Field, to bytes: inout [UInt8]) {
        let value = field.value.utf8
        bytes += field.name.utf8
        if value.contains(UInt8(ascii: "\n")) {
            bytes.append(UInt8(ascii: "\n"))
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: value.count >> shift))
            }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += value
        bytes.append(UInt8(ascii: "\n"))
    }
}
