// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc

/// A call to the operating system that failed: what was tried, on what, and why it did not work.
package struct SystemError: Error, Hashable, Sendable {
    /// What was tried, as a verb that `description` puts after "can't": `open`, `listen at`.
    package var operation: String

    /// The error number.
    package var errno: Errno

    /// What it was tried on: a path, mostly.
    ///
    /// Empty where there is nothing to name.
    package var subject: String

    /// A sentence that says more than the error number does, or nil.
    package var explanation: String?

    /// Creates an error.
    package init(
        operation: String, errno: Errno, subject: String = "", explanation: String? = nil
    ) {
        self.operation = operation
        self.errno = errno
        self.subject = subject
        self.explanation = explanation
    }
}

extension SystemError: CustomStringConvertible {
    /// `can't open /etc/x: Permission denied`.
    package var description: String {
        let target = subject.isEmpty ? operation : "\(operation) \(subject)"
        return "can't \(target): \(reason)"
    }

    /// Why it did not work, without what was tried.
    package var reason: String { explanation ?? errno.description }
}

/// Calls until no signal comes in between, and turns -1 into an error.
///
/// The one place that knows how a call of the C library says that it failed.
/// - Throws: `SystemError` with what errno said.
@discardableResult
func check<Result: SignedInteger>(
    _ operation: String, _ subject: @autoclosure () -> String = "", call: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = call()
        if result != -1 { return result }
        let failure = Errno.last
        if failure != .interrupted {
            throw SystemError(operation: operation, errno: failure, subject: subject())
        }
    }
}

/// Refuses a path that C would cut at a zero byte, so that another file than the one named were meant.
/// - Throws: `SystemError` with `EINVAL`.
func checkPath(_ path: String, for operation: String) throws(SystemError) {
    guard path.utf8.contains(0) || path.isEmpty else { return }
    throw SystemError(operation: operation, errno: .invalidArgument, subject: path)
}
