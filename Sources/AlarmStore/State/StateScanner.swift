// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What stands where in the text of a JSON document.
struct StateToken {
    /// What it is.
    enum Kind: UInt8 {
        case object, array
        /// A string that is what stands between its quotation marks.
        case string
        /// One in which something is written by a backslash.
        case escapedString
        case integer
        /// A number with a fraction or an exponent.
        case real
        case `true`, `false`, null
    }

    let kind: Kind
    private var ownSize: Int32 = 1
    private var ownStart: Int32
    private var ownCount: Int32 = 0

    fileprivate init(_ kind: Kind, at start: Int) {
        self.kind = kind
        ownStart = Int32(start)
    }

    /// How many tokens it and all that is in it take: the next one stands as many behind.
    fileprivate(set) var size: Int {
        get { Int(ownSize) }
        set { ownSize = Int32(newValue) }
    }

    /// Where its bytes begin: those of a string behind its quotation mark.
    var start: Int { Int(ownStart) }

    /// How many bytes a string or a number has, how many elements an array, and how many members an object, of each of
    /// which the name and the value are tokens.
    fileprivate(set) var count: Int {
        get { Int(ownCount) }
        set { ownCount = Int32(newValue) }
    }
}

/// Goes through the text of a JSON document once, strictly, and notes what stands where.
///
/// Refused are members that are there twice, UTF-8 that is not well formed, half a surrogate pair, and anything behind
/// the document.
@safe
struct StateScanner {
    private let text: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var tokens: [StateToken] = []

    /// The most tokens that a document may have, and the most members an object: far more than 10,000 alarms take.
    static let tokenLimit = 8_000_000
    private static let memberLimit = 1000

    private init(_ text: UnsafeBufferPointer<UInt8>) {
        unsafe self.text = text
        // As a state is laid out, there is one in so many bytes.
        tokens.reserveCapacity(text.count / 16)
    }

    /// The tokens of the one value that `text` says, of which the first is that of the whole.
    ///
    /// - Throws: ``StateError/damaged(_:)`` with the place and what is wrong there.
    static func tokens(of text: UnsafeBufferPointer<UInt8>) throws(StateError) -> [StateToken] {
        guard text.count <= StateDocument.sizeLimit else { throw .damaged("it is too long") }
        var scanner = unsafe StateScanner(text)
        try scanner.value(depth: 0)
        guard scanner.index == text.count else {
            throw scanner.fault("there is more behind the document")
        }
        return scanner.tokens
    }

    private func fault(_ reason: String) -> StateError {
        let line = unsafe text.prefix(index).count { $0 == UInt8(ascii: "\n") } + 1
        return .damaged("line \(line), byte \(index): \(reason)")
    }

    // MARK: Values

    /// Takes a value and the space around it.
    private mutating func value(depth: Int) throws(StateError) {
        skipSpace()
        guard tokens.count < Self.tokenLimit else { throw fault("there are too many values") }
        switch peek() {
        case UInt8(ascii: "{"): try object(depth: depth + 1)
        case UInt8(ascii: "["): try array(depth: depth + 1)
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true", .true)
        case UInt8(ascii: "f"): try word("false", .false)
        case UInt8(ascii: "n"): try word("null", .null)
        default: try number()
        }
        skipSpace()
    }

    private mutating func object(depth: Int) throws(StateError) {
        let object = try open(.object, depth)
        if take("}") { return }
        repeat {
            skipSpace()
            let name = tokens.count
            guard peek() == UInt8(ascii: "\"") else { throw fault("a member has no name") }
            try string()
            guard tokens[object].count < Self.memberLimit else {
                throw fault("an object has more than \(Self.memberLimit) members")
            }
            guard !isThere(name, in: object) else { throw fault("a member is there twice") }
            skipSpace()
            guard take(":") else { throw fault("a member has no value") }
            try value(depth: depth)
            tokens[object].count += 1
        } while take(",")
        guard take("}") else { throw fault("an object does not end") }
        tokens[object].size = tokens.count - object
    }

    private mutating func array(depth: Int) throws(StateError) {
        let array = try open(.array, depth)
        if take("]") { return }
        repeat {
            try value(depth: depth)
            tokens[array].count += 1
        } while take(",")
        guard take("]") else { throw fault("an array does not end") }
        tokens[array].size = tokens.count - array
    }

    /// Takes the bracket that begins an array or an object, and returns its token's index.
    private mutating func open(_ kind: StateToken.Kind, _ depth: Int) throws(StateError) -> Int {
        guard depth <= StateJSON.depthLimit else {
            throw fault("nested more than \(StateJSON.depthLimit) deep")
        }
        tokens.append(StateToken(kind, at: index))
        index += 1
        skipSpace()
        return tokens.count - 1
    }

    private mutating func word(
        _ text: StaticString, _ kind: StateToken.Kind
    ) throws(StateError) {
        let start = index
        for byte in text.description.utf8 {
            guard peek() == byte else { throw fault("no word of JSON") }
            index += 1
        }
        add(kind, from: start)
    }

    private mutating func number() throws(StateError) {
        let start = index
        _ = take("-")
        let first = index
        var kind = StateToken.Kind.integer
        try digits()
        guard unsafe index == first + 1 || text[first] != UInt8(ascii: "0") else {
            throw fault("a number begins with 0")
        }
        if take(".") {
            kind = .real
            try digits()
        }
        if take("e") || take("E") {
            kind = .real
            if !take("-") { _ = take("+") }
            try digits()
        }
        add(kind, from: start)
    }

    private mutating func digits() throws(StateError) {
        let start = index
        while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            index += 1
        }
        guard index > start else { throw fault("neither a value nor a digit") }
    }

    // MARK: Strings

    private mutating func string() throws(StateError) {
        let start = index + 1
        var end = start
        var kind = StateToken.Kind.string
        var isASCII = true
        while unsafe end < text.count, unsafe text[end] != UInt8(ascii: "\"") {
            let byte = unsafe text[end]
            if byte < 0x20 { break }
            if byte >= 0x80 { isASCII = false }
            if byte == UInt8(ascii: "\\") {
                kind = .escapedString
                // Whatever is behind it, that does not end the string.
                end += 1
            }
            end += 1
        }
        index = unsafe min(end, text.count)
        guard peek().map({ $0 >= 0x20 }) ?? true else {
            throw fault("a control character in a string")
        }
        guard peek() != nil else { throw fault("a string does not end") }
        let bytes = unsafe UnsafeBufferPointer(rebasing: text[start..<index])
        guard unsafe isASCII || String(validating: bytes, as: UTF8.self) != nil else {
            throw fault("a string is no UTF-8")
        }
        guard unsafe kind == .string || Array(bytes).unescaped != nil else {
            throw fault("a backslash in a string before what it does not stand before")
        }
        add(kind, from: start)
        index += 1
    }

    /// Whether an object has a member of the name that is the last token.
    private func isThere(_ name: Int, in object: Int) -> Bool {
        var other = object + 1
        while other < name {
            if isSame(tokens[other], tokens[name]) { return true }
            other += 1
            other += tokens[other].size
        }
        return false
    }

    private func isSame(_ lhs: StateToken, _ rhs: StateToken) -> Bool {
        let (lhsBytes, rhsBytes) = unsafe (bytes(lhs), bytes(rhs))
        if lhs.kind == .string, rhs.kind == .string {
            guard lhs.count == rhs.count else { return false }
            return unsafe lhsBytes.elementsEqual(rhsBytes)
        }
        return unsafe Array(lhsBytes).unescaped == Array(rhsBytes).unescaped
    }

    private func bytes(_ token: StateToken) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(rebasing: text[token.start..<token.start + token.count])
    }

    // MARK: Bytes

    private mutating func add(_ kind: StateToken.Kind, from start: Int) {
        var token = StateToken(kind, at: start)
        token.count = index - start
        tokens.append(token)
    }

    private func peek() -> UInt8? {
        unsafe index < text.count ? text[index] : nil
    }

    private mutating func skipSpace() {
        var end = index
        while unsafe end < text.count, Self.isSpace(unsafe text[end]) { end += 1 }
        index = end
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\t")
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: mark) else { return false }
        index += 1
        return true
    }
}
