// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux

/// Waits for descriptors to become ready and calls who watches them, all on one thread.
///
/// It belongs to the thread that made it; nothing here is locked. Other threads reach it through an
/// `EventDescriptor`. With nothing ready and nothing to perform it does not wake up at all.
///
/// A handler may cancel its own watch, or any other, or close what another watches: a handler whose watch
/// was cancelled is not called any more, even where its event came in the same batch.
package final class RunLoop {
    private let epoll: Descriptor
    private var handlers: [UInt64: (Readiness) -> Void] = [:]
    /// Which watch a descriptor's number stands for now: the number may have been given out again.
    private var tokens: [CInt: UInt64] = [:]
    private var lastToken: UInt64 = 0
    private var soon: [() -> Void] = []
    private var isStopped = false
    private var batch = [clinux_event](
        repeating: clinux_event(), count: Int(CLINUX_EVENT_BATCH))

    /// How often the loop has come back from waiting.
    package private(set) var wakeups: UInt64 = 0

    /// Creates a loop.
    /// - Throws: `SystemError`.
    package init() throws(SystemError) {
        epoll = Descriptor(owning: try check("make an epoll instance") { clinux_epoll_create() })
    }

    /// Calls `handler` whenever the descriptor is ready, until the watch is cancelled or goes away.
    ///
    /// Failures and hang-ups are told too, and again and again: whoever is told has to cancel then.
    /// - Throws: `SystemError`, with `EPERM` for a regular file, which is always ready, and `EEXIST` where
    ///   the descriptor is watched already.
    package func watch(
        _ descriptor: borrowing Descriptor, for interest: Readiness,
        handler: @escaping (Readiness) -> Void
    ) throws(SystemError) -> Watch {
        let number = descriptor.rawValue
        lastToken += 1
        let token = lastToken
        try check("watch descriptor", "\(number)") {
            clinux_epoll_add(epoll.rawValue, number, interest.rawValue, token)
        }
        handlers[token] = handler
        tokens[number] = token
        return Watch(loop: self, token: token, descriptor: number, interest: interest)
    }

    /// Calls `action` once the handlers of the present batch are through, before waiting again.
    package func perform(_ action: @escaping () -> Void) {
        soon.append(action)
    }

    /// Runs until `stop` is called, which may have happened before.
    /// - Throws: `SystemError` where waiting itself fails.
    package func run() throws(SystemError) {
        while !isStopped { try turn() }
        isStopped = false
    }

    /// Ends `run` after the present batch; what is still to be performed stays for the next run.
    package func stop() {
        isStopped = true
    }

    /// Performs what is to be performed, waits for one batch of events, and calls who is concerned.
    /// - Throws: `SystemError` where waiting itself fails.
    package func turn() throws(SystemError) {
        performSoon()
        let count = try wait(forEver: soon.isEmpty && !isStopped)
        dispatch(count: count)
    }

    /// Performs what is to be performed, and calls who is concerned by what is ready now, without waiting.
    /// - Throws: `SystemError`.
    package func poll() throws(SystemError) {
        performSoon()
        let count = try wait(forEver: false)
        dispatch(count: count)
    }

    private func performSoon() {
        // What an action adds waits for the next turn, so that descriptors get theirs in between.
        let actions = soon
        soon = []
        for action in actions { action() }
    }

    private func wait(forEver: Bool) throws(SystemError) -> Int {
        let count = try check("wait for events") {
            unsafe batch.withUnsafeMutableBufferPointer {
                unsafe clinux_epoll_wait(epoll.rawValue, $0.baseAddress, forEver ? -1 : 0)
            }
        }
        wakeups &+= 1
        return Int(count)
    }

    private func dispatch(count: Int) {
        for event in batch[..<count] {
            // Looked up anew for each: the one before may have cancelled it.
            handlers[event.token]?(Readiness(rawValue: event.events))
        }
    }

    fileprivate func change(_ watch: Watch, to interest: Readiness) throws(SystemError) {
        guard tokens[watch.descriptor] == watch.token else { return }
        try check("watch descriptor", "\(watch.descriptor)") {
            clinux_epoll_modify(
                epoll.rawValue, watch.descriptor, interest.rawValue, watch.token)
        }
    }

    fileprivate func cancel(token: UInt64, descriptor: CInt) {
        guard handlers.removeValue(forKey: token) != nil else { return }
        guard tokens[descriptor] == token else { return }
        tokens[descriptor] = nil
        // Fails where the descriptor was closed first, which ended the watch as well.
        _ = clinux_epoll_remove(epoll.rawValue, descriptor)
    }
}

/// Somebody's interest in a descriptor; it ends when it is cancelled, or when this goes away.
package final class Watch {
    private weak var loop: RunLoop?
    fileprivate let token: UInt64
    fileprivate let descriptor: CInt

    /// What it is watched for.
    package private(set) var interest: Readiness

    fileprivate init(loop: RunLoop, token: UInt64, descriptor: CInt, interest: Readiness) {
        self.loop = loop
        self.token = token
        self.descriptor = descriptor
        self.interest = interest
    }

    deinit {
        loop?.cancel(token: token, descriptor: descriptor)
    }

    /// Changes what it is watched for; nothing happens where it already is.
    /// - Throws: `SystemError`.
    package func setInterest(_ interest: Readiness) throws(SystemError) {
        guard interest != self.interest else { return }
        try loop?.change(self, to: interest)
        self.interest = interest
    }

    /// Ends it.
    ///
    /// The handler is not called again; a second time does nothing.
    package func cancel() {
        loop?.cancel(token: token, descriptor: descriptor)
    }
}
