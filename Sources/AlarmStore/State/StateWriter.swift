// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// Writes JSON as the state is laid out: for a person to read, an alarm a few lines, and what belongs to it
/// each in a line of its own.
///
/// It goes straight into bytes, since the whole state is written anew at every change. What was written before is taken
/// over as it is.
struct StateWriter {
    /// What was written since the last of `pieces`.
    private(set) var bytes: [UInt8] = []

    /// What was written before, and the checksum of that.
    private var pieces: [[UInt8]] = []
    private var sum = Checksum()

    private var depth = 0
    private var isFirst = true

    /// How deep objects and arrays are spread over lines: the document, its lists, and their elements.
    private static let spreadDepth = 3

    /// Creates a writer that has written nothing yet.
    init() {}

    /// Creates a writer of elements of an array that lies within `depth` objects and arrays, and not of its first one.
    init(elementsAtDepth depth: Int) {
        self.depth = depth
        isFirst = false
        // As much as some alarms take.
        bytes.reserveCapacity(4096)
    }

    /// Writes an element of the array that is being written.
    mutating func element(_ value: some StateValue) {
        separate()
        value.write(to: &self)
    }

    /// Hands over all that was written, in pieces, and its checksum.
    consuming func finish() -> (pieces: [[UInt8]], sum: UInt32) {
        endPiece()
        return (pieces, sum.value)
    }

    private mutating func endPiece() {
        guard !bytes.isEmpty else { return }
        sum.add(bytes[...])
        pieces.append(bytes)
        bytes = []
    }

    /// Writes an object, whose members `members` writes.
    mutating func object(_ members: (inout StateWriter) -> Void) {
        group("{", "}", members)
    }

    /// Writes a member of the object that is being written, unless it is `nil`.
    mutating func put<Value: StateValue>(_ name: StaticString, _ value: Value?) {
        guard let value else { return }
        separate()
        bytes.append(UInt8(ascii: "\""))
        constant(name)
        constant("\": ")
        value.write(to: &self)
    }

    /// Writes a member that is an array whose elements are written already.
    mutating func put(_ name: StaticString, written parts: [WrittenPart]) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        constant(name)
        constant("\": ")
        group("[", "]") { writer in
            guard let first = parts.first else { return }
            writer.isFirst = false
            writer.bytes += first.first
            writer.endPiece()
            for part in parts.dropFirst() {
                writer.pieces.append(part.bytes)
                writer.sum.add(part.sum)
            }
        }
    }

    /// Writes a member with a name that is only known now.
    mutating func put(_ name: String, text: String) {
        separate()
        self.text(name)
        constant(": ")
        self.text(text)
    }

    /// Writes an array.
    mutating func array(_ values: some Sequence<some StateValue>) {
        group("[", "]") { writer in
            for value in values { writer.element(value) }
        }
    }

    /// Writes a whole number, or one of the words of JSON.
    mutating func plain(_ text: String) {
        append(text)
    }

    /// Writes a string; what JSON does not allow in one is escaped.
    mutating func text(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        // Hardly any text has what is escaped.
        guard text.utf8.contains(where: Self.isEscaped) else {
            append(text)
            bytes.append(UInt8(ascii: "\""))
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): constant("\\\"")
            case UInt8(ascii: "\\"): constant("\\\\")
            case UInt8(ascii: "\n"): constant("\\n")
            case UInt8(ascii: "\t"): constant("\\t")
            case 0:
                // None is ever taken in, and a state with one in it could not be read again.
                break
            case 1..<0x20:
                constant("\\u00")
                bytes.append(Self.hexadecimal[Int(byte >> 4)])
                bytes.append(Self.hexadecimal[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes an instant of the years 1 through 9999 as RFC 3339 does, in UTC, to the microsecond where it has
    /// any.
    mutating func utc(_ time: CivilDateTime, microseconds: Int) {
        bytes.append(UInt8(ascii: "\""))
        civil(time, hasSeconds: true)
        if microseconds != 0 {
            constant(".")
            twoDigits(microseconds / 10_000)
            twoDigits(microseconds / 100 % 100)
            twoDigits(microseconds % 100)
        }
        constant("Z\"")
    }

    /// Writes the id of an occurrence, as it describes itself.
    mutating func occurrence(_ id: OccurrenceID) {
        bytes.append(UInt8(ascii: "\""))
        append(id.alarm.text)
        bytes.append(UInt8(ascii: "@"))
        civil(id.nominal, hasSeconds: id.nominal.time.second != 0)
        constant(id.isSecondPass ? "~2\"" : "\"")
    }

    private mutating func civil(_ time: CivilDateTime, hasSeconds: Bool) {
        let (year, month, day) = time.date.components
        twoDigits(year / 100)
        twoDigits(year % 100)
        bytes.append(UInt8(ascii: "-"))
        twoDigits(month)
        bytes.append(UInt8(ascii: "-"))
        twoDigits(day)
        bytes.append(UInt8(ascii: "T"))
        twoDigits(time.time.hour)
        bytes.append(UInt8(ascii: ":"))
        twoDigits(time.time.minute)
        guard hasSeconds else { return }
        bytes.append(UInt8(ascii: ":"))
        twoDigits(time.time.second)
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)

    private mutating func twoDigits(_ number: Int) {
        bytes.append(UInt8(ascii: "0") + UInt8(number / 10 % 10))
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    // In one piece: a state has dozens of both for each alarm.
    private mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    }

    private mutating func constant(_ text: StaticString) {
        text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    private mutating func group(
        _ opening: StaticString, _ closing: StaticString, _ content: (inout StateWriter) -> Void
    ) {
        constant(opening)
        depth += 1
        let outer = isFirst
        isFirst = true
        content(&self)
        depth -= 1
        if !isFirst, depth < Self.spreadDepth { newLine() }
        isFirst = outer
        constant(closing)
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        if depth <= Self.spreadDepth {
            newLine()
        } else if !isFirst {
            bytes.append(UInt8(ascii: " "))
        }
        isFirst = false
    }

    private mutating func newLine() {
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<depth * 2 { bytes.append(UInt8(ascii: " ")) }
    }
}
