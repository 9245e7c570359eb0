// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import TestSupport
import Testing

@Suite("alarmd --check of storyboards")
struct CheckTests {
    /// A storyboard of one scene with this sound, and this segue from it to the end.
    private static func storyboard(sound: String, on cue: String, _ more: String = "") -> String {
        """
        [Storyboard]
        initial = a
        [Scene a]
        sound = \(sound)
        \(more)
        [Segue s]
        from = a
        on = \(cue)
        to = end
        run = /no/such/program

        """
    }

    /// What `--check` says where a storyboard has this text.
    private static func check(_ text: String, configuration: String = "") throws -> String {
        let daemon = try Daemon(configuration: configuration)
        try #require(unsafe mkdir("\(daemon.folder)/storyboards", 0o755) == 0)
        daemon.rig.write(Array(text.utf8), to: "storyboards/x.storyboard")
        try #require(
            unsafe symlink("/no/such/file", "\(daemon.folder)/storyboards/link.storyboard") == 0)
        let outcome = try daemon.runAnother(["--check"])
        #expect(outcome.status == 1)
        return outcome.errors
    }

    @Test("tells commands, sounds and keys that are not there, and what would follow")
    func names() throws {
        let told = try Self.check(Self.storyboard(sound: "/no/such.wav", on: "failed"))
        for expected in [
            "x.storyboard:4: sound: /no/such.wav: there is no such file; the ring would end at once",
            "x.storyboard:10: run: /no/such/program is no program that can be run",
            "link.storyboard: it is a link to /no/such/file, which is not there; "
                + "make that file, or remove the link",
        ] {
            #expect(told.contains(expected), "\(told)")
        }
        let other = try Self.check(Self.storyboard(sound: "/no/such.wav", on: "dismiss"))
        #expect(other.contains("the alarm's own sound would ring instead"), "\(other)")
    }

    @Test("tells them beside other faults, in the order of the lines")
    func faults() throws {
        let told = try Self.check(
            Self.storyboard(sound: "/no/such.wav", on: "failed", "loudness = 3"))
        let lines = told.split(separator: "\n").filter { $0.contains("x.storyboard:") }
        let places = lines.compactMap {
            $0.split(separator: "x.storyboard:").last?.prefix { $0 != ";" }
        }
        #expect(
            places == [
                "4: sound: /no/such.wav: there is no such file",
                "5: loudness: [Scene a] has no such key",
                "10: run: /no/such/program is no program that can be run",
            ], "\(told)")
    }

    @Test("tells a key that no input has, and not where there is one")
    func keys() throws {
        let text = Self.storyboard(sound: "built-in", on: "key KEY_ENTER")
        let expected =
            "x.storyboard:8: on: nothing here has a key KEY_ENTER; "
            + "name the device in a section [input NAME] of alarmd.conf"
        let told = try Self.check(text)
        #expect(told.contains(expected), "\(told)")
        let input = "[input keys]\ndevice = /dev/input/event0\n"
        #expect(try !Self.check(text, configuration: input).contains("KEY_ENTER"))
    }
}
