// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Glibc

/// A program that this process started and watches.
///
/// It starts with no signal blocked, every disposition the default, in a process group of its own, with
/// the descriptors that it is given and no other, and with the limit of them that this process was given. When this
/// value goes away the child is killed, if it still runs; the loop sees to its end without anybody waiting for it. What
/// it leaves in its group ends with it.
package final class ChildProcess {
    /// How a child ended.
    package enum Exit: Hashable, Sendable {
        /// By itself, with this status (0 to 255).
        case status(Int32)
        /// By a signal.
        case signal(Signal)
    }

    /// The child's process id, which is its process group's too.
    package var processID: Int32 { child.processID }

    /// How it ended; nil while it runs.
    package var exit: Exit? { child.exit }

    private let child: Child

    /// Starts an opened program.
    ///
    /// - Parameters:
    ///   - program: as `Descriptor.openProgram` gives it. A script can't be started this way.
    ///   - arguments: with the program's own name first.
    ///   - environment: as `NAME=value`.
    ///   - descriptors: what becomes the child's 0, 1, 2 and so on; at most 16. They stay the caller's.
    ///   - endsWithParent: whether the kernel kills it when this thread ends, even where that is by a crash.
    ///   - loop: where its end is told.
    ///   - didExit: called once, when it has ended and is reaped.
    /// - Throws: `SystemError`, also where the program can't be run.
    package init(
        running program: borrowing Descriptor, arguments: [String], environment: [String],
        descriptors: [Int32], endsWithParent: Bool = false, on loop: RunLoop,
        didExit: @escaping (Exit) -> Void
    ) throws(SystemError) {
        let number = program.rawValue
        var pidfd: CInt = -1
        let processID = try check("start", arguments.first ?? "") {
            spawn(number, arguments, environment, descriptors, endsWithParent, &pidfd)
        }
        child = Child(processID: processID, pidfd: Descriptor(owning: pidfd), didExit: didExit)
        do throws(SystemError) {
            try child.watch(on: loop)
        } catch {
            child.signal(.kill)
            throw error
        }
    }

    deinit {
        child.abandon()
    }

    /// Sends it a signal; nothing happens where it has ended.
    package func signal(_ signal: Signal) {
        child.signal(signal)
    }

    /// Waits for the end of a child that ends by itself, which is then told as always; for a daemon that ends, and
    /// whose loop does not run any more.
    ///
    /// - Parameter deadline: On CLOCK_MONOTONIC; what runs still then is left as it is.
    package func waitForEnd(until deadline: Duration) {
        child.waitForEnd(until: deadline)
    }

    /// Ends it at once, with all that it started in its process group.
    ///
    /// Its end is still told.
    package func kill() {
        child.killGroup()
    }
}

/// A child until it is reaped; the loop keeps it, so that it is reaped even where nobody asks any more.
private final class Child {
    let processID: Int32
    private(set) var exit: ChildProcess.Exit?
    private let pidfd: Descriptor
    private var didExit: ((ChildProcess.Exit) -> Void)?
    private var watch: Watch?

    init(
        processID: Int32, pidfd: consuming Descriptor,
        didExit: @escaping (ChildProcess.Exit) -> Void
    ) {
        self.processID = processID
        self.pidfd = pidfd
        self.didExit = didExit
    }

    func watch(on loop: RunLoop) throws(SystemError) {
        // Holds this strongly, on purpose; the watch ends when the child does.
        watch = try loop.watch(pidfd, for: .readable) { [self] _ in reap() }
    }

    func signal(_ signal: Signal) {
        guard exit == nil else { return }
        _ = clinux_pidfd_signal(pidfd.rawValue, signal.rawValue)
    }

    func killGroup() {
        guard exit == nil else { return }
        // Until it is reaped its number means it, and the group of that number too.
        _ = Glibc.kill(-processID, SIGKILL)
        signal(.kill)
    }

    func waitForEnd(until deadline: Duration) {
        while exit == nil {
            let left = deadline - Clocks.monotonic
            guard left > .zero else { return }
            var entry = pollfd(fd: pidfd.rawValue, events: Int16(POLLIN), revents: 0)
            let milliseconds = CInt(clamping: Int64(left / .milliseconds(1)) + 1)
            guard unsafe poll(&entry, 1, milliseconds) > 0 else { continue }
            reap()
        }
    }

    func abandon() {
        didExit = nil
        killGroup()
    }

    private func reap() {
        // What it left in its group ends with it; no other group can have the number before it is reaped.
        _ = Glibc.kill(-processID, SIGKILL)
        var code: CInt = -1
        var number: CInt = -1
        let result = unsafe clinux_pidfd_reap(pidfd.rawValue, &code, &number)
        guard result != 0 else { return }
        // That somebody else reaped it can only be a mistake of ours; told as a failure, not kept for ever.
        let ended: ChildProcess.Exit =
            result < 0
            ? .status(255) : number >= 0 ? .signal(Signal(rawValue: number)) : .status(code)
        exit = ended
        watch?.cancel()
        watch = nil
        let handler = didExit
        didExit = nil
        handler?(ended)
    }
}

private func spawn(
    _ program: CInt, _ arguments: [String], _ environment: [String], _ descriptors: [CInt],
    _ endsWithParent: Bool, _ pidfd: inout CInt
) -> pid_t {
    unsafe withCStrings(arguments) { arguments in
        unsafe withCStrings(environment) { environment in
            unsafe descriptors.withUnsafeBufferPointer { descriptors in
                var child = unsafe clinux_child(
                    program: program, arguments: arguments, environment: environment,
                    descriptors: descriptors.baseAddress,
                    descriptor_count: CInt(clamping: descriptors.count),
                    ends_with_parent: endsWithParent ? 1 : 0,
                    descriptor_limit: DescriptorLimit.inherited ?? 0)
                return unsafe clinux_spawn(&child, &pidfd)
            }
        }
    }
}

/// Lends the strings as the null-terminated array that execve(2) takes.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
) -> Result {
    var pointers = unsafe strings.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer {
        for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }
    return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
}
