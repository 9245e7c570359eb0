// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import Testing

@Suite("A JSON value that is written")
struct JSONSerializingTests {
    @Test(
        "is compact",
        arguments: [
            (nil, "null"), (true, "true"), (.integer(.min), "-9223372036854775808"), ("", #""""#),
            ("a\"\\\n\u{1}/é", #""a\"\\\n\u0001/é""#), ("a\u{0}b", #""a\u0000b""#), ([], "[]"),
            ([:], "{}"),
            (["b": [1, nil], "a": ["c": false]], #"{"b":[1,null],"a":{"c":false}}"#),
        ] as [(JSONValue, String)])
    func isCompact(value: JSONValue, expected: String) {
        #expect(String(decoding: value.serialized(), as: UTF8.self) == expected)
    }

    @Test("is indented for a person, members in their order")
    func isIndented() {
        let value: JSONValue = ["b": [1, 2], "a": [:]]
        let expected = """
            {
              "b": [
                1,
                2
              ],
              "a": {}
            }
            """
        #expect(String(decoding: value.serialized(pretty: true), as: UTF8.self) == expected)
    }

    @Test(
        "has no more digits than its reals need",
        arguments: [
            (0.1, "0.1"), (.real(100), "100.0"), (225.5, "225.5"), (.real(1e22), "1e22"),
            (.real(-0.0), "-0.0"), (.real(.infinity), "null"), (.real(.nan), "null"),
            ([0.5, 0.25], "[0.5,0.25]"),
        ] as [(JSONValue, String)])
    func digits(value: JSONValue, expected: String) {
        #expect(String(decoding: value.serialized(), as: UTF8.self) == expected)
    }

    @Test("is read back as the same value, to the last bit")
    func roundTrip() throws {
        var generator = SplitMix(state: 11)
        for _ in 0..<5000 {
            let real = Double(bitPattern: generator.next())
            guard real.isFinite else { continue }
            let value: JSONValue = [.real(real), .integer(Int64(bitPattern: generator.next()))]
            #expect(try JSONValue(parsing: value.serialized()) == value)
        }
        for real in [Double.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude]
        {
            #expect(try JSONValue(parsing: JSONValue.real(real).serialized()) == .real(real))
        }
    }

    @Test("gives back all the memory that it took, as does one that is read")
    func memory() throws {
        let value: JSONValue = ["list": .array(Array(repeating: ["a": [1.5, "b"]], count: 500))]
        let broken = Array(value.serialized().dropLast())
        let before = try residentBytes()
        for _ in 0..<200 {
            #expect(try JSONValue(parsing: value.serialized()) == value)
            #expect(throws: JSONError.self) { try JSONValue(parsing: broken) }
        }
        // Each round makes three trees of more than 200 kB.
        #expect(try residentBytes() - before < 40 << 20)
    }

    /// What this process holds in memory, by the second field of `/proc/self/statm` (proc(5)).
    private func residentBytes() throws -> Int {
        let file = unsafe open("/proc/self/statm", O_RDONLY)
        try #require(file >= 0)
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = unsafe read(file, &buffer, buffer.count)
        let fields = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(
            separator: " ")
        return try #require(Int(fields[1])) * Int(getpagesize())
    }
}

@Suite("A JSON object")
struct JSONObjectTests {
    @Test("equals one with the same members in another order")
    func equality() {
        let one: JSONObject = ["a": 1, "b": 2]
        let other: JSONObject = ["b": 2, "a": 1]
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(one != ["a": 1])
    }

    @Test(
        "appends a new member, keeps the place of one that is changed, and forgets one set to nothing"
    )
    func editing() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["c"] = nil
        object["a"] = 3
        object["d"] = 4
        object["b"] = nil
        #expect(object.keys == ["a", "d"])
        #expect(object.map(\.value) == [3, 4])
        #expect(object.count == 2)
    }

    @Test("answers for what it has not, and for what it is not, with nothing")
    func accessors() {
        let value: JSONValue = ["a": [1, "x"], "b": nil]
        #expect(value["a"]?[1]?.stringValue == "x")
        #expect(value["a"]?[2] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["z"] == nil)
        #expect(value["b"]?.isNull == true)
        #expect(value["a"]?["x"] == nil)
        #expect(value.integerValue == nil)
        #expect(JSONValue.integer(2).numberValue == 2.0)
        #expect(JSONValue.real(2).integerValue == nil)
    }
}
