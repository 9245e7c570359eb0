// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc
internal import Platform

/// Becomes the program that the words after `--run` name, with the rest of them as its arguments.
///
/// Where there is none that can be run it says so, and exits as a shell would: with 127 where it is missing, else 126.
func becomeCommand() -> Never {
    guard CommandLine.argc > 2 else { exit(126) }
    let words = unsafe CommandLine.unsafeArgv + 2
    if let path = unsafe words.pointee { _ = unsafe execv(path, words) }
    let failure = errno
    Log.standard.error("\(CommandLine.arguments[2]): \(unsafe String(cString: strerror(failure)))")
    exit(failure == ENOENT || failure == ENOTDIR ? 127 : 126)
}
