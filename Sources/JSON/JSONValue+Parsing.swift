// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CJansson

extension JSONValue {
    /// Reads one JSON document, strictly.
    ///
    /// Refused are: duplicate members, UTF-8 that is not well formed, half a surrogate pair, anything
    /// after the document, a whole number that 64 bits do not hold, a real beyond the finite ones, and a
    /// member's name with a NUL in it. A *string* may hold a NUL (`\u0000`): it is legal JSON, and who
    /// hands strings to C must look for it; refused here it could not be answered by name.
    ///
    /// - Throws: ``JSONError`` where the bytes are anything but one document within `limits`.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        try limits.check(bytes)
        var failure = json_error_t()
        let flags = Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL)
        let root = unsafe bytes.withUnsafeBytes { buffer in
            // An empty array has no address to read from; one byte that is not read stands for it.
            unsafe withUnsafePointer(to: CChar(0)) { none in
                let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self) ?? none
                return unsafe json_loadb(start, buffer.count, flags, &failure)
            }
        }
        guard let root = unsafe root else { throw JSONError(failure) }
        self = unsafe JSONValue(copying: root)
        unsafe json_decref(root)
    }

    /// Copies jansson's value; its depth is bounded by the limits it was read with.
    fileprivate init(copying value: UnsafeMutablePointer<json_t>) {
        switch unsafe value.pointee.type {
        case JSON_OBJECT: self = unsafe .object(JSONObject(copying: value))
        case JSON_ARRAY:
            let count = unsafe json_array_size(value)
            var elements: [JSONValue] = []
            elements.reserveCapacity(count)
            for index in 0..<count {
                guard let element = unsafe json_array_get(value, index) else { continue }
                unsafe elements.append(JSONValue(copying: element))
            }
            self = .array(elements)
        case JSON_STRING:
            self = unsafe .string(
                String(copying: json_string_value(value), count: json_string_length(value)))
        case JSON_INTEGER: self = unsafe .integer(Int64(json_integer_value(value)))
        case JSON_REAL: self = unsafe .real(json_real_value(value))
        case JSON_TRUE: self = .bool(true)
        case JSON_FALSE: self = .bool(false)
        default: self = .null
        }
    }
}

extension JSONObject {
    fileprivate init(copying object: UnsafeMutablePointer<json_t>) {
        var members: [(key: String, value: JSONValue)] = []
        unsafe members.reserveCapacity(json_object_size(object))
        var next = unsafe json_object_iter(object)
        while let member = unsafe next {
            let key = unsafe String(
                copying: json_object_iter_key(member), count: json_object_iter_key_len(member))
            if let value = unsafe json_object_iter_value(member) {
                unsafe members.append((key: key, value: JSONValue(copying: value)))
            }
            unsafe next = json_object_iter_next(object, member)
        }
        // jansson has refused names that are there twice.
        self.init(uniqueMembers: members)
    }
}

extension String {
    /// Copies `count` bytes, which jansson has already found to be well-formed UTF-8.
    fileprivate init(copying bytes: UnsafePointer<CChar>?, count: Int) {
        let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
        self = unsafe String(decoding: buffer, as: UTF8.self)
    }
}

extension JSONError {
    fileprivate init(_ failure: json_error_t) {
        let reason = unsafe withUnsafeBytes(of: failure.text) { text in
            // jansson keeps an error number in the last byte, behind the terminator.
            unsafe String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
        self.init(
            position: max(0, Int(failure.position)), line: max(1, Int(failure.line)), reason: reason
        )
    }
}

extension JSONLimits {
    /// Counts levels and values, and looks for NULs, without judging the syntax otherwise.
    fileprivate func check(_ bytes: [UInt8]) throws(JSONError) {
        var levels = 0
        var count = 1
        var line = 1
        var isInString = false
        var isEscaped = false
        for (position, byte) in bytes.enumerated() {
            // jansson takes a NUL behind the document for its end.
            guard byte != 0 else {
                throw JSONError(position: position, line: line, reason: "a NUL byte")
            }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else {
                    isInString = byte != UInt8(ascii: "\"")
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): (levels, count) = (levels + 1, count + 1)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): levels -= 1
            case UInt8(ascii: ","): count += 1
            case UInt8(ascii: "\n"): line += 1
            default: break
            }
            guard levels <= depth else {
                throw JSONError(
                    position: position, line: line, reason: "nested more than \(depth) deep")
            }
            guard count <= values else {
                throw JSONError(
                    position: position, line: line, reason: "more than \(values) values")
            }
        }
    }
}
