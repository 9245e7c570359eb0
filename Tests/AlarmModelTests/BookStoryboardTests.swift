// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("A ring that follows a storyboard")
struct BookStoryboardTests {
    /// Soft for a minute, then loud until a dismiss leads to the last scene; the third snooze is loud at once.
    private static let board = Storyboard(
        initial: "soft",
        scenes: [
            Scene(id: "soft", volume: 30, fade: .zero),
            Scene(id: "loud", sound: "klaxon", volume: 100, message: "Up!"),
            Scene(id: "last"),
        ],
        segues: [
            Segue(
                id: "a", from: "soft", on: .unanswered(after: .seconds(60)), to: "loud",
                transition: .crossfade(.seconds(5))),
            Segue(id: "b", from: "soft", on: .snooze(2), to: "loud"),
            Segue(id: "c", from: "soft", on: .failed, to: "last"),
            Segue(id: "d", from: "loud", on: .dismiss, to: "last"),
            Segue(id: "e", from: "loud", on: .key(name: "KEY_A", code: 30), to: nil),
            Segue(id: "f", from: "last", on: .unanswered(after: .seconds(20)), to: nil),
            Segue(id: "g", from: "last", on: .snooze(nil), to: nil),
        ])

    private static let id = "a@2026-12-01T07:00"

    /// A book whose alarm rings, and follows the storyboard.
    private static func ringing(_ name: String? = "board") throws -> BookBench {
        var bench = BookBench("2026-12-01T06:00")
        bench.context.storyboards = { $0 == "board" ? board : nil }
        try bench.set("a", "07:00", ring: RingSettings(volume: 50, storyboard: name))
        #expect(
            bench.run(to: "2026-12-01T07:00") == [
                "due \(id) due", "present \(id) first",
            ])
        return bench
    }

    private static func scene(_ bench: BookBench) -> String? {
        bench.book.occurrence(occurrence(id))?.scene?.id
    }

    @Test("begins in the initial scene, which says what the alarm does not")
    func begins() throws {
        let bench = try Self.ringing()
        let ringing = try #require(bench.book.presented)
        #expect(ringing.scene == Self.board.initialScene)
        let soft = RingSettings(volume: 30, fade: .zero)
        #expect(ringing.staged == ringing.ring.overridden(by: soft))
    }

    @Test("has its scene's own time for an answer, and is presented as loud as that says")
    func presentation() throws {
        var bench = BookBench("2026-12-01T06:00")
        bench.context.storyboards = { _ in Self.board }
        try bench.set("a", "07:00", ring: RingSettings(storyboard: "board"))
        bench.now.wall = instant("2026-12-01T07:00")
        let effects = bench.book.advance(to: bench.now, because: .timer, in: bench.context)
        let presentations = effects.compactMap { effect -> Presentation? in
            if case .present(_, let presentation) = effect { presentation } else { nil }
        }
        #expect(
            presentations == [
                Presentation(manner: .first, volume: 30, fade: .zero, timeLeft: .seconds(60))
            ])
    }

    @Test("unanswered: goes on in the next scene, with a time of its own, and is no retry")
    func unanswered() throws {
        var bench = try Self.ringing()
        #expect(
            bench.unanswered(Self.id) == [
                "scene \(Self.id) scene", "segue \(Self.id) crossfade 5s at 100 for 600",
            ])
        #expect(bench.state("a") == .ringing)
        let ringing = try #require(bench.book.presented)
        #expect(ringing.scene?.id == "loud")
        #expect(ringing.retries == 0 && ringing.sounded == .zero)
        #expect(ringing.reason?.args["message"] == "Up!")
    }

    /// The words of the events that tell a scene.
    private static func told(_ effects: [Effect]) -> [String] {
        effects.compactMap { effect in
            guard case .event(let event) = effect, event.kind == .scene else { return nil }
            return event.reason?.words?.description
        }
    }

    @Test("tells the message of its scene each time that it begins to ring in it, and not before")
    func message() throws {
        var bench = BookBench("2026-12-01T06:00")
        var board = Self.board
        board.scenes[0].message = "Soon"
        bench.context.storyboards = { [board] _ in board }
        try bench.set("a", "07:00", ring: RingSettings(storyboard: "board"))
        bench.now.wall = instant("2026-12-01T07:00")
        func advance(_ bench: inout BookBench, by length: Duration) -> [String] {
            bench.now.sinceBoot += length
            bench.now.wall = bench.now.wall + length
            return Self.told(
                bench.book.advance(to: bench.now, because: .timer, in: bench.context))
        }
        #expect(advance(&bench, by: .zero) == ["in the scene soft: Soon"])
        for (expected, again) in [
            ([], ["in the scene soft: Soon"]),
            (["snooze 2 leads to the scene loud"], ["in the scene loud: Up!"]),
        ] {
            let answer = try bench.book.snooze(nil, at: bench.now, in: bench.context)
            #expect(Self.told(answer.effects) == expected)
            #expect(advance(&bench, by: .seconds(540)) == again)
        }
    }

    /// The fades of what is presented, or goes on in another scene.
    private static func fades(_ effects: [Effect]) -> [Duration] {
        effects.compactMap { effect in
            switch effect {
            case .present(_, let presentation), .segue(_, let presentation, _): presentation.fade
            default: nil
            }
        }
    }

    @Test(
        "fades in as its alarm does where it begins, and after a snooze, and not where it is heard already"
    )
    func fade() throws {
        var bench = BookBench("2026-12-01T06:00")
        var board = Self.board
        board.initial = "loud"
        board.segues.append(
            Segue(id: "h", from: "loud", on: .unanswered(after: .seconds(60)), to: "last"))
        board.segues.append(Segue(id: "i", from: "last", on: .failed, to: "soft"))
        bench.context.storyboards = { [board] _ in board }
        let ring = RingSettings(fade: .seconds(90), storyboard: "board")
        try bench.set("a", "07:00", ring: ring)
        bench.now.wall = instant("2026-12-01T07:00")
        #expect(
            Self.fades(bench.book.advance(to: bench.now, because: .timer, in: bench.context)) == [
                .seconds(90)
            ])
        let id = occurrence(Self.id)
        #expect(Self.fades(bench.book.unanswered(id, at: bench.now, in: bench.context)) == [.zero])
        // After a crash as before it.
        #expect(
            Self.fades(bench.book.advance(to: bench.now, because: .boot, in: bench.context)) == [
                .zero
            ])
    }

    @Test("in a scene without a segue for that is retried, in the same scene, and missed at last")
    func retried() throws {
        var bench = try Self.ringing()
        _ = bench.unanswered(Self.id)
        for retry in 1...2 {
            #expect(bench.unanswered(Self.id).last?.hasPrefix("snoozed \(Self.id) retried") == true)
            _ = bench.pass(.seconds(540))
            #expect(bench.book.presented?.retries == retry)
            #expect(Self.scene(bench) == "loud")
        }
        #expect(bench.unanswered(Self.id).last == "missed \(Self.id) no-output")
    }

    @Test("snoozed: rings again in the scene that it left, or in the one that the snooze leads to")
    func snoozed() throws {
        var bench = try Self.ringing()
        _ = try bench.snooze()
        #expect(Self.scene(bench) == "soft")
        #expect(bench.pass(.seconds(540)).last == "present \(Self.id) again")
        let entering = try bench.snooze()
        #expect(entering.first == "scene \(Self.id) scene", "\(entering)")
        #expect(Self.scene(bench) == "loud")
        #expect(bench.pass(.seconds(540)).last == "present \(Self.id) again")
        #expect(bench.book.presented?.staged.volume == 100)
    }

    @Test("a dismiss leads to another scene where the storyboard says so, and ends else")
    func dismissed() throws {
        var bench = try Self.ringing()
        _ = bench.unanswered(Self.id)
        #expect(
            try bench.dismiss() == [
                "scene \(Self.id) scene", "segue \(Self.id) cut at 50 for 20",
            ])
        #expect(
            try bench.dismiss() == [
                "silence \(Self.id) ended", "dismissed \(Self.id) dismissed",
            ])
    }

    @Test(
        "that its storyboard ends by itself is dismissed where it was heard, and missed where not")
    func endsByItself() throws {
        for (isHeard, expected) in [
            (true, "dismissed \(Self.id) ended-by-storyboard"),
            (false, "missed \(Self.id) no-output"),
        ] {
            var bench = try Self.ringing()
            _ = bench.unanswered(Self.id)
            if isHeard { _ = bench.heard(Self.id) }
            _ = try bench.dismiss()
            #expect(bench.unanswered(Self.id) == ["silence \(Self.id) ended", expected])
            #expect(bench.book.missed.count == (isHeard ? 0 : 1))
        }
    }

    @Test("a snooze that leads to the end ends it")
    func snoozeEnds() throws {
        var bench = try Self.ringing()
        _ = bench.unanswered(Self.id)
        _ = try bench.dismiss()
        #expect(
            try bench.snooze() == [
                "silence \(Self.id) ended", "dismissed \(Self.id) ended-by-storyboard",
            ])
    }

    @Test("a key means something only in the scenes that name it")
    func key() throws {
        var bench = try Self.ringing()
        #expect(bench.book.pressed(30, at: bench.now, in: bench.context) == nil)
        _ = bench.unanswered(Self.id)
        #expect(bench.book.pressed(31, at: bench.now, in: bench.context) == nil)
        let effects = bench.book.pressed(30, at: bench.now, in: bench.context)
        #expect(
            effects.map(lines) == [
                "silence \(Self.id) ended", "dismissed \(Self.id) ended-by-storyboard",
            ])
    }

    @Test("a scene that fails leads to another; a report about a scene that was left does not")
    func failed() throws {
        var bench = try Self.ringing()
        let id = occurrence(Self.id)
        let late = bench.book.failed(id, in: "loud", at: bench.now, in: bench.context)
        #expect(late == [])
        let effects = bench.book.failed(id, in: "soft", at: bench.now, in: bench.context)
        #expect(
            lines(effects) == ["scene \(Self.id) scene", "segue \(Self.id) cut at 50 for 20"])
    }

    @Test("dismiss --all, clear and disable end it in any scene")
    func endedOutright() throws {
        var all = try Self.ringing()
        _ = all.unanswered(Self.id)
        _ = all.book.dismissAll(at: all.now, in: all.context)
        #expect(all.state("a") == .scheduled)
        var disabled = try Self.ringing()
        _ = disabled.unanswered(Self.id)
        try disabled.set(AlarmEdit(id: "a", isEnabled: false))
        #expect(disabled.state("a") == .off)
    }

    @Test("goes on in its scene after a restart and after a reboot")
    func restart() throws {
        for isReboot in [false, true] {
            var bench = try Self.ringing()
            _ = bench.unanswered(Self.id)
            let time = "2026-12-01T07:02"
            let told = isReboot ? bench.reboot(at: time) : bench.restart(at: time)
            #expect(told == ["present \(Self.id) resumed"])
            #expect(Self.scene(bench) == "loud")
        }
    }

    @Test(
        "that waits for a newer one is answered in its scene, and is heard in the next in its turn")
    func queued() throws {
        var bench = try Self.ringing()
        _ = bench.unanswered(Self.id)
        try bench.set("b", "07:01")
        _ = bench.run(to: "2026-12-01T07:01")
        #expect(bench.state("a") == .queued)
        let told = try bench.dismiss("a").filter { !$0.hasPrefix("adjust") }
        #expect(told == ["scene \(Self.id) scene"])
        #expect(bench.state("a") == .queued && Self.scene(bench) == "last")
        #expect(try bench.dismiss("b").contains("present \(Self.id) uncovered"))
    }

    @Test("that is dismissed while it is snoozed rings again in the scene that this leads to")
    func dismissedWhileSnoozed() throws {
        var bench = try Self.ringing()
        _ = bench.unanswered(Self.id)
        _ = try bench.snooze()
        #expect(try bench.dismiss("a") == ["scene \(Self.id) scene"])
        #expect(bench.state("a") == .snoozed)
        #expect(bench.pass(.seconds(540)).last == "present \(Self.id) again")
        #expect(Self.scene(bench) == "last")
    }

    @Test("whose storyboard is not to be had rings as its alarm says", arguments: ["gone", "none"])
    func withoutStoryboard(name: String) throws {
        var bench = try Self.ringing(name)
        #expect(Self.scene(bench) == nil)
        #expect(bench.book.presented?.staged.volume == 50)
        #expect(bench.unanswered(Self.id).last?.hasPrefix("snoozed \(Self.id) retried") == true)
    }

    @Test("whose storyboard is gone later stays in its scene, and is retried as its alarm says")
    func goneLater() throws {
        var bench = try Self.ringing()
        bench.context.storyboards = { _ in nil }
        _ = bench.restart(at: "2026-12-01T07:00:30")
        #expect(Self.scene(bench) == "soft")
        #expect(bench.book.presented?.staged.volume == 30)
        #expect(bench.unanswered(Self.id).last?.hasPrefix("snoozed \(Self.id) retried") == true)
    }

    @Test("has the commands of its segues run, with what was told of it")
    func commands() throws {
        var bench = BookBench("2026-12-01T06:00")
        var board = Self.board
        for index in board.segues.indices {
            board.segues[index].run = ["/\(board.segues[index].id)"]
        }
        board.segues.append(Segue(id: "h", from: "last", on: .dismiss, to: nil, run: ["/h"]))
        bench.context.storyboards = { [board] _ in board }
        try bench.set("a", "07:00", ring: RingSettings(storyboard: "board"))
        _ = bench.run(to: "2026-12-01T07:00")
        _ = try bench.snooze()
        _ = bench.pass(.seconds(540))
        #expect(try bench.snooze().last == "run /b snoozed")
        _ = bench.pass(.seconds(540))
        #expect(try bench.dismiss().last == "run /d scene")
        let ended = try bench.dismiss()
        #expect(ended.suffix(2) == ["dismissed \(Self.id) dismissed", "run /h dismissed"])
    }

    @Test("tells in words what led where")
    func words() throws {
        var bench = try Self.ringing()
        _ = bench.unanswered(Self.id)
        #expect(
            bench.book.presented?.reason?.description
                == "unanswered 1m leads to the scene loud: Up!")
        _ = bench.book.pressed(30, at: bench.now, in: bench.context)
        #expect(
            bench.book.history.last?.reason?.description
                == "ended by its storyboard: key KEY_A in the scene loud")
    }
}
