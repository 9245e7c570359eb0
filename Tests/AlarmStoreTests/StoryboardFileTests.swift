// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmStore
import TestSupport
import Testing

@Suite("A storyboard's file")
struct StoryboardFileTests {
    private let folder = TemporaryFolder()

    private func read(_ text: String) throws -> ReadStoryboard {
        folder.write(Array(text.utf8), to: "x.storyboard")
        return try #require(StoryboardReader(folders: [folder.path]).read("x"))
    }

    static let good = """
        # A comment
        [Storyboard]
        initial = soft

        [Scene soft]
        sound = birds
        volume = 40 %
        fade = 10m

        [Scene loud]
        sound = /srv/my klaxon.wav
        volume = 100
        fade = 0
        output = hw:1 plughw:CARD=PCH,DEV=0
        hold = 2s
        message = Get up, please

        [Segue give-up]
        from = soft
        on = unanswered 5m
        to = loud
        transition = crossfade 5s

        [Segue third]
        from = soft
        on = snooze 3
        to = loud

        [Segue stop]
        from = loud
        on = key KEY_ENTER
        to = end

        """

    @Test("is read whole")
    func whole() throws {
        let read = try read(Self.good)
        #expect(read.problems == [])
        let loud = Scene(
            id: "loud", sound: "/srv/my klaxon.wav", volume: 100, fade: .zero,
            outputs: ["hw:1", "plughw:CARD=PCH,DEV=0"], hold: .seconds(2),
            message: "Get up, please")
        let expected = Storyboard(
            initial: "soft",
            scenes: [Scene(id: "soft", sound: "birds", volume: 40, fade: .seconds(600)), loud],
            segues: [
                Segue(
                    id: "give-up", from: "soft", on: .unanswered(after: .seconds(300)), to: "loud",
                    transition: .crossfade(.seconds(5))),
                Segue(id: "third", from: "soft", on: .snooze(3), to: "loud"),
                Segue(id: "stop", from: "loud", on: .key(name: "KEY_ENTER", code: 28), to: nil),
            ])
        #expect(read.storyboard == expected)
    }

    /// A text, each of its lines beginning with its number, and what is said about it.
    static let faults: [(String, [String])] = [
        (
            "",
            [
                ": initial: no initial scene is named; write initial = ID in [Storyboard], and a section [Scene ID]"
            ]
        ),
        (
            "[Scene a]\nvolume = 3",
            [": initial: no initial scene is named; write initial = a in [Storyboard]"]
        ),
        (
            "[Storyboard]\n[Scene a]",
            [":1: initial: no initial scene is named; write initial = a in [Storyboard]"]
        ),
        (
            "[Storyboard]\ninitial = sofd\n[Scene soft]",
            [":2: initial: there is no scene sofd; did you mean soft?"]
        ),
        (
            "[Storyboard]\ninitial = a",
            [":2: initial: there is no scene a; write a section [Scene a]"]
        ),
        (
            "[Storyboard]\ninitial = a\n[Scene a]\n[Segue s]\nfrom = b\non = failed\nto = end",
            [":5: from: there is no scene b; did you mean a?"]
        ),
        (
            "[Storyboard]\ninitial = a\n[Scene a]\n[Segue s]\nfrom = a\non = failed\nto = klaxon",
            [":7: to: there is no scene klaxon; there are a"]
        ),
        (
            """
            [Storyboard]
            initial = a
            [Scene a]
            [Segue s]
            from = a
            on = unanswered 5m
            to = end
            [Segue t]
            from = a
            on = unanswered 7m
            to = end
            """,
            [":10: on: the scene a has two segues for unanswered 7m; keep one of s and t"]
        ),
        (
            "[Storyboard]\ninitial = a\n[Scene a]\n[Scene b]",
            [":4: no segue leads to the scene b; write a segue with to = b, or leave the scene out"]
        ),
        (
            "[Storyboard]\ninitial = a\n[Scene a]\n[Segue s]\nfrom = a\non = dismiss\nto = a",
            [
                ":3: the scene a can never end; "
                    + "let a segue from it lead to end, or leave out its segue on dismiss"
            ]
        ),
        (
            "[Storyboard]\ninitial = a\n[Scene a]\n[Segue s]\nfrom = a\non = unanswered 5m\nto = a",
            [
                ":7: to: the scene a would ring for ever where nobody answers; "
                    + "write to = end, or leave the segue out: timeout and retries end the ring then"
            ]
        ),
        (
            """
            [Storyboard]
            initial = a
            [Scene a]
            [Scene b]
            [Segue s]
            from = a
            on = failed
            to = b
            [Segue t]
            from = b
            on = failed
            to = a
            """,
            [
                ":12: to: the scenes a, b would fail over and over; let one of them have no "
                    + "segue on failed: the built-in tone and the next output are tried then"
            ]
        ),
        (
            """
            [Storyboard]
            initial = a
            [Scene a]
            [Scene b]
            [Segue s]
            from = a
            on = unanswered 1s
            to = b
            [Segue t]
            from = b
            on = failed
            to = a
            """,
            [
                ":12: to: the scenes a, b would ring for ever where nobody answers and one fails; "
                    + "write to = end, or leave the segue out"
            ]
        ),
        (
            "[Storyboard]\ninitial = a\ninitail = b\n[Scene a]",
            [":3: initail: [Storyboard] has no such key; did you mean initial?"]
        ),
        (
            "[Storyboard]\ninitial = a\n[Scene a]\nloudness = 3",
            [
                ":4: loudness: [Scene a] has no such key; "
                    + "there are sound, volume, fade, output, hold, message"
            ]
        ),
        (
            "[Storyboard]\ninitial = a\n[Scene a]\nvolume = 101\nfade = 30\nhold = 2 s\nsound = \"x\"",
            [
                ":4: volume: \"101\" is not percent from 1 to 100",
                ":5: fade: \"30\" is not a duration with its unit from 0 to 1h, such as 90s or 25m; "
                    + "write 30s or 30m",
                ":6: hold: \"2 s\" is not a duration with its unit from 0 to 1m, such as 90s or "
                    + "25m; write hold = 2s",
                ":7: sound: \"\"x\"\" is not a name without quotes, the path of a file, or built-in; "
                    + "write sound = x",
            ]
        ),
        (
            "[Storyboard]\ninitial = a\n[Scene a]\n[Segue s]\nfrom = a\non = unanswered 5\nto = end",
            [
                ":6: on: \"unanswered 5\" is not one of unanswered 5m, snooze, snooze 3, failed, "
                    + "dismiss, key KEY_ENTER; "
                    + "unanswered takes a duration with its unit from 1s to 3h"
            ]
        ),
        (
            """
            [Storyboard]
            initial = a
            [Scene a]
            [Segue s]
            from = a
            on = failed
            to = end
            transition = fade 2m
            """,
            [
                ":8: transition: \"fade 2m\" is not one of cut, fade 3s, crossfade 5s, "
                    + "from 100ms to 1m"
            ]
        ),
        (
            "[Storyboard]\ninitial = a\n[Scene a]\n[Segue s]\nfrom = a\non = failed",
            [
                ":4: to: the segue s has no to; "
                    + "write to = … in [Segue s]: the id of a scene, or end"
            ]
        ),
        (
            "[Storyboard]\ninitial = a\n[Scene a]\n[Scene end]\n[Scene]\n[scene b]\n[Segue 1]\n[ring]",
            [
                ":4: [Scene end]: a scene's id may not be end, where a ring ends",
                ":5: there is no section [Scene]; did you mean [Scene ID]?",
                ":6: there is no section [scene b]; did you mean [Scene ID]?",
                ":7: [Segue 1] has no id that a segue may have; "
                    + "write a letter, then letters, digits, dots, underscores or hyphens",
                ":8: there is no section [ring]; there are [Storyboard], [Scene ID] and [Segue ID]",
            ]
        ),
        (
            "[Storyboard]\ninitial = a\n[Scene a]\n[Scene b]\n[Scene a]\nhold = 1m\n[Scene  b]\n[Storyboard]",
            [
                ":5: there is a second [Scene a], the first is in line 3; "
                    + "give it another id, or put its keys there",
                ":7: there is a second [Scene b], the first is in line 4; "
                    + "give it another id, or put its keys there",
                ":8: there is a second [Storyboard], the first is in line 1; put its keys there",
            ]
        ),
        (
            "[Storyboard]\ninitial = a\n[Scene a]\nhold = 2m\n",
            [
                ":4: hold: \"2m\" is not a duration with its unit from 0 to 1m, such as 90s or 25m"
            ]
        ),
        (
            "[Storyboard]\ninitial = a\n[Scene a]\nvolume = 3\nvolume = 4\nhello",
            [
                ":5: volume: it is set twice in [Scene a], first in line 4",
                ":6: expected key = value, [section], or a comment that begins with #",
            ]
        ),
    ]

    @Test(
        "says what a segue may be taken on, where it is nearly that",
        arguments: [
            ("unanswered 4h", "unanswered takes a duration with its unit from 1s to 3h"),
            ("unanswered 0", "unanswered takes a duration with its unit from 1s to 3h"),
            ("snooze 0", "snooze takes a number from 1 to 1000, or none"),
            ("snooze three", "snooze takes a number from 1 to 1000, or none"),
            (
                "key ENTER",
                "keys are called as libevdev2 calls them, KEY_ENTER or BTN_0; evtest shows their names"
            ),
            ("unanswerd 5m", "did you mean unanswered 5m?"), ("Dismiss", "did you mean dismiss?"),
            ("sleep", nil),
        ] as [(String, String?)])
    func cues(cue: String, remedy: String?) throws {
        let read = try read(
            "[Storyboard]\ninitial = a\n[Scene a]\n[Segue s]\nfrom = a\non = \(cue)\nto = end")
        #expect(read.problems.map { $0.remedy?.description } == [remedy])
    }

    @Test("that is wrong says file, line, what, and how to mend it, and is none", arguments: faults)
    func fault(_ text: String, _ expected: [String]) throws {
        let read = try read(text)
        #expect(read.problems.map(\.description) == expected.map { read.path + $0 })
        #expect(read.problems.flatMap { CatalogTemplate.missing(of: $0.text) } == [])
        #expect(read.storyboard == nil)
    }

    @Test(
        "has at most 100 scenes and 500 segues, and says once that it has more",
        arguments: [
            ("Scene", 100, nil), ("Scene", 101, ":102: it has more than 100 scenes"),
            ("Scene", 10_000, ":102: it has more than 100 scenes"), ("Segue", 500, nil),
            ("Segue", 501, ":502: it has more than 500 segues"),
            ("Segue", 10_000, ":502: it has more than 500 segues"),
        ] as [(String, Int, String?)])
    func limits(kind: String, count: Int, expected: String?) throws {
        let sections = (1...count).map { "[\(kind) s\($0)]\n" }.joined()
        let read = try read("[Storyboard]\n" + sections)
        let told = read.problems.map(\.description).filter { $0.contains("more than") }
        #expect(told.count == (expected == nil ? 0 : 1), "\(told)")
        if let expected {
            #expect(told.first?.contains(expected + "; leave some of them out") == true, "\(told)")
        }
    }

    @Test(
        "tells its first three faults in a line, and how many more there are",
        arguments: [
            (2, [":5: x1: ", ":6: x2: "]), (3, [":5: x1: ", ":6: x2: ", ":7: x3: "]),
            (4, [":5: x1: ", ":6: x2: ", ":7: x3: ", "1 more is told by alarmd --check"]),
            (9, [":5: x1: ", ":6: x2: ", ":7: x3: ", "6 more are told by alarmd --check"]),
        ])
    func firstFaults(count: Int, told: [String]) throws {
        let keys = (1...count).map { "x\($0) = 1" }.joined(separator: "\n")
        let read = try read("[Storyboard]\ninitial = a\n[Scene a]\nfade = 0\n\(keys)")
        let texts = read.problems.firstTold.map(\.description)
        #expect(texts.count == told.count)
        for (text, expected) in zip(texts, told) { #expect(text.contains(expected), "\(text)") }
    }

    @Test("a scene that a dismiss leads back to may end by itself, or by another answer")
    func endsOtherwise() throws {
        let dismissed =
            "[Storyboard]\ninitial = a\n[Scene a]\n[Segue s]\nfrom = a\non = dismiss\nto = a\n"
        for cue in ["unanswered 20s", "key KEY_A", "snooze 2"] {
            let read = try read(dismissed + "[Segue t]\nfrom = a\non = \(cue)\nto = end\n")
            #expect(read.problems == [], "\(cue)")
        }
    }
}
