// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform

/// Files and folders that cannot be read, and what mends that.
extension ConfigurationProblem {
    /// Creates the problem of a file or folder that may be absent; `nil` where it is.
    ///
    /// A link that leads nowhere is there: who made it meant something.
    ///
    /// - Parameters:
    ///   - file: Its path.
    ///   - error: What was tried, and failed.
    ///   - limit: The most bytes that it may have.
    init?(unlessAbsent file: String, _ error: SystemError, limit: Int = INI.sizeLimit) {
        guard error.errno != .noSuchFile || ZoneLink.target(of: file) != nil else { return nil }
        self.init(unreadable: file, error, limit: limit)
    }

    /// Creates the problem of a file or folder that cannot be read.
    init(unreadable file: String, _ error: SystemError, limit: Int = INI.sizeLimit) {
        let (message, remedy) = Self.words(error, of: file, limit)
        self.init(file: file, message: message, remedy: remedy)
    }

    /// Creates the problem of a file that some editors write.
    init(utf16 file: String) {
        self.init(
            file: file, message: Message("it is UTF-16 text"), remedy: Message("save it as UTF-8"))
    }

    private static func words(
        _ error: SystemError, of file: String, _ limit: Int
    ) -> (message: Message, remedy: Message?) {
        switch error.errno {
        case .noSuchFile:
            guard let target = ZoneLink.target(of: file) else {
                return (Message("there is no such file"), Message("make it"))
            }
            return (
                Message("it is a link to \(target.shortened), which is not there"),
                Message("make that file, or remove the link")
            )
        case .accessDenied, .notPermitted:
            return (
                Message("it may not be read"),
                Message("let the user that alarmd runs as read it, and enter the folders above")
            )
        case .isFolder:
            return (Message("it is a folder, and should be a file"), Message("move it away"))
        case .invalidArgument:
            return (Message("it is not a regular file"), Message("move it away"))
        case .fileTooLarge:
            return (
                Message("it is larger than \(limit >> 10) KiB"), Message("leave some of it out")
            )
        default: return (Message("it cannot be read: \(error.reason)"), nil)
        }
    }
}
