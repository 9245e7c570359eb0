// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

/// One row of the table: an alarm for 07:30 that a clock set wrong jumps over, and what becomes of it once that is set
/// right.
struct UnheardRow: CustomTestStringConvertible, Sendable {
    var name: String
    var pattern: Schedule.Pattern = .weekly(.all)
    var late: Int?
    var before: @Sendable (inout BookBench) throws -> Void = { _ in }
    /// What the clock reads rightly on 1 December when it is set wrong.
    var at = "2026-12-01T07:20"
    /// What it is set to, and what follows.
    var wrong = "2026-12-02T07:20"
    var wrongEffects = ["missed wake@2026-12-01T07:30 too-late-clock"]
    var meanwhile: @Sendable (inout BookBench) throws -> Void = { _ in }
    /// What it is set right to, and what follows.
    var right = "2026-12-01T07:20"
    var isRestarted = false
    var rightEffects: [String] = []
    /// What follows by half past seven.
    var later: [String] = []
    /// What is reported as missed in the end.
    var missed: [String] = []

    var testDescription: String { name }
}

@Suite("What a clock set on jumped over")
struct BookUnheardTests {
    private static let rings = [
        "due wake@2026-12-01T07:30 due", "present wake@2026-12-01T07:30 first",
    ]

    static let rows: [UnheardRow] = [
        UnheardRow(name: "rings at its time, ten minutes after the clock is right", later: rings),
        UnheardRow(
            name: "rings at its time, three seconds after the clock is right",
            at: "2026-12-01T07:29",
            wrong: "2026-12-02T07:29", right: "2026-12-01T07:29:57", later: rings),
        UnheardRow(
            name: "rings at its time, hours after the clock is right", at: "2026-12-01T01:00",
            wrong: "2026-12-02T01:00", right: "2026-12-01T01:00", later: rings),
        UnheardRow(
            name: "rings late where the clock is right a little after its time",
            right: "2026-12-01T07:35",
            rightEffects: [
                "due wake@2026-12-01T07:30 late-clock",
                "present wake@2026-12-01T07:30 first late 300",
            ]),
        UnheardRow(
            name: "stays missed, and is told once, where it is too late by the right clock too",
            right: "2026-12-01T08:30", missed: ["wake@2026-12-01T07:30"]),
        UnheardRow(
            name: "stays missed a minute after its time where nothing may be late", late: 0,
            right: "2026-12-01T07:31", missed: ["wake@2026-12-01T07:30"]),
        UnheardRow(
            name: "rings at its time, told with later ones that were missed as one",
            wrong: "2026-12-05T07:20",
            wrongEffects: ["missed wake@2026-12-04T07:30 too-late-clock"], later: rings),
        UnheardRow(
            name: "rings at its time, jumped over twice",
            meanwhile: { #expect($0.setClock(to: "2026-12-20T07:20").count == 1) }, later: rings,
            // That of the second jump lies after what the alarm was decided up to as well.
            missed: []),
        UnheardRow(
            name: "is on again, and rings at its time: a one-shot", pattern: .next(fixedTo: nil),
            rightEffects: ["set wake due-again"], later: rings),
        UnheardRow(
            name: "is on again, and rings at its time: a date", pattern: .date(day("2026-12-01")),
            rightEffects: ["set wake due-again"], later: rings),
        UnheardRow(
            name: "is on again, and rings at its time: the last of a recurrence",
            pattern: by("FREQ=DAILY;COUNT=1", from: "2026-12-01"),
            rightEffects: ["set wake due-again"], later: rings),
        UnheardRow(
            name: "is on again, and rings late: a one-shot", pattern: .next(fixedTo: nil),
            right: "2026-12-01T07:40",
            rightEffects: [
                "set wake due-again", "due wake@2026-12-01T07:30 late-clock",
                "present wake@2026-12-01T07:30 first late 600",
            ]),
        UnheardRow(
            name: "stays off: a one-shot that is too late by the right clock too",
            pattern: .next(fixedTo: nil), right: "2026-12-01T09:00",
            missed: ["wake@2026-12-01T07:30"]),
        UnheardRow(
            name: "rings at its time where the daemon did not run when the clock was set right",
            isRestarted: true, later: rings),
        UnheardRow(
            name: "does not ring again where it rang because of the jump",
            wrong: "2026-12-01T10:00",
            wrongEffects: [
                "due wake@2026-12-01T07:30 late-clock",
                "present wake@2026-12-01T07:30 first late 9000",
            ],
            meanwhile: { _ = try $0.dismiss() }),
        UnheardRow(
            name: "does not ring again where it rang before the jump over the next",
            before: { bench in
                _ = bench.run(to: "2026-12-01T07:30")
                _ = try bench.dismiss()
            },
            at: "2026-12-01T07:31", wrong: "2026-12-03T07:20",
            wrongEffects: ["missed wake@2026-12-02T07:30 too-late-clock"]),
        UnheardRow(
            name: "does not ring again where a later one rang by the wrong clock",
            wrong: "2026-12-02T07:29",
            meanwhile: { bench in
                _ = bench.run(to: "2026-12-02T07:30")
                _ = try bench.dismiss()
            },
            right: "2026-12-02T07:20", missed: ["wake@2026-12-01T07:30"]),
        UnheardRow(
            name: "stays skipped", before: { try $0.skip("wake", .next(1)) },
            wrongEffects: ["skipped wake@2026-12-01T07:30 skipped"]),
        UnheardRow(
            name: "stays skipped, though the one after it was jumped over too",
            before: { try $0.skip("wake", .next(1)) }, wrong: "2026-12-03T07:20",
            wrongEffects: [
                "skipped wake@2026-12-01T07:30 skipped",
                "missed wake@2026-12-02T07:30 too-late-clock",
            ]),
        UnheardRow(
            name: "is not heard where its alarm was switched off meanwhile",
            meanwhile: { _ = try $0.set(AlarmEdit(id: "wake", isEnabled: false)) }),
        UnheardRow(
            name: "is not heard where its alarm was set to another time meanwhile",
            meanwhile: { _ = try $0.set("wake", "07:50") }, missed: ["wake@2026-12-01T07:30"]),
    ]

    @Test("and was missed", arguments: rows)
    func table(_ row: UnheardRow) throws {
        var bench = BookBench("2026-12-01T00:00")
        let ring = RingSettings(late: row.late.map { .seconds($0) })
        try bench.set("wake", "07:30", row.pattern, ring: ring)
        try row.before(&bench)
        _ = bench.run(to: row.at)
        #expect(bench.setClock(to: row.wrong) == row.wrongEffects)
        try row.meanwhile(&bench)
        bench.now.wall = instant(row.right)
        #expect(bench.advance(because: row.isRestarted ? .boot : .clockSet) == row.rightEffects)
        #expect(bench.advance(because: .timer) == [], "decided once, decided for good")
        if row.rightEffects.allSatisfy({ !$0.hasPrefix("due") }) {
            let wait = instant("2026-12-01T07:30") - bench.now.wall
            #expect(bench.pass(max(wait, .seconds(1))) == row.later)
        }
        #expect(bench.book.missed.map(\.id.description) == row.missed)
    }

    @Test("and was missed by a ring that nobody answered does not ring again at its time")
    func unanswered() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("wake", "07:30", ring: RingSettings(retries: 0))
        _ = bench.run(to: "2026-12-01T07:30")
        _ = bench.unanswered("wake@2026-12-01T07:30")
        #expect(bench.setClock(to: "2026-12-01T07:20") == [])
        #expect(bench.run(to: "2026-12-01T07:30") == [])
        #expect(bench.book.missed.count == 1)
    }
}
