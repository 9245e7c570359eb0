// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("The next time of a schedule")
struct TimeScheduleTests {
    /// A zone whose clocks change at each of the given times of each day, alternating between two offsets.
    private struct Restless: ZoneRules {
        let name = "Restless"
        /// Seconds after midnight UTC at which the offset becomes `east`, and at which it is 0 again.
        var start: Int64
        var end: Int64
        var east: Int

        func span(at instant: Instant) -> OffsetSpan {
            let seconds = instant.seconds
            let midnight = seconds - (seconds % 86_400 + 86_400) % 86_400
            let (dawn, dusk) = (midnight + start, midnight + end)
            let bounds = [dusk - 86_400, dawn, dusk, dawn + 86_400]
            let index = bounds.lastIndex { $0 <= seconds } ?? 0
            return OffsetSpan(
                offset: index == 1 ? east : 0, start: Instant(seconds: bounds[index]),
                end: Instant(seconds: bounds[index + 1]))
        }
    }

    private func schedule(_ time: String, _ pattern: Schedule.Pattern) throws -> Schedule {
        Schedule(time: try #require(TimeOfDay(time)), pattern: pattern)
    }

    @Test(
        "is none, and found to be at once, where the clocks leave it out each day and gaps are skipped"
    )
    func alwaysSkipped() throws {
        let zone = Restless(start: 7200, end: 43_200, east: 3600)
        let half = try schedule("02:30", .weekly(.all))
        #expect(half.next(after: .epoch, in: zone, gap: .skip, overlap: .first) == nil)
        let after = half.next(after: .epoch, in: zone, gap: .after, overlap: .first)
        #expect(after?.instant == Instant(seconds: 9000))
        #expect(after?.exists == false)
    }

    @Test("goes through every pass of a time that the clocks repeat each day, or through one")
    func alwaysRepeated() throws {
        let zone = Restless(start: 7200, end: 43_200, east: 3600)
        let noon = try schedule("12:30", .weekly(.all))
        func hours(_ overlap: OverlapPolicy) -> [Int64] {
            noon.times(after: .epoch, in: zone, gap: .after, overlap: overlap).prefix(3)
                .map { $0.instant.seconds / 1800 }
        }
        #expect(hours(.first) == [23, 71, 119])
        #expect(hours(.second) == [25, 73, 121])
        #expect(hours(.both) == [23, 25, 71])
    }

    @Test("is none beyond the year 9999, and none earlier than the year 1")
    func bounds() throws {
        let daily = try schedule("12:00", .weekly(.all))
        let end = try #require(Instant(rfc3339: "9999-12-31T11:00:00Z"))
        let times = daily.times(after: end, in: UTC(), gap: .after, overlap: .first)
        #expect(times.map(\.nominal.description) == ["9999-12-31T12:00"])
        #expect(daily.next(after: .distantFuture, in: UTC(), gap: .after, overlap: .first) == nil)
        let first = daily.next(after: .distantPast, in: UTC(), gap: .after, overlap: .first)
        #expect(first?.nominal.description == "0001-01-01T12:00")
    }

    @Test("is later than the instant it is asked for, to the microsecond")
    func strictlyLater() throws {
        let daily = try schedule("12:00", .weekly(.all))
        let noon = try #require(Instant(rfc3339: "2026-12-01T12:00:00Z"))
        let step = Duration.microseconds(1)
        func next(_ instant: Instant) -> Instant? {
            daily.next(after: instant, in: UTC(), gap: .after, overlap: .first)?.instant
        }
        #expect(next(noon - step) == noon)
        #expect(next(noon) == noon + .seconds(86_400))
        #expect(next(noon + step) == noon + .seconds(86_400))
    }

    @Test("of a date, or of a one-shot fixed to one, is on that date or nowhere")
    func dates() throws {
        let date = try #require(CivilDate("2026-12-01"))
        let noon = try #require(Instant(rfc3339: "2026-12-01T12:00:00Z"))
        for pattern in [Schedule.Pattern.date(date), .next(fixedTo: date)] {
            let schedule = try schedule("12:00", pattern)
            let times = schedule.times(after: .epoch, in: UTC(), gap: .after, overlap: .first)
            #expect(times.map(\.instant) == [noon])
            #expect(schedule.next(after: noon, in: UTC(), gap: .after, overlap: .first) == nil)
        }
    }

    @Test("of no weekday is none")
    func noDays() throws {
        let never = try schedule("12:00", .weekly([]))
        #expect(never.next(after: .epoch, in: UTC(), gap: .after, overlap: .first) == nil)
    }
}
