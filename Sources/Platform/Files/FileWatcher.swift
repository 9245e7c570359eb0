// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux

/// Tells what happens to the files of folders (inotify(7)).
///
/// A file that is replaced by renaming is a new file: watch the folder and look at the names.
package final class FileWatcher {
    /// What happened.
    package struct Event: Hashable, Sendable {
        /// The folder as it was named to `watch`; empty where events were lost.
        package var folder: String
        /// The name in it; nil where it concerns the folder itself.
        package var name: String?
        /// Which of the things asked for.
        package var change: Change
    }

    /// What can happen to a file.
    package struct Change: OptionSet, Hashable, Sendable {
        /// The bits, of our own numbering.
        package let rawValue: UInt32

        /// Creates a set from its bits.
        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Somebody wrote to it and is done.
        package static let written = Change(rawValue: 1)
        /// It was made, or renamed to this name.
        package static let appeared = Change(rawValue: 2)
        /// It was deleted, or renamed to another name.
        package static let vanished = Change(rawValue: 4)
        /// The folder itself is gone, and is not watched any more.
        package static let folderGone = Change(rawValue: 8)
        /// So much happened that some of it is not told: look at everything.
        package static let eventsLost = Change(rawValue: 16)
    }

    private let descriptor: Descriptor
    private var watch: Watch?
    private var folders: [CInt: String] = [:]

    /// Creates a watcher that watches nothing yet.
    /// - Throws: `SystemError`.
    package init(on loop: RunLoop, handler: @escaping (Event) -> Void) throws(SystemError) {
        descriptor = Descriptor(
            owning: try check("make an inotify instance") { clinux_inotify_create() })
        watch = try loop.watch(descriptor, for: .readable) { [weak self] _ in
            for event in self?.takeEvents() ?? [] { handler(event) }
        }
    }

    /// Watches a folder too; links are followed.
    ///
    /// A second time changes what is told of it.
    /// - Throws: `SystemError`, with `ENOENT` where there is none.
    package func watch(
        folder: String, for changes: Change = [.written, .appeared, .vanished]
    ) throws(SystemError) {
        try checkPath(folder, for: "watch")
        let wanted = changes.union(.folderGone).rawValue
        let number = try check("watch", folder) {
            unsafe clinux_inotify_add(descriptor.rawValue, folder, wanted)
        }
        folders[number] = folder
    }

    private func takeEvents() -> [Event] {
        var events: [Event] = []
        // Enough for several events with the longest names; more of them wait for the next turn.
        guard case .bytes(let bytes)? = try? descriptor.read(upTo: 8192) else { return [] }
        unsafe bytes.withUnsafeBytes { buffer in
            var offset = 0
            while let (event, size) = unsafe next(in: buffer, at: offset) {
                if let event { events.append(event) }
                offset += size
            }
        }
        return events
    }

    private func next(in buffer: UnsafeRawBufferPointer, at offset: Int) -> (Event?, Int)? {
        var number: CInt = 0
        var what: UInt32 = 0
        var name: UnsafePointer<CChar>?
        var length = 0
        let size = unsafe clinux_inotify_next(
            buffer.baseAddress, buffer.count, offset, &number, &what, &name, &length)
        guard size > 0 else { return nil }
        let change = Change(rawValue: what)
        let folder = folders[number]
        if change.contains(.folderGone) { folders[number] = nil }
        if change.isEmpty || (folder == nil && !change.contains(.eventsLost)) { return (nil, size) }
        let text = unsafe name.map { start in
            unsafe String(
                decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
        }
        return (Event(folder: folder ?? "", name: text, change: change), size)
    }
}
