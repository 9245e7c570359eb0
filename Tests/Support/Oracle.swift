// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc

/// A Python program that says what is right, to be compared with.
package struct Oracle: Sendable {
    /// The Python that runs it.
    package let python: String

    /// The program's path.
    package let script: String

    /// Creates an oracle from a Python and a file of the package.
    package init(python: String, script: String) {
        self.python = python
        self.script = PackageRoot.file(script)
    }

    /// Whether its Python is there and has `module`.
    package func has(module: String) -> Bool {
        unsafe system("\(Self.quoted(python)) -c 'import \(module)' >/dev/null 2>&1") == 0
    }

    /// Hands each line of the oracle's answer for `count` random cases to `body`.
    ///
    /// - Returns: The oracle's exit status, as wait(2) tells it; 0 where all went well.
    package func ask(seed: Int, count: Int, body: (ArraySlice<UInt8>) -> Void) -> Int32 {
        let command =
            "exec \(Self.quoted(python)) \(Self.quoted(script)) --seed \(seed) --count \(count)"
        guard let stream = unsafe popen(command, "r") else { return -1 }
        var rest: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let length = unsafe chunk.withUnsafeMutableBytes {
                unsafe fread($0.baseAddress, 1, $0.count, stream)
            }
            if length == 0 { break }
            rest += chunk[..<length]
            guard let end = rest.lastIndex(of: 10) else { continue }
            for line in rest[..<end].split(separator: 10) { body(line) }
            rest.removeSubrange(...end)
        }
        if !rest.isEmpty { body(rest[...]) }
        return unsafe pclose(stream)
    }

    /// A number from the environment, or `nil`.
    package static func number(_ variable: String) -> Int? {
        unsafe getenv(variable).flatMap { unsafe Int(String(cString: $0)) }
    }

    /// `text` as one word of a shell.
    private static func quoted(_ text: String) -> String {
        "'"
            + text.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }
}
