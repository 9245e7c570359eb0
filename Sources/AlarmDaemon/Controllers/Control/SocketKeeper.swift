// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform

/// Sees to it that a socket stays where clients look for it.
///
/// A clean-up of temporary files, or a folder that is made anew, takes the file away from a daemon that still listens:
/// nobody would reach it any more. The folder is watched, and once the file is gone it is asked for again until it is
/// back. Nothing wakes up as long as nothing in the folder goes.
final class SocketKeeper {
    private let path: String
    private let loop: RunLoop
    private let now: () -> Duration
    /// Makes the socket where it is gone; returns whether it is there.
    private let restore: () -> Bool
    private var watcher: FileWatcher?
    private var timer: Timer?
    private var pause = SocketKeeper.firstPause
    private var isAboutToLook = false

    /// How long it waits after a failure; twice as long after each further one, up to `longestPause`.
    private static let firstPause = Duration.milliseconds(50)
    private static let longestPause = Duration.seconds(10)

    /// Begins to watch over the socket at `path`.
    init(
        path: String, on loop: RunLoop, now: @escaping () -> Duration,
        restore: @escaping () -> Bool
    ) {
        self.path = path
        self.loop = loop
        self.now = now
        self.restore = restore
        look()
    }

    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Watches the folder as it is now, and then looks whether the socket is there: in this order nothing that goes
    /// is overlooked.
    private func look() {
        isAboutToLook = false
        watcher = watchFolder()
        var isThere = restore()
        if isThere, watcher == nil {
            // The folder may have been made just now, together with the socket. One that cannot be watched at all is
            // not worth a wakeup every few seconds.
            watcher = watchFolder()
            isThere = restore()
        }
        guard !isThere else {
            pause = Self.firstPause
            return
        }
        do throws(SystemError) {
            if timer == nil {
                timer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in self?.look() }
            }
            try timer?.arm(at: now() + pause)
        } catch {
            // With no descriptor left for a timer, the next thing that goes from the folder is waited for.
        }
        pause = min(pause * 2, Self.longestPause)
    }

    private func watchFolder() -> FileWatcher? {
        let watcher = try? FileWatcher(on: loop) { [weak self] in self?.take($0) }
        do throws(SystemError) {
            try watcher?.watch(folder: folder, for: .vanished)
            return watcher
        } catch {
            return nil
        }
    }

    private func take(_ event: FileWatcher.Event) {
        guard event.name == nil || path.hasSuffix("/\(event.name ?? "")") || event.name == path,
            !isAboutToLook
        else { return }
        isAboutToLook = true
        // Not from within the watcher, which is replaced.
        loop.perform { [weak self] in self?.look() }
    }

    nonisolated deinit {}
}
