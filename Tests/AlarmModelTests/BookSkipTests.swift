// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("What a person skips")
struct BookSkipTests {
    /// A daily alarm at 07:30 in Berlin; it is Friday 1 May 2026, 15:00 UTC.
    private func bench(_ pattern: Schedule.Pattern = .weekly(.all)) throws -> BookBench {
        var bench = BookBench("2026-05-01T15:00", zone: TestZone.berlin)
        try bench.set("wake", "07:30", pattern)
        return bench
    }

    private func next(_ bench: BookBench) -> String? {
        bench.book.nextSound(of: alarm("wake"), at: bench.now).map(utc)
    }

    private func skipped(_ bench: BookBench) -> [String] {
        let zone = TestZone.berlin
        let (ids, date) = bench.book.skipped(of: alarm("wake")) { _ in
            zone.civil(at: bench.now.wall)
        }
        return ids.map(\.nominal.description) + (date.map { ["until \($0)"] } ?? [])
    }

    static let requests: [(SkipRequest, [String], String)] = [
        (.next(1), ["2026-05-02T07:30"], "2026-05-03T05:30"),
        (
            .next(3), ["2026-05-02T07:30", "2026-05-03T07:30", "2026-05-04T07:30"],
            "2026-05-05T05:30"
        ),
        (.until(day("2026-05-02")), ["until 2026-05-02"], "2026-05-02T05:30"),
        (.until(day("2026-05-03")), ["until 2026-05-03"], "2026-05-03T05:30"),
        (.until(day("2026-10-26")), ["until 2026-10-26"], "2026-10-26T06:30"),
        (.until(day("9999-12-31")), ["until 9999-12-31"], "9999-12-31T06:30"),
        (.none, [], "2026-05-02T05:30"),
    ]

    @Test("does not ring, and what comes after it does", arguments: requests)
    func comes(_ request: SkipRequest, _ expected: [String], _ first: String) throws {
        var bench = try bench()
        try bench.skip("wake", request)
        #expect(skipped(bench) == expected)
        #expect(next(bench) == first)
    }

    @Test(
        "replaces what was skipped before: it never adds, and none takes it back",
        arguments: requests)
    func replaces(_ request: SkipRequest, _ expected: [String], _ first: String) throws {
        for before in [SkipRequest.next(2), .until(day("2026-06-01"))] {
            var bench = try bench()
            try bench.skip("wake", before)
            try bench.skip("wake", request)
            try bench.skip("wake", request)
            #expect(skipped(bench) == expected)
            #expect(next(bench) == first)
            #expect(try bench.skip("wake", .none) == ["set wake skips-none"])
            #expect(next(bench) == "2026-05-02T05:30")
        }
    }

    @Test("is told when its time comes, kept in the history, and wakes no machine and no player")
    func passes() throws {
        var bench = try bench()
        #expect(try bench.skip("wake", .next(1)) == ["set wake skips"])
        let wake = bench.book.nextWake(in: bench.context)
        #expect(wake.wall == instant("2026-05-02T05:30"))
        #expect(wake.machineWall == instant("2026-05-03T05:29:40"))
        #expect(bench.run(to: "2026-05-02T05:29:59") == [])
        #expect(bench.run(to: "2026-05-02T05:30") == ["skipped wake@2026-05-02T07:30 skipped"])
        #expect(bench.book.history.map(\.life) == [.skipped])
        #expect(bench.book.missed == [])
        #expect(skipped(bench) == [])
        #expect(
            bench.run(to: "2026-05-03T05:30") == [
                "due wake@2026-05-03T07:30 due", "present wake@2026-05-03T07:30 first",
            ])
    }

    @Test("in a pause is told one by one, the recent ones after an absence")
    func pause() throws {
        var bench = try bench()
        #expect(try bench.skip("wake", .until(day("2026-05-04"))) == ["set wake paused"])
        #expect(bench.run(to: "2026-05-02T05:30") == ["skipped wake@2026-05-02T07:30 paused"])
        #expect(bench.run(to: "2026-05-03T05:30") == ["skipped wake@2026-05-03T07:30 paused"])
        #expect(bench.run(to: "2026-05-04T05:30").first == "due wake@2026-05-04T07:30 due")
        _ = try bench.dismiss()
        try bench.skip("wake", .until(day("2036-05-04")))
        #expect(bench.restart(at: "2035-05-04T12:00").count == 8)
        #expect(bench.book.history.count(where: { $0.life == .skipped }) == 10)
        #expect(next(bench) == "2036-05-04T06:30")
    }

    @Test("is let go where it is armed, and armed again where that is taken back")
    func armed() throws {
        for pattern in [Schedule.Pattern.weekly(.all), .next(fixedTo: nil)] {
            var bench = try bench(pattern)
            #expect(bench.run(to: "2026-05-02T05:29:58") == ["arm wake@2026-05-02T07:30"])
            #expect(
                try bench.skip("wake", .next(1)) == [
                    "set wake skips", "disarm wake@2026-05-02T07:30",
                ])
            #expect(
                try bench.skip("wake", .none) == [
                    "set wake skips-none", "arm wake@2026-05-02T07:30",
                ])
            try bench.skip("wake", .next(1))
            #expect(bench.run(to: "2026-05-02T05:30") == ["skipped wake@2026-05-02T07:30 skipped"])
        }
    }

    @Test("is never what is due this very moment, nor what rings or is snoozed")
    func rings() throws {
        var bench = try bench()
        bench.now.wall = instant("2026-05-02T05:30")
        #expect(
            try bench.skip("wake", .next(1)) == [
                "set wake skips", "due wake@2026-05-02T07:30 due",
                "present wake@2026-05-02T07:30 first",
            ])
        #expect(skipped(bench) == ["2026-05-03T07:30"])
        _ = try bench.snooze()
        try bench.skip("wake", .until(day("2026-05-10")))
        #expect(bench.state("wake") == .snoozed)
        #expect(bench.run(to: "2026-05-02T05:39").last == "present wake@2026-05-02T07:30 again")
    }

    @Test("lets a snooze pass it, but not what rings after it")
    func snooze() throws {
        var bench = BookBench("2026-05-01T15:00", zone: TestZone.berlin)
        let schedule = Schedule(
            time: clock("02:30"), pattern: .weekly(.all), zone: "Europe/Berlin", overlap: .both)
        try bench.set(AlarmEdit(id: "wake", schedule: schedule))
        _ = bench.run(to: "2026-10-24T12:00")
        for request in [SkipRequest.none, .next(1)] {
            var night = bench
            _ = night.run(to: "2026-10-25T00:30")
            try night.skip("wake", request)
            let lines = try night.snooze(nil, .length(.seconds(7200)))
            #expect(
                lines.last?.hasPrefix(
                    request == .none
                        ? "dismissed wake@2026-10-25T02:30 replaced"
                        : "snoozed wake@2026-10-25T02:30") == true)
        }
    }

    @Test("of an alarm that rings once does not ring at all; the alarm is then off")
    func oneShot() throws {
        for pattern in [Schedule.Pattern.next(fixedTo: nil), .date(day("2026-05-02"))] {
            for request in [SkipRequest.next(1), .next(5), .until(day("2026-05-03"))] {
                var bench = try bench(pattern)
                try bench.skip("wake", request)
                #expect(bench.state("wake") == .scheduled)
                #expect(next(bench) == nil)
                #expect(bench.run(to: "2026-05-02T05:30").count == 1)
                #expect(bench.state("wake") == .off)
                #expect(bench.run(to: "2026-05-03T05:30") == ["cleared wake expired"])
            }
        }
    }

    @Test("of a one-shot is over where it is switched on again for another day")
    func oneShotAgain() throws {
        var bench = try bench(.next(fixedTo: nil))
        try bench.skip("wake", .until(day("2026-05-20")))
        _ = bench.run(to: "2026-05-02T06:00")
        try bench.set(AlarmEdit(id: "wake", isEnabled: true))
        #expect(next(bench) == "2026-05-03T05:30")
    }

    @Test("is undone by an edit of the times alone")
    func edits() throws {
        let edits: [(AlarmEdit, Bool)] = [
            (AlarmEdit(label: "x"), true), (AlarmEdit(ring: RingSettings(volume: 5)), true),
            (AlarmEdit(isEnabled: true), true), (AlarmEdit(reset: ["volume"]), true),
            (AlarmEdit(schedule: Schedule(time: clock("07:30"), pattern: .weekly(.all))), false),
            (AlarmEdit(reset: ["zone"]), false), (AlarmEdit(countdown: .seconds(60)), false),
        ]
        for (edit, isKept) in edits {
            var bench = try bench()
            try bench.skip("wake", .next(1))
            var edit = edit
            edit.id = "wake"
            try bench.set(edit)
            #expect((skipped(bench) != []) == isKept, "\(edit)")
        }
    }

    @Test("stays skipped while its alarm is off, and when it is on again")
    func switchedOff() throws {
        var bench = try bench()
        try bench.skip("wake", .next(2))
        try bench.set(AlarmEdit(id: "wake", isEnabled: false))
        #expect(bench.run(to: "2026-05-02T06:00") == [])
        try bench.set(AlarmEdit(id: "wake", isEnabled: true))
        #expect(next(bench) == "2026-05-04T05:30")
        var off = try self.bench()
        try off.set(AlarmEdit(id: "wake", isEnabled: false))
        try off.skip("wake", .next(1))
        try off.set(AlarmEdit(id: "wake", isEnabled: true))
        #expect(next(off) == "2026-05-03T05:30")
    }

    @Test("holds through clocks set forward and back, restarts and zones")
    func clocks() throws {
        var bench = try bench()
        try bench.skip("wake", .next(1))
        #expect(bench.setClock(to: "2026-05-02T06:00") == ["skipped wake@2026-05-02T07:30 skipped"])
        #expect(bench.setClock(to: "2026-05-01T16:00") == [])
        #expect(next(bench) == "2026-05-03T05:30")
        _ = bench.follow(TestZone.moscow)
        #expect(next(bench) == "2026-05-03T04:30")
        _ = bench.reboot(at: "2036-01-01T00:00")
        _ = bench.setClock(to: "2026-05-01T17:00")
        #expect(skipped(bench) == ["2026-05-02T07:30"])
        #expect(next(bench) == "2026-05-03T04:30")
        #expect(bench.run(to: "2026-05-02T04:30") == ["skipped wake@2026-05-02T07:30 skipped"])
    }

    @Test("keeps a one-shot on the date that was named, whatever the zone")
    func oneShotZone() throws {
        var bench = BookBench("2026-05-01T15:30", zone: TestZone.moscow)
        try bench.set("wake", "18:00", .next(fixedTo: nil))
        #expect(next(bench) == "2026-05-02T15:00")
        try bench.skip("wake", .next(1))
        #expect(bench.follow(TestZone.london) == [])
        #expect(next(bench) == nil)
        #expect(try bench.skip("wake", .none).contains("set wake moved"))
        #expect(next(bench) == "2026-05-01T17:00")
    }

    @Test("is the whole hour that a clock change repeats, unless both its times ring")
    func passesOfAnHour() throws {
        let rows: [(OverlapPolicy, OverlapPolicy, String)] = [
            (.first, .second, "2026-10-26T01:30"), (.second, .first, "2026-10-26T01:30"),
            (.first, .both, "2026-10-25T01:30"), (.both, .both, "2026-10-25T01:30"),
        ]
        for (before, after, first) in rows {
            var bench = BookBench("2026-10-24T12:00", zone: TestZone.berlin)
            bench.context.overlap = before
            try bench.set("wake", "02:30")
            try bench.skip("wake", .next(1))
            bench.context.overlap = after
            _ = bench.advance(because: .reload)
            #expect(next(bench) == first, "\(before) \(after)")
        }
    }

    @Test("does not stand before what is due after it in the same absence")
    func absence() throws {
        var bench = try bench()
        try bench.skip("wake", .next(1))
        #expect(
            bench.restart(at: "2026-05-03T06:00") == [
                "skipped wake@2026-05-02T07:30 skipped", "due wake@2026-05-03T07:30 late-boot",
                "present wake@2026-05-03T07:30 first late 1800",
            ])
        var other = try self.bench()
        _ = other.run(to: "2026-05-02T05:00")
        try other.skip("wake", .until(day("2026-05-04")))
        #expect(
            other.restart(at: "2026-05-04T12:00") == [
                "skipped wake@2026-05-02T07:30 paused", "skipped wake@2026-05-03T07:30 paused",
                "missed wake@2026-05-04T07:30 too-late-boot",
            ])
    }

    @Test("does not end one of its alarm that still rings, nor hide an earlier one that is late")
    func others() throws {
        var bench = try bench()
        _ = bench.run(to: "2026-05-02T05:30")
        try bench.skip("wake", .next(1))
        #expect(bench.run(to: "2026-05-03T05:30") == ["skipped wake@2026-05-03T07:30 skipped"])
        #expect(bench.state("wake") == .ringing)
        var late = try self.bench()
        try late.skip("wake", .until(day("2026-05-03")))
        _ = late.run(to: "2026-05-03T05:00")
        try late.set("wake", "07:30", .weekly(Weekdays([.sunday, .monday])))
        late.book.alarms[alarm("wake")]?.skip = .occurrences([occurrence("wake@2026-05-04T07:30")])
        #expect(
            late.restart(at: "2026-05-04T05:40")
                == [
                    "skipped wake@2026-05-04T07:30 skipped",
                    "missed wake@2026-05-03T07:30 too-late-boot",
                ].reversed())
    }

    static let refused: [(String, String, SkipRequest)] = [
        ("count", "wake", .next(0)), ("count", "wake", .next(-1)), ("count", "wake", .next(367)),
        ("until", "wake", .until(day("2026-05-01"))), ("until", "wake", .until(day("1999-01-01"))),
        ("", "tea", .next(1)), ("", "tea", .until(day("2026-06-01"))),
        ("", "past", .next(1)),
    ]

    @Test("can only be what is to come, of an alarm with civil times", arguments: refused)
    func refuses(_ field: String, _ id: String, _ request: SkipRequest) throws {
        var bench = try bench()
        try bench.set(AlarmEdit(id: "tea", countdown: .seconds(9000)))
        try bench.set("past", "17:30", .next(fixedTo: nil))
        _ = bench.run(to: "2026-05-01T15:30")
        let before = bench.book
        do {
            try bench.skip(id, request)
            Issue.record("was taken")
        } catch {
            guard case .invalidSchedule(field, _) = error else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(bench.book == before)
        #expect(throws: BookError.noSuchAlarm("nap")) { try bench.skip("nap", request) }
    }

    @Test("is not counted while the clock is not trusted; a date can be given")
    func untrusted() throws {
        var bench = try bench()
        bench.context.evidence = .none
        _ = bench.reboot(at: "2026-05-01T15:05")
        #expect(throws: BookError.self) { try bench.skip("wake", .next(1)) }
        try bench.skip("wake", .until(day("2026-05-03")))
        bench.context.evidence = .synchronized
        _ = bench.advance(because: .timer)
        #expect(next(bench) == "2026-05-03T05:30")
    }

    @Test("is put back where it could not be stored")
    func undone() throws {
        var bench = try bench()
        try bench.skip("wake", .next(2))
        let outcome = try bench.book.skip(
            "wake", .none, at: bench.now, in: bench.context)
        let effects = bench.book.undoSkip(
            of: alarm("wake"), to: outcome.previous, at: bench.now, in: bench.context)
        #expect(lines(effects) == ["set wake undone"])
        #expect(next(bench) == "2026-05-04T05:30")
    }

    @Test("is told among what comes next, in its place, beside as many as ring")
    func listed() throws {
        var bench = try bench()
        try bench.set("nap", "13:00")
        try bench.skip("wake", .next(2))
        func told(_ count: Int, _ skipped: Int) -> [String] {
            bench.book.next(count, skipped: skipped, at: bench.now, in: bench.context).map {
                "\($0.id) \($0.life.shown)\($0.reason.map { " \($0)" } ?? "")"
            }
        }
        #expect(
            told(3, 100) == [
                "wake@2026-05-02T07:30 skipped skipped", "nap@2026-05-02T13:00 scheduled",
                "wake@2026-05-03T07:30 skipped skipped", "nap@2026-05-03T13:00 scheduled",
                "wake@2026-05-04T07:30 scheduled",
            ])
        #expect(
            told(2, 0) == ["nap@2026-05-02T13:00 scheduled", "nap@2026-05-03T13:00 scheduled"])
        try bench.skip("wake", .until(day("2099-01-01")))
        try bench.set(AlarmEdit(id: "nap", isEnabled: false))
        #expect(
            told(1, 2) == [
                "wake@2026-05-02T07:30 skipped paused until 2099-01-01",
                "wake@2026-05-03T07:30 skipped paused until 2099-01-01",
                "wake@2099-01-01T07:30 scheduled",
            ])
    }
}
