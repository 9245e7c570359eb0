// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A value of a JSON document, read where it stands in the text: nothing is built of what is not asked for.
///
/// It is lent by ``read(_:_:)``, and is nothing any more after that.
@safe
struct StateJSON {
    private let text: UnsafePointer<UInt8>
    private let token: UnsafePointer<StateToken>

    /// The most levels that arrays and objects may nest.
    static let depthLimit = 16

    /// Reads the one value that `bytes` say, and lends it to `body`.
    ///
    /// - Throws: What `body` throws, or ``StateError/damaged(_:)`` where the bytes are anything but one document
    ///   of JSON (RFC 8259) that has no member twice.
    static func read<Value>(
        _ bytes: ArraySlice<UInt8>, _ body: (StateJSON) throws(StateError) -> Value
    ) throws(StateError) -> Value {
        try unsafe bytes.withUnsafeBufferPointer { bytes throws(StateError) in
            let tokens = try unsafe StateScanner.tokens(of: bytes)
            return try unsafe tokens.withUnsafeBufferPointer { tokens throws(StateError) in
                guard let text = bytes.baseAddress, let token = tokens.baseAddress
                else { throw .damaged("it is empty") }
                return try body(unsafe StateJSON(text, token))
            }
        }
    }

    private init(_ text: UnsafePointer<UInt8>, _ token: UnsafePointer<StateToken>) {
        unsafe (self.text, self.token) = (text, token)
    }

    private var kind: StateToken.Kind { unsafe token.pointee.kind }

    /// The bytes of a number, or of a string between its quotation marks.
    private var bytes: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: text + token.pointee.start, count: token.pointee.count)
    }

    /// Whether it is `null`.
    var isNull: Bool { kind == .null }

    /// The truth value; `nil` where it is none.
    var bool: Bool? {
        switch kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The whole number; `nil` where it is none, or one that 64 bits do not hold.
    var integer: Int64? {
        guard kind == .integer else { return nil }
        let bytes = unsafe self.bytes
        let isNegative = unsafe bytes[0] == UInt8(ascii: "-")
        var number: Int64 = 0
        for index in (isNegative ? 1 : 0)..<bytes.count {
            // Counted down, since there is one more below zero.
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let digit = unsafe Int64(bytes[index] - UInt8(ascii: "0"))
            let (sum, isTooLow) = tens.subtractingReportingOverflow(digit)
            guard !isTooLarge, !isTooLow else { return nil }
            number = sum
        }
        guard !isNegative else { return number }
        return number == .min ? nil : -number
    }

    /// The string; `nil` where it is none.
    var string: String? {
        switch kind {
        case .string: unsafe String(decoding: bytes, as: UTF8.self)
        case .escapedString: unsafe Array(bytes).unescaped
        default: nil
        }
    }

    /// Has the bytes of a string read as a time; `nil` where it is no string, or another time than `read` takes.
    func time<Value>(_ read: (inout StateTime) -> Value?) -> Value? {
        guard kind == .string else { return nil }
        var reader = unsafe StateTime(bytes)
        guard let value = read(&reader), reader.isAtEnd else { return nil }
        return value
    }

    // MARK: What is in it

    /// The elements of an array; `nil` where it is none.
    var elements: Elements? {
        guard kind == .array else { return nil }
        return unsafe Elements(count: token.pointee.count, first: StateJSON(text, token + 1))
    }

    /// The members of an object; `nil` where it is none.
    var members: Members? {
        guard kind == .object else { return nil }
        return unsafe Members(count: token.pointee.count, first: StateJSON(text, token + 1))
    }

    /// The values of an array, one after the other.
    struct Elements: Sequence, IteratorProtocol {
        /// How many there are yet.
        private(set) var count: Int
        private var first: StateJSON

        fileprivate init(count: Int, first: StateJSON) { (self.count, self.first) = (count, first) }

        /// Takes the next one.
        mutating func next() -> StateJSON? {
            guard count > 0 else { return nil }
            defer { (count, first) = (count - 1, first.behind) }
            return first
        }
    }

    /// The members of an object, one after the other.
    struct Members: Sequence, IteratorProtocol {
        private var count: Int
        private var first: StateJSON

        fileprivate init(count: Int, first: StateJSON) { (self.count, self.first) = (count, first) }

        /// Takes the next one.
        mutating func next() -> (name: StateJSON, value: StateJSON)? {
            guard count > 0 else { return nil }
            let (name, value) = (first, first.behind)
            (count, first) = (count - 1, value.behind)
            return (name, value)
        }

        /// The member of this name; `nil` where there is none.
        func find(_ name: StaticString) -> StateJSON? {
            var members = self
            while let member = members.next() {
                if member.name.isName(name) { return member.value }
            }
            return nil
        }
    }

    /// What stands behind this value; where it is the last one there is nothing.
    private var behind: StateJSON { unsafe StateJSON(text, token + token.pointee.size) }

    private func isName(_ name: StaticString) -> Bool {
        guard kind == .string else { return string == name.description }
        let count = name.utf8CodeUnitCount
        guard unsafe token.pointee.count == count else { return false }
        let (own, other) = unsafe (text + token.pointee.start, name.utf8Start)
        var index = 0
        while index < count, unsafe own[index] == other[index] { index += 1 }
        return index == count
    }
}
