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

    @Test("presents the newer over the older, in a stack")
    func presents() throws {
        let parent = try started("p")
        let children = ["a", "b", "c"].map { controller($0) }
        for child in children { try parent.present(child) }
        #expect(parent.presented === children[2])
        #expect(
            parent.presentedStack.map { ($0 as? RecordingController)?.name } == ["c", "b", "a"])
        #expect(children.allSatisfy { $0.presenting === parent })
        parent.dismiss(children[1])
        #expect(children[1].presenting == nil && children[1].state == .stopped)
        #expect(parent.presented === children[2])
        parent.dismiss(children[2])
        #expect(parent.presented === children[0])
        parent.removeChild(children[0])
        #expect(parent.presented == nil)
    }

    @Test("starts, appears and completes; disappears, stops and completes, in this order")
    func completes() throws {
        let parent = try started("p")
        let child = controller("c")
        try parent.present(child) { recording.add("presented") }
        parent.dismiss(child) {
            #expect(child.state == .stopped && child.parent == nil)
            recording.add("dismissed")
        }
        parent.dismiss(child) { recording.add("dismissed again") }
        #expect(
            recording.events == [
                "c started", "c appears", "presented", "c disappears", "c will stop", "c stopped",
                "dismissed",
            ])
    }

    @Test("completes when what takes its time has appeared, and has disappeared, and once")
    func completesLater() throws {
        let parent = try started("p")
        let child = controller("c")
        child.takesTime = true
        try parent.present(child) { recording.add("presented") }
        #expect(recording.events == ["c started", "c appears"])
        child.finishAppearing()
        child.finishAppearing()
        #expect(recording.events.suffix(1) == ["presented"])
        recording.events = []
        parent.dismiss(child) { recording.add("dismissed") }
        #expect(parent.presented == nil, "it is out of the stack at once")
        #expect(child.parent === parent && child.state == .started, "but works until it is gone")
        #expect(recording.events == ["c disappears"])
        child.finishDisappearing()
        child.finishDisappearing()
        #expect(recording.events == ["c disappears", "c will stop", "c stopped", "dismissed"])
    }

    @Test("does not complete a presentation that is dismissed before it appeared")
    func dismissedEarly() throws {
        let parent = try started("p")
        let child = controller("c")
        child.takesTime = true
        try parent.present(child) { recording.add("presented") }
        parent.dismiss(child)
        child.finishAppearing()
        #expect(!recording.events.contains("presented"))
    }

    @Test("completes nothing once it is stopped, and stops at once what was still to disappear")
    func stopped() throws {
        let parent = try started("p")
        let (appearing, leaving) = (controller("a"), controller("l"))
        for child in [leaving, appearing] {
            child.takesTime = true
            try parent.present(child) { recording.add("presented") }
        }
        parent.dismiss(leaving) { recording.add("dismissed") }
        parent.stop()
        appearing.finishAppearing()
        leaving.finishDisappearing()
        #expect(appearing.state == .stopped && leaving.state == .stopped)
        #expect(!recording.events.contains("presented") && !recording.events.contains("dismissed"))
    }

    @Test("does not present what fails to start")
    func failingPresentation() throws {
        let parent = try started("p")
        let first = controller("a")
        try parent.present(first)
        recording.events = []
        #expect(throws: Refusal.self) {
            try parent.present(controller("b", failing: true)) { recording.add("presented") }
        }
        #expect(recording.events == ["b started"])
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
