// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The fields of a packet, each a number, a length of two bytes and that many bytes.
///
/// A packet is the number of its message and then its fields, in any order. Integers are eight bytes,
/// the lowest first; texts are UTF-8 without a null character.
struct PacketWriter {
    private(set) var bytes: [UInt8]

    init(message: UInt8) {
        bytes = [message]
    }

    mutating func put(_ value: Int64, as field: Field) {
        append(field, littleEndian(value))
    }

    mutating func put(_ value: Int, as field: Field) {
        put(Int64(value), as: field)
    }

    mutating func put(_ value: Bool, as field: Field) {
        put(value ? Int64(1) : 0, as: field)
    }

    /// Puts a duration in, in microseconds.
    mutating func put(_ value: Duration, as field: Field) {
        put(value.microseconds, as: field)
    }

    /// Puts a text in, cut after `limit` bytes at most, and before its first null character.
    mutating func put(_ text: String, as field: Field, limit: Int) {
        var cut: [UInt8] = []
        for scalar in text.unicodeScalars {
            let encoded = UTF8.encode(scalar).map(Array.init) ?? []
            guard scalar.value != 0, cut.count + encoded.count <= limit else { break }
            cut += encoded
        }
        append(field, cut)
    }

    private mutating func append(_ field: Field, _ value: [UInt8]) {
        let count = UInt16(clamping: value.count)
        bytes += [field.rawValue, UInt8(count & 0xFF), UInt8(count >> 8)]
        bytes += value
    }

    private func littleEndian(_ value: Int64) -> [UInt8] {
        let pattern = UInt64(bitPattern: value)
        return (0..<8).map { UInt8(truncatingIfNeeded: pattern >> ($0 * 8)) }
    }
}

/// Reads what a ``PacketWriter`` wrote; every field must be taken.
struct PacketReader {
    /// The number of the message.
    let message: UInt8

    private var fields: [UInt8: ArraySlice<UInt8>] = [:]

    /// Splits a packet into its fields.
    init(_ packet: some Sequence<UInt8>) throws(PlayerProtocolError) {
        let bytes = Array(packet)
        guard bytes.count <= PlayerProtocol.largestPacket else { throw .tooLarge(bytes.count) }
        guard let message = bytes.first else { throw .truncated }
        self.message = message
        var rest = bytes.dropFirst()
        while let number = rest.first {
            guard rest.count >= 3 else { throw .truncated }
            let count = Int(rest[rest.startIndex + 1]) | Int(rest[rest.startIndex + 2]) << 8
            rest = rest.dropFirst(3)
            guard rest.count >= count else { throw .truncated }
            guard fields.updateValue(rest.prefix(count), forKey: number) == nil else {
                throw .repeatedField(number)
            }
            rest = rest.dropFirst(count)
        }
    }

    func has(_ field: Field) -> Bool { fields[field.rawValue] != nil }

    mutating func integer(
        _ field: Field, in range: ClosedRange<Int64>
    ) throws(PlayerProtocolError) -> Int64 {
        let value = try take(field)
        guard value.count == 8 else { throw .invalidField(field.rawValue) }
        let pattern = value.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let number = Int64(bitPattern: pattern)
        guard range.contains(number) else { throw .invalidField(field.rawValue) }
        return number
    }

    mutating func count(
        _ field: Field, in range: ClosedRange<Int>
    ) throws(PlayerProtocolError) -> Int {
        Int(try integer(field, in: Int64(range.lowerBound)...Int64(range.upperBound)))
    }

    mutating func flag(_ field: Field) throws(PlayerProtocolError) -> Bool {
        try integer(field, in: 0...1) == 1
    }

    /// A duration that is not negative and at most `limit`.
    mutating func duration(
        _ field: Field, upTo limit: Duration
    ) throws(PlayerProtocolError) -> Duration {
        .microseconds(try integer(field, in: 0...limit.microseconds))
    }

    mutating func text(_ field: Field, limit: Int) throws(PlayerProtocolError) -> String {
        let value = try take(field)
        guard value.count <= limit, !value.contains(0),
            let text = String(validating: value, as: UTF8.self)
        else { throw .invalidField(field.rawValue) }
        return text
    }

    /// Ends the reading: a field that nobody took is not one of this message.
    func finish() throws(PlayerProtocolError) {
        if let field = fields.keys.min() { throw .unknownField(field) }
    }

    private mutating func take(_ field: Field) throws(PlayerProtocolError) -> ArraySlice<UInt8> {
        guard let value = fields.removeValue(forKey: field.rawValue) else {
            throw .missingField(field.rawValue)
        }
        return value
    }
}

/// The numbers of the fields; a number keeps its meaning in every message.
enum Field: UInt8 {
    case version = 1
    case output
    case buffer
    case cardListed
    case sound
    case volume
    case fade
    case length
    case transition
    case over
    case rate
    case channels
    case frames
    case duration
    case period
    case backing
    case time
    case keepsPace
    case verified
    case underruns
    case latency
    case stage
    case code
    case reason
    case peak
    case format
    case device
    case inode
    case size
    case modified
    case loudness
    case loudest
    case folders
    case seed
    case last
    case path
    case mixer
    case element
    case floor
    case ceiling
    case unmutes
    case before
    case ours
    case whole
    case next
    case silent
    case cause
    case subject
}

extension Duration {
    /// Whole microseconds, or the nearest number there is.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        guard !carry else { return seconds < 0 ? .min : .max }
        return sum
    }
}
