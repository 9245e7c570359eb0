// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Platform
import TestSupport
import Testing

@testable import AlarmDaemon

@Suite("An event in the journal")
struct EventFieldTests {
    private static let id = AlarmID("wake")

    @Test("is found by its kind, its alarm and its occurrence")
    func fields() throws {
        let alarm = try #require(Self.id)
        let date = try #require(CivilDate(year: 2026, month: 12, day: 1))
        let time = try #require(TimeOfDay(hour: 7, minute: 30))
        let occurrence = OccurrenceID(
            alarm: alarm, nominal: CivilDateTime(date: date, time: time))
        let event = AlarmEvent(kind: .missed, at: Instant(microseconds: 0), occurrence: occurrence)
        #expect(
            event.fields == [
                Journal.Field("MESSAGE_ID", "cc166179e8c940cebcaf92352b1de2dd"),
                Journal.Field("ALARM_ID", "wake"),
                Journal.Field("OCCURRENCE_ID", "\(occurrence)"),
            ])
        let clock = AlarmEvent(kind: .clock, at: Instant(microseconds: 0))
        #expect(clock.fields.map(\.name) == ["MESSAGE_ID"])
    }

    @Test(
        "has an id of its own for each kind, which the manual tells", arguments: EventKind.allCases)
    func documented(kind: EventKind) throws {
        #expect(kind.messageID.count == 32)
        #expect(EventKind.allCases.count(where: { $0.messageID == kind.messageID }) == 1)
        let manual = String(
            decoding: contents(ofFile: "\(PackageRoot.path)/docs/alarmd.8") ?? [],
            as: UTF8.self)
        #expect(manual.contains(".It \(kind.rawValue)\n.Li \(kind.messageID)"))
    }
}
