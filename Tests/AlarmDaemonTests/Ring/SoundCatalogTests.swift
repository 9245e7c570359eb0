// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import PlayerProtocol
import TestSupport
import Testing

@testable import AlarmDaemon

@Suite("What a person calls a sound")
struct SoundCatalogTests {
    private let catalog = SoundCatalog(folders: ["/own", "/all"])

    @Test(
        "is a path, an address of a file here, a name, or the built-in tone",
        arguments: [
            ("/srv/a.wav", Sound.file("/srv/a.wav")),
            ("/srv/%41.wav", .file("/srv/%41.wav")),
            ("file:///srv/a.wav", .file("/srv/a.wav")),
            ("file://localhost/srv/a.wav", .file("/srv/a.wav")),
            ("file:///srv/two%20words%2F%C3%A4.wav", .file("/srv/two words/ä.wav")),
            ("file:///srv/100%25.wav", .file("/srv/100%.wav")),
            ("dawn", .named("dawn", in: ["/own", "/all"])),
            ("built-in", .builtInTone),
            // What is none of these is a name that no folder has, so that it is refused by what was written.
            (
                "file://elsewhere/srv/a.wav",
                .named("file://elsewhere/srv/a.wav", in: ["/own", "/all"])
            ),
            ("file:///srv/%zz.wav", .named("file:///srv/%zz.wav", in: ["/own", "/all"])),
            ("file:///srv/%4", .named("file:///srv/%4", in: ["/own", "/all"])),
            ("file:///srv/%00", .named("file:///srv/%00", in: ["/own", "/all"])),
            ("file:///srv/%ff", .named("file:///srv/%ff", in: ["/own", "/all"])),
            ("http://host/a.mp3", .named("http://host/a.mp3", in: ["/own", "/all"])),
        ])
    func words(text: String, sound: Sound) {
        #expect(catalog.sound(catalog.word(text)) == sound)
    }

    @Test(
        "is looked for in the user's folder, the installed one, and the machine's",
        arguments: [
            (
                ["HOME": "/home/a"], "/usr/sbin/alarmd",
                ["/home/a/.local/share", "/usr/share", "/usr/local/share"]
            ),
            (
                ["HOME": "/home/a", "XDG_DATA_HOME": "/data"], "/usr/local/sbin/alarmd",
                ["/data", "/usr/local/share", "/usr/share"]
            ),
            (
                ["XDG_DATA_HOME": "no path"], "/opt/wecker/sbin/alarmd",
                ["/opt/wecker/share", "/usr/local/share", "/usr/share"]
            ),
            ([:], nil, ["/usr/local/share", "/usr/share"]),
        ] as [([String: String], String?, [String])])
    func folders(environment: [String: String], program: String?, expected: [String]) {
        let catalog = SoundCatalog(environment: environment, programPath: program)
        #expect(catalog.folders == expected.map { "\($0)/alarmd/sounds" })
    }

    @Test(
        "is a folder where a file in it was opened for it",
        arguments: [
            ("/music", "/music/a.wav", true), ("/music/", "/music/a.wav", true),
            ("/music/a.wav", "/music/a.wav", false), ("/mus", "/music/a.wav", false),
            ("tunes", "/all/tunes/a.wav", true), ("tunes", "/all/tunes.wav", false),
        ])
    func folder(word: String, path: String, isFolder: Bool) {
        #expect(catalog.isFolder(word, of: path) == isFolder)
    }

    @Test("is listed once, without its ending, from all folders")
    func names() {
        let folder = TestSupport.TemporaryFolder()
        for name in ["own", "all"] { folder.makeFolder(name) }
        for path in [
            "own/dawn.wav", "own/.hidden", "all/dawn.opus", "all/bell.v2.flac", "all/plain",
        ] {
            folder.write("", to: path)
        }
        let catalog = SoundCatalog(
            folders: ["own", "nowhere", "all"].map { folder.file($0) })
        #expect(catalog.names == ["bell.v2", "dawn", "plain"])
    }
}

@Suite("The file that an alarm was heard with last")
struct LastFilesTests {
    @Test("is not taken again by that alarm, and does not matter to others")
    func perAlarm() throws {
        let files = LastFiles()
        let (morning, noon) = (try #require(AlarmID("morning")), try #require(AlarmID("midday")))
        #expect(files.shuffle(for: morning, of: nil).last == "")
        files.note("/music/a.wav", of: morning)
        #expect(files.shuffle(for: morning, of: nil).last == "/music/a.wav")
        #expect(files.file(of: morning) == "/music/a.wav" && files.file(of: noon) == nil)
        #expect(files.shuffle(for: noon, of: nil).last == "")
        #expect(files.shuffle(for: noon, of: nil).seed != files.shuffle(for: noon, of: nil).seed)
    }

    @Test("is not the one that was measured for its next ring, which is taken before all others")
    func chosen() throws {
        let files = LastFiles()
        let morning = try #require(AlarmID("morning"))
        files.choose("/music/b.wav", of: "/music")
        #expect(files.shuffle(for: morning, of: "/music").next == "/music/b.wav")
        #expect(files.shuffle(for: morning, of: "/other").next == "")
        #expect(files.shuffleToMeasure("/music").last == "/music/b.wav")
        files.note("/music/b.wav", of: morning)
        #expect(files.shuffle(for: morning, of: "/music").next == "")
    }
}
