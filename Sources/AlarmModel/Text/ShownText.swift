// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What text that is shown to a person may hold.
///
/// The daemon refuses such text where it is set, the tool before it asks, and whatever it prints that came from
/// elsewhere is made visible by the same rule.
package enum ShownText {
    /// Whether `scalar` steers what shows it, or hides in what is shown: a control character, one that turns the
    /// direction of writing, ends a line, or cannot be seen.
    ///
    /// What emoji and the scripts of the world are written with is none of these: the joiners, and the selectors of
    /// a variant.
    package static func deceives(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F: false
        case 0..<0x20, 0x7F..<0xA0: true
        case 0x200C...0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D, 0x180F: false
        case 0x2028...0x2029, 0xFFF9...0xFFFB: true
        default: scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isBidiControl
        }
    }

    /// `text` with what a terminal would obey or hide made visible.
    package static func visible(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: deceives) else { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard deceives(scalar) else {
                shown.append(scalar)
                continue
            }
            // U+2400 through U+241F are pictures of the control characters, U+2421 is that of DEL.
            let picture =
                switch scalar.value {
                case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
                case 0x7F: Unicode.Scalar(0x2421)
                default: Unicode.Scalar(0xFFFD)
                }
            shown.append(picture ?? "?")
        }
        return String(shown)
    }

    /// What keeps `text` from being shown as it is.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: The most characters that it may have, each of four bytes at most on average.
    /// - Returns: Words that complete "the label …"; `nil` where nothing does.
    package static func fault(in text: String, limit: Int) -> Message? {
        guard text.utf8.count <= 4 * limit, text.count <= limit else {
            return Message("is longer than \(limit) characters")
        }
        guard let scalar = text.unicodeScalars.first(where: deceives) else { return nil }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return scalar.properties.generalCategory == .control
            ? Message("holds a control character, \(code)")
            : Message("holds a character that is not seen but changes what is, \(code)")
    }
}
