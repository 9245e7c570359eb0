// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import TestSupport
import Testing

@testable import Platform

@Suite("The log")
struct LogTests {
    private func text(_ level: Log.Level, _ text: String, hasPriorities: Bool = true) -> String {
        let log = Log(descriptor: 2, hasPriorities: hasPriorities)
        return String(decoding: log.line(level, text), as: UTF8.self)
    }

    @Test(
        "marks lines for the journal with their priority",
        arguments: [
            (Log.Level.emergency, "<0>"), (.error, "<3>"), (.warning, "<4>"), (.debug, "<7>"),
        ])
    func priorities(level: Log.Level, mark: String) {
        #expect(text(level, "It rings.") == "\(mark)It rings.\n")
        #expect(text(level, "It rings.", hasPriorities: false) == "It rings.\n")
    }

    @Test(
        "keeps a line a line, whatever a stranger puts into it",
        arguments: [
            ("a\nb", "a\\nb"), ("a\tb", "a\\tb"), ("\u{1B}[31m", "\\u{1b}[31m"),
            ("\u{0}", "\\u{0}"), ("\u{7F}\u{9B}", "\\u{7f}\\u{9b}"), ("\r\n", "\\u{d}\\n"),
            ("\u{2028}\u{202E}", "\\u{2028}\\u{202e}"), ("Grüße ⏰", "Grüße ⏰"),
        ])
    func escapes(given: String, expected: String) {
        #expect(text(.info, given) == "<6>\(expected)\n")
    }

    @Test("cuts a line that is too long, between characters")
    func bounded() {
        let line = Log(descriptor: 2, hasPriorities: true)
            .line(.info, String(repeating: "ä", count: 100_000))
        #expect(line.count <= Log.lineLimit)
        #expect(String(decoding: line, as: UTF8.self).hasSuffix("ä…\n"))
    }

    @Test("never waits for a reader, and says how many lines were lost")
    func lost() throws {
        let (first, second) = try Descriptor.pipe()
        let reading = Descriptor(owning: first)
        let writing = Descriptor(owning: second)
        let log = Log(descriptor: writing.rawValue, hasPriorities: false)
        let long = String(repeating: "x", count: 1999)
        for _ in 0..<100 { log.info(long) }
        let kept = try drain(reading).count / 2000
        #expect(kept > 0 && kept < 100)
        log.info("on")
        let rest = String(decoding: try drain(reading), as: UTF8.self)
        #expect(rest == "\(100 - kept) lines of this log were lost\non\n")
    }

    @Test("is the journal's only where the variable names this very stream")
    func journal() throws {
        var status = stat()
        #expect(unsafe fstat(0, &status) == 0)
        #expect(Log.isJournal(0, stream: "\(status.st_dev):\(status.st_ino)"))
        #expect(!Log.isJournal(0, stream: "\(status.st_dev):\(status.st_ino + 1)"))
        #expect(!Log.isJournal(0, stream: nil))
    }

    private func drain(_ pipe: borrowing Descriptor) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var waiting: CInt = 1
        while unsafe ioctl(pipe.rawValue, UInt(FIONREAD), &waiting) == 0, waiting > 0 {
            if case .bytes(let more) = try pipe.read(upTo: 4096) { bytes += more }
        }
        return bytes
    }
}

@Suite("Names of users and groups")
struct AccountsTests {
    private static let users = """
        root:x:0:0:root:/root:/bin/bash
        # a comment
        anna:x:1000:1000:Anna,,,:/home/anna:/bin/sh
        broken
        \u{1B}evil:x:1001:1001::/:/bin/sh
        """

    @Test(
        "come from the machine's files, else the number stands",
        arguments: [
            (UInt32(0), "root"), (1000, "anna"), (1001, "uid 1001"), (7, "uid 7"),
        ])
    func users(id: UInt32, name: String) throws {
        let folder = TemporaryFolder()
        folder.write(Self.users, to: "passwd")
        #expect(Accounts.userName(id, file: folder.file("passwd")) == name)
        #expect(Accounts.userName(id, file: folder.file("missing")) == "uid \(id)")
    }

    @Test(
        "of groups give their id",
        arguments: [
            ("alarm", UInt32(990)), ("empty", nil), ("x", nil), ("", nil),
        ])
    func groups(name: String, id: UInt32?) throws {
        let folder = TemporaryFolder()
        folder.write("root:x:0:\nalarm:x:990:anna,ben\nempty:x::\n", to: "group")
        #expect(Accounts.groupID(named: name, file: folder.file("group")) == id)
    }
}
