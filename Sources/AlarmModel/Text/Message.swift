// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A sentence for a person: an English format with its values apart, so that it can be told in any language.
///
/// It is written as a string literal: `Message("there is no alarm “\(id)”")` has the format
/// `there is no alarm “%1$s”` and one value. The catalogues (`po/`) are made of these literals, which `po/extract`
/// finds; where a format has values, a percent sign in it is written `%%`, as in C.
package struct Message: Hashable, Sendable {
    /// What stands for a placeholder.
    package enum Value: Hashable, Sendable {
        /// The same in all languages.
        case text(String)
        /// A sentence, or a part of one.
        case message(Message)
    }

    /// The English format; of a message that counts, for one.
    package private(set) var format: String

    /// The values, of which `%1$s` is the first.
    package private(set) var values: [Value]

    /// How a message counts.
    package struct Plural: Hashable, Sendable {
        /// The English format for any number but one.
        package let format: String
        /// The number that chooses the form.
        package let count: Int

        /// Creates it.
        package init(format: String, count: Int) {
            self.format = format
            self.count = count
        }
    }

    /// How it counts; `nil` where it does not.
    package private(set) var plural: Plural?

    /// Creates a message with a form for one and a form for any other number.
    ///
    /// Both have the same values, in the same order; the form for one may leave the number out where it comes last.
    package init(one: Message, many: Message, count: Int) {
        format = one.format
        values = many.values
        plural = Plural(format: many.format, count: count)
    }

    /// Creates a message from its parts, as another process made it.
    package init(format: String, values: [Value], plural: Plural?) {
        self.format = format
        self.values = values
        self.plural = plural
    }

    /// Whether it is but text that is the same in all languages.
    package var isVerbatim: Bool {
        guard format == "%1$s", plural == nil, case .text = values.first else { return false }
        return true
    }

    /// Creates a message of text that is the same in all languages.
    package init(verbatim text: String) {
        format = "%1$s"
        values = [.text(text)]
    }

    /// The most values that a format has places for: two digits number them.
    private static let mostValues = 99

    /// The messages, with `separator` between them.
    package static func joined(_ messages: [Message], by separator: String) -> Message {
        guard messages.count <= mostValues else {
            let half = messages.count / 2
            let halves = [messages[..<half], messages[half...]]
            return joined(halves.map { joined(Array($0), by: separator) }, by: separator)
        }
        var message = Message(verbatim: "")
        message.values = messages.map { $0.isVerbatim ? $0.values[0] : .message($0) }
        message.format = messages.indices.map { "%\($0 + 1)$s" }.joined(separator: separator)
        return message
    }
}

extension Message: CustomStringConvertible {
    /// The message in English.
    package var description: String {
        let english = plural.map { $0.count == 1 ? self.format : $0.format } ?? self.format
        return pieces(of: english) { $0.description }.map(\.text).joined()
    }

    /// A piece of a message: of its format, or a value.
    package struct Piece: Hashable, Sendable {
        /// What it says.
        package let text: String
        /// Which value it is, the first being 1; `nil` for a piece of the format.
        package var value: Int?
    }

    /// A format with the values in their places.
    ///
    /// - Parameters:
    ///   - format: A format with the placeholders of this message's.
    ///   - word: How a value that is a message is told.
    /// - Returns: The pieces, in order. What is no placeholder stays as it is, whatever the format says.
    package func pieces(of format: String, _ word: (Message) -> String) -> [Piece] {
        guard !values.isEmpty else { return [Piece(text: format)] }
        var pieces: [Piece] = []
        var rest = format.utf8[...]
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            pieces.append(Piece(text: String(rest[..<percent]) ?? ""))
            let (number, end) = Self.placeholder(at: percent, in: rest)
            switch number {
            case 0: pieces.append(Piece(text: "%"))
            case let number? where number <= values.count:
                switch values[number - 1] {
                case .text(let text): pieces.append(Piece(text: text, value: number))
                case .message(let message):
                    pieces.append(Piece(text: word(message), value: number))
                }
            default: pieces.append(Piece(text: String(rest[percent..<end]) ?? ""))
            }
            rest = rest[end...]
        }
        return pieces + [Piece(text: String(rest) ?? "")]
    }

    /// Which placeholders a format has; `nil` where it has what is none after a percent sign.
    package static func placeholders(of format: String) -> Set<Int>? {
        var numbers: Set<Int> = []
        var rest = format.utf8[...]
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            let (number, end) = placeholder(at: percent, in: rest)
            guard let number else { return nil }
            if number > 0 { numbers.insert(number) }
            rest = rest[end...]
        }
        return numbers
    }

    /// Reads `%1$s` as 1, `%%` as 0, and anything else as nothing; tells where it ends.
    private static func placeholder(
        at percent: Substring.UTF8View.Index, in text: Substring.UTF8View
    ) -> (number: Int?, end: Substring.UTF8View.Index) {
        let next = text.index(after: percent)
        guard next < text.endIndex else { return (nil, next) }
        if text[next] == UInt8(ascii: "%") { return (0, text.index(after: next)) }
        let digits = text[next...].prefix { (48...57).contains($0) }
        let tail = text[digits.endIndex...].prefix(2)
        guard (1...2).contains(digits.count), tail.elementsEqual("$s".utf8),
            let number = Int(String(digits) ?? ""), number > 0
        else { return (nil, next) }
        return (number, tail.endIndex)
    }
}

extension Message: ExpressibleByStringInterpolation {
    /// Gathers a format and its values.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [String] = []
        fileprivate var values: [Value] = []

        /// Creates an empty one.
        package init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds a piece of the sentence.
        package mutating func appendLiteral(_ literal: String) { parts.append(literal) }

        /// Adds a value that is the same in all languages.
        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(.text(value.description))
        }

        /// Adds a message as a value.
        package mutating func appendInterpolation(_ value: Message) { append(.message(value)) }

        private mutating func append(_ value: Value) {
            values.append(value)
            parts.append("%\(values.count)$s")
        }
    }

    /// Creates a message without values.
    package init(stringLiteral text: String) {
        format = text
        values = []
    }

    /// Creates a message with values.
    package init(stringInterpolation: StringInterpolation) {
        values = stringInterpolation.values
        guard !values.isEmpty else {
            format = stringInterpolation.parts.joined()
            return
        }
        // Literals and placeholders alternate, a literal first.
        format = stringInterpolation.parts.enumerated().map { index, part in
            index.isMultiple(of: 2) ? Self.escaped(part) : part
        }.joined()
    }

    private static func escaped(_ literal: String) -> String {
        guard literal.utf8.contains(UInt8(ascii: "%")) else { return literal }
        return literal.map { $0 == "%" ? "%%" : String($0) }.joined()
    }
}
