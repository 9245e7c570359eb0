// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension [UInt8] {
    /// The text of a JSON string in which something is written by a backslash; `nil` where one stands before what it does
    /// not stand before.
    var unescaped: String? {
        var text: [UInt8] = []
        var rest = self[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            switch rest.popFirst().map({ Unicode.Scalar($0) }) {
            case "\"": text.append(UInt8(ascii: "\""))
            case "\\": text.append(UInt8(ascii: "\\"))
            case "/": text.append(UInt8(ascii: "/"))
            case "b": text.append(8)
            case "f": text.append(12)
            case "n": text.append(UInt8(ascii: "\n"))
            case "r": text.append(UInt8(ascii: "\r"))
            case "t": text.append(UInt8(ascii: "\t"))
            case "u":
                guard let scalar = rest.takeScalar() else { return nil }
                text.append(contentsOf: String(scalar).utf8)
            default: return nil
            }
        }
        return String(validating: text, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    /// Takes the digits behind `\u`, and the second half of a surrogate pair.
    fileprivate mutating func takeScalar() -> Unicode.Scalar? {
        guard let unit = takeUnit() else { return nil }
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit), popFirst() == UInt8(ascii: "\\"),
            popFirst() == UInt8(ascii: "u"), let low = takeUnit(), UTF16.isTrailSurrogate(low)
        else { return nil }
        return Unicode.Scalar(0x1_0000 + UInt32(unit & 0x3FF) << 10 + UInt32(low & 0x3FF))
    }

    private mutating func takeUnit() -> UInt16? {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = popFirst(),
                let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
