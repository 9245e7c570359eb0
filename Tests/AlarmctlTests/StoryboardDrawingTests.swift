// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmProtocol
import Testing

@testable import alarmctl

@Suite("The drawing of a storyboard") struct StoryboardDrawingTests {
    private static let board = StoryboardReply(
        file: "/etc/alarmd/storyboards/x.storyboard", faults: [], initial: "soft",
        scenes: [
            Wire.Scene(Scene(id: "last")),
            Wire.Scene(
                Scene(
                    id: "soft", sound: "birds", volume: 40, fade: .seconds(600),
                    outputs: ["hw:1"])),
            Wire.Scene(
                Scene(id: "loudest", fade: .zero, hold: .seconds(2), message: "Get up")),
        ],
        segues: [
            Segue(
                id: "a", from: "soft", on: .unanswered(after: .seconds(600)), to: "loudest",
                transition: .crossfade(.seconds(5))),
            Segue(id: "b", from: "soft", on: .snooze(3), to: "loudest"),
            Segue(id: "c", from: "loudest", on: .dismiss, to: "last"),
            Segue(id: "d", from: "loudest", on: .snooze(nil), to: nil),
        ].map { Wire.Segue($0) })

    private static func text(_ reply: StoryboardReply) -> String {
        StoryboardDrawing(reply, named: "x").lines.map { $0.rendered(inColor: false) }
            .joined(separator: "\n")
    }

    @Test("shows each scene from the first on, and where everything leads from it")
    func whole() {
        #expect(
            Self.text(Self.board) == """
                x  /etc/alarmd/storyboards/x.storyboard

                ● soft     birds, 40 %, fade 10 min, on hw:1
                ├─ unanswered 10m ──▶ loudest, crossfade 5s
                ├─ snooze 3 ──▶ loudest
                ├─ snooze ──▶ soft
                ╰─ dismiss ──▶ end

                ○ loudest  the alarm's sound, no fade, held for 2 s to stop, “Get up”
                ├─ dismiss ──▶ last
                ├─ snooze ──▶ end
                ╰─ unanswered ──▶ retries, then missed

                ○ last     the alarm's sound
                ├─ unanswered ──▶ retries, then missed
                ├─ snooze ──▶ last
                ╰─ dismiss ──▶ end
                """)
    }

    @Test("of one with faults shows these")
    func faults() {
        let reply = StoryboardReply(
            file: "/x", faults: ["/x:1: a", "/x:2: b"].map { Wire.Fault(Message(verbatim: $0)) },
            initial: nil, scenes: [], segues: [])
        #expect(Self.text(reply) == "x  /x\n/x:1: a\n/x:2: b")
    }

    @Test(
        "is asked for by show and a name",
        arguments: [
            (["storyboards", "gentle"], "alarmctl storyboards show gentle draws it"),
            (["storyboards", "show"], "alarmctl storyboards lists them"),
        ])
    func usage(words: [String], hint: String) throws {
        let run = try ToolRun.run(words)
        #expect(run.status == 2)
        #expect(run.errors.contains(hint), "\(run.errors)")
    }
}
