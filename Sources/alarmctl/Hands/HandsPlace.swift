// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// A place on the dial as a person types it: a time, or an angle.
enum HandsPlace {
    /// Reads `07:15` or `210`.
    ///
    /// - Throws: ``UsageError``.
    static func read(_ text: String) throws(UsageError) -> Wire.Position {
        if text.utf8.contains(UInt8(ascii: ":")) {
            return Wire.Position(time: try readTimeOfDay(text).description)
        }
        return Wire.Position(angle: try angle(text))
    }

    /// Reads degrees, at least 0 and below 360.
    ///
    /// - Throws: ``UsageError``.
    static func angle(_ text: String) throws(UsageError) -> Double {
        let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
        guard isPlain, text.utf8.count <= 18, let degrees = Double(text),
            DialAngle(degrees: degrees) != nil
        else {
            throw UsageError(
                "“\(abbreviated(text))” is no angle of the dial",
                hint:
                    "angles are degrees clockwise from twelve, from 0 up to 360: 210 is seven o'clock"
            )
        }
        return degrees
    }

    /// Reads `+20m`, `-1h30m`, in seconds.
    ///
    /// - Throws: ``UsageError``.
    static func shift(_ text: String) throws(UsageError) -> Int {
        let isBack = text.hasPrefix("-")
        let body = isBack || text.hasPrefix("+") ? String(text.dropFirst()) : text
        let duration = try readDuration(body)
        guard duration <= .seconds(86_400) else {
            throw UsageError(
                "“\(abbreviated(text))” is more than a day", hint: "hands are turned by at most 24h"
            )
        }
        return isBack ? -duration.wholeSeconds : duration.wholeSeconds
    }

    /// The places that lead a hand from one time to another, through each midnight between them.
    ///
    /// - Parameters:
    ///   - time: What the hands show.
    ///   - seconds: How far they are to be turned, backward where it is negative.
    ///   - hand: The hand that is held.
    /// - Returns: The places, each less than half a turn from the one before, and the last the exact time.
    static func path(
        from time: TimeOfDay, by seconds: Int, holding hand: Hand
    ) -> [Wire.Position] {
        let end = time.secondsSinceMidnight + seconds
        // Marks of the hand, rounded down, so that a midnight is passed only where the end is beyond it.
        let marks = hand.secondsPerTurn / hand.snap
        var mark = time.secondsSinceMidnight / hand.snap
        let last = (end - ((end % hand.snap) + hand.snap) % hand.snap) / hand.snap
        var places: [Wire.Position] = []
        while mark != last {
            mark += min(max(last - mark, -marks / 3), marks / 3)
            let shown = ((mark % marks) + marks) % marks
            places.append(Wire.Position(angle: Double(shown * 360) / Double(marks)))
        }
        // An angle that it has already would snap it all the same, and never to another day.
        return places + [Wire.Position(time: TimeOfDay(secondsSinceMidnight: end).description)]
    }
}
