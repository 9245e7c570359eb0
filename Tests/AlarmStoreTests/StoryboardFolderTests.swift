// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmStore
import Glibc
import TestSupport
import Testing

@Suite("The folders of storyboards")
struct StoryboardFolderTests {
    private let folder = TemporaryFolder()

    @Test("that cannot be read says why, once, and what mends it")
    func unreadableFile() throws {
        let reader = StoryboardReader(folders: [folder.path])
        folder.makeFolder("folder.storyboard")
        folder.write(Array(repeating: 0x23, count: (256 << 10) + 1), to: "large.storyboard")
        #expect(unsafe symlink("/no/such", "\(folder.path)/link.storyboard") == 0)
        #expect(unsafe mkfifo("\(folder.path)/fifo.storyboard", 0o600) == 0)
        #expect(reader.names == ["fifo", "folder", "large", "link"])
        for (name, expected) in [
            ("folder", "it is a folder, and should be a file; move it away"),
            ("large", "it is larger than 256 KiB; leave some of it out"),
            (
                "link",
                "it is a link to /no/such, which is not there; make that file, or remove the link"
            ),
            ("fifo", "it is not a regular file; move it away"),
        ] {
            let found = reader.read(name)
            let read = try #require(found, "\(name)")
            #expect(
                read.problems.map(\.description) == [
                    "\(folder.path)/\(name).storyboard: \(expected)"
                ])
            #expect(read.problems.flatMap { CatalogTemplate.missing(of: $0.text) } == [])
        }
        #expect(reader.read("none") == nil)
    }

    @Test("is found in the first folder that has it, and only by a name")
    func folders() throws {
        for name in ["own", "shared"] { folder.makeFolder(name) }
        let text = "[Storyboard]\ninitial = a\n[Scene a]\nvolume = "
        folder.write(Array((text + "1").utf8), to: "own/a.storyboard")
        folder.write(Array((text + "2").utf8), to: "shared/a.storyboard")
        folder.write(Array((text + "3").utf8), to: "shared/b.storyboard")
        for other in [".c.storyboard", "d.conf", "none.storyboard"] {
            folder.write(Array(text.utf8), to: "own/\(other)")
        }
        let reader = StoryboardReader(folders: ["own", "shared", "gone"].map(folder.file))
        #expect(reader.names == ["a", "b"])
        #expect(reader.read("a")?.storyboard?.initialScene?.volume == 1)
        #expect(reader.read("b")?.storyboard?.initialScene?.volume == 3)
        for name in ["c", "../own/a", "none", ""] { #expect(reader.read(name) == nil) }
    }

    @Test("that cannot be read says so, and does not make way for another of its name")
    func unreadable() throws {
        for name in ["own", "shared"] { folder.makeFolder(name) }
        folder.makeFolder("own/a.storyboard")
        folder.write(Array(StoryboardFileTests.good.utf8), to: "shared/a.storyboard")
        let reader = StoryboardReader(folders: ["own", "shared"].map(folder.file))
        let read = try #require(reader.read("a"))
        #expect(read.storyboard == nil)
        #expect(read.problems.map(\.file) == [folder.file("own/a.storyboard")])
    }

    @Test("is told not to be found where its folder cannot be read, or its name is none")
    func unfound() {
        folder.makeFolder("own")
        folder.write([], to: "shared")
        for name in ["b.storyboard", "none.storyboard", "a b.storyboard", "x\u{202E}.storyboard"] {
            folder.write(Array(StoryboardFileTests.good.utf8), to: "own/\(name)")
        }
        let list = StoryboardReader(folders: ["own", "shared", "gone"].map(folder.file)).list()
        #expect(list.names == ["b"])
        #expect(
            list.problems.map(\.file)
                == [
                    "own/a b.storyboard", "own/none.storyboard", "own/.storyboard", "shared",
                ].map(folder.file), "\(list)")
    }

    @Test(
        "is looked for beside the configuration, then in /etc, then where the program was installed"
    )
    func places() {
        let reader = StoryboardReader(
            besideConfiguration: "/home/ann/.config/alarmd/alarmd.conf",
            programPath: "/opt/wecker/sbin/alarmd")
        #expect(
            reader.folders == [
                "/home/ann/.config/alarmd/storyboards", "/etc/alarmd/storyboards",
                "/opt/wecker/share/alarmd/storyboards", "/usr/local/share/alarmd/storyboards",
                "/usr/share/alarmd/storyboards",
            ])
        let system = StoryboardReader(
            besideConfiguration: "/etc/alarmd/alarmd.conf", programPath: "/usr/sbin/alarmd")
        #expect(
            system.folders == [
                "/etc/alarmd/storyboards", "/usr/share/alarmd/storyboards",
                "/usr/local/share/alarmd/storyboards",
            ])
    }
}
