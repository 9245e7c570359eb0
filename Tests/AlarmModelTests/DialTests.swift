// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import TestSupport
import Testing

@Suite("The dial")
struct DialTests {
    private func time(_ text: String) throws -> TimeOfDay { try #require(TimeOfDay(text)) }

    private func angle(_ degrees: Double) throws -> DialAngle {
        try #require(DialAngle(degrees: degrees))
    }

    @Test("shows every minute of the day by each hand, there and back", arguments: Hand.allCases)
    func thereAndBack(hand: Hand) throws {
        var differences = 0
        for minute in 0..<1440 {
            let time = TimeOfDay(secondsSinceMidnight: minute * 60)
            var dial = Dial(time, holding: hand, snap: 60)
            let degrees = dial.angle.degrees
            dial.turn(to: try angle(degrees))
            if dial.time != time || dial.days != 0 || dial.angle.degrees != degrees {
                differences += 1
            }
        }
        #expect(differences == 0)
    }

    @Test("turns an angle into every time on its grid", arguments: Hand.allCases)
    func grid(hand: Hand) throws {
        var differences = 0
        for second in stride(from: 0, to: 86_400, by: hand.snap) {
            let wanted = TimeOfDay(secondsSinceMidnight: second)
            let degrees = Double(second % hand.secondsPerTurn) * 360 / Double(hand.secondsPerTurn)
            // From up to a third of a turn away, on each side.
            for turn in [-hand.secondsPerTurn / 3, 0, hand.secondsPerTurn / 3] {
                var dial = Dial(
                    TimeOfDay(secondsSinceMidnight: second + turn), holding: hand)
                dial.turn(to: try angle(degrees))
                if dial.time != wanted { differences += 1 }
            }
        }
        #expect(differences == 0)
    }

    @Test(
        "moves the shorter way round, and clockwise where both are as long",
        arguments: [
            ("07:00", Hand.alarm, 240.0, "08:00", 0), ("11:00", .alarm, 30, "13:00", 0),
            ("13:00", .hour, 330, "11:00", 0), ("23:00", .alarm, 30, "01:00", 1),
            ("01:00", .alarm, 330, "23:00", -1), ("06:00", .alarm, 0, "12:00", 0),
            ("12:00", .alarm, 180, "18:00", 0), ("18:00", .alarm, 0, "00:00", 1),
            ("12:00", .alarm, 180.5, "06:00", 0), ("07:50", .minute, 60, "08:10", 0),
            ("08:10", .minute, 300, "07:50", 0), ("23:50", .minute, 0, "00:00", 1),
            ("00:05", .minute, 330, "23:55", -1), ("07:00", .minute, 180, "07:30", 0),
            ("07:00", .minute, 180.6, "06:30", 0),
        ] as [(String, Hand, Double, String, Int)])
    func shorterWay(from: String, hand: Hand, degrees: Double, to: String, days: Int) throws {
        var dial = Dial(try time(from), holding: hand)
        dial.turn(to: try angle(degrees))
        #expect(dial.time.description == to)
        #expect(dial.days == days)
    }

    @Test("adds up turns, and follows them into other days", arguments: [4, -4, 400, -400])
    func turns(quarters: Int) throws {
        var dial = Dial(try time("07:00"))
        let step = quarters > 0 ? 90 : 270
        for index in 1...quarters.magnitude {
            dial.turn(to: try angle(Double((210 + Int(index) * step) % 360)))
        }
        // Each quarter is three hours.
        let seconds = 7 * 3600 + quarters * 3 * 3600
        #expect(dial.time.secondsSinceMidnight == (seconds % 86_400 + 86_400) % 86_400)
        #expect(dial.days == Int((Double(seconds) / 86_400).rounded(.down)))
    }

    @Test("takes a time as it is said, on the day that the turns led to")
    func exactTime() throws {
        var dial = Dial(try time("23:00"))
        dial.turn(to: try angle(60))
        #expect(dial.days == 1)
        dial.set(try time("19:02:03"))
        #expect(dial.time.description == "19:02:03")
        #expect(dial.days == 1)
        #expect(dial.angle.degrees == 211.025)
        dial.turn(to: try angle(212))
        #expect(dial.time.description == "19:05")
    }

    @Test(
        "snaps to the nearest mark of its hand",
        arguments: [
            (Hand.alarm, 211.0, "07:00"), (.alarm, 211.25, "07:05"), (.alarm, 212.5, "07:05"),
            (.hour, 208.9, "07:00"), (.minute, 2.9, "07:00"), (.minute, 3, "07:01"),
            (.minute, 359, "07:00"), (.alarm, 359.9, "12:00"),
        ] as [(Hand, Double, String)])
    func snap(hand: Hand, degrees: Double, shown: String) throws {
        var dial = Dial(try time("07:00"), holding: hand)
        dial.turn(to: try angle(degrees))
        #expect(dial.time.description == shown)
    }

    @Test("steps by minutes, without a snap")
    func steps() throws {
        var dial = Dial(try time("00:02:30"), holding: .minute)
        dial.step(minutes: -4)
        #expect(dial.time.description == "23:58:30")
        #expect(dial.days == -1)
        dial.step(minutes: 4)
        #expect(dial.time.description == "00:02:30")
        #expect(dial.days == 0)
    }

    @Test("does not drift in 1,000,000 random moves", arguments: Hand.allCases)
    func fuzz(hand: Hand) {
        var dice = SystemRandomNumberGenerator()
        var dial = Dial(.midnight, holding: hand)
        // What a slow and simple count says: marks since midnight of the first day.
        let marks = hand.secondsPerTurn / hand.snap
        var (mark, faults) = (0, 0)
        for _ in 0..<1_000_000 {
            let target = Int.random(in: 0..<marks, using: &dice)
            guard let angle = DialAngle(degrees: Double(target) * 360 / Double(marks)) else {
                faults += 1
                continue
            }
            dial.turn(to: angle)
            var way = (target - mark) % marks
            if way <= -marks / 2 { way += marks }
            if way > marks / 2 { way -= marks }
            mark += way
            let second = mark * hand.snap
            let shown = dial.days * 86_400 + dial.time.secondsSinceMidnight
            if shown != second || dial.angle != angle { faults += 1 }
        }
        #expect(faults == 0)
    }
}

@Suite("A place on the dial")
struct DialAngleTests {
    @Test(
        "is an angle of at least 0 and below 360",
        arguments: [
            (0.0, true), (359.999, true), (360, false), (-0.001, false), (.nan, false),
            (.infinity, false), (1e300, false),
        ] as [(Double, Bool)])
    func range(degrees: Double, isOne: Bool) {
        #expect((DialAngle(degrees: degrees) != nil) == isOne)
    }

    @Test(
        "is where a point is seen from the centre",
        arguments: [
            (0.0, -1.0, 0.0), (1, 0, 90), (0, 1, 180), (-1, 0, 270), (1, -1, 45), (1, 1, 135),
            (-1, 1, 225), (-1, -1, 315), (0.5, -0.8660254037844386, 30),
            (0.8660254037844386, -0.5, 60), (-1e-12, -1, 0), (1e300, 1e300, 135),
            (0.2588190451025207, -0.9659258262890683, 15),
            (-0.9659258262890683, 0.2588190451025207, 255),
        ])
    func point(x: Double, y: Double, degrees: Double) {
        #expect(DialAngle(x: x, y: y)?.degrees == degrees)
    }

    @Test(
        "is no point nearer to the centre than a tenth of the radius",
        arguments: [
            (0.0, 0.0, false), (0.0999, 0, false), (0.07, 0.07, false), (0.1, 0, true),
            (0, -0.1, true), (0.0708, 0.0708, true), (.nan, 1, false), (.infinity, 0, false),
        ] as [(Double, Double, Bool)])
    func centre(x: Double, y: Double, hasDirection: Bool) {
        #expect((DialAngle(x: x, y: y) != nil) == hasDirection)
    }
}
