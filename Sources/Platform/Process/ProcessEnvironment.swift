// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc

/// What this process was given by who started it.
package enum ProcessEnvironment {
    /// The words after the program's name.
    ///
    /// - Throws: ``MalformedArgument`` with the first that is no text: what stands in its place would be another word.
    package static func arguments() throws(MalformedArgument) -> [String] {
        var words: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = unsafe CommandLine.unsafeArgv[index] else { break }
            guard let word = unsafe String(validatingCString: bytes) else {
                throw MalformedArgument(position: index, text: unsafe String(cString: bytes))
            }
            words.append(word)
        }
        return words
    }

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

/// A word of the command line that is no UTF-8 text.
package struct MalformedArgument: Error, Hashable, CustomStringConvertible {
    /// Which word it is; the first after the program's name is 1.
    package let position: Int

    /// What can be read of it.
    package let text: String

    package var description: String { "word \(position), “\(text.prefix(60))”, is no UTF-8 text" }
}
