// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The words of a command as a person writes it, without a shell: a program's path and its arguments.
///
/// Blanks stand between words; a word, or a part of one, in double or single quotes may hold blanks. Nothing else has
/// a meaning: no variable, no backslash, no pipe.
enum CommandWords {
    /// The most words of a command.
    private static let limit = 64

    /// Reads a command; `nil` where a quote is not closed, or the first word is no path from the root.
    static func read(_ text: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if character == " " || character == "\t" {
                if let whole = word { words.append(whole) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let whole = word { words.append(whole) }
        guard quote == nil, words.count <= limit, words.first?.hasPrefix("/") == true else {
            return nil
        }
        return words
    }
}
