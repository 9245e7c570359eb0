// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import JSON
import Testing

@testable import AlarmStore

/// All that is read of `bytes`; `nil` where they are refused.
private func read(_ bytes: some Sequence<UInt8>) -> JSONValue? {
    try? StateJSON.read(Array(bytes)[...]) { $0.whole }
}

private func fault(in text: String) -> StateError? {
    do throws(StateError) {
        try StateJSON.read(Array(text.utf8)[...]) { _ in }
        return nil
    } catch {
        return error
    }
}

extension StateJSON {
    /// The value with all that is in it.
    fileprivate var whole: JSONValue {
        if isNull { return .null }
        if let bool { return .bool(bool) }
        if let integer { return .integer(integer) }
        if let string { return .string(string) }
        if let elements { return .array(elements.map(\.whole)) }
        guard let members else { return "a number that nobody reads" }
        return .object(
            JSONObject(
                uniqueMembers: members.map { (key: $0.name.string ?? "", value: $0.value.whole) }))
    }
}

@Suite("The reader of a state's text")
struct StateJSONTests {
    @Test(
        "reads what is written to it as the strict reader of any JSON does",
        arguments: 0..<20 as Range<UInt64>)
    func same(seed: UInt64) throws {
        var generator = BookGenerator(seed: seed)
        for _ in 0..<20 {
            let bytes = StateDocument.encode(generator.book())
            let body = bytes[(try #require(bytes.firstIndex(of: 10)) + 1)...]
            #expect(try read(body) == JSONValue(parsing: Array(body)))
        }
    }

    @Test("takes and refuses what that does, with any byte damaged", arguments: [1, 4, 0x20, 0x80])
    func damaged(mask: UInt8) throws {
        let text =
            #"{"a": [true, null, -12, "x\"y\\\u00e4ü"], "b": {"c": false, "d": {}}, "e": []}"#
        for index in text.utf8.indices.indices {
            var bytes = Array(text.utf8)
            let place = text.utf8.distance(from: text.utf8.startIndex, to: text.utf8.indices[index])
            bytes[place] ^= mask
            #expect(read(bytes) == (try? JSONValue(parsing: bytes)), "byte \(place)")
        }
        for length in 0..<text.utf8.count { #expect(read(text.utf8.prefix(length)) == nil) }
    }

    @Test(
        "says what is wrong, and where",
        arguments: [
            ("", "line 1, byte 0: neither a value nor a digit"),
            ("{\n\"a\": tru}", "line 2, byte 10: no word of JSON"),
            ("{\"a\": 1,\n\n}", "line 3, byte 10: a member has no name"),
            ("{\"a\": 1, \"a\": 2}", "line 1, byte 12: a member is there twice"),
            ("[1, 2]]", "line 1, byte 6: there is more behind the document"),
        ])
    func reasons(text: String, reason: String) {
        #expect(fault(in: text) == .damaged(reason))
    }

    @Test(
        "refuses what is no JSON",
        arguments: [
            "{", "[", "{}x", "[1,]", "{,}", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\" 1}", "{1:1}",
            "\"a", "\"\\", "\"\\\"", "\"\u{1}\"", "\"\n\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"",
            "{\"a\":1,\"\\u0061\":1}", "01", "-", "-01", "1.", ".5", "1.e3", "1e", "1e+", "+1",
            "nul", "truth", "falsely", "'a'", "[1]]", "\u{0}", "1\u{0}", "NaN", "Infinity",
            "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\ud800x\"",
            String(repeating: "[", count: 17) + String(repeating: "]", count: 17),
            "{" + (0...1000).map { "\"\($0)\":0" }.joined(separator: ",") + "}",
        ])
    func refused(text: String) {
        #expect(read(text.utf8) == nil)
    }

    @Test(
        "reads each kind of value",
        arguments: [
            ("{}", [:]), ("[ ]", []), ("[[], {}]", [[], [:]]), ("-0", 0), ("120", 120),
            ("-9223372036854775808", .integer(.min)), ("9223372036854775807", .integer(.max)),
            (
                " {\"a\" : [true , false,null] ,\n\"b\": \"ü\"}\r\n\t",
                ["a": [true, false, .null], "b": "ü"]
            ),
            (#""\"\\\/\b\f\n\r\t\u00e4\ud83d\ude00""#, "\"\\/\u{8}\u{c}\n\r\tä😀"),
            (#"{"\"": "\u0000"}"#, ["\"": "\0"]),
        ] as [(String, JSONValue)])
    func value(text: String, expected: JSONValue) {
        #expect(read(text.utf8) == expected)
    }

    @Test(
        "passes over numbers that a state never has",
        arguments: ["9223372036854775808", "-9223372036854775809", "1.5", "-1e3", "2E-7", "1e999"])
    func otherNumbers(text: String) throws {
        let read = try StateJSON.read(Array(text.utf8)[...]) { ($0.integer, $0.string, $0.isNull) }
        #expect(read == (nil, nil, false))
    }

    @Test("finds a member by its name, however that is written")
    func members() throws {
        let text = #"{"ab": 1, "a": {"b": 2}, "\u0062": 3, "c": 4}"#
        let found = try StateJSON.read(Array(text.utf8)[...]) { document in
            ["a", "b", "c", "ab", "d", ""].map { document.members?.find($0)?.integer }
        }
        #expect(found == [nil, 3, 4, 1, nil, nil])
    }

    @Test("takes no text that is not UTF-8")
    func encoding() {
        #expect(read([0x22, 0xFF, 0x22]) == nil)
        #expect(read([0x22, 0x5C, 0x6E, 0xC3, 0x22]) == nil)
    }
}
