// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import TestSupport
import Testing

@testable import AlarmStore

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
        ("[calendar]\nholidays = /a b.ics", { $0.holidays == "/a b.ics" }),
        ("[calendar]\nholidays = none", { $0.holidays == nil }),
        ("[control]\nreaders = yes", { $0.admitsReaders }),
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
            ("[ring]\nvolum = 3", "volum", "no such key"),
            ("[ring]\nsound = \"a b\"", "sound", "without quotes"),
            ("[output]\ndevices =", "devices", "ALSA"),
            ("[input x]\nalarm = no/such", "alarm", "the id of an alarm, or next"),
        ])
    func wrong(text: String, key: String, expected: String) throws {
        let result = read(text)
        let problem = try #require(result.problems.first)
        #expect(result.problems.count == 1)
        #expect(problem.file == folder.file("alarmd.conf"))
        #expect(problem.line == 2)
        #expect(problem.key == key)
        #expect(problem.message.description.contains(expected), "\(problem)")
        #expect(CatalogTemplate.missing(of: problem.text) == [])
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

    @Test(
        "says what mends what is wrong",
        arguments: [
            ("[ring]\nvolum = 3", "did you mean volume?"),
            ("[ring]\ngarble = 3", "there are sound, volume, fade"),
            ("[rings]\nvolume = 3", "did you mean [ring]?"),
            ("[calender]\nholidays = x", "did you mean [calendar]?"),
            (
                "[garble]\nholidays = x",
                "there are [calendar], [control], [hands], [input NAME], [mixer], [output], [ring], [run], [time]"
            ),
            ("[ring]\nfade = 30", "write 30s or 30m"),
            ("[ring]\ntimeout = 10", "write 10m"), ("[output]\nbuffer = 200", "write 200ms"),
            ("[ring]\nsnooze = 9 min", "write snooze = 9min"),
            ("[ring]\nvolume = 80 # loud", "write volume = 80"),
            ("[ring]\nvolume = 80 ; loud", "a comment has a line of its own"),
            ("[ring]\nsound = \"/a b.ogg\"", "write sound = /a b.ogg"),
            ("[time]\ngap = Skip", "write gap = skip"),
            ("[time]\ngap = aftr", "did you mean after?"),
            ("[ring]\nfade =", "fade has its default"),
            ("[mixer]\nfloor = 60\nceiling = 50", "a floor of 50 at most"),
        ])
    func remedies(text: String, remedy: String) throws {
        let result = read(text)
        let problem = try #require(result.problems.first)
        #expect(result.problems.count == 1)
        #expect(problem.remedy?.description.contains(remedy) == true, "\(problem)")
        #expect(CatalogTemplate.missing(of: problem.text) == [])
        // What is wrong with a section is told with its own line.
        let line = remedy.contains("[") ? 1 : 2
        #expect("\(problem)".hasPrefix("\(folder.file("alarmd.conf")):\(line): "))
        #expect(result.configuration == Configuration())
    }

    @Test("takes a word for nothing at all")
    func words() {
        let result = read(
            "[ring]\nsound = built-in\nstoryboard = none\n[time]\nzone = machine\n"
                + "[mixer]\nelement = none")
        #expect(result.problems.isEmpty)
        #expect(result.configuration == Configuration())
    }

    @Test("takes no key that is set twice, and leaves what an earlier file says")
    func twice() {
        folder.makeFolder("alarmd.conf.d")
        folder.write("[ring]\nvolume = 20\nvolume = 30", to: "alarmd.conf.d/a.conf")
        let result = read("[ring]\nvolume = 40\nretries = 1\nretries = 1")
        #expect(result.problems.map(\.line) == [4, 3])
        #expect(result.configuration.ring.volume == 40)
        #expect(result.configuration.ring.retries == 2)
    }

    @Test("does not drown who reads it in problems")
    func bounded() {
        let result = read("[ring]\n" + String(repeating: "nonsense\n", count: 10_000))
        #expect(result.problems.count == INI.faultLimit)
    }

    @Test("tells where a value stands that only shows to be wrong when it is used")
    func origin() {
        let result = read("[time]\n\nzone = Europe/Belrin")
        let problem = result.problem(section: "time", key: "zone", message: "there is no such zone")
        #expect(
            "\(problem)" == "\(folder.file("alarmd.conf")):3: zone: there is no such zone")
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

    @Test("that a person named must be there, and a link to nothing is not nothing")
    func required() {
        let path = folder.file("mine.conf")
        #expect(!ConfigurationReader(path: path).read().isUnreadable)
        #expect(ConfigurationReader(path: path, isRequired: true).read().isUnreadable)
        folder.link("mine.conf", to: "/nonexistent/alarmd.conf")
        #expect(ConfigurationReader(path: path).read().isUnreadable)
    }

    @Test("last accepted is taken where a file cannot be read, and only then")
    func accepted() throws {
        let state = StateFolder(path: folder.path)
        #expect(state.acceptedConfiguration() == nil)
        let good = read("[ring]\nvolume = 33\n[output]\ndevices = a b\n[mixer]\nfloor = 7")
        folder.write(StateFolder.acceptedBytes(good), to: StateFolder.acceptedFileName)
        let kept = try #require(state.acceptedConfiguration())
        #expect(ConfigurationReader.read(accepted: kept) == good.configuration)
        let reader = ConfigurationReader(path: folder.file("alarmd.conf"))
        let changed = read("[ring]\nvolume = 44\nfade = x")
        #expect(changed.configuration.ring.volume == 44)
        #expect(reader.read(orAccepted: kept).configuration.ring.volume == 44)
        folder.makeFolder("alarmd.conf.d")
        folder.makeFolder("alarmd.conf.d/x.conf")
        let result = reader.read(orAccepted: kept)
        #expect(result.isLastAccepted)
        #expect(result.configuration == good.configuration)
        #expect(result.problems.count == 2)
        #expect(reader.read(orAccepted: nil).configuration.ring.volume == 44)
    }

    @Test(
        "of a user is where the environment says",
        arguments: [
            (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c/alarmd/alarmd.conf"),
            (["HOME": "/h"], "/h/.config/alarmd/alarmd.conf"),
            (["XDG_CONFIG_HOME": "c", "HOME": "/h"], "/h/.config/alarmd/alarmd.conf"),
            (["XDG_CONFIG_HOME": "", "HOME": ""], nil), ([:], nil),
        ] as [([String: String], String?)])
    func user(environment: [String: String], path: String?) {
        #expect(ConfigurationReader.userPath(environment: environment) == path)
        let state = StateFolder.userPath(environment: environment)
        #expect((state == nil) == (path == nil))
    }
}
