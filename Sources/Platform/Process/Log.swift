// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux
internal import Glibc
internal import Synchronization

/// The log: lines to standard error, or, where that is systemd's journal, to the journal's own socket.
///
/// A line is written by one call, so that lines of several threads do not mix. Where the reader does not keep
/// up, lines are left out and counted rather than waited for.
package final class Log: Sendable {
    /// How urgent a line is (syslog(3)).
    package enum Level: Int, Hashable, Comparable, Sendable, CaseIterable {
        /// Nothing works any more.
        case emergency
        /// Somebody has to act at once.
        case alert
        /// A part that matters does not work.
        case critical
        /// Something failed.
        case error
        /// Something will fail, or works otherwise than asked for.
        case warning
        /// Something happened that is worth knowing.
        case notice
        /// What goes on.
        case info
        /// What goes on inside.
        case debug

        /// The more urgent is the smaller.
        package static func < (left: Level, right: Level) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// The process's own, on standard error.
    package static let standard = Log(
        descriptor: STDERR_FILENO,
        journal: isJournal(
            STDERR_FILENO, stream: ProcessEnvironment.variables["JOURNAL_STREAM"])
            ? Journal(program: programName) : nil)

    /// The most bytes that a line has; the rest is cut, and `…` says so.
    package static let lineLimit = 2048

    private let descriptor: CInt
    private let hasPriorities: Bool
    private let journal: Journal?
    private let lost = Atomic<Int>(0)

    /// Creates a log on a descriptor that stays the caller's.
    package init(descriptor: Int32, hasPriorities: Bool) {
        self.descriptor = descriptor
        self.hasPriorities = hasPriorities
        journal = nil
    }

    /// Creates a log on a descriptor that stays the caller's, and that the journal reads where there is one.
    ///
    /// What the journal's own socket does not take goes to the descriptor, with its priority (sd-daemon(3)).
    package init(descriptor: Int32, journal: Journal?) {
        self.descriptor = descriptor
        self.hasPriorities = journal != nil
        self.journal = journal
    }

    /// Writes one line; the fields are kept beside it where the journal takes it.
    package func write(_ level: Level, _ text: String, fields: [Journal.Field] = []) {
        if let journal, journal.send(level, Self.oneLine(text), fields: fields) { return }
        let missed = lost.exchange(0, ordering: .relaxed)
        if missed > 0, !put(line(.warning, "\(missed) lines of this log were lost")) {
            lost.add(missed + 1, ordering: .relaxed)
            return
        }
        if !put(line(level, text)) { lost.add(1, ordering: .relaxed) }
    }

    /// Writes a line at level `error`.
    package func error(_ text: String) { write(.error, text) }

    /// Writes a line at level `warning`.
    package func warning(_ text: String) { write(.warning, text) }

    /// Writes a line at level `notice`.
    package func notice(_ text: String) { write(.notice, text) }

    /// Writes a line at level `info`.
    package func info(_ text: String) { write(.info, text) }

    /// Whether a descriptor is the stream that `JOURNAL_STREAM` names by device and file number: a program
    /// whose output was sent elsewhere still inherits the variable (systemd.exec(5)).
    package static func isJournal(_ descriptor: Int32, stream: String?) -> Bool {
        var status = stat()
        guard let stream, unsafe fstat(descriptor, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    func line(_ level: Level, _ text: String) -> [UInt8] {
        let mark = hasPriorities ? "<\(level.rawValue)>" : ""
        return Array(
            "\(mark)\(Self.oneLine(text, limit: Self.lineLimit - 1 - mark.utf8.count))\n".utf8)
    }

    /// The text as one line that steers no terminal, cut where it is too long.
    package static func oneLine(_ text: String, limit: Int = lineLimit) -> String {
        // Most lines are plain, and many may come at once.
        if text.utf8.count <= limit, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            return text
        }
        let end = "…"
        var line = ""
        for scalar in text.unicodeScalars {
            let piece = escaped(scalar)
            guard line.utf8.count + piece.utf8.count <= limit - end.utf8.count else {
                return line + end
            }
            line += piece
        }
        return line
    }

    private static var programName: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "alarmd"
    }

    /// Text of strangers reaches the log: none of it may end a line or steer a terminal.
    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\t": "\\t"
        case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value),
            _
        where [0x2028, 0x2029].contains(scalar.value)
            || (0x202A...0x202E).contains(scalar.value)
            || (0x2066...0x2069).contains(scalar.value):
            "\\u{\(String(scalar.value, radix: 16))}"
        default: String(Character(scalar))
        }
    }

    private func put(_ line: [UInt8]) -> Bool {
        guard clinux_is_writable_now(descriptor) == 1 else { return false }
        return unsafe line.withUnsafeBytes {
            unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count
        }
    }
}
