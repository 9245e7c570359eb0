// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import JSON
import Testing

@testable import AlarmStore

@Suite("The quick reader of a state")
struct StateParserTests {
    @Test(
        "reads what is written to it as the strict reader does", arguments: 0..<20 as Range<UInt64>)
    func same(seed: UInt64) throws {
        var generator = BookGenerator(seed: seed)
        for _ in 0..<20 {
            let bytes = StateDocument.encode(generator.book())
            let body = bytes[(try #require(bytes.firstIndex(of: 10)) + 1)...]
            let strict = try JSONValue(parsing: Array(body))
            // What has escaped characters in it is not read here.
            if let value = StateParser.value(of: body) {
                #expect(value == strict)
            } else {
                #expect(body.contains(UInt8(ascii: "\\")))
            }
        }
    }

    @Test(
        "leaves everything else to that",
        arguments: [
            "", "{", "[", "{}x", "[1,]", "{,}", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\" 1}",
            "{1:1}",
            "\"a", "\"\\n\"", "\"\u{1}\"", "{\"a\":1,\"a\":1}", "01", "-", "-01", "1.5", "1e3",
            "nul", "tru",
            "truth", "falsely", "+1", "9223372036854775808", "12345678901234567890", "'a'", "[1]]",
            String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
        ])
    func other(text: String) {
        #expect(StateParser.value(of: Array(text.utf8)[...]) == nil)
    }

    @Test(
        "reads each kind of value",
        arguments: [
            ("{}", [:]), ("[ ]", []), ("[[], {}]", [[], [:]]), ("-0", 0),
            ("-9223372036854775808", .integer(.min)),
            ("999999999999999999", 999_999_999_999_999_999),
            (
                " {\"a\" : [true , false,null] ,\n\"b\": \"ü\"}\n",
                ["a": [true, false, .null], "b": "ü"]
            ),
        ] as [(String, JSONValue)])
    func value(text: String, value: JSONValue) {
        #expect(StateParser.value(of: Array(text.utf8)[...]) == value)
    }

    @Test("takes no text that is not UTF-8")
    func encoding() {
        #expect(StateParser.value(of: [0x22, 0xFF, 0x22][...]) == nil)
    }
}
