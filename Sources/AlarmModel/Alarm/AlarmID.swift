// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What an alarm is called: a letter, then up to 63 letters, digits, dots, underscores and hyphens, in ASCII
/// (design, section 1).
///
/// A word that says *when* in `alarmctl set` is no id, or `set mon` could mean two things.
package struct AlarmID: Hashable, Sendable {
    /// The id as it is written.
    package let text: String

    /// Creates an id, or returns `nil` if `text` is none.
    package init?(_ text: some StringProtocol) {
        guard WhenWord(text) == nil else { return nil }
        self.init(stored: String(text))
    }

    /// Creates an id that an earlier version took, though it may be a word that says when by now; `nil` where
    /// `text` is none.
    package init?(stored text: String) {
        guard Self.isWellFormed(text) else { return nil }
        self.text = text
    }

    /// Why `text` is no id, in words that complete "the id …"; `nil` if it is one.
    package static func fault(in text: some StringProtocol) -> Message? {
        let text = String(text)
        guard isWellFormed(text) else {
            return form
        }
        return WhenWord(text) == nil
            ? nil : Message("may not be a word that says when, such as tomorrow or mon")
    }

    /// What every id and name looks like, in words that complete "the id …".
    static var form: Message {
        Message("is a letter, then up to 63 letters, digits, dots, underscores or hyphens")
    }

    private static func isWellFormed(_ text: String) -> Bool {
        guard (1...64).contains(text.utf8.count), let first = text.utf8.first, isLetter(first)
        else {
            return false
        }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "-"):
                true
            default: isLetter(byte)
            }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte)
    }
}

extension AlarmID: Comparable {
    package static func < (lhs: AlarmID, rhs: AlarmID) -> Bool {
        lhs.text < rhs.text
    }
}

extension AlarmID: CustomStringConvertible {
    package var description: String { text }
}
