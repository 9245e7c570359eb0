// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc

/// A command that was run by the shell, and what came of it.
package struct ShellRun {
    /// What it printed, to either stream.
    package let output: String

    /// Its exit code; -1 where it did not exit by itself.
    package let code: Int32

    /// Runs a command and waits for its end.
    package init(_ command: String) {
        guard let stream = unsafe popen("{ \(command)\n} 2>&1 </dev/null", "r") else {
            self.output = "the shell cannot be started"
            self.code = -1
            return
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes {
                unsafe fread($0.baseAddress, 1, $0.count, stream)
            }
            if count == 0 { break }
            bytes += chunk.prefix(count)
        }
        let status = unsafe pclose(stream)
        self.output = String(decoding: bytes, as: UTF8.self)
        self.code = status & 0x7f == 0 ? (status >> 8) & 0xff : -1
    }

    /// Whether a program is on this machine.
    package static func has(_ program: String) -> Bool {
        ShellRun("command -v \(program) >/dev/null").code == 0
    }
}
