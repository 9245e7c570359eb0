// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import JSON

/// Reads the JSON that `StateWriter` writes, in a fraction of the time that reading just any takes: ten thousand
/// alarms are millions of bytes, and the first alarm may be due as soon as the daemon starts.
///
/// What is written in another way (escaped characters, numbers with a fraction, a member that is there twice)
/// makes `nil`, and is left to the reader that knows all of JSON and says what is wrong.
@safe
struct StateParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe self.bytes = bytes
    }

    /// Returns the one value that `bytes` say.
    static func value(of bytes: ArraySlice<UInt8>) -> JSONValue? {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            var parser = unsafe StateParser(bytes)
            guard let value = parser.value(depth: 0) else { return nil }
            parser.skipSpace()
            guard parser.index == bytes.count else { return nil }
            return value
        }
    }

    private mutating func value(depth: Int) -> JSONValue? {
        skipSpace()
        guard let byte = peek(), depth <= StateDocument.limits.depth else { return nil }
        switch byte {
        case UInt8(ascii: "{"): return object(depth: depth + 1)
        case UInt8(ascii: "["): return array(depth: depth + 1)
        case UInt8(ascii: "\""):
            guard let text = string() else { return nil }
            return .string(text)
        case UInt8(ascii: "t"): return word("true", .bool(true))
        case UInt8(ascii: "f"): return word("false", .bool(false))
        case UInt8(ascii: "n"): return word("null", .null)
        default: return integer()
        }
    }

    // A `nil` beside a value, as in `x ? value : nil`, would be the JSON value null.
    private mutating func word(_ text: StaticString, _ value: JSONValue) -> JSONValue? {
        guard take(text) else { return nil }
        return value
    }

    private mutating func object(depth: Int) -> JSONValue? {
        index += 1
        var members: [(key: String, value: JSONValue)] = []
        skipSpace()
        if take("}") { return .object(JSONObject()) }
        members.reserveCapacity(12)
        repeat {
            skipSpace()
            guard peek() == UInt8(ascii: "\""), let key = string(),
                !members.contains(where: { $0.key.utf8.count == key.utf8.count && $0.key == key })
            else { return nil }
            skipSpace()
            guard take(":"), let value = value(depth: depth) else { return nil }
            members.append((key: key, value: value))
            skipSpace()
        } while take(",")
        guard take("}") else { return nil }
        return .object(JSONObject(uniqueMembers: members))
    }

    private mutating func array(depth: Int) -> JSONValue? {
        index += 1
        var elements: [JSONValue] = []
        skipSpace()
        if take("]") { return .array([]) }
        repeat {
            guard let value = value(depth: depth) else { return nil }
            elements.append(value)
            skipSpace()
        } while take(",")
        guard take("]") else { return nil }
        return .array(elements)
    }

    /// The string that begins here, without its quotation marks.
    private mutating func string() -> String? {
        let start = index + 1
        var end = start
        var isASCII = true
        while unsafe end < bytes.count, unsafe bytes[end] != UInt8(ascii: "\"") {
            guard unsafe bytes[end] >= 0x20, unsafe bytes[end] != UInt8(ascii: "\\") else {
                return nil
            }
            if unsafe bytes[end] >= 0x80 { isASCII = false }
            end += 1
        }
        guard unsafe end < bytes.count else { return nil }
        index = end + 1
        let slice = unsafe UnsafeBufferPointer(rebasing: bytes[start..<end])
        let text = unsafe String(decoding: slice, as: UTF8.self)
        // What is no UTF-8 would have been made into some.
        return unsafe isASCII || text.utf8.elementsEqual(slice) ? text : nil
    }

    /// A whole number that 64 bits hold, written the one way there is.
    private mutating func integer() -> JSONValue? {
        let isNegative = take("-")
        let start = index
        var magnitude: UInt64 = 0
        // Nineteen digits never overflow; what more there is shows in what comes next.
        while let byte = peek(), Self.digits.contains(byte), index - start < 19 {
            magnitude = magnitude * 10 + UInt64(byte - UInt8(ascii: "0"))
            index += 1
        }
        guard index > start, unsafe bytes[start] != UInt8(ascii: "0") || index == start + 1 else {
            return nil
        }
        if let byte = peek(), Self.digits.contains(byte) || ".eE".utf8.contains(byte) { return nil }
        if isNegative, magnitude == Int64.min.magnitude { return .integer(.min) }
        guard let number = Int64(exactly: magnitude) else { return nil }
        return .integer(isNegative ? -number : number)
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    private func peek() -> UInt8? {
        unsafe index < bytes.count ? bytes[index] : nil
    }

    private mutating func skipSpace() {
        while let byte = peek(),
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
                || byte == UInt8(ascii: "\r")
        {
            index += 1
        }
    }

    /// Takes what comes next where it is `text`.
    private mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard unsafe index + count <= bytes.count else { return false }
        let isNext = text.withUTF8Buffer { text in
            var offset = 0
            while offset < count, unsafe bytes[index + offset] == text[offset] { offset += 1 }
            return offset == count
        }
        if isNext { index += count }
        return isNext
    }
}
