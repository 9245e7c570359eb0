// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// One content line of an iCalendar object, `NAME;PARAMETER=…:VALUE`, its folds taken out (RFC 5545, 3.1).
struct ContentLine: Hashable {
    /// The line that it begins on, counted from 1.
    var number: Int
    /// The name, in capitals.
    var name: String
    /// The parameters in capitals, `VALUE=DATE`, without what they quote.
    var parameters: [String]
    /// The value as it is written.
    var value: String

    /// Reads a line; `nil` where it has no value, and where it has no name.
    init?(_ bytes: [UInt8], number: Int) {
        var parts: [[UInt8]] = [[]]
        var isQuoted = false
        var rest = bytes[...]
        while let byte = rest.popFirst(), isQuoted || byte != UInt8(ascii: ":") {
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ";") where !isQuoted: parts.append([])
            default: parts[parts.count - 1].append(Self.capital(byte))
            }
            // Only the colon before the value ends the name.
            guard !rest.isEmpty else { return nil }
        }
        let words = parts.map { String(decoding: $0, as: UTF8.self) }
        guard let name = words.first, !name.isEmpty,
            name.utf8.allSatisfy({ (65...90).contains($0) || (48...57).contains($0) || $0 == 45 })
        else { return nil }
        self.number = number
        self.name = name
        self.parameters = Array(words.dropFirst())
        self.value = String(decoding: rest, as: UTF8.self)
    }

    private static func capital(_ byte: UInt8) -> UInt8 {
        (97...122).contains(byte) ? byte - 32 : byte
    }
}

extension ContentLine {
    /// The value as text, its escapes resolved: one line, without what is no letter, mark or space.
    ///
    /// - Parameter limit: How many characters it may have.
    /// - Returns: The text, or its beginning.
    func text(limit: Int) -> String {
        var text = ""
        var isEscaped = false
        // Enough for the limit, whatever is left out.
        for character in value.prefix(4 * limit) {
            if character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            let isBreak = isEscaped && (character == "n" || character == "N")
            isEscaped = false
            let isControl = character.unicodeScalars.contains {
                $0.properties.generalCategory == .control
            }
            text.append(isBreak || isControl ? " " : character)
        }
        return String(trimmed(text).prefix(limit))
    }

    private func trimmed(_ text: String) -> Substring {
        var rest = text[...]
        while rest.last == " " { rest.removeLast() }
        return rest.drop { $0 == " " }
    }
}

/// The content lines of a calendar; lines may end in CRLF or LF, and a mark of the byte order is passed over.
struct ContentLines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position: Int
    private var number = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The next line that is not empty, with the number of its first line in the file.
    mutating func next() -> (number: Int, bytes: [UInt8])? {
        while position < bytes.count {
            let first = number
            var line: [UInt8] = []
            repeat {
                takeLine(into: &line)
            } while skipsFold()
            if !line.isEmpty { return (first, line) }
        }
        return nil
    }

    private mutating func takeLine(into line: inout [UInt8]) {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        var end = position
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        line += bytes[start..<end]
        position += 1
        number += 1
    }

    /// Whether the next line goes on with this one; the space that says so is passed over.
    private mutating func skipsFold() -> Bool {
        guard position < bytes.count,
            bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t")
        else { return false }
        position += 1
        return true
    }
}
