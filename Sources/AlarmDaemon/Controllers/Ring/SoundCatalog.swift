// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform
internal import PlayerProtocol

/// The sounds that have names: files in the folders of sounds, the user's own first.
nonisolated struct SoundCatalog: Hashable, Sendable {
    /// The name of the built-in tone, which needs no file.
    static let builtIn = "built-in"

    /// The folders, the first wins.
    let folders: [String]

    /// The folders of a user (XDG Base Directory Specification), those that were installed with the program, and
    /// those of the machine.
    ///
    /// - Parameters:
    ///   - environment: The process's variables.
    ///   - programPath: Where the program is, such as `/usr/local/sbin/alarmd`.
    init(environment: [String: String], programPath: String? = nil) {
        let home = environment["HOME"].map { "\($0)/.local/share" }
        let own = [environment["XDG_DATA_HOME"], home].compactMap { path in
            path.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        // PREFIX/sbin/alarmd belongs to PREFIX/share.
        let parts = programPath?.split(separator: "/").dropLast(2) ?? []
        let installed = parts.isEmpty ? [] : ["/" + parts.joined(separator: "/") + "/share"]
        var seen: Set<String> = []
        folders = (own.prefix(1) + installed + ["/usr/local/share", "/usr/share"])
            .map { "\($0)/alarmd/sounds" }.filter { seen.insert($0).inserted }
    }

    /// Names folders.
    init(folders: [String]) {
        self.folders = folders
    }

    /// What a person wrote, in the one form that means it: a path, or a name.
    ///
    /// A `file://` address becomes the path that it stands for.
    func word(_ text: String) -> String {
        Self.path(ofAddress: text) ?? text
    }

    /// What is to be heard where a person wrote `word`, as ``word(_:)`` returned it.
    ///
    /// Nothing is looked up here: a folder may lie on a disk that hangs.
    func sound(_ word: String) -> Sound {
        if word.hasPrefix("/") { return .file(word) }
        return word == Self.builtIn ? .builtInTone : .named(word, in: folders)
    }

    /// Whether the sound of this word is a folder, where the file at `path` was opened for it.
    func isFolder(_ word: String, of path: String) -> Bool {
        let paths = word.hasPrefix("/") ? [word] : folders.map { "\($0)/\(word)" }
        return paths.contains { path.hasPrefix($0 + ($0.hasSuffix("/") ? "" : "/")) }
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

    /// The path of a `file:` address of this machine (RFC 8089); `nil` for anything else.
    private static func path(ofAddress text: String) -> String? {
        for host in ["file:///", "file://localhost/"] where text.hasPrefix(host) {
            // The path begins with the last slash of these.
            return decoded(text.utf8.dropFirst(host.utf8.count - 1))
        }
        return nil
    }

    /// Reads percent-encoding (RFC 3986, 2.1); `nil` where it is none, or stands for what no path has.
    private static func decoded(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit),
                let low = rest.popFirst().flatMap(digit), high + low > 0
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
