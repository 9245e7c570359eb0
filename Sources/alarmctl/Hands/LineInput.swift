// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Glibc

/// The lines of standard input, as they come, whether LF or CR LF ends them.
struct LineInput {
    /// What came.
    enum Event: Hashable {
        case line(String)
        /// The time is over.
        case nothing
        case end
        /// A line is longer than ``limit``.
        case tooLong
    }

    /// The most bytes of a line.
    static let limit = 4096

    private var waiting: [UInt8] = []
    private var isAtEnd = false

    /// The next line, or that there is none within `patience`; `nil` waits for as long as it takes.
    mutating func next(within patience: Duration?) -> Event {
        while true {
            if let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
                let bytes = waiting[..<end]
                let isCRLF = bytes.last == UInt8(ascii: "\r")
                let line = String(decoding: isCRLF ? bytes.dropLast() : bytes, as: UTF8.self)
                waiting.removeSubrange(...end)
                return .line(line)
            }
            if isAtEnd {
                defer { waiting = [] }
                return waiting.isEmpty ? .end : .line(String(decoding: waiting, as: UTF8.self))
            }
            guard waiting.count <= Self.limit else { return .tooLong }
            guard Surroundings.hasInput(within: patience) else { return .nothing }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = unsafe read(0, &bytes, bytes.count)
            guard count > 0 || errno == EINTR else {
                isAtEnd = true
                continue
            }
            waiting += bytes.prefix(max(count, 0))
        }
    }
}

extension Surroundings {
    /// Waits until standard input has something to read, or has ended; `false` where that takes too long.
    static func hasInput(within patience: Duration?) -> Bool {
        var entry = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        let milliseconds = patience.map { Int32(clamping: $0.wholeMicroseconds / 1000) } ?? -1
        return unsafe poll(&entry, 1, milliseconds) != 0
    }
}
