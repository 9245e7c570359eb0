// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import TestSupport

/// A program that a test runs, its output in files.
struct Program {
    /// What a run came to.
    struct Outcome: Hashable {
        /// The exit code; 128 and the signal's number where a signal ended it.
        var status: Int32
        var output: String
        var errors: String
    }

    /// Why a test's surroundings do not work.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The folder of the programs that are tested.
    static let folder = PackageRoot.programs

    /// Whether the programs are built as they are shipped.
    static let isShipped = unsafe getenv("WECKER_PROGRAMS") != nil

    let processID: pid_t

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: Its path and its arguments.
    ///   - environment: All of its variables, as `NAME=value`.
    ///   - output: The path of the file that standard output is appended to.
    ///   - errors: The path of the file that standard error is appended to.
    /// - Throws: ``Failure`` where it cannot be started.
    init(_ words: [String], environment: [String], output: String, errors: String) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        let flags = O_WRONLY | O_CREAT | O_APPEND
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, flags, 0o600)
        let (arguments, variables) = unsafe (
            words.map { unsafe strdup($0) }, environment.map { unsafe strdup($0) }
        )
        defer {
            for index in unsafe arguments.indices { unsafe free(arguments[index]) }
            for index in unsafe variables.indices { unsafe free(variables[index]) }
        }
        var made: pid_t = 0
        let result = unsafe posix_spawnp(
            &made, words[0], &actions, nil, arguments + [nil], variables + [nil])
        guard result == 0 else {
            throw Failure(description: "\(words[0]) does not start: errno \(result)")
        }
        processID = made
    }

    /// The exit status where it has ended, seen once.
    func reap() -> Int32? {
        var status: Int32 = 0
        guard unsafe waitpid(processID, &status, WNOHANG) == processID else { return nil }
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }

    /// Waits for its end; it is killed after `seconds`.
    func wait(seconds: Double = 20) -> Int32 {
        var status: Int32?
        if eventually(
            within: seconds,
            {
                status = reap()
                return status != nil
            })
        {
            return status ?? -1
        }
        Glibc.kill(processID, SIGKILL)
        _ = eventually(within: 5) {
            status = reap()
            return status != nil
        }
        return status ?? -1
    }

    /// Runs a program to its end.
    static func run(
        _ words: [String], environment: [String], seconds: Double = 20
    ) throws -> Outcome {
        let folder = TemporaryFolder()
        let program = try Program(
            words, environment: environment, output: folder.file("out"), errors: folder.file("err"))
        let status = program.wait(seconds: seconds)
        func text(_ name: String) -> String {
            String(decoding: folder.read(name) ?? [], as: UTF8.self)
        }
        return Outcome(status: status, output: text("out"), errors: text("err"))
    }
}

/// Seconds of the clock that never jumps.
func monotonicSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Whether a condition comes true in time; it is looked at every 5 ms.
func eventually(within seconds: Double, _ condition: () -> Bool) -> Bool {
    let end = monotonicSeconds() + seconds
    while !condition() {
        guard monotonicSeconds() < end else { return condition() }
        usleep(5000)
    }
    return true
}
