// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc

/// The folder that the package is built in.
package enum PackageRoot {
    /// Its path.
    package static let path: String = {
        // This file is Tests/Support/PackageRoot.swift below it.
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/")
    }()

    /// The path of a file in it.
    package static func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The folder of the programs that the tests start: another build of them where `WECKER_PROGRAMS` names it.
    package static let programs: String =
        unsafe getenv("WECKER_PROGRAMS").map { unsafe String(cString: $0) } ?? file(".build/debug")
}
