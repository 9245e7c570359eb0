// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The CRC-32 of gzip and PNG (ISO 3309): it finds every single bit that flipped.
enum Checksum {
    /// Returns the checksum of `bytes`.
    ///
    /// Eight bytes at a time, each by a table of its own, since all of a state is summed at every change.
    static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe table.withUnsafeBufferPointer { table in
                var sum = ~UInt32(0)
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
