// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@testable import AlarmStore

@Suite("An INI file")
struct INITests {
    @Test("keeps all of a value, and knows a comment only at a line's start")
    func values() {
        let ini = INI(
            "\u{FEFF}# a\r\n; b\r\n[ a b ]\r\n x = 1 ; 2 # 3 \r\ny==\nz=\n[c]\nx = ü\n \t# d\n"
                + "u=\u{301}\nn = \u{A0}1\u{A0}")
        #expect(ini.faults.isEmpty)
        #expect(ini.entries.map(\.section) == ["a b", "a b", "a b", "c", "c", "c"])
        #expect(ini.entries.map(\.key) == ["x", "y", "z", "x", "u", "n"])
        #expect(
            ini.entries.map(\.value) == ["1 ; 2 # 3", "=", "", "ü", "\u{301}", "\u{A0}1\u{A0}"])
        #expect(ini.entries.map(\.line) == [4, 5, 6, 8, 10, 11])
        #expect(ini.sections == [.init(name: "a b", line: 3), .init(name: "c", line: 7)])
    }

    @Test(
        "says which line is wrong and goes on with the next",
        arguments: [
            ("x = 1\n[a]\ny = 2", 1, "x"), ("[a]\nz = 2\nz = 3\ny = 2", 3, "z"),
            ("[a\n[b]\ny = 2", 1, nil), ("[a] # b\ny = 2", 1, nil), ("[a]b]\ny = 2", 1, nil),
            ("[a]\nhello\ny = 2", 2, nil), ("[a]\n= 1\ny = 2", 2, nil), ("[]\n[a]\ny = 2", 1, nil),
            ("[a]\nx = \u{1}\ny = 2", 2, nil), ("[a]\nx = 1\r\r\ny = 2", 2, nil),
            ("[a]\nx = " + String(repeating: "1", count: 9000) + "\ny = 2", 2, nil),
        ] as [(String, Int, String?)])
    func faults(text: String, line: Int, key: String?) {
        let ini = INI(text)
        #expect(ini.faults.map(\.line) == [line])
        #expect(ini.faults.first?.key == key)
        #expect(ini.entries.contains { $0.key == "y" && $0.value == "2" })
    }

    @Test("of another encoding loses only the lines that are in it")
    func encoding() {
        let bytes = Array("# f\u{1}\n[a]\n".utf8) + [0x78, 0x3D, 0xFC, 10] + Array("y = 2".utf8)
        let ini = INI(bytes: [0x23, 0xFC, 10] + bytes)
        #expect(ini.faults.map(\.line) == [4])
        #expect(ini.entries.map(\.key) == ["y"])
    }

    @Test("takes a section that is opened again for the same, and of a key set twice neither")
    func again() {
        let ini = INI("[a]\nx = 1\nz = 1\n[b]\nx = 2\n[a]\ny = 3\nx = 4")
        #expect(ini.entries.map(\.value) == ["1", "2", "3"])
        #expect(ini.entries.map(\.key) == ["z", "x", "y"])
        #expect(
            ini.faults.map(\.message.description) == ["it is set twice in [a], first in line 2"])
        #expect(ini.reopened == [.init(name: "a", line: 6)])
    }

    @Test("of any bytes is read without harm", arguments: 0..<200 as Range<UInt64>)
    func garbage(seed: UInt64) {
        var generator = BookGenerator(seed: seed)
        let pieces = Array("[]=#; \t\r\n\"ab\u{1}%ü".utf8) + [0xFF, 0]
        let bytes = (0..<400).map { _ in pieces.randomElement(using: &generator) ?? 0 }
        let ini = INI(bytes: bytes)
        let lines = bytes.count { $0 == 10 } + 1
        #expect(ini.entries.allSatisfy { (1...lines).contains($0.line) && !$0.key.isEmpty })
        #expect(ini.entries.count + ini.faults.count <= lines)
    }
}
