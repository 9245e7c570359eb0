// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmProtocol
import JSON
import Platform
import Testing

@testable import alarmctl

@Suite("watch")
struct WatchTests {
    @Test("follows events until it is told to end", arguments: [Signal.interrupt, .terminate])
    func watch(signal: Signal) throws {
        let event = Wire.Event(
            kind: .ringing, at: "2026-12-01T07:30:00+01:00", alarm: "wake",
            occurrence: "wake@2026-12-01T07:30",
            reason: "it is time\u{1b}[2J", output: "default")
        let run = try ToolRun.run(["watch"]) { call in
            #expect(call.wantsMore)
            return ToolRun.Reaction(
                replies: [VarlinkReply(MonitorReply(event: event), continues: true)], signal: signal
            )
        }
        #expect(run.status == 0)
        #expect(
            run.output
                == "2026-12-01 06:30:00  ringing    wake@2026-12-01T07:30  it is time␛[2J  on default\n"
        )
    }

    @Test("tells the events of alarms in any zone by the machine's clock")
    func watchZones() throws {
        let events = ["2026-12-01T07:30:00+01:00", "2026-12-01T15:31:00+09:00"].map {
            Wire.Event(kind: .snoozed, at: $0, alarm: "wake", until: $0)
        }
        let run = try ToolRun.run(["watch"], environment: ["TZ=America/New_York"]) { _ in
            ToolRun.Reaction(
                replies: events.enumerated().map {
                    VarlinkReply(MonitorReply(event: $1), continues: $0 == 0)
                })
        }
        let lines = run.output.split(separator: "\n")
        #expect(lines.map { $0.prefix(19) } == ["2026-12-01 01:30:00", "2026-12-01 01:31:00"])
        #expect(lines.map { $0.suffix(5) } == ["01:30", "01:31"])
    }
}
