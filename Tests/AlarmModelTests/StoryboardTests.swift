// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("A storyboard")
struct StoryboardTests {
    private static let board = Storyboard(
        initial: "soft", scenes: [Scene(id: "soft"), Scene(id: "loud"), Scene(id: "last")],
        segues: [
            Segue(id: "a", from: "soft", on: .unanswered(after: .seconds(60)), to: "loud"),
            Segue(id: "b", from: "soft", on: .snooze(nil), to: "soft"),
            Segue(id: "c", from: "soft", on: .snooze(3), to: "loud"),
            Segue(id: "d", from: "soft", on: .failed, to: "loud"),
            Segue(id: "e", from: "loud", on: .dismiss, to: "last"),
            Segue(id: "f", from: "loud", on: .key(name: "KEY_A", code: 30), to: nil),
            Segue(id: "g", from: "last", on: .snooze(2), to: nil),
        ])

    /// Everything that can happen, and what it leads to from each scene.
    ///
    /// A `-` where the storyboard says nothing, and the ring does what it would without one.
    static let table: [(String, [String])] = [
        ("soft", ["a loud", "b soft", "b soft", "c loud", "d loud", "-", "-", "-"]),
        ("loud", ["-", "-", "-", "-", "-", "e last", "f end", "-"]),
        ("last", ["-", "-", "g end", "-", "-", "-", "-", "-"]),
        ("gone", ["-", "-", "-", "-", "-", "-", "-", "-"]),
    ]

    private static let events: [SceneEvent] = [
        .unanswered, .snooze(1), .snooze(2), .snooze(3), .failed, .dismiss, .key(30), .key(31),
    ]

    @Test(
        "leads where the table says, from every scene on everything that happens", arguments: table)
    func moves(_ scene: String, _ expected: [String]) {
        let moves = Self.events.map { event in
            Self.board.segue(from: scene, on: event).map { "\($0.id) \($0.to ?? "end")" } ?? "-"
        }
        #expect(moves == expected)
        #expect(Self.board.patience(in: scene) == (scene == "soft" ? .seconds(60) : nil))
    }

    @Test("that can be followed has no fault")
    func noFault() {
        #expect(Self.board.faults == [])
        #expect(Self.board.initialScene?.id == "soft")
    }

    @Test(
        "writes its cues as they are read",
        arguments: [
            (SegueCue.unanswered(after: .seconds(90)), "unanswered 1m30s"),
            (.snooze(nil), "snooze"), (.snooze(3), "snooze 3"), (.failed, "failed"),
            (.dismiss, "dismiss"), (.key(name: "KEY_A", code: 30), "key KEY_A"),
        ])
    func cue(_ cue: SegueCue, _ text: String) {
        #expect(cue.description == text)
    }

    @Test(
        "has a name that is no path, and not the word for none",
        arguments: [
            ("gentle", true), ("my-own.v2", true), ("", false), ("../x", false), ("a/b", false),
            (".hidden", false), ("none", false), ("7up", false),
            (String(repeating: "a", count: 65), false),
        ])
    func name(_ name: String, _ isOne: Bool) {
        #expect((Storyboard.fault(inName: name) == nil) == isOne)
    }

    @Test("a scene says only what it says; the rest is the alarm's")
    func staged() {
        let ring = ResolvedRing(sound: "birds", volume: 40, fade: .seconds(10))
        #expect(ring.staged(in: nil) == ring)
        #expect(ring.staged(in: Scene(id: "a", outputs: ["hw:1"])) == ring)
        let loud = ring.staged(in: Scene(id: "a", sound: "klaxon", volume: 100))
        #expect(loud == ResolvedRing(sound: "klaxon", volume: 100, fade: .seconds(10)))
    }
}
