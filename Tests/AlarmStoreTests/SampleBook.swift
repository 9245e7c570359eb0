// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

/// A book in which every kind of thing that can be stored is stored.
func sampleBook() throws -> AlarmBook {
    let now = Moment(
        wall: Instant(microseconds: 1_796_106_600_123_456), sinceBoot: .milliseconds(90_500),
        bootID: "1b2c3d4e-0000-1111-2222-333344445555")
    let wake = try #require(AlarmID("wake"))
    let tea = try #require(AlarmID("tea"))
    let bell = try #require(AlarmID("bell.1_x-y"))
    let time = try #require(TimeOfDay("07:30"))
    let date = try #require(CivilDate("2026-12-24"))
    let nominal = try #require(CivilDateTime("2026-12-01T07:30"))
    let id = OccurrenceID(alarm: wake, nominal: nominal)
    let second = OccurrenceID(alarm: bell, nominal: nominal, isSecondPass: true)
    var book = AlarmBook()
    book.alarms[wake] = Alarm(
        id: wake, label: "Früh \"auf\" \\ 起きて", isEnabled: true,
        trigger: .schedule(
            Schedule(
                time: time, pattern: .weekly(.workdays), zone: "Europe/Berlin", gap: .skip,
                overlap: .both)),
        ring: RingSettings(
            sound: "/a b.ogg", volume: 40, fade: .seconds(30), timeout: .seconds(60), retries: 0,
            snooze: .seconds(540), snoozeLimit: 3, late: .zero, wake: false, storyboard: "x",
            notOnHolidays: true),
        decided: now.wall, lastDecided: id, serial: 1,
        upcoming: Upcoming(id: id, due: now.wall + .seconds(86_400)))
    book.alarms[wake]?.lastFile = "/Lieder/ä b.flac"
    book.alarms[tea] = Alarm(
        id: tea,
        trigger: .countdown(
            Countdown(
                length: .seconds(1500), run: .init(expected: now.wall, deadline: .seconds(1590)))),
        decided: .distantPast, serial: 2)
    book.alarms[bell] = Alarm(
        id: bell, isEnabled: false, trigger: .schedule(Schedule(time: time, pattern: .date(date))),
        decided: now.wall, serial: 3, retired: now.wall)
    let later = try #require(AlarmID("later"))
    book.alarms[later] = Alarm(
        id: later, trigger: .schedule(Schedule(time: time, pattern: .next(fixedTo: date))),
        decided: now.wall, serial: 4)
    var ringing = Occurrence(id: id, due: now.wall, serial: 1, ring: ResolvedRing(volume: 40))
    ringing.life = .ringing
    ringing.ringingSince = .seconds(80)
    ringing.sounded = .milliseconds(1234)
    ringing.wasHeard = true
    ringing.reason = Reason(.init(rawValue: "late-boot"), ["late": "75"])
    book.live[wake] = ringing
    var snoozed = Occurrence(
        id: second, due: now.wall, zone: "UTC", serial: 3, ring: ResolvedRing())
    snoozed.life = .snoozed
    snoozed.snoozes = 2
    snoozed.retries = 1
    snoozed.resumes = .boot(.seconds(400))
    book.live[bell] = snoozed
    snoozed.life = .missed
    snoozed.resumes = .wall(now.wall)
    snoozed.ended = now.wall
    book.history = [snoozed]
    book.missed = [snoozed]
    book.armed[tea] = Occurrence(
        id: OccurrenceID(alarm: tea, nominal: nominal), due: now.wall, ring: ResolvedRing(),
        life: .armed)
    book.nextSerial = 5
    book.clock = ClockRecord(last: now)
    return book
}
