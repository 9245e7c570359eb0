// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import TestSupport

/// Python, asked by `oracle.py` when schedules come due.
enum Oracle {
    /// Whether there is a Python that knows zones (3.9 or newer).
    static let isAvailable = unsafe system("python3 -c 'import zoneinfo' >/dev/null 2>&1") == 0

    /// Why the tests are skipped where there is none.
    static let skipReason = "python3, 3.9 or newer, is not installed"

    /// Hands each line of the oracle's answer for `count` random cases to `body`.
    ///
    /// - Returns: The oracle's exit status, as wait(2) tells it; 0 where all went well.
    static func ask(seed: Int, count: Int, body: (ArraySlice<UInt8>) -> Void) -> Int32 {
        let script = PackageRoot.file("Tests/ZoneDifferential/oracle.py")
        let quoted =
            "'"
            + script.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
        let command = "exec python3 \(quoted) --seed \(seed) --count \(count)"
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
    static func number(_ variable: String) -> Int? {
        unsafe getenv(variable).flatMap { unsafe Int(String(cString: $0)) }
    }
}
