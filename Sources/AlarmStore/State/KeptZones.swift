// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// The data of the zones that alarms name, kept beside them: a zone whose file vanishes or breaks while no
/// daemon runs goes on by the rules last read all the same.
///
/// The bytes are a line with the version and a checksum, then for each zone a line with its name and the number
/// of its bytes, and these.
package enum KeptZones {
    /// The most bytes that such a file may have: more than all zones there are take.
    static let sizeLimit = 4 << 20

    private static let mark = "wecker-zones 1 crc32="

    /// Returns the bytes that say `zones`.
    package static func encode(_ zones: [String: [UInt8]]) -> [UInt8] {
        var body: [UInt8] = []
        for (name, bytes) in zones.sorted(by: { $0.key < $1.key }) {
            body += Array("\(name) \(bytes.count)\n".utf8) + bytes
        }
        return header(of: body) + body
    }

    /// Reads the zones that `bytes` say; `nil` where ``encode(_:)`` did not make them.
    package static func decode(_ bytes: [UInt8]) -> [String: [UInt8]]? {
        guard let end = bytes.prefix(64).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        var rest = bytes[(end + 1)...]
        guard bytes[...end] == header(of: Array(rest))[...] else { return nil }
        var zones: [String: [UInt8]] = [:]
        while !rest.isEmpty {
            guard let end = rest.prefix(300).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            rest = rest[(end + 1)...]
            guard words.count == 2, let count = Int(words[1]), (0...rest.count).contains(count)
            else { return nil }
            zones[String(words[0])] = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return zones
    }

    private static func header(of body: [UInt8]) -> [UInt8] {
        Array("\(mark)\(String(Checksum.crc32(body[...]), radix: 16))\n".utf8)
    }
}

extension StateFolder {
    /// The name of the file that the zones are kept in.
    package static let zonesFileName = "zones.kept"

    /// The zones that were kept; none where nothing whole is there.
    package func keptZones() -> [String: [UInt8]] {
        for name in [Self.zonesFileName, "\(Self.zonesFileName).1"] {
            let bytes = try? FileReader.read("\(path)/\(name)", limit: KeptZones.sizeLimit)
            if let zones = bytes.flatMap(KeptZones.decode) { return zones }
        }
        return [:]
    }
}
