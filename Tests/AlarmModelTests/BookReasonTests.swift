// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("A reason")
struct BookReasonTests {
    @Test("says in English what its code and values say")
    func words() throws {
        var bench = BookBench("2026-12-01T07:00")
        try bench.set("wake", "07:30")
        let effects = {
            bench.now.wall = instant("2026-12-01T08:00")
            bench.now.sinceBoot += .seconds(3600)
            return bench.book.advance(to: bench.now, because: .boot, in: bench.context)
        }()
        guard case .event(let event)? = effects.first else {
            Issue.record("no event")
            return
        }
        #expect(event.kind == .due)
        #expect(event.reason?.code.rawValue == "late-boot")
        #expect(event.reason?.args == ["late": "1800"])
        #expect(event.reason?.description == "rings 30 min late: alarmd was not running")
    }

    @Test(
        "tells a span as a person would",
        arguments: [
            ("59", "59 s"), ("60", "1 min"), ("3599", "59 min"), ("3600", "1 h 00 min"),
            ("35340", "9 h 49 min"), ("x", "x"), ("-5", "-5"),
        ])
    func spans(_ late: String, _ words: String) {
        let reason = Reason(Reason.Code(rawValue: "too-late-resume"), ["late": late])
        #expect(reason.description == "found \(words) late: the machine was asleep")
    }

    @Test("of a code that is not known is the code")
    func unknown() {
        #expect(Reason(Reason.Code(rawValue: "brand-new")).description == "brand-new")
    }
}
