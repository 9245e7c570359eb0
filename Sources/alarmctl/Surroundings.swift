// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Glibc
internal import Platform

/// What the process finds around it: its environment, its terminal, its user.
enum Surroundings {
    /// The value of an environment variable, or `nil` where it is not set or empty.
    static func variable(_ name: String) -> String? {
        setVariable(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value of an environment variable, which may be empty, or `nil` where it is not set.
    static func setVariable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// What the wall clock says.
    static var now: Instant { Instant(microseconds: Clocks.wallMicroseconds) }

    /// Waits.
    static func pause(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

    /// The folder that relative paths begin at, or `nil` where it is gone.
    static var currentFolder: String? {
        guard let path = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// Whether what is written to `descriptor` may be coloured: it is a terminal that knows colours, and
    /// nobody asked for none (no-color.org).
    static func showsColor(on descriptor: Int32) -> Bool {
        guard isatty(descriptor) == 1, variable("NO_COLOR") == nil else { return false }
        guard let terminal = variable("TERM") else { return false }
        return terminal != "dumb"
    }

    /// The name of the group that a file belongs to, or `nil` where it cannot be told.
    static func groupName(ofFile path: String) -> String? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, let group = unsafe getgrgid(status.st_gid) else {
            return nil
        }
        return unsafe String(cString: group.pointee.gr_name)
    }

    /// Whether there is something at `path`.
    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Whether the user may connect to a socket at `path`; also where there is none.
    static func mayUse(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 || errno != EACCES }

    /// Whether the services of the user who runs this go on when they log out.
    static var lingers: Bool { userName.map { exists("/var/lib/systemd/linger/\($0)") } ?? false }

    /// The name of the user who runs this, or `nil` where it has none.
    static var userName: String? {
        guard let user = unsafe getpwuid(getuid()) else { return nil }
        return unsafe String(cString: user.pointee.pw_name)
    }
}
