// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("The life of an occurrence")
struct BookLifeTests {
    /// What each cue leads to, from each state.
    ///
    /// A `-` where it has no meaning; the columns are the cues in the
    /// order below.
    static let cues: [OccurrenceLife.Cue] = [
        .arm, .disarm, .present, .wait, .segue, .snooze, .dismiss, .miss, .skip,
    ]

    static let table: [(OccurrenceLife, [String])] = [
        (
            .scheduled,
            [
                "armed arm", "-", "ringing present", "queued nothing", "-", "-",
                "dismissed nothing", "missed nothing", "skipped nothing",
            ]
        ),
        (
            .armed,
            [
                "-", "scheduled disarm", "ringing present", "queued disarm", "-", "-",
                "dismissed disarm", "missed disarm", "skipped disarm",
            ]
        ),
        (
            .ringing,
            [
                "-", "-", "-", "queued silence", "ringing segue", "snoozed silence",
                "dismissed silence", "missed silence", "-",
            ]
        ),
        (
            .queued,
            [
                "-", "-", "ringing present", "-", "queued nothing", "snoozed nothing",
                "dismissed nothing", "missed nothing", "-",
            ]
        ),
        (
            .snoozed,
            [
                "rousing arm", "-", "ringing present", "queued nothing", "snoozed nothing",
                "snoozed nothing",
                "dismissed nothing", "missed nothing", "-",
            ]
        ),
        (
            .rousing,
            [
                "-", "snoozed disarm", "ringing present", "queued disarm", "snoozed disarm",
                "snoozed disarm",
                "dismissed disarm", "missed disarm", "-",
            ]
        ),
        (.dismissed, Array(repeating: "-", count: 9)),
        (.missed, Array(repeating: "-", count: 9)),
        (.skipped, Array(repeating: "-", count: 9)),
    ]

    @Test("goes where the table says, from every state on every cue", arguments: table)
    func moves(_ life: OccurrenceLife, _ expected: [String]) {
        let moves = Self.cues.map { cue in
            life.after(cue).map { "\($0.life) \($0.consequence)" } ?? "-"
        }
        #expect(moves == expected)
    }

    @Test("is told whole by the table")
    func isWhole() {
        #expect(Set(Self.table.map(\.0)) == Set(OccurrenceLife.allCases))
        #expect(Self.cues == OccurrenceLife.Cue.allCases)
    }

    @Test("has no way out of an end, and a way to an end from everywhere else")
    func ends() {
        for life in OccurrenceLife.allCases {
            let moves = OccurrenceLife.Cue.allCases.compactMap { life.after($0) }
            #expect(moves.isEmpty == life.isOver)
            #expect(life.isOver || moves.contains { $0.life == .missed })
        }
    }

    @Test(
        "shows as the interface's states",
        arguments: [
            (OccurrenceLife.scheduled, OccurrenceState.scheduled), (.armed, .scheduled),
            (.ringing, .ringing), (.queued, .queued), (.snoozed, .snoozed), (.rousing, .snoozed),
            (.dismissed, .dismissed), (.missed, .missed), (.skipped, .skipped),
        ])
    func shown(_ life: OccurrenceLife, _ state: OccurrenceState) {
        #expect(life.shown == state)
    }
}
