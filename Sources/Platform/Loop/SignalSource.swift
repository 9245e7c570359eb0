// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Glibc

/// Signals as events of a loop (signalfd(2)), instead of as interruptions.
package final class SignalSource {
    private let descriptor: Descriptor
    private var watch: Watch?

    /// Takes the signals out of their usual way and calls `handler` with the number of each that comes.
    ///
    /// Made on the loop's thread before any other thread starts: threads inherit what is blocked.
    /// - Throws: `SystemError`.
    package init(
        _ signals: [Signal], on loop: RunLoop, handler: @escaping (Signal) -> Void
    ) throws(SystemError) {
        let numbers = signals.map(\.rawValue)
        let count = CInt(numbers.count)
        try check("block signals") {
            unsafe numbers.withUnsafeBufferPointer {
                unsafe clinux_block_signals($0.baseAddress, count)
            }
        }
        descriptor = Descriptor(
            owning: try check("make a signalfd") {
                unsafe numbers.withUnsafeBufferPointer {
                    unsafe clinux_signalfd($0.baseAddress, count)
                }
            })
        watch = try loop.watch(descriptor, for: .readable) { [weak self] _ in
            self?.drain(into: handler)
        }
    }

    private func drain(into handler: (Signal) -> Void) {
        while true {
            let number = clinux_signalfd_read(descriptor.rawValue)
            guard number > 0 else { return }
            handler(Signal(rawValue: number))
        }
    }
}

/// A signal's number (signal(7)).
package struct Signal: RawRepresentable, Hashable, Sendable {
    /// The number.
    package let rawValue: CInt

    /// Creates a signal from its number.
    package init(rawValue: CInt) {
        self.rawValue = rawValue
    }

    /// `SIGTERM`: end cleanly.
    package static let terminate = Signal(rawValue: SIGTERM)
    /// `SIGINT`: the same, from a keyboard.
    package static let interrupt = Signal(rawValue: SIGINT)
    /// `SIGHUP`: read the configuration again.
    package static let hangUp = Signal(rawValue: SIGHUP)
    /// `SIGQUIT`: end at once, from a keyboard.
    package static let quit = Signal(rawValue: SIGQUIT)
    /// `SIGWINCH`: the terminal has another size.
    package static let windowChange = Signal(rawValue: SIGWINCH)
    /// `SIGTSTP`: stop for now, from a keyboard.
    package static let terminalStop = Signal(rawValue: SIGTSTP)
    /// `SIGPIPE`: the other end of a pipe is gone.
    package static let brokenPipe = Signal(rawValue: SIGPIPE)
    /// `SIGCHLD`: a child ended.
    package static let child = Signal(rawValue: SIGCHLD)
    /// `SIGKILL`: end at once, which can't be refused.
    package static let kill = Signal(rawValue: SIGKILL)

    /// Sets the signal to be ignored by the whole process.
    /// - Throws: `SystemError` with `EINVAL` for one that can't be.
    package func ignore() throws(SystemError) {
        try check("ignore signal", "\(rawValue)") { clinux_ignore_signal(rawValue) }
    }

    /// Sets the signal to do what it does where nobody said otherwise.
    /// - Throws: `SystemError` with `EINVAL` for one that can't be set.
    package func restoreDefault() throws(SystemError) {
        try check("reset signal", "\(rawValue)") { clinux_default_signal(rawValue) }
    }

    /// Sends the signal to the calling thread.
    package func raise() {
        _ = Glibc.raise(rawValue)
    }
}
