// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform

/// What a test makes that is no plain file of its own.
enum Irregular {
    /// Makes a FIFO or a folder, or names a device or nothing.
    static func make(_ kind: String, in folder: String) throws -> String {
        let path = folder + "/" + kind
        switch kind {
        case "pipe": unsafe mkfifo(path, 0o600)
        case "folder": unsafe mkdir(path, 0o700)
        case "device": return "/dev/zero"
        default: break
        }
        return path
    }

    /// The names of what is in a folder, in order.
    static func names(in folder: String) -> [String] {
        (try? FileReader.names(inFolder: folder, limit: 1000)) ?? []
    }

    /// Waits for another process for 5 ms.
    static func pause() { usleep(5000) }

    /// Gives a file another name, and returns that.
    static func rename(_ path: String, to name: String) -> String {
        _ = unsafe Glibc.rename(path, name)
        return name
    }
}

/// Another user, for whom file permissions hold.
enum AnotherUser {
    /// Runs `body` on this thread as one whose files are those of nobody, as far as that is allowed here.
    static func withFilesOfNobody(_ body: () throws -> Void) throws {
        typealias Call = @convention(c) (UInt32) -> Int32
        guard let symbol = unsafe dlsym(nil, "setfsuid") else { return try body() }
        let setFileUser = unsafe unsafeBitCast(symbol, to: Call.self)
        _ = setFileUser(65534)
        defer { _ = setFileUser(geteuid()) }
        try body()
    }
}
