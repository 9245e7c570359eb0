// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Synchronization

/// Writes snapshots of one file on a thread of its own, so that the loop never waits for the disk.
///
/// What is handed over while the disk is busy replaces what waited before it: the next write has the newest.
/// A disk that hangs shows as `pending` that stays; one that fails, as a completion with the error. It does
/// not try again by itself.
package final class SnapshotWriter {
    /// Tells that everything up to a generation is settled.
    package struct Completion: Sendable {
        /// The generation that was written, or was tried.
        ///
        /// All before it are settled as it is.
        package var generation: UInt64
        /// Nil where it is durable.
        package var error: SystemError?
    }

    /// Makes one snapshot durable, on the writer's thread.
    package typealias Write = @Sendable (Snapshot) throws(SystemError) -> Void

    private let shared: Shared
    private let handler: (Completion) -> Void
    private var watch: Watch?
    private var lastGeneration: UInt64 = 0

    /// The newest generation that is settled, 0 before the first.
    package private(set) var settledGeneration: UInt64 = 0

    /// Creates a writer of the file `name` in a folder.
    /// - Throws: `SystemError`.
    package convenience init(
        folder: String, name: String, on loop: RunLoop,
        handler: @escaping (Completion) -> Void
    ) throws(SystemError) {
        let folder = OpenFolder(try Descriptor.openFolder(folder))
        try self.init(name: name, on: loop, handler: handler) { snapshot throws(SystemError) in
            try snapshot.write(toFolder: folder.descriptor)
        }
    }

    /// Creates a writer that makes snapshots durable in another way: a test's.
    /// - Throws: `SystemError`.
    package init(
        name: String, on loop: RunLoop, handler: @escaping (Completion) -> Void,
        write: @escaping Write
    ) throws(SystemError) {
        self.handler = handler
        shared = try Shared(name: name, write: write)
        watch = try loop.watch(shared.done.descriptor, for: .readable) { [weak self] _ in
            self?.complete()
        }
    }

    deinit {
        shared.end()
    }

    /// Hands bytes over and returns at once.
    ///
    /// - Returns: their generation, one more than the last. The handler tells when it is settled.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> UInt64 {
        write { [bytes] }
    }

    /// Hands over what makes the bytes, in pieces that lie one behind the other, on the writer's thread and only where
    /// they are written, and returns at once.
    ///
    /// - Returns: their generation, one more than the last. The handler tells when it is settled.
    @discardableResult
    package func write(making pieces: @escaping @Sendable () -> [[UInt8]]) -> UInt64 {
        lastGeneration += 1
        shared.hand(pieces, generation: lastGeneration)
        return lastGeneration
    }

    /// Since when (`CLOCK_BOOTTIME`) the oldest generation waits that is not settled; nil where none does.
    package var pendingSince: Duration? {
        shared.state.withLock { $0.pendingSince }
    }

    /// Waits for at most this long until all is settled, calling the handler; for the end of the program.
    ///
    /// - Returns: whether all is settled.
    package func finish(within limit: Duration) -> Bool {
        let deadline = Clocks.monotonic + limit
        while pendingSince != nil, Clocks.monotonic < deadline {
            shared.done.wait(atMostMilliseconds: 10)
        }
        complete()
        return pendingSince == nil
    }

    private func complete() {
        shared.done.lower()
        let completions = shared.state.withLock { state in
            let completions = state.completions
            state.completions = []
            return completions
        }
        for completion in completions {
            settledGeneration = completion.generation
            handler(completion)
        }
    }
}

/// A folder's descriptor that several closures may share.
private final class OpenFolder: Sendable {
    let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }
}

/// What the loop's thread and the writer's have in common.
private final class Shared: Sendable {
    struct Work: Sendable {
        var makePieces: @Sendable () -> [[UInt8]]
        var generation: UInt64
        var since: Duration
    }

    struct State: Sendable {
        var waiting: Work?
        var isWritingSince: Duration?
        var completions: [SnapshotWriter.Completion] = []
        var isEnding = false
        var hasThread = false

        var pendingSince: Duration? { isWritingSince ?? waiting?.since }
    }

    let state = Mutex(State())
    let work: EventDescriptor
    let done: EventDescriptor
    private let name: String
    private let write: SnapshotWriter.Write

    init(name: String, write: @escaping SnapshotWriter.Write) throws(SystemError) {
        self.name = name
        self.write = write
        work = try EventDescriptor(waits: true)
        done = try EventDescriptor()
    }

    /// Has a thread once there is something to write: a daemon that is left alone has none, nor its stack.
    private func startIfNeeded() throws(SystemError) {
        guard !state.withLock({ $0.hasThread }) else { return }
        let context = unsafe Unmanaged.passRetained(self)
        let failure = unsafe clinux_start_thread(
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<Shared>.fromOpaque(context).takeRetainedValue().run()
            }, context.toOpaque())
        guard failure != 0 else {
            state.withLock { $0.hasThread = true }
            return
        }
        unsafe context.release()
        throw SystemError(operation: "start a thread", errno: Errno(rawValue: failure))
    }

    func hand(_ makePieces: @escaping @Sendable () -> [[UInt8]], generation: UInt64) {
        let now = Clocks.boottime
        state.withLock { state in
            // The wait of what is replaced counts on: a disk that hangs must not look new at every change.
            let since = state.waiting?.since ?? now
            state.waiting = Work(makePieces: makePieces, generation: generation, since: since)
        }
        do throws(SystemError) {
            try startIfNeeded()
            work.raise()
        } catch {
            if let unwritten = take() { finish(unwritten, error: error) }
        }
    }

    func end() {
        state.withLock { $0.isEnding = true }
        work.raise()
    }

    private func run() {
        while true {
            work.wait()
            while let next = take() { finish(next, error: attempt(next)) }
            if state.withLock({ $0.isEnding }) { return }
        }
    }

    private func take() -> Work? {
        state.withLock { state in
            let work = state.waiting
            state.waiting = nil
            state.isWritingSince = work?.since
            return work
        }
    }

    private func attempt(_ work: Work) -> SystemError? {
        do throws(SystemError) {
            try write(Snapshot(pieces: work.makePieces(), name: name))
            return nil
        } catch {
            return error
        }
    }

    private func finish(_ work: Work, error: SystemError?) {
        state.withLock { state in
            state.isWritingSince = nil
            state.completions.append(
                SnapshotWriter.Completion(generation: work.generation, error: error))
        }
        done.raise()
    }
}
