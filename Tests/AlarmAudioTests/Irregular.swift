// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc

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

    /// Runs a command in which `@IN` and `@OUT` stand for paths; `false` where it fails.
    static func run(_ command: String, from source: String, to made: String) -> Bool {
        let words = command.split(separator: " ").map { word in
            if word == "@IN" { return source }
            return word.hasPrefix("@OUT") ? made + word.dropFirst(4) : String(word)
        }
        return unsafe system(words.joined(separator: " ") + " >/dev/null 2>&1") == 0
    }

    /// Gives a file another name, and returns that.
    static func rename(_ path: String, to name: String) -> String {
        _ = unsafe Glibc.rename(path, name)
        return name
    }
}
