// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import JSON
import Testing

@Suite("A JSON document that is read")
struct JSONParsingTests {
    @Test(
        "is the value that it says",
        arguments: [
            ("null", nil), ("true", true), (" false ", false), ("0", 0), ("-0", 0),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("1.5", 1.5), ("1e2", .real(100)), ("5.0", .real(5)), ("-0.0", .real(-0.0)),
            (#""""#, ""), (#""a\n\"\\\/""#, "a\n\"\\/"), (#""\u00e9\ud83d\ude00""#, "é😀"),
            ("\"ü\"", "ü"),
            (#""a\u0000b""#, "a\u{0}b"), ("[]", []), ("{}", [:]),
            (#"[1,[2,{"a":[3]}],null]"#, [1, [2, ["a": [3]]], nil]),
            (#"{"b":1,"a":{"c":true}}"#, ["b": 1, "a": ["c": true]]),
        ] as [(String, JSONValue)])
    func isTheValue(text: String, expected: JSONValue) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)) == expected)
    }

    @Test(
        "is refused where it is not strictly JSON",
        arguments: [
            "", " ", "nul", "tru", "01", "+1", "1.", ".5", "0x10", "NaN", "Infinity", "'a'", "[1,]",
            "[1 2]", "[", "]", "{", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{a:1}", #""a"#,
            "\"a\nb\"",
            #""\x""#, #""\u12""#, #""\ud800""#, #""\udc00\ud800""#, "1 2", "{} x", "null\u{0}",
            "/**/1",
            "9223372036854775808", "-9223372036854775809", "1e400", #"{"a":1,"a":2}"#,
            #"{"a":{"b":1,"b":1}}"#, #"{"a\u0000":1}"#, "\u{FEFF}{}",
        ])
    func isRefused(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test(
        "is refused where its bytes are not UTF-8",
        arguments: [
            [0x80], [0xC3], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80],
            [0xFF], [0xC3, 0x28],
        ] as [[UInt8]])
    func isRefusedUnlessUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: JSONError.self) { try JSONValue(parsing: [quote] + bytes + [quote]) }
    }

    @Test("keeps the order of its members")
    func keepsOrder() throws {
        let value = try JSONValue(parsing: Array(#"{"z":1,"a":2,"m":3}"#.utf8))
        #expect(value.objectValue?.keys == ["z", "a", "m"])
    }

    @Test("says where it is wrong")
    func saysWhere() throws {
        let error = #expect(throws: JSONError.self) {
            try JSONValue(parsing: Array("{\n  \"a\": 1,\n  \"a\": 2\n}".utf8))
        }
        #expect(error?.line == 3)
        #expect(error?.position == 17)
        #expect(error?.reason.contains("duplicate") == true)
    }

    @Test("may nest as deep as the limit, and no deeper", arguments: [1, 2, 64, 1000])
    func nesting(depth: Int) throws {
        func nested(_ levels: Int) -> [UInt8] {
            Array(
                (String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8
            )
        }
        let limits = JSONLimits(depth: depth, values: .max)
        let value = try JSONValue(parsing: nested(depth), limits: limits)
        #expect(value.serialized() == nested(depth))
        #expect(throws: JSONError.self) {
            try JSONValue(parsing: nested(depth + 1), limits: limits)
        }
    }

    @Test("may not be nested deeper than a thread's stack can take, whatever is asked")
    func nestingIsBounded() {
        let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
        #expect(throws: JSONError.self) {
            try JSONValue(parsing: bytes, limits: JSONLimits(depth: .max, values: .max))
        }
    }

    @Test("may hold as many values as the limit, and no more")
    func values() throws {
        let limits = JSONLimits(depth: 8, values: 4)
        #expect(try JSONValue(parsing: Array("[1,2,3]".utf8), limits: limits) == [1, 2, 3])
        #expect(
            try JSONValue(parsing: Array(#"["[,{,",{}]"#.utf8), limits: limits).arrayValue?.count
                == 2)
        #expect(throws: JSONError.self) {
            try JSONValue(parsing: Array("[1,2,3,4,5]".utf8), limits: limits)
        }
        #expect(throws: JSONError.self) {
            try JSONValue(parsing: Array("[[],[],[],[]]".utf8), limits: limits)
        }
    }

    @Test("never stops the program, whatever its bytes")
    func garbage() {
        var generator = SplitMix(state: 7)
        let alphabet = Array(#"{}[]",:\u0dtrefalsn1-+.eE "#.utf8) + [0, 0xC3, 0xA9, 0xFF, 0x0A]
        var accepted = 0
        for _ in 0..<20_000 {
            let length = Int.random(in: 0..<40, using: &generator)
            let bytes = (0..<length).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            guard let value = try? JSONValue(parsing: bytes) else { continue }
            accepted += 1
            #expect((try? JSONValue(parsing: value.serialized())) == value)
        }
        #expect(accepted > 0)
    }
}

/// A generator of random numbers that is the same in every run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
