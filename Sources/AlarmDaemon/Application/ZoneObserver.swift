// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// Notices that a zone file changed: that it was written or replaced, as an update of the zones does, or that a
/// link or a folder on the way to it was.
final class ZoneObserver {
    private let handler: () -> Void
    private var watcher: FileWatcher?
    private var paths: Set<String> = []
    /// The names that matter, by the folder that they are in.
    private var names: [String: Set<String>] = [:]
    /// What is told of each folder.
    private var changes: [String: FileWatcher.Change] = [:]

    /// Creates an observer that follows nothing yet.
    init(on loop: RunLoop, handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        watcher = try FileWatcher(on: loop) { [weak self] in self?.look(at: $0) }
    }

    /// Tells from now on when the file at the absolute path `path` changes; it need not be there yet.
    func follow(_ path: String) {
        guard path.hasPrefix("/"), paths.insert(path).inserted else { return }
        walk(path)
    }

    /// Watches each step of the way to a file.
    ///
    /// A folder that is missing is watched as soon as the one above it tells that it is there.
    private func walk(_ path: String) {
        let way = FileWay(to: path, linkTarget: { ZoneLink.target(of: $0) })
        for step in way.steps where names[step.folder, default: []].insert(step.name).inserted {
            let wanted = changes[step.folder, default: []].union(way.changes(in: step.folder))
            changes[step.folder] = wanted
            try? watcher?.watch(folder: step.folder, for: wanted)
        }
    }

    private func look(at event: FileWatcher.Event) {
        let matters =
            event.name.map { names[event.folder]?.contains($0) == true }
            ?? (event.change.contains(.eventsLost) || names[event.folder] != nil)
        guard matters else { return }
        (names, changes) = ([:], [:])
        for path in paths { walk(path) }
        handler()
    }

    nonisolated deinit {}
}

/// The way to a file: each name that is looked up in a folder, links followed.
struct FileWay {
    /// A name that is looked up, and the folder that it is looked up in.
    nonisolated struct Step: Hashable {
        var folder: String
        var name: String
    }

    /// The steps, the file itself last; fewer where a link leads round in a circle.
    private(set) var steps: [Step] = []

    /// As many links as Linux follows (path_resolution(7)).
    private static let linkLimit = 40

    /// Walks to an absolute path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - linkTarget: What a link points to as it is written, or `nil` where it is no link.
    init(to path: String, linkTarget: (String) -> String?) {
        var folder = "/"
        var links = 0
        var rest = Array(path.split(separator: "/").reversed())
        while let name = rest.popLast() {
            if name == "." { continue }
            if name == ".." {
                folder = Self.parent(of: folder)
                continue
            }
            steps.append(Step(folder: folder, name: String(name)))
            let here = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            guard let target = linkTarget(here) else {
                folder = here
                continue
            }
            links += 1
            guard links <= Self.linkLimit else { return }
            if target.hasPrefix("/") { folder = "/" }
            rest += target.split(separator: "/").reversed()
        }
    }

    /// What matters of the names in a folder: the file may be written to, what leads to it is made and removed.
    ///
    /// A folder such as /dev has files that are written to all day, and each time would wake whoever asked for that.
    func changes(in folder: String) -> FileWatcher.Change {
        steps.last?.folder == folder ? [.written, .appeared, .vanished] : [.appeared, .vanished]
    }

    private static func parent(of folder: String) -> String {
        let slash = folder.lastIndex(of: "/") ?? folder.startIndex
        return slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
}
