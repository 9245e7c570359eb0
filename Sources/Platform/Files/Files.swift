// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Glibc

/// What is done to files by their names.
package enum Files {
    /// Renames `name` in a folder to `name.damaged-N`, with the first N that is free, so that nothing kept
    /// before is overwritten.
    ///
    /// - Returns: The new path.
    /// - Throws: `SystemError`; with `EEXIST` where a thousand are kept already.
    package static func setAside(
        _ name: String, inFolder folder: String
    ) throws(SystemError) -> String {
        let path = "\(folder)/\(name)"
        try checkPath(path, for: "set aside")
        for number in 1...1000 {
            let kept = "\(path).damaged-\(number)"
            do throws(SystemError) {
                // link(2) refuses a name that is taken, which rename(2) would overwrite.
                try check("set aside", path) { unsafe link(path, kept) }
            } catch  where error.errno == .fileExists {
                continue
            }
            try check("set aside", path) { unsafe unlink(path) }
            return kept
        }
        throw SystemError(operation: "set aside", errno: .fileExists, subject: path)
    }

    /// Makes a folder, and those above it that are missing, for this user alone.
    ///
    /// - Throws: `SystemError`.
    package static func makeFolder(_ path: String) throws(SystemError) {
        try checkPath(path, for: "make folder")
        var partial = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            partial += "\(part)/"
            guard unsafe mkdir(partial, 0o700) != 0 else { continue }
            let failure = Errno.last
            var status = stat()
            if unsafe stat(partial, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { continue }
            throw SystemError(operation: "make folder", errno: failure, subject: path)
        }
    }

    /// Whether a file at `path` is a program, or a script, that this process may run.
    package static func isProgram(_ path: String) -> Bool {
        guard !path.utf8.contains(0) else { return false }
        var status = stat()
        let isThere = unsafe stat(path, &status) == 0
        let isPermitted = unsafe access(path, X_OK) == 0
        return isThere && isPermitted && status.st_mode & S_IFMT == S_IFREG
    }
}
