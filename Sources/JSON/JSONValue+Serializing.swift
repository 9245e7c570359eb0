// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CJansson

extension JSONValue {
    /// Writes this value as UTF-8, members in their order, without a newline at the end.
    ///
    /// A real keeps every bit: the whole document is written with as many digits as the real that needs
    /// most (at most 17), so that 0.1 alone is `0.1`.
    ///
    /// - Parameter pretty: Whether to indent by two spaces, for a person; otherwise no byte is wasted.
    /// - Returns: The bytes of the document.
    package func serialized(pretty: Bool = false) -> [UInt8] {
        let document = unsafe copied()
        defer { unsafe json_decref(document) }
        let layout = pretty ? Self.indentation : Int(JSON_COMPACT)
        let flags = layout | Int(JSON_ENCODE_ANY) | realPrecision << Self.precisionShift
        var bytes: [UInt8] = []
        let status = unsafe withUnsafeMutablePointer(to: &bytes) { bytes in
            unsafe json_dump_callback(document, appendToBytes, bytes, flags)
        }
        precondition(status == 0, "A value is always written unless memory has run out.")
        return bytes
    }

    /// `JSON_INDENT(2)` and the shift of `JSON_REAL_PRECISION(n)`, which are macros that Swift cannot see.
    private static let indentation = 2
    private static let precisionShift = 11

    /// Makes jansson's form of this value; the caller releases it.
    private func copied() -> UnsafeMutablePointer<json_t> {
        let copy =
            switch self {
            case .null: unsafe json_null()
            case .bool(let value): unsafe value ? json_true() : json_false()
            case .integer(let value): unsafe json_integer(json_int_t(value))
            case .real(let value): unsafe value.isFinite ? json_real(value) : json_null()
            case .string(let value):
                unsafe value.withCString { unsafe json_stringn_nocheck($0, value.utf8.count) }
            case .array(let elements): unsafe Self.copied(elements)
            case .object(let members): unsafe Self.copied(members)
            }
        guard let copy = unsafe copy else {
            preconditionFailure("A value is always copied unless memory has run out.")
        }
        return unsafe copy
    }

    private static func copied(_ elements: [JSONValue]) -> UnsafeMutablePointer<json_t>? {
        let array = unsafe json_array()
        for element in elements {
            let status = unsafe json_array_append_new(array, element.copied())
            precondition(status == 0, "An element is always added unless memory has run out.")
        }
        return unsafe array
    }

    private static func copied(_ members: JSONObject) -> UnsafeMutablePointer<json_t>? {
        let object = unsafe json_object()
        for (key, value) in members {
            let status = unsafe key.withCString { name in
                unsafe json_object_setn_new_nocheck(object, name, key.utf8.count, value.copied())
            }
            precondition(status == 0, "A member is always added unless memory has run out.")
        }
        return unsafe object
    }

    /// The number of digits that the most demanding real needs to be read back as itself, from 1 through 17.
    private var realPrecision: Int {
        switch self {
        case .real(let value) where value.isFinite:
            // Swift prints the fewest digits that round-trip; the exponent is not one of them.
            min(17, max(1, "\(value)".prefix { $0 != "e" }.count { ("0"..."9").contains($0) }))
        case .array(let elements): elements.lazy.map(\.realPrecision).max() ?? 1
        case .object(let members): members.lazy.map(\.value.realPrecision).max() ?? 1
        default: 1
        }
    }
}

/// Appends what jansson has written to the array of bytes that `target` points to.
private func appendToBytes(
    _ text: UnsafePointer<CChar>?, _ count: Int, _ target: UnsafeMutableRawPointer?
) -> CInt {
    let buffer = unsafe UnsafeRawBufferPointer(start: text, count: count)
    unsafe target?.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: buffer)
    return 0
}
