// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import TestSupport
import Testing

@testable import AlarmStore

@Suite("An INI file")
struct INITests {
    @Test("keeps all of a value, and knows a comment only at a line's start")
    func values() {
        let ini = INI("\u{FEFF}# a\r\n; b\r\n[ a b ]\r\n x = 1 ; 2 # 3 \r\ny==\nz=\n[c]\nx = ü\n")
        #expect(ini.faults.isEmpty)
        #expect(ini.entries.map(\.section) == ["a b", "a b", "a b", "c"])
        #expect(ini.entries.map(\.key) == ["x", "y", "z", "x"])
        #expect(ini.entries.map(\.value) == ["1 ; 2 # 3", "=", "", "ü"])
        #expect(ini.entries.map(\.line) == [4, 5, 6, 8])
    }

    @Test(
        "says which line is wrong and goes on with the next",
        arguments: [
            ("x = 1\n[a]\ny = 2", 1, "x"), ("[a]\ny = 2\ny = 3", 3, "y"),
            ("[a\n[b]\ny = 2", 1, nil),
            ("[a]\nhello\ny = 2", 2, nil), ("[a]\n= 1\ny = 2", 2, nil), ("[]\n[a]\ny = 2", 1, nil),
        ] as [(String, Int, String?)])
    func faults(text: String, line: Int, key: String?) {
        let ini = INI(text)
        #expect(ini.faults.map(\.line) == [line])
        #expect(ini.faults.first?.key == key)
        #expect(ini.entries.contains { $0.key == "y" && $0.value == "2" })
    }
}

@Suite("The configuration")
struct ConfigurationTests {
    private let folder = TemporaryFolder()

    private func read(_ text: String) -> ReadConfiguration {
        folder.write(text, to: "alarmd.conf")
        return ConfigurationReader(path: folder.file("alarmd.conf")).read()
    }

    @Test("that is absent is the defaults of the design")
    func absent() {
        let read = ConfigurationReader(path: folder.file("alarmd.conf")).read()
        #expect(read.configuration == Configuration())
        #expect(read.problems.isEmpty)
        #expect(!read.isUnreadable)
        #expect(read.configuration.ring.snooze == .seconds(540))
    }

    @Test("of the sample names every key once, with its default")
    func sample() throws {
        let bytes = try #require(contents(ofFile: PackageRoot.file("config/alarmd.conf")))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(INI(text).entries.isEmpty)
        // A comment that is a key is "#key = value"; a comment that is a sentence has a space.
        let open = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }
            .joined(separator: "\n")
        let ini = INI(open)
        #expect(ini.faults.isEmpty)
        let written = ini.entries.map { "\($0.section).\($0.key)" }
        #expect(written == ConfigurationKey.all.map { "\($0.section).\($0.name)" })
        let result = read(open)
        #expect(result.problems.isEmpty)
        #expect(result.configuration == Configuration())
    }

    private static let takenRows: [(String, @Sendable (Configuration) -> Bool)] = [
        ("[ring]\nvolume = 40 %", { $0.ring.volume == 40 }),
        ("[ring]\nsound = /a b.ogg", { $0.ring.sound == "/a b.ogg" }),
        ("[ring]\nlate = 0", { $0.ring.late == .zero }),
        ("[ring]\nwake = no", { !$0.ring.wake }),
        ("[time]\ngap = skip\noverlap = both", { $0.gap == .skip && $0.overlap == .both }),
        (
            "[output]\ndevices = hw:CARD=A,DEV=0  default",
            { $0.devices == ["hw:CARD=A,DEV=0", "default"] }
        ),
        ("[hands]\nstop_hold = 2s", { $0.hands.stopHold == .seconds(2) }),
    ]

    @Test("takes a value for each kind of key", arguments: takenRows)
    func taken(text: String, holds: @Sendable (Configuration) -> Bool) {
        let result = read(text)
        #expect(result.problems.isEmpty)
        #expect(holds(result.configuration))
    }

    @Test(
        "says file, line, key and what was expected of what is wrong, and keeps the default",
        arguments: [
            ("[ring]\nvolume = 0", "volume", "from 1 to 100"),
            ("[ring]\nvolume = loud", "volume", "from 1 to 100"),
            ("[ring]\nfade = 30", "fade", "with its unit"),
            ("[ring]\ntimeout = 10s", "timeout", "from 1m to 3h"),
            ("[ring]\nwake = maybe", "wake", "yes or no"),
            ("[time]\ngap = never", "gap", "after, before, transition, skip"),
            ("[ring]\nvolum = 3", "volum", "volume"),
            ("[rings]\nvolume = 3", "volume", "ring"),
            ("[output]\ndevices =", "devices", "ALSA"),
        ])
    func wrong(text: String, key: String, expected: String) throws {
        let result = read(text)
        let problem = try #require(result.problems.first)
        #expect(result.problems.count == 1)
        #expect(problem.file == folder.file("alarmd.conf"))
        #expect(problem.line == 2)
        #expect(problem.key == key)
        #expect(problem.message.contains(expected), "\(problem)")
        #expect(result.configuration == Configuration())
    }

    @Test("of a later file wins, and files are read in the order of their names")
    func dropIns() {
        folder.makeFolder("alarmd.conf.d")
        folder.write("[ring]\nvolume = 20\nretries = 5", to: "alarmd.conf.d/20-b.conf")
        folder.write("[ring]\nvolume = 10", to: "alarmd.conf.d/10-a.conf")
        folder.write("[ring]\nvolume = 99", to: "alarmd.conf.d/README")
        let result = read("[ring]\nvolume = 5\nfade = 0")
        #expect(result.problems.isEmpty)
        #expect(result.configuration.ring.volume == 20)
        #expect(result.configuration.ring.retries == 5)
        #expect(result.configuration.ring.fade == .zero)
        #expect(ConfigurationReader.read(accepted: result.text) == result.configuration)
    }

    @Test("that cannot be read is said, and is not taken for an empty one")
    func unreadable() {
        folder.makeFolder("alarmd.conf")
        let result = ConfigurationReader(path: folder.file("alarmd.conf")).read()
        #expect(result.isUnreadable)
        #expect(result.problems.count == 1)
        folder.write([0xFF, 0xFE, 0x00], to: "other.conf")
        #expect(ConfigurationReader(path: folder.file("other.conf")).read().isUnreadable)
    }
}
