// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import TestSupport

/// What Package.swift says, as far as a test needs it.
struct Manifest {
    /// For each target, the targets that it depends on.
    let dependencies: [String: Set<String>]

    /// Reads a manifest's text, in which each target begins with its name.
    init(_ text: String) {
        var dependencies: [String: Set<String>] = [:]
        for part in text.split(separator: "name: \"").dropFirst() {
            let name = String(part.prefix { $0 != "\"" })
            dependencies[name] = Self.list("dependencies", in: part)
        }
        self.dependencies = dependencies
    }

    /// The project's own.
    static let package = Manifest(
        String(decoding: contents(ofFile: PackageRoot.file("Package.swift")) ?? [], as: UTF8.self))

    /// The strings of a list such as `dependencies: ["A", "B"]`; none where there is no such list.
    private static func list(_ label: String, in text: Substring) -> Set<String> {
        let pieces = text.split(separator: "\(label): [", maxSplits: 1)
        guard pieces.count == 2 else { return [] }
        let quoted = pieces[1].prefix { $0 != "]" }
            .split(separator: "\"", omittingEmptySubsequences: false)
        return Set(quoted.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) })
    }
}
