// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The contents of a TZif file (RFC 9636), as far as offsets go.
///
/// Files of the `right/` kind count leap seconds, which the system's clock (POSIX time) does not: each of their
/// transitions is moved back by the sum of those before it.
struct TZif {
    /// A kind of local time.
    struct Kind: Hashable, Sendable {
        var offset: Int32
        var abbreviation: String
    }

    /// Seconds since the epoch (POSIX time) at which each transition happens, strictly increasing.
    private(set) var transitions: [Int64] = []

    /// The index into ``kinds`` of the kind that each transition begins.
    private(set) var kindIndices: [UInt8] = []

    /// The kinds, at least one.
    ///
    /// The first holds before the first transition.
    private(set) var kinds: [Kind] = []

    /// The POSIX rule that holds after the last transition; `nil` in version 1, empty where none is known.
    private(set) var footer: String?

    /// Reads a file's bytes.
    ///
    /// - Throws: What is wrong with them, in English.
    init(_ bytes: [UInt8]) throws(DamageReason) {
        var reader = Reader(bytes)
        let header = try Header(&reader)
        guard header.version >= 2 else {
            try readBlock(header, timeSize: 4, from: &reader)
            return
        }
        // Readers of version 2 and later skip the 32-bit block (RFC 9636, 3).
        try reader.skip(header.blockSize(timeSize: 4))
        let wide = try Header(&reader)
        try readBlock(wide, timeSize: 8, from: &reader)
        footer = try reader.footer()
    }

    private mutating func readBlock(
        _ header: Header, timeSize: Int, from reader: inout Reader
    ) throws(DamageReason) {
        guard header.isPossible else { throw .counts }
        guard header.blockSize(timeSize: timeSize) <= reader.remaining else { throw .truncated }
        for _ in 0..<header.timeCount { transitions.append(try reader.time(size: timeSize)) }
        for _ in 0..<header.timeCount { kindIndices.append(try reader.byte()) }
        try readKinds(header, from: &reader)
        var leaps: [Leap] = []
        for _ in 0..<header.leapCount {
            let at = try reader.time(size: timeSize)
            leaps.append(Leap(at: at, sum: Int64(try reader.int32())))
        }
        try reader.skip(header.standardCount + header.utcCount)
        guard kindIndices.allSatisfy({ Int($0) < kinds.count }) else { throw .kind }
        takeOut(leaps)
        guard zip(transitions, transitions.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw .disorder
        }
    }

    private mutating func readKinds(
        _ header: Header, from reader: inout Reader
    ) throws(DamageReason) {
        var raw: [(offset: Int32, nameIndex: UInt8)] = []
        for _ in 0..<header.typeCount {
            let offset = try reader.int32()
            _ = try reader.byte()  // The daylight-saving flag: only total offsets count.
            raw.append((offset, try reader.byte()))
        }
        let names = try reader.bytes(header.charCount)
        for (offset, nameIndex) in raw {
            // RFC 9636, 3.2: more than -25 and less than 26 hours.
            guard (-89_999...93_599).contains(offset) else { throw .offset }
            guard Int(nameIndex) < names.count else { throw .abbreviation }
            let name = names.dropFirst(Int(nameIndex)).prefix { $0 != 0 }
            kinds.append(Kind(offset: offset, abbreviation: String(decoding: name, as: UTF8.self)))
        }
    }

    /// The sum of leap seconds from the moment `at`, itself counted with those before it.
    private struct Leap {
        var at: Int64
        var sum: Int64
    }

    private mutating func takeOut(_ leaps: [Leap]) {
        guard !leaps.isEmpty else { return }
        var next = leaps.startIndex
        var sum: Int64 = 0
        for index in transitions.indices {
            while next < leaps.endIndex, leaps[next].at <= transitions[index] {
                sum = leaps[next].sum
                next += 1
            }
            // Beyond every instant, a leap second more or less is nothing.
            let (time, overflow) = transitions[index].subtractingReportingOverflow(sum)
            if !overflow { transitions[index] = time }
        }
    }

    /// What is wrong with a file.
    enum DamageReason: String, Error {
        case magic = "it is no TZif file"
        case truncated = "it is cut short"
        case counts = "its counts are impossible"
        case disorder = "its transitions are not in order"
        case offset = "an offset is beyond a day"
        case abbreviation = "an abbreviation is missing"
        case kind = "a transition leads nowhere"
        case footer = "its footer is no rule"
    }

    private struct Header {
        let version: Int
        let utcCount: Int
        let standardCount: Int
        let leapCount: Int
        let timeCount: Int
        let typeCount: Int
        let charCount: Int

        init(_ reader: inout Reader) throws(DamageReason) {
            guard try reader.bytes(4) == Array("TZif".utf8)[...] else { throw .magic }
            let version = try reader.byte()
            self.version = version == 0 ? 1 : Int(version) - 48
            try reader.skip(15)
            utcCount = Int(try reader.uint32())
            standardCount = Int(try reader.uint32())
            leapCount = Int(try reader.uint32())
            timeCount = Int(try reader.uint32())
            typeCount = Int(try reader.uint32())
            charCount = Int(try reader.uint32())
        }

        /// Whether a block can have these counts; one that is skipped need not.
        var isPossible: Bool {
            (1...256).contains(typeCount) && charCount >= 1
                && [0, typeCount].contains(utcCount) && [0, typeCount].contains(standardCount)
        }

        func blockSize(timeSize: Int) -> Int {
            // Each count has 32 bits, so that the sum fits 64 with ease.
            timeCount * (timeSize + 1) + typeCount * 6 + charCount + leapCount * (timeSize + 4)
                + standardCount + utcCount
        }
    }

    private struct Reader {
        private let all: [UInt8]
        private var position = 0

        init(_ bytes: [UInt8]) { all = bytes }

        var remaining: Int { all.count - position }

        mutating func bytes(_ count: Int) throws(DamageReason) -> ArraySlice<UInt8> {
            guard count <= remaining else { throw .truncated }
            defer { position += count }
            return all[position..<position + count]
        }

        mutating func skip(_ count: Int) throws(DamageReason) { _ = try bytes(count) }

        mutating func byte() throws(DamageReason) -> UInt8 { try bytes(1).first ?? 0 }

        mutating func uint32() throws(DamageReason) -> UInt32 {
            try bytes(4).reduce(0) { $0 << 8 | UInt32($1) }
        }

        mutating func int32() throws(DamageReason) -> Int32 { Int32(bitPattern: try uint32()) }

        mutating func time(size: Int) throws(DamageReason) -> Int64 {
            guard size == 8 else { return Int64(try int32()) }
            return Int64(bitPattern: try bytes(8).reduce(0) { $0 << 8 | UInt64($1) })
        }

        mutating func footer() throws(DamageReason) -> String {
            guard try byte() == 10 else { throw .footer }
            let text = all[position...].prefix { $0 != 10 }
            guard position + text.count < all.count, text.count <= 256 else { throw .footer }
            return String(decoding: text, as: UTF8.self)
        }
    }
}
