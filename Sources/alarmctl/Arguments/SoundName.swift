// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The name of a sound, as a person types it.
enum SoundName {
    /// Makes a path that begins here into one that means the same to the daemon; a mere name stays, and so does
    /// the address of a file.
    static func absolute(_ name: String) -> String {
        if name.hasPrefix("~/"), let home = Surroundings.variable("HOME") {
            return home + name.dropFirst()
        }
        let isPath = name.contains("/") || name == "." || name == ".."
        guard isPath, !name.hasPrefix("/"), !name.hasPrefix("file:"),
            let folder = Surroundings.currentFolder
        else { return name }
        let relative = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
        return folder == "/" ? "/\(relative)" : "\(folder)/\(relative)"
    }
}
