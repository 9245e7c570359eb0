// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The bytes of a TZif file (RFC 9636), right or wrong, for tests.
struct TZifBuilder {
    var version: UInt8 = UInt8(ascii: "2")
    /// Seconds since the epoch, and the index of the kind that begins then.
    var transitions: [(at: Int64, kind: UInt8)] = []
    /// Seconds east of UTC; the abbreviation of each is `AAA`, `BBB` and so on.
    var offsets: [Int32] = [0]
    /// When a leap second is over, and the sum of all so far.
    var leaps: [(at: Int64, sum: Int32)] = []
    var footer = ""

    /// The whole file; in version 1 there is no second block and no footer.
    var bytes: [UInt8] {
        guard version != 0 else { return header() + block(wide: false) }
        // The first block of a later version may be empty.
        let empty = Self.magic + [version] + [UInt8](repeating: 0, count: 15 + 24)
        return empty + header() + block(wide: true) + [10] + Array(footer.utf8) + [10]
    }

    private static let magic = Array("TZif".utf8)

    private func header() -> [UInt8] {
        let counts = [0, 0, leaps.count, transitions.count, offsets.count, offsets.count * 4]
        return Self.magic + [version] + [UInt8](repeating: 0, count: 15)
            + counts.flatMap { Self.bigEndian(Int64($0), 4) }
    }

    private func block(wide: Bool) -> [UInt8] {
        let size = wide ? 8 : 4
        var bytes = transitions.flatMap { Self.bigEndian($0.at, size) }
        bytes += transitions.map(\.kind)
        for (index, offset) in offsets.enumerated() {
            bytes += Self.bigEndian(Int64(offset), 4) + [0, UInt8(index * 4)]
        }
        for index in offsets.indices {
            bytes += [UInt8](repeating: UInt8(65 + index), count: 3) + [0]
        }
        return bytes
            + leaps.flatMap { Self.bigEndian($0.at, size) + Self.bigEndian(Int64($0.sum), 4) }
    }

    private static func bigEndian(_ value: Int64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) }
    }
}
