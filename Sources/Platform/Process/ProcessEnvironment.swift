// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc

/// What this process was given by who started it.
package enum ProcessEnvironment {
    /// The environment's variables; of one that is given twice, the first, as getenv(3) has it.
    package static var variables: [String: String] {
        var variables: [String: String] = [:]
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let line = unsafe String(cString: text)
            if let equals = line.firstIndex(of: "=") {
                let name = String(line[..<equals])
                if variables[name] == nil {
                    variables[name] = String(line[line.index(after: equals)...])
                }
            }
            unsafe entry += 1
        }
        return variables
    }

    /// This process's id.
    package static var processID: Int32 { getpid() }

    /// The user that it acts for.
    package static var userID: UInt32 { geteuid() }

    /// The path of the program that runs, links resolved; nil where the kernel does not say.
    package static var programPath: String? { ZoneLink.target(of: "/proc/self/exe") }
}
