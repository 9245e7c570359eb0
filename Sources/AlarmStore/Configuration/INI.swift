// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The lines of an INI file: sections, keys and values, each with its line (design, section 10).
///
/// A comment is a line that begins with `#` or `;`; a value is all that follows the `=`, without white space at
/// its ends, and nothing in it is cut. The same section may be opened again; the same key in it may not come
/// twice.
package struct INI: Hashable, Sendable {
    /// One key with its value.
    package struct Entry: Hashable, Sendable {
        /// The section, as it is written between the brackets.
        package let section: String
        /// The key.
        package let key: String
        /// The value; may be empty.
        package let value: String
        /// The line, counted from 1.
        package let line: Int
    }

    /// A line that is wrong.
    package struct Fault: Hashable, Sendable {
        /// The line, counted from 1.
        package let line: Int
        /// The key, where the line has one.
        package let key: String?
        /// What is wrong and what was expected, in English.
        package let message: String
    }

    /// The entries, in the order of the file.
    package private(set) var entries: [Entry] = []

    /// The lines that are wrong; they make no entry.
    package private(set) var faults: [Fault] = []

    /// The most bytes a file may have.
    package static let sizeLimit = 1 << 20

    /// Reads a file's text.
    package init(_ text: String) {
        var section: String?
        var seen: [String: Int] = [:]
        let body = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        let lines = body.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, raw) in lines.enumerated() {
            let line = raw.trimmed
            let number = index + 1
            if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
            if line.hasPrefix("[") {
                section = Self.sectionName(line)
                if section == nil { fault(number, nil, "a section is written [name]") }
                continue
            }
            guard let equals = line.firstIndex(of: "="), equals > line.startIndex else {
                fault(
                    number, nil, "expected key = value, [section], or a comment that begins with #")
                continue
            }
            let key = String(line[..<equals].trimmed)
            guard let section else {
                fault(number, key, "no [section] comes before it")
                continue
            }
            if let first = seen.updateValue(number, forKey: "\(section)\n\(key)") {
                fault(number, key, "it is set twice in [\(section)]: first in line \(first)")
                continue
            }
            let value = String(line[line.index(after: equals)...].trimmed)
            entries.append(Entry(section: section, key: key, value: value, line: number))
        }
    }

    private mutating func fault(_ line: Int, _ key: String?, _ message: String) {
        faults.append(Fault(line: line, key: key, message: message))
    }

    private static func sectionName(_ line: Substring) -> String? {
        guard line.hasSuffix("]") else { return nil }
        let name = line.dropFirst().dropLast().trimmed
        return name.isEmpty || name.contains("]") ? nil : String(name)
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmed: SubSequence {
        let tail = drop(while: \.isWhitespace)
        guard let last = tail.lastIndex(where: { !$0.isWhitespace }) else {
            return tail[tail.startIndex..<tail.startIndex]
        }
        return tail[...last]
    }
}
