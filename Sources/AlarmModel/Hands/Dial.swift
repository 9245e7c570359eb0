// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A hand of the dial.
package enum Hand: String, CaseIterable, Sendable {
    /// The alarm hand: once round in 12 hours.
    case alarm
    /// The hour hand: once round in 12 hours.
    case hour
    /// The minute hand: once round in an hour; it carries the hour.
    case minute
}

extension Hand {
    /// How many seconds one turn of it is.
    package var secondsPerTurn: Int { self == .minute ? 3600 : 43_200 }

    /// To how many seconds it snaps where a finger puts it.
    package var snap: Int { self == .minute ? 60 : 300 }

    /// How far it goes in a second; exact.
    fileprivate var unitsPerSecond: Int { DialAngle.turn / secondsPerTurn }

    /// Where it is on the face at a time.
    package func angle(at time: TimeOfDay) -> DialAngle {
        DialAngle(units: time.secondsSinceMidnight % secondsPerTurn * unitsPerSecond)
    }
}

/// The face of an alarm, 12 hours round, with one hand held: turned, it adds up the turns.
///
/// All is counted in whole units of which both a second of each hand and a turn are multiples, so that nothing
/// drifts, however often it is moved.
package struct Dial: Hashable, Sendable {
    /// The hand that is held.
    package let hand: Hand

    /// To how many seconds the hand snaps where a finger puts it.
    private let snap: Int

    /// Where the held hand is, with all turns since midnight of the first day; not snapped.
    private var position: Int

    /// Whether the position is kept as it is: it was said as a time, or not moved.
    private var isExact: Bool

    /// Creates the face of an alarm at `time`; `snap` in seconds, the hand's own where it is not said.
    package init(_ time: TimeOfDay, holding hand: Hand = .alarm, snap: Int? = nil) {
        self.hand = hand
        self.snap = snap ?? hand.snap
        self.position = time.secondsSinceMidnight * hand.unitsPerSecond
        self.isExact = true
    }

    /// Turns the hand to an angle, the shorter way round; where both are as long, clockwise.
    package mutating func turn(to angle: DialAngle) {
        let old = floorModulus(position, DialAngle.turn)
        var way = floorModulus(angle.units - old, DialAngle.turn)
        if way > DialAngle.turn / 2 { way -= DialAngle.turn }
        position += way
        isExact = false
    }

    /// Sets the time outright, on the day that the turns have led to.
    package mutating func set(_ time: TimeOfDay) {
        position = (days * 86_400 + time.secondsSinceMidnight) * hand.unitsPerSecond
        isExact = true
    }

    /// Steps the hand by whole minutes, backward where they are negative.
    package mutating func step(minutes: Int) {
        position = (seconds + minutes * 60) * hand.unitsPerSecond
        isExact = true
    }

    /// The time that the hands show.
    package var time: TimeOfDay { TimeOfDay(secondsSinceMidnight: floorModulus(seconds, 86_400)) }

    /// How many midnights the turns have passed; negative for those passed backward.
    package var days: Int { floorQuotient(seconds, 86_400) }

    /// Where the held hand is on the face.
    package var angle: DialAngle { hand.angle(at: time) }

    /// Seconds since midnight of the first day, snapped where a finger put the hand.
    private var seconds: Int {
        let perSecond = hand.unitsPerSecond
        guard !isExact else { return floorQuotient(position, perSecond) }
        let grid = snap * perSecond
        return floorQuotient(position + grid / 2, grid) * snap
    }
}

/// A direction on the face, clockwise from twelve.
package struct DialAngle: Hashable, Sendable {
    /// A turn in units: a second of the alarm hand is 10,000 of them, one of the minute hand 120,000.
    static let turn = 432_000_000

    /// From 0 up to ``turn``.
    let units: Int

    fileprivate init(units: Int) { self.units = units }

    /// Creates an angle, or returns `nil` for one that is not at least 0 and below 360.
    package init?(degrees: Double) {
        guard degrees >= 0, degrees < 360 else { return nil }
        self.units = Int((degrees * 1_200_000).rounded()) % Self.turn
    }

    /// Creates the direction of a point, or returns `nil` for one so near to the centre that it has none.
    ///
    /// - Parameters:
    ///   - x: To the right, in units of the radius.
    ///   - y: Down.
    package init?(x: Double, y: Double) {
        guard x.isFinite, y.isFinite, max(x.magnitude, y.magnitude) > 2 || x * x + y * y >= 0.01
        else { return nil }
        let (across, along) = (x.magnitude, y.magnitude)
        let small = arctangent(min(across, along) / max(across, along))
        let fromTwelve = across < along ? small : 90 - small
        let degrees =
            switch (x >= 0, y <= 0) {
            case (true, true): fromTwelve
            case (true, false): 180 - fromTwelve
            case (false, false): 180 + fromTwelve
            case (false, true): 360 - fromTwelve
            }
        self.units = Int((degrees * 1_200_000).rounded()) % Self.turn
    }

    /// Degrees, at least 0 and below 360.
    package var degrees: Double { Double(units) / 1_200_000 }

    /// How far it is to another angle, the shorter way round, in degrees from 0 to 180.
    package func distance(to other: DialAngle) -> Double {
        let way = (units - other.units).magnitude
        return Double(min(way, UInt(Self.turn) - way)) / 1_200_000
    }
}

/// The angle whose tangent is `tangent`, from 0 to 1, in degrees.
///
/// Halved three times the angle is so small that the series ends soon (atan x = 2 atan (x / (1 + √(1 + x²)))).
private func arctangent(_ tangent: Double) -> Double {
    var x = tangent
    for _ in 0..<3 { x /= 1 + (1 + x * x).squareRoot() }
    var sum = 0.0
    for power in stride(from: 19.0, through: 1, by: -2) { sum = 1 / power - sum * x * x }
    return 8 * sum * x * (180 / .pi)
}

private func floorModulus(_ number: Int, _ divisor: Int) -> Int {
    let remainder = number % divisor
    return remainder < 0 ? remainder + divisor : remainder
}

private func floorQuotient(_ number: Int, _ divisor: Int) -> Int {
    (number - floorModulus(number, divisor)) / divisor
}
