// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

/// The lines of an INI file: sections, keys and values, each with its line (design, section 10).
///
/// A comment is a line that begins with `#` or `;`; a value is all that follows the `=`, without blanks and
/// tabs at its ends, and nothing in it is cut. The same section may be opened again; of a key that comes twice
/// in it neither is taken, since nobody can tell which was meant.
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
        /// What is wrong and what was expected.
        package let message: Message
    }

    /// The entries, in the order of the file.
    package private(set) var entries: [Entry] = []

    /// The lines that are wrong, in the order of the file; they make no entry.
    ///
    /// At most ``faultLimit``.
    package private(set) var faults: [Fault] = []

    /// The sections that were opened, each with its first line, in the order of the file.
    package private(set) var sections: [Section] = []

    /// The lines that open a section again, in the order of the file; at most ``faultLimit``.
    package private(set) var reopened: [Section] = []

    /// A section that was opened.
    package struct Section: Hashable, Sendable {
        /// Its name.
        package let name: String
        /// The line, counted from 1.
        package let line: Int
    }

    /// The most bytes a file may have.
    package static let sizeLimit = 1 << 20

    /// The most bytes a line may have.
    package static let lineLimit = 8192

    /// The most faults that are told; the rest is noise.
    package static let faultLimit = 100

    /// Reads a file's text.
    package init(_ text: String) {
        self.init(bytes: text.utf8)
    }

    /// Reads a file's bytes; a line that is no UTF-8 is a fault, unless it is a comment.
    package init(bytes: some BidirectionalCollection<UInt8>) {
        var reader = Reader()
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        for (index, line) in body.split(separator: 10, omittingEmptySubsequences: false)
            .enumerated()
        {
            reader.number = index + 1
            reader.take(Array(line.last == 13 ? line.dropLast() : line[...]))
        }
        entries = reader.entries.filter { !reader.repeated.contains(Place($0)) }
        faults = Array(reader.faults.prefix(Self.faultLimit))
        sections = reader.sections
        reopened = Array(reader.reopened.prefix(Self.faultLimit))
    }

    private struct Place: Hashable {
        let section: String
        let key: String

        init(_ entry: Entry) { (section, key) = (entry.section, entry.key) }
    }

    /// What is read so far.
    private struct Reader {
        var number = 0
        var entries: [Entry] = []
        var faults: [Fault] = []
        var sections: [Section] = []
        var reopened: [Section] = []
        var repeated: Set<Place> = []
        private var section: String?
        private var seen: [Place: Int] = [:]
        private var opened: Set<String> = []

        mutating func take(_ bytes: [UInt8]) {
            let content = bytes.drop { $0 == 0x20 || $0 == 9 }
            guard let first = content.first, !"#;".utf8.contains(first) else { return }
            guard bytes.count <= INI.lineLimit else {
                return fault(nil, Message("it has more than \(INI.lineLimit) bytes"))
            }
            guard let text = String(validating: content, as: UTF8.self) else {
                return fault(nil, Message("it is no UTF-8 text"))
            }
            guard content.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 }) else {
                return fault(nil, Message("it has a control character in it"))
            }
            if first == UInt8(ascii: "[") { open(text.trimmed) } else { assign(text) }
        }

        private mutating func open(_ line: Substring) {
            // A section whose line is not as it should be is opened all the same, or each of its keys would be
            // one more fault.
            let inside = line.utf8.dropFirst()
            let name = String(Substring(inside.prefix { $0 != UInt8(ascii: "]") })).trimmed
            if name.isEmpty || inside.firstIndex(of: UInt8(ascii: "]")) != inside.indices.last {
                fault(nil, Message("a section is written [name], in a line of its own"))
            }
            section = String(name)
            guard !name.isEmpty else { return }
            let opening = Section(name: String(name), line: number)
            if opened.insert(opening.name).inserted {
                sections.append(opening)
            } else {
                reopened.append(opening)
            }
        }

        private mutating func assign(_ line: String) {
            guard let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")),
                equals > line.utf8.startIndex
            else {
                return fault(
                    nil,
                    Message("expected key = value, [section], or a comment that begins with #"))
            }
            let key = String(line[..<equals].trimmed)
            guard let section else { return fault(key, Message("no [section] comes before it")) }
            // Keys under a section without a name were told about by its own line.
            if section.isEmpty { return }
            let value = line[line.utf8.index(after: equals)...].trimmed
            let entry = Entry(section: section, key: key, value: String(value), line: number)
            if let first = seen[Place(entry)] {
                repeated.insert(Place(entry))
                return fault(
                    key,
                    Message("it is set twice in [\(section.shortened)], first in line \(first)"))
            }
            seen[Place(entry)] = number
            entries.append(entry)
        }

        private mutating func fault(_ key: String?, _ message: Message) {
            faults.append(Fault(line: number, key: key?.shortened, message: message))
        }
    }
}

extension Substring {
    /// The text without blanks and tabs at its ends.
    var trimmed: Substring {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 9 }
        var (start, end) = (startIndex, endIndex)
        while start < end, isBlank(utf8[start]) { start = utf8.index(after: start) }
        while start < end, isBlank(utf8[utf8.index(before: end)]) { end = utf8.index(before: end) }
        return self[start..<end]
    }
}

extension String {
    /// The text without blanks and tabs at its ends.
    var trimmed: Substring { self[...].trimmed }

    /// The text, cut where it is too long for a message.
    var shortened: String { count > 60 ? "\(prefix(60))…" : self }
}
