// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import TestSupport
import Testing

/// A text file of the project.
struct SourceFile: CustomTestStringConvertible {
    /// Its path in the project, `Sources/Platform/Loop/Timer.swift`.
    let path: String

    /// Its lines.
    let lines: [String]

    var testDescription: String { path }

    /// The files of the project below a folder of it whose names have one of these ends, in the order of their paths.
    static func all(below folder: String, endingWith ends: [String]) -> [SourceFile] {
        let command =
            "cd '\(PackageRoot.path)' && find \(folder) -name '.?*' ! -name .ci ! -name .make "
            + "-prune -o -type f -print | sed 's|^./||' | LC_ALL=C sort"
        return ShellRun(command).output.split(separator: "\n").map(String.init)
            .filter { path in ends.contains { path.hasSuffix($0) } }
            .compactMap { path in
                guard let bytes = contents(ofFile: PackageRoot.file(path)) else { return nil }
                let text = String(decoding: bytes, as: UTF8.self)
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                return SourceFile(path: path, lines: lines.map(String.init))
            }
    }

    /// The Swift files of what ships.
    static let shipped = all(below: "Sources", endingWith: [".swift"])

    /// The target that a file of Sources belongs to.
    var target: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

    /// The lines without their comments, each with its number, from 1.
    var code: [(number: Int, text: String)] {
        lines.enumerated().map { index, line in
            let text = line.trimmed
            guard let comment = text.firstRange(of: "//") else { return (index + 1, text) }
            return (index + 1, String(text[..<comment.lowerBound]))
        }
    }

    /// The modules that the file imports, each with how.
    var imports: [Import] { code.compactMap { Import($0.text) } }
}

/// One line that imports a module.
struct Import {
    /// The module.
    let module: String

    /// Whether `internal` is written before it.
    let isWrittenInternal: Bool

    /// Reads a line of code, or returns `nil` where it imports nothing.
    init?(_ line: String) {
        let words = line.split(separator: " ")
        guard let keyword = words.firstIndex(of: "import"),
            words[..<keyword].allSatisfy({ Self.modifiers.contains($0) || $0.hasPrefix("@") })
        else { return nil }
        let names = words[words.index(after: keyword)...].filter { !Self.kinds.contains($0) }
        guard let name = names.first?.split(separator: ".").first else { return nil }
        self.module = String(name)
        self.isWrittenInternal = words[..<keyword].contains("internal")
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private",
    ]
    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
    ]
}

extension StringProtocol {
    /// The text without the white space around it.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }

    /// Whether the text has `word` with neither a letter, a digit nor a `_` beside it.
    func hasWord(_ word: String) -> Bool {
        var rest = Substring(self)
        while let range = rest.firstRange(of: word) {
            let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : " "
            let after = range.upperBound < endIndex ? self[range.upperBound] : " "
            if ![before, after].contains(where: { $0.isLetter || $0.isNumber || $0 == "_" }) {
                return true
            }
            rest = rest[range.upperBound...]
        }
        return false
    }
}
