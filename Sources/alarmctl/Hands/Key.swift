// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What a terminal sends that somebody presses keys at, or moves the mouse in.
enum Key: Hashable, Sendable {
    case forward
    case backward
    case pageForward
    case pageBackward
    case enter
    case escape
    case letter(Character)
    /// The left button of the mouse, at a column and a row from 0.
    case mouse(MouseAction, column: Int, row: Int)

    /// What the mouse did.
    enum MouseAction: Hashable, Sendable {
        case down
        case drag
        case up
    }
}

/// Cuts what a terminal sends into keys (ECMA-48, xterm's SGR mouse reports).
struct KeyReader {
    private var waiting: [UInt8] = []

    /// The longest sequence that a terminal sends; what is longer is none.
    private static let limit = 64

    /// Whether a lone Escape may be the beginning of more.
    var isUndecided: Bool { !waiting.isEmpty }

    /// The keys that are complete with `bytes`.
    mutating func read(_ bytes: some Sequence<UInt8>) -> [Key] {
        waiting += bytes
        var keys: [Key] = []
        while !waiting.isEmpty {
            guard waiting[0] == 0x1B else {
                if let key = Self.plain(waiting.removeFirst()) { keys.append(key) }
                continue
            }
            guard let length = Self.length(of: waiting) else {
                if waiting.count > Self.limit { waiting = [] }
                break
            }
            let sequence = Array(waiting.prefix(length))
            waiting.removeFirst(length)
            if let key = Self.key(of: sequence) { keys.append(key) }
        }
        return keys
    }

    /// The keys that it must have been, since nothing more comes.
    mutating func finish() -> [Key] {
        defer { waiting = [] }
        return waiting == [0x1B] ? [.escape] : []
    }

    private static func plain(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x0D, 0x0A: .enter
        case UInt8(ascii: "+"), UInt8(ascii: "="): .forward
        case UInt8(ascii: "-"), UInt8(ascii: "_"): .backward
        case 0x21...0x7E: .letter(Character(Unicode.Scalar(byte)))
        default: nil
        }
    }

    /// How long the sequence at the front is; `nil` while it is not complete.
    private static func length(of bytes: [UInt8]) -> Int? {
        guard bytes.count > 1 else { return nil }
        // Escape, and then something that is no sequence: two keys.
        guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else { return 1 }
        let end = bytes.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }
        return end.map { $0 + 1 }
    }

    private static func key(of sequence: [UInt8]) -> Key? {
        guard sequence.count > 2, let final = sequence.last else {
            return sequence == [0x1B] ? .escape : nil
        }
        if sequence[2] == UInt8(ascii: "<") { return mouse(sequence) }
        switch final {
        case UInt8(ascii: "A"), UInt8(ascii: "C"): return .forward
        case UInt8(ascii: "B"), UInt8(ascii: "D"): return .backward
        case UInt8(ascii: "~"):
            let number = numbers(sequence.dropFirst(2).dropLast()).first
            return number == 5 ? .pageForward : number == 6 ? .pageBackward : nil
        case UInt8(ascii: "M") where sequence[1] == UInt8(ascii: "O"): return .enter
        default: return nil
        }
    }

    /// `ESC [ < button ; column ; row M`, or `m` where the button goes up.
    private static func mouse(_ sequence: [UInt8]) -> Key? {
        let fields = numbers(sequence.dropFirst(3).dropLast())
        guard fields.count == 3, (1...9999).contains(fields[1]), (1...9999).contains(fields[2])
        else { return nil }
        let (column, row) = (fields[1] - 1, fields[2] - 1)
        switch (sequence.last, fields[0]) {
        // The wheel turns the hand.
        case (UInt8(ascii: "M"), 64): return .forward
        case (UInt8(ascii: "M"), 65): return .backward
        case (UInt8(ascii: "M"), 0): return .mouse(.down, column: column, row: row)
        case (UInt8(ascii: "M"), 32): return .mouse(.drag, column: column, row: row)
        case (UInt8(ascii: "m"), 0), (UInt8(ascii: "m"), 32):
            return .mouse(.up, column: column, row: row)
        default: return nil
        }
    }

    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
        bytes.split(separator: UInt8(ascii: ";")).compactMap { digits in
            digits.count <= 5 ? Int(String(decoding: digits, as: UTF8.self)) : nil
        }
    }
}
