// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// Notices that the machine's zone changed: that its link names another, or that the file which it names was
/// replaced, as an update of the zones does.
final class ZoneObserver {
    private let link: Location
    private let handler: () -> Void
    private var watcher: FileWatcher?
    private var zone: Location?

    /// A file by its folder and name, as the watcher tells them.
    struct Location: Hashable {
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

    init(link path: String, on loop: RunLoop, handler: @escaping () -> Void) throws(SystemError) {
        link = Location(path: path)
        self.handler = handler
        watcher = try FileWatcher(on: loop) { [weak self] in self?.look(at: $0) }
        try watcher?.watch(folder: link.folder)
        followLink()
    }

    /// Watches where the link points to now.
    ///
    /// That a zone is missing is for who reads it to say.
    private func followLink() {
        let target = ZoneLink.target(of: "\(link.folder)/\(link.name)")
        zone = target.map(link.resolving)
        guard let zone, zone.folder != link.folder else { return }
        try? watcher?.watch(folder: zone.folder)
    }

    private func look(at event: FileWatcher.Event) {
        let isLink = event.folder == link.folder && event.name == link.name
        let isZone = event.folder == zone?.folder && event.name == zone?.name
        guard isLink || isZone || event.change.contains(.eventsLost) else { return }
        followLink()
        handler()
    }
}
