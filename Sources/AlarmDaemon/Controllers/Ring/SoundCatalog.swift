// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// The sounds that have names: files in the folders of sounds, the user's own first.
nonisolated struct SoundCatalog: Hashable, Sendable {
    /// The folders, the first wins.
    let folders: [String]

    /// The folders of the machine, and those of a user (XDG Base Directory Specification).
    init(environment: [String: String]) {
        let home = environment["HOME"].map { ["\($0)/.local/share"] } ?? []
        let own = environment["XDG_DATA_HOME"].map { [$0] } ?? home
        folders = (own + ["/usr/local/share", "/usr/share"]).map { "\($0)/alarmd/sounds" }
    }

    /// Names folders.
    init(folders: [String]) {
        self.folders = folders
    }

    /// The path of the file that `sound` means: an absolute path, a `file://` address, or a name in one of the
    /// folders, with or without its ending.
    ///
    /// A name that is in none of them becomes a path that does not exist, so that whoever opens it says so.
    func path(of sound: String) -> String {
        if sound.hasPrefix("/") { return sound }
        if sound.hasPrefix("file:///") { return Self.decoded(sound.dropFirst("file://".count)) }
        for folder in folders {
            let names = Self.names(in: folder)
            if names.contains(sound) { return "\(folder)/\(sound)" }
            if let name = names.first(where: { Self.stem(of: $0) == sound }) {
                return "\(folder)/\(name)"
            }
        }
        return "\(folders.last ?? "")/\(sound)"
    }

    /// The names of all sounds, without their endings, in order.
    var names: [String] {
        Set(folders.flatMap { Self.names(in: $0).map(Self.stem) }).sorted()
    }

    private static func names(in folder: String) -> [String] {
        let names = (try? FileReader.names(inFolder: folder, limit: 10_000)) ?? []
        return names.filter { !$0.hasPrefix(".") }
    }

    private static func stem(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// Reads percent-encoding (RFC 3986, 2.1); what is none stays as it is.
    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.first {
            let digits = rest.dropFirst().prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
