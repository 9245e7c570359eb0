// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("A label")
struct ShownTextTests {
    @Test(
        "holds what people write",
        arguments: [
            "", "wake up", "Früh auf!", "朝 の おはよう", "قم الآن", "बारिश",
            "می\u{200C}روم", "👩‍👩‍👧 ❤\u{FE0F} 🇩🇪 👍🏽", "e\u{301}", "a\u{A0}b", "日\u{E0100}", "\u{E000}",
            String(repeating: "ä", count: 200),
        ])
    func taken(_ text: String) {
        #expect(AlarmEdit.fault(inLabel: text) == nil)
    }

    @Test(
        "holds no control character",
        arguments: [
            ("bell\u{7}", "U+0007"), ("a\nb", "U+000A"), ("\u{1B}[2J", "U+001B"),
            ("x\u{7F}", "U+007F"), ("\u{80}", "U+0080"), ("\u{9B}31m", "U+009B"),
            ("\u{9F}", "U+009F"), ("a\u{0}", "U+0000"), ("a\u{85}b", "U+0085"),
        ])
    func controls(text: String, code: String) {
        #expect(AlarmEdit.fault(inLabel: text)?.description == "holds a control character, \(code)")
    }

    @Test(
        "holds nothing that turns the direction of writing, ends a line, or cannot be seen",
        arguments: [
            0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x200E, 0x200F,
            0x061C, 0x2028, 0x2029, 0x200B, 0x2060, 0x2063, 0xFEFF, 0x00AD, 0x034F, 0x115F, 0x3164,
            0xFFA0, 0xFFF9, 0xFFFB, 0x206A, 0x180E, 0x1D173, 0xE0001, 0xE0041, 0xE007F,
        ] as [UInt32])
    func unseen(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        var digits = String(value, radix: 16, uppercase: true)
        while digits.count < 4 { digits = "0" + digits }
        #expect(
            AlarmEdit.fault(inLabel: "a\(Character(scalar))b")?.description
                == "holds a character that is not seen but changes what is, U+\(digits)")
    }

    @Test(
        "has at most 200 characters, however they are made",
        arguments: [
            String(repeating: "l", count: 201), String(repeating: "l", count: 10_000),
            "a" + String(repeating: "\u{301}", count: 500),
        ])
    func long(text: String) {
        #expect(AlarmEdit.fault(inLabel: text)?.description == "is longer than 200 characters")
    }
}
