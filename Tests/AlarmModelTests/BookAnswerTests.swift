// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("An answer")
struct BookAnswerTests {
    private func ringing(
        _ ids: [String] = ["wake"], ring: RingSettings = RingSettings()
    ) throws -> BookBench {
        var bench = BookBench("2026-12-01T07:00")
        for id in ids { try bench.set(id, "07:30", ring: ring) }
        _ = bench.run(to: "2026-12-01T07:30")
        return bench
    }

    @Test("snoozes from now, for nine minutes, to the microsecond (B37)")
    func snoozeFromNow() throws {
        var bench = try ringing()
        _ = bench.pass(.milliseconds(47_250))
        #expect(
            try bench.snooze() == [
                "silence wake@2026-12-01T07:30 snoozed",
                "snoozed wake@2026-12-01T07:30 snoozed until 2026-12-01T07:39:47",
            ])
        #expect(bench.state("wake") == .snoozed)
        let due = instant("2026-12-01T07:30") + .milliseconds(587_250)
        #expect(bench.book.nextSound(of: alarm("wake"), at: bench.now) == due)
        #expect(bench.pass(.seconds(538)) == ["arm wake@2026-12-01T07:30"])
        #expect(bench.pass(.milliseconds(1999)) == [])
        #expect(bench.pass(.milliseconds(1)) == ["present wake@2026-12-01T07:30 again"])
        #expect(bench.book.live[alarm("wake")]?.snoozes == 1)
    }

    @Test("snoozes for a length of the boot clock, which no clock change moves (B37)")
    func snoozeIsElapsed() throws {
        var bench = try ringing()
        _ = try bench.snooze(nil, .length(.seconds(600)))
        #expect(bench.setClock(to: "2026-12-01T07:31:30") == [])
        #expect(bench.setClock(to: "2026-12-01T09:00") == [])
        _ = bench.pass(.seconds(598))
        #expect(bench.pass(.seconds(2)) == ["present wake@2026-12-01T07:30 again"])
    }

    @Test("snoozes until the alarm's clock reads a time next, as the wall clock has it")
    func snoozeUntil() throws {
        var bench = BookBench("2026-12-01T06:00", zone: TestZone.berlin)
        try bench.set("wake", "07:30")
        _ = bench.run(to: "2026-12-01T06:30")
        #expect(
            try bench.snooze("wake", .until(clock("08:15"))).last
                == "snoozed wake@2026-12-01T07:30 snoozed until 2026-12-01T07:15")
        #expect(bench.setClock(to: "2026-12-01T07:00") == [])
        #expect(bench.run(to: "2026-12-01T07:14:58") == ["arm wake@2026-12-01T07:30"])
        #expect(bench.run(to: "2026-12-01T07:15") == ["present wake@2026-12-01T07:30 again"])
    }

    @Test("until a time goes on to the next such time where the clock is set back by days")
    func snoozeUntilAfterStep() throws {
        var bench = try ringing()
        _ = try bench.snooze(nil, .until(clock("08:00")))
        _ = bench.setClock(to: "2026-11-20T07:30")
        #expect(
            bench.book.nextSound(of: alarm("wake"), at: bench.now) == instant("2026-11-20T08:00"))
        _ = try bench.dismiss()
        #expect(bench.book.live.isEmpty)
    }

    @Test("until a time is late by the next such time after the clock was set back by days")
    func snoozeUntilIsLateAfterStep() throws {
        var bench = try ringing()
        _ = try bench.snooze(nil, .until(clock("08:00")))
        _ = bench.setClock(to: "2026-11-28T07:31")
        #expect(
            bench.restart(at: "2026-11-29T07:29") == ["missed wake@2026-12-01T07:30 too-late-boot"])
    }

    @Test(
        "refuses a snooze of no length, of more than three hours, or until a time further away",
        arguments: [
            Snooze.length(.zero), .length(.seconds(-60)), .length(.seconds(10_801)),
            .until(clock("07:30")), .until(clock("10:31")),
        ])
    func snoozeRange(_ snooze: Snooze) throws {
        var bench = try ringing()
        let before = bench.book
        #expect(throws: BookError.self) { try bench.snooze(nil, snooze) }
        #expect(bench.book == before)
    }

    @Test("takes a snooze of a second, and of three hours", arguments: [1, 10_800])
    func snoozeEnds(_ seconds: Int) throws {
        var bench = try ringing()
        _ = try bench.snooze(nil, .length(.seconds(seconds)))
        #expect(bench.pass(.seconds(seconds)).last == "present wake@2026-12-01T07:30 again")
    }

    @Test("snoozes as often as the limit says, and no more; snoozing what snoozes counts too")
    func snoozeLimit() throws {
        var bench = try ringing(ring: RingSettings(snoozeLimit: 2))
        _ = try bench.snooze()
        _ = try bench.snooze("wake", .length(.seconds(60)))
        let refused = BookError.snoozeLimitReached(occurrence("wake@2026-12-01T07:30"), limit: 2)
        #expect(throws: refused) { try bench.snooze() }
        #expect(bench.pass(.seconds(60)) == ["present wake@2026-12-01T07:30 again"])
        #expect(throws: refused) { try bench.snooze() }
    }

    @Test("of a person gives the retries back")
    func retriesReset() throws {
        var bench = try ringing(ring: RingSettings(retries: 1, snoozeLimit: 1))
        let id = "wake@2026-12-01T07:30"
        _ = bench.pass(.seconds(600))
        #expect(bench.unanswered(id).count == 2)
        _ = bench.pass(.seconds(540))
        _ = try bench.snooze()
        _ = bench.pass(.seconds(540))
        _ = bench.pass(.seconds(600))
        #expect(bench.unanswered(id).last?.contains("retried") == true)
        _ = bench.pass(.seconds(540))
        _ = bench.pass(.seconds(600))
        #expect(bench.unanswered(id).last?.hasPrefix("missed") == true)
    }

    @Test("that would snooze past the next occurrence of the same alarm ends this one")
    func passesNext() throws {
        var bench = try ringing()
        try bench.set("wake", "07:39")
        #expect(
            try bench.snooze() == [
                "silence wake@2026-12-01T07:30 ended", "dismissed wake@2026-12-01T07:30 replaced",
            ])
        #expect(bench.run(to: "2026-12-01T07:39").last == "present wake@2026-12-01T07:39 first")

        var shorter = try ringing()
        try shorter.set("wake", "07:39")
        #expect(try shorter.snooze(nil, .length(.seconds(539))).last?.contains("snoozed") == true)
    }

    @Test("without a name means what is heard, else the only one that snoozes")
    func bare() throws {
        var bench = try ringing(["a", "b", "c"])
        _ = try bench.snooze("a")
        // c is heard, b waits.
        #expect(try bench.dismiss().first == "silence c@2026-12-01T07:30 ended")
        #expect(try bench.snooze().first == "silence b@2026-12-01T07:30 snoozed")
        let both = ["a@2026-12-01T07:30", "b@2026-12-01T07:30"].map(occurrence)
        #expect(throws: BookError.ambiguous(both)) { try bench.dismiss() }
        #expect(throws: BookError.ambiguous(both)) { try bench.snooze() }
        _ = try bench.dismiss("b@2026-12-01T07:30")
        #expect(try bench.dismiss() == ["dismissed a@2026-12-01T07:30 dismissed"])
        #expect(throws: BookError.noSuchOccurrence("")) { try bench.dismiss() }
    }

    @Test(
        "names an occurrence that rings or snoozes, or its alarm",
        arguments: [
            "wake@2026-12-02T07:30", "wake@2026-12-01T07:30~2", "other", "", "@", "wake@",
            "wake@2026-12-01T07:30\n",
        ])
    func unknown(_ name: String) throws {
        var bench = try ringing()
        #expect(throws: BookError.noSuchOccurrence(name)) { try bench.dismiss(name) }
        #expect(try bench.dismiss("wake").count == 2)
        #expect(throws: BookError.noSuchOccurrence("wake")) { try bench.dismiss("wake") }
    }

    @Test("is not for what is armed: that is still only scheduled")
    func armed() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("wake", "07:30")
        _ = bench.run(to: "2026-12-01T07:29:59")
        #expect(throws: BookError.noSuchOccurrence("wake")) { try bench.dismiss("wake") }
    }

    @Test("names who gave it")
    func by() throws {
        var bench = try ringing()
        let answer = try bench.book.dismiss(nil, at: bench.now, in: bench.context, by: "bob")
        guard case .event(let event)? = answer.effects.last else {
            Issue.record("no event")
            return
        }
        #expect(event.by == "bob")
        #expect(event.at == bench.now.wall)
        #expect(event.reason?.description == "dismissed")
    }
}
