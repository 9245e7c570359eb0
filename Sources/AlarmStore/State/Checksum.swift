// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The CRC-32 of gzip and PNG (ISO 3309): it finds every single bit that flipped.
struct Checksum: Sendable {
    /// The sum of what was added so far.
    private(set) var value: UInt32 = 0

    /// Returns the checksum of `bytes`.
    static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var sum = Checksum()
        sum.add(bytes)
        return sum.value
    }

    /// Adds bytes.
    ///
    /// Eight at a time, each by a table of its own.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        value = Self.sum(bytes, after: value)
    }

    /// Adds bytes that were summed already: of a state that changes, most were.
    mutating func add(_ part: SummedPart) {
        value = SummedPart.product(part.shift, value) ^ part.sum
    }

    private static func sum(_ bytes: ArraySlice<UInt8>, after sum: UInt32) -> UInt32 {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe table.withUnsafeBufferPointer { table in
                var sum = ~sum
                var index = 0
                while index + 8 <= bytes.count {
                    let word =
                        unsafe UInt64(sum)
                        ^ UInt64(
                            littleEndian: bytes.loadUnaligned(
                                fromByteOffset: index, as: UInt64.self))
                    sum =
                        unsafe table[1792 + Int(word & 255)] ^ table[1536 + Int(word >> 8 & 255)]
                        ^ table[1280 + Int(word >> 16 & 255)]
                        ^ table[1024 + Int(word >> 24 & 255)]
                        ^ table[768 + Int(word >> 32 & 255)] ^ table[512 + Int(word >> 40 & 255)]
                        ^ table[256 + Int(word >> 48 & 255)] ^ table[Int(word >> 56)]
                    index += 8
                }
                while index < bytes.count {
                    sum = unsafe sum >> 8 ^ table[Int((sum ^ UInt32(bytes[index])) & 255)]
                    index += 1
                }
                return ~sum
            }
        }
    }

    /// What a byte does to the sum; then what it does with one through seven more bytes behind it.
    private static let table: [UInt32] = {
        var table: [UInt32] = (0..<256).map { index in
            (0..<8).reduce(UInt32(index)) { sum, _ in
                sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
            }
        }
        for index in 256..<2048 {
            let before = table[index - 256]
            table.append(before >> 8 ^ table[Int(before & 255)])
        }
        return table
    }()
}

/// The checksum of some bytes, and what as many bytes behind others do to the sum of those.
struct SummedPart: Sendable {
    /// The checksum.
    let sum: UInt32
    /// x to the power of the number of bits, modulo the polynomial of the checksum.
    let shift: UInt32

    /// Sums `bytes`.
    init(_ bytes: ArraySlice<UInt8>) {
        sum = Checksum.crc32(bytes)
        // The highest bit is that of the lowest power.
        var (shift, power) = (UInt32(1) << 31, UInt32(1) << 23)
        var count = bytes.count
        while count > 0 {
            if count & 1 == 1 { shift = Self.product(shift, power) }
            power = Self.product(power, power)
            count >>= 1
        }
        self.shift = shift
    }

    /// The product of two polynomials, modulo that of the checksum.
    static func product(_ lhs: UInt32, _ rhs: UInt32) -> UInt32 {
        var (lhs, rhs, product) = (lhs, rhs, UInt32(0))
        while lhs != 0 {
            product ^= rhs & (0 &- (lhs >> 31))
            rhs = rhs >> 1 ^ 0xEDB8_8320 & (0 &- (rhs & 1))
            lhs <<= 1
        }
        return product
    }
}
