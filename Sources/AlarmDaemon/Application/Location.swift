// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A file by its folder and name, as the watcher tells them.
nonisolated struct Location: Hashable {
    var folder: String
    var name: String

    init(path: String) {
        let slash = path.lastIndex(of: "/")
        folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// What a link at this place means by its target.
    func resolving(_ target: String) -> Location {
        Location(path: target.hasPrefix("/") ? target : "\(folder)/\(target)")
    }
}
