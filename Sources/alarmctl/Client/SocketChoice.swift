// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform

/// A socket at which a daemon may answer.
struct SocketChoice: Hashable, Sendable {
    /// Why it was chosen.
    enum Origin: Hashable, Sendable {
        /// A person named it, by this option or variable.
        case named(by: String)
        /// It is where the user's own daemon listens.
        case user
        /// It is where the system's daemon listens.
        case system
    }

    /// Where it is.
    let path: String

    /// Why it was chosen.
    let origin: Origin

    /// The name of the socket in its folder (design, section 7).
    private static let file = "alarmd/io.wecker.AlarmClock"

    /// The sockets to try, in order (design, section 9).
    ///
    /// - Parameters:
    ///   - option: The value of `--socket`.
    ///   - variable: What an environment variable says, or `nil`.
    /// - Returns: The sockets, at least one.
    /// - Throws: ``UsageError`` where a person named a path that no socket can have.
    static func candidates(
        option: String?, variable: (String) -> String?
    ) throws(UsageError) -> [SocketChoice] {
        let named = "ALARMD_SOCKET"
        if let option { return [try checked(option, by: CommonOptions.socket.spelling)] }
        if let path = variable(named) { return [try checked(path, by: "$\(named)")] }
        let system = SocketChoice(path: "/run/\(file)", origin: .system)
        guard let folder = variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
            return [system]
        }
        let user = SocketChoice(path: "\(folder)/\(file)", origin: .user)
        return user.path.utf8.count <= UnixSocket.pathLimit ? [user, system] : [system]
    }

    private static func checked(_ path: String, by name: String) throws(UsageError) -> SocketChoice
    {
        let limit = UnixSocket.pathLimit
        guard path.utf8.count <= limit else {
            throw UsageError(
                "\(name): the path of a socket has at most \(limit) bytes, and this has \(path.utf8.count)"
            )
        }
        return SocketChoice(path: path, origin: .named(by: name))
    }
}
