// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform

/// The socket that this process makes for its clients: where, and for whom (design, section 7).
struct ControlSocket {
    /// Where it is.
    let path: String

    /// The group that it is given to, where the machine has it; `nil` leaves it to this process's own.
    let group: String?

    /// Whether its folder is made where it is missing: it is this daemon's own.
    let makesFolder: Bool

    /// How long a listener that is there is waited for to go: one that was killed as it started a player has left its
    /// socket to that for a moment.
    let patience: Duration

    private static let mode: UInt32 = 0o660

    /// Makes the socket; what keeps it from its group is only said.
    ///
    /// - Throws: `SystemError`, as `UnixListener` does, where another listens there or something else is there.
    func listen(log: ControlLog) throws(SystemError) -> UnixListener {
        if makesFolder, let slash = path.lastIndex(of: "/") {
            try Files.makeFolder(String(path[..<slash]))
        }
        guard let group else {
            return try UnixListener(at: path, mode: Self.mode, patience: patience)
        }
        guard let id = Accounts.groupID(named: group) else {
            log.notice("there is no group \(group): \(path) is left to this process's own group")
            return try UnixListener(at: path, mode: Self.mode, patience: patience)
        }
        do throws(SystemError) {
            return try UnixListener(at: path, mode: Self.mode, group: id, patience: patience)
        } catch  where error.errno == .notPermitted {
            log.notice("\(path) is left to this process's own group: \(error)")
            return try UnixListener(at: path, mode: Self.mode, patience: patience)
        }
    }
}
