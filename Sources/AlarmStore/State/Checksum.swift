// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The CRC-32 of gzip and PNG (ISO 3309): it finds every single bit that flipped.
enum Checksum {
    /// Returns the checksum of `bytes`.
    static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in
            sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
        }
    }
}
