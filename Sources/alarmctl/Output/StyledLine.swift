// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import JSON
internal import Localization

/// A line of text whose parts may stand out on a terminal.
struct StyledLine: Hashable, Sendable {
    /// How a part looks.
    enum Style: String, Hashable, Sendable {
        case plain = ""
        case bold = "1"
        case dim = "2"
        case red = "1;31"
        case green = "32"
        case yellow = "33"
    }

    /// One part, in one style.
    struct Run: Hashable, Sendable {
        let text: String
        let style: Style
    }

    /// The parts, in order.
    private(set) var runs: [Run] = []

    /// Creates a line of one part that is the same in all languages.
    ///
    /// What a terminal would obey in `text` is made visible.
    init(verbatim text: String = "", _ style: Style = .plain) {
        append(verbatim: text, style)
    }

    /// Creates a line of one message, in the person's language.
    ///
    /// What a terminal would obey in its values is made visible.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - style: How it looks.
    ///   - values: The values that are bold, the first being 1.
    init(_ message: Message, _ style: Style = .plain, bold values: Set<Int> = []) {
        for piece in message.localizedPieces {
            append(verbatim: piece.text, values.contains(piece.value ?? 0) ? .bold : style)
        }
    }

    /// Adds a part that is the same in all languages; what a terminal would obey in `text` is made visible.
    mutating func append(verbatim text: String, _ style: Style = .plain) {
        if !text.isEmpty { runs.append(Run(text: ShownText.visible(text), style: style)) }
    }

    /// Adds a message in the person's language; what a terminal would obey in its values is made visible.
    mutating func append(_ message: Message, _ style: Style = .plain) {
        append(verbatim: message.localized, style)
    }

    /// A line that belongs to the one above it.
    static func indented(_ message: Message, _ style: Style = .plain) -> StyledLine {
        var line = StyledLine(verbatim: "  ")
        line.append(message, style)
        return line
    }

    /// The number of columns the line takes.
    var width: Int { runs.reduce(0) { $0 + displayWidth($1.text) } }

    /// The line as it is written, without a newline.
    func rendered(inColor: Bool) -> String {
        runs.reduce(into: "") { line, run in
            let isPlain = !inColor || run.style == .plain
            line += isPlain ? run.text : "\u{1b}[\(run.style.rawValue)m\(run.text)\u{1b}[0m"
        }
    }
}

/// The bytes of `json`, with what a terminal would obey or hide written as JSON's escapes.
///
/// A program reads the same text from them.
func printable(json: JSONValue) -> [UInt8] {
    let bytes = json.serialized()
    // JSON escapes the control characters of ASCII but the last.
    guard bytes.contains(where: { $0 >= 0x7F }) else { return bytes }
    var shown: [UInt8] = []
    shown.reserveCapacity(bytes.count)
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
        guard ShownText.deceives(scalar) else {
            shown += String(scalar).utf8
            continue
        }
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            shown += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
        }
    }
    return shown
}
