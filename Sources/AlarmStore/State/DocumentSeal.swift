// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The first line of a file of the state: what it is, its version, and a checksum of the JSON after it.
struct DocumentSeal: Sendable {
    /// The word that the file begins with.
    let mark: String

    /// The version that is written, and the newest that is read.
    let version: Int

    /// Puts the line before a body.
    func close(_ body: [UInt8]) -> [UInt8] { header(of: body[...]) + body }

    /// Reads the document of a file that is whole, by `body`.
    ///
    /// - Throws: What `body` throws, ``StateError/damaged(_:)`` and ``StateError/newer(version:)``.
    func open<Value>(
        _ bytes: [UInt8], _ body: (StateJSON) throws(StateError) -> Value
    ) throws(StateError) -> Value {
        guard let end = bytes.prefix(64).firstIndex(of: 10) else {
            throw .damaged("its first line is missing")
        }
        let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
        guard words.count == 3, words[0] == mark, let written = Int(words[1]), written > 0 else {
            throw .damaged("its first line is not \(mark) VERSION crc32=SUM")
        }
        guard written <= version else { throw .newer(version: written) }
        let content = bytes[(end + 1)...]
        guard bytes[...end] == header(of: content)[...] else {
            throw .damaged("its checksum is not that of its content")
        }
        return try StateJSON.read(content, body)
    }

    /// The line before `body`; it has the same length before any.
    func header(of body: ArraySlice<UInt8>) -> [UInt8] { header(of: Checksum.crc32(body)) }

    /// The line before a body whose checksum is known.
    func header(of sum: UInt32) -> [UInt8] {
        let digits = String(sum, radix: 16)
        let sum = String(repeating: "0", count: 8 - digits.count) + digits
        return Array("\(mark) \(version) crc32=\(sum)\n".utf8)
    }
}
