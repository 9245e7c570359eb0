// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Testing

@testable import AlarmDaemon

@Suite("A controller")
struct ControllerTests {
    let recording = Recording()

    private func controller(_ name: String, failing: Bool = false) -> RecordingController {
        RecordingController(
            name, recording, failingWith: failing ? Refusal(description: "no") : nil)
    }

    private func started(_ name: String) throws -> RecordingController {
        let controller = controller(name)
        try controller.start()
        recording.events = []
        return controller
    }

    @Test("owns its children from their start to their stop")
    func owns() throws {
        let parent = try started("p")
        let child = controller("c")
        try parent.addChild(child)
        #expect(child.parent === parent)
        #expect(child.state == .started)
        parent.removeChild(child)
        parent.removeChild(child)
        #expect(child.parent == nil)
        #expect(child.state == .stopped)
        #expect(parent.children.isEmpty)
        #expect(recording.events == ["c started", "c will stop", "c stopped"])
    }

    @Test("takes a child over as it is, which then stops with its new parent")
    func adopts() throws {
        let (old, new) = (try started("o"), try started("n"))
        let child = controller("c")
        try old.addChild(child)
        recording.events = []
        new.adopt(child)
        #expect(child.parent === new && old.children.isEmpty && child.state == .started)
        old.stop()
        #expect(recording.events == ["o will stop", "o stopped"])
        new.stop()
        #expect(
            recording.events.suffix(4) == ["n will stop", "c will stop", "c stopped", "n stopped"])
    }

    @Test("does not keep a child that fails to start")
    func failingChild() throws {
        let parent = try started("p")
        let child = controller("c", failing: true)
        #expect(throws: Refusal.self) { try parent.addChild(child) }
        #expect(parent.children.isEmpty)
        #expect(child.parent == nil)
        #expect(child.state == .stopped)
        parent.stop()
        #expect(recording.events == ["c started", "p will stop", "p stopped"])
    }

    @Test("presents the newer over the older, which waits and appears again")
    func presents() throws {
        let parent = try started("p")
        let children = ["a", "b", "c"].map { controller($0) }
        for child in children { try parent.present(child) }
        #expect(parent.presented === children[2])
        #expect(
            parent.presentedStack.map { ($0 as? RecordingController)?.name } == ["c", "b", "a"])
        #expect(children[0].presenting === parent)
        recording.events = []
        parent.dismiss(children[1])
        #expect(recording.events == ["b will stop", "b stopped"], "it was covered")
        recording.events = []
        parent.dismiss(children[2])
        parent.dismiss(children[2])
        #expect(
            recording.events == [
                "c disappeared", "c will stop", "c stopped", "a appeared",
            ])
        #expect(children[2].presenting == nil)
        parent.removeChild(children[0])
        #expect(parent.presented == nil)
    }

    @Test("shows what is beneath again when what is presented fails to start")
    func failingPresentation() throws {
        let parent = try started("p")
        let first = controller("a")
        try parent.present(first)
        recording.events = []
        #expect(throws: Refusal.self) { try parent.present(controller("b", failing: true)) }
        #expect(recording.events == ["a disappeared", "b started", "a appeared"])
        #expect(parent.presented === first)
    }

    @Test("lets go of its children")
    func letsGo() throws {
        weak var child: RecordingController?
        let parent = try started("p")
        do {
            let made = controller("c")
            child = made
            try parent.present(made)
        }
        #expect(child != nil)
        parent.stop()
        #expect(child == nil)
    }
}
