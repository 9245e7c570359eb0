// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc
internal import JSON

/// Where results and messages go.
///
/// Results are gathered and written at once, or line by line after ``flush()``; messages are written as they
/// come.
final class Console {
    private static let standardOutput: Int32 = 1
    private static let standardError: Int32 = 2

    private let showsColor = Surroundings.showsColor(on: standardOutput)
    private var waiting: [UInt8] = []

    /// Adds a line to the results.
    func print(_ line: StyledLine) {
        waiting += line.rendered(inColor: showsColor).utf8
        waiting.append(UInt8(ascii: "\n"))
    }

    /// Adds lines to the results.
    func print(_ lines: [StyledLine]) {
        for line in lines { print(line) }
    }

    /// Adds a line to the results as it is, for a program.
    func print(plain line: String) {
        waiting += line.utf8
        waiting.append(UInt8(ascii: "\n"))
    }

    /// Adds an object to the results, in a line of its own.
    func print(_ json: JSONValue) {
        waiting += printable(json: json)
        waiting.append(UInt8(ascii: "\n"))
    }

    /// Writes what was added.
    ///
    /// - Throws: ``WriteFailure`` where it cannot be written.
    func flush() throws(WriteFailure) {
        let bytes = waiting
        waiting = []
        try Self.write(bytes, to: Self.standardOutput)
    }

    /// Writes a message to standard error.
    static func say(_ lines: [StyledLine]) {
        let showsColor = Surroundings.showsColor(on: standardError)
        let text = lines.map { $0.rendered(inColor: showsColor) + "\n" }.joined()
        // With nowhere left to complain, the exit code has to do.
        _ = try? write(Array(text.utf8), to: standardError)
    }

    /// Writes a message to standard error as an object, in a line of its own.
    static func say(_ json: JSONValue) {
        _ = try? write(printable(json: json) + [UInt8(ascii: "\n")], to: standardError)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(WriteFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Somebody else made the terminal or the pipe non-blocking.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&ready, 1, -1)
            case EPIPE: throw .readerGone
            default: throw .failed(unsafe String(cString: strerror(errno)))
            }
        }
    }
}

/// Why results could not be written.
enum WriteFailure: Error, Hashable {
    /// Nobody reads them any more, as after `alarmctl list | head -1`.
    case readerGone
    /// What the operating system says.
    case failed(String)
}
