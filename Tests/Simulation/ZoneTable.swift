// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel

/// The offsets of a zone, found by asking it once a day: nothing here knows of spans, rules or folds.
struct ZoneTable: Sendable {
    let name: String
    /// The first second of each stretch of one offset; the first has none.
    let starts: [Int64]
    /// The offset of each stretch, in seconds.
    let offsets: [Int64]

    /// Looks at the years from 1970 through 2050.
    init(_ zone: any ZoneRules) {
        func ask(_ second: Int64) -> Int64 {
            Int64(zone.span(at: Instant(seconds: second)).offset)
        }
        var starts: [Int64] = [.min]
        var offsets = [ask(0)]
        let step: Int64 = 24 * 3600
        var second: Int64 = 0
        while second < 80 * 366 * 86_400 {
            let offset = ask(second + step)
            if offset != offsets[offsets.count - 1] {
                var (low, high) = (second, second + step)
                while high - low > 1 {
                    let middle = (low + high) / 2
                    if ask(middle) == offset { high = middle } else { low = middle }
                }
                starts.append(high)
                offsets.append(offset)
            }
            second += step
        }
        self.name = zone.name
        self.starts = starts
        self.offsets = offsets
    }

    /// A time at which a clock of the zone comes to, or would have come to, a civil time.
    struct Reading {
        var at: Int64
        /// Whether the clock reads it at all.
        var exists: Bool
        /// Whether it is the second time that the clock reads it.
        var isSecond: Bool
    }

    /// The offset at a second.
    func offset(at second: Int64) -> Int64 { offsets[stretch(at: second)] }

    /// When the clock reads `wall`, the second since 1970 as a clock on the wall counts it.
    func readings(of wall: Int64, gap: GapPolicy, overlap: OverlapPolicy) -> [Reading] {
        let day: Int64 = 26 * 3600
        let near = stretch(at: wall - day)...stretch(at: wall + day)
        if near.count == 1 {
            return [Reading(at: wall - offsets[near.lowerBound], exists: true, isSecond: false)]
        }
        // Whatever offset may hold then: it is a reading if it does.
        var found: [Int64] = []
        for index in near {
            let at = wall - offsets[index]
            if offset(at: at) == offsets[index], !found.contains(at) { found.append(at) }
        }
        found.sort()
        guard let first = found.first, let last = found.last else {
            return left(out: wall, near, gap)
        }
        let one = Reading(at: first, exists: true, isSecond: false)
        guard first != last else { return [one] }
        let two = Reading(at: last, exists: true, isSecond: true)
        switch overlap {
        case .first: return [one]
        case .second: return [two]
        case .both: return [one, two]
        }
    }

    private func left(
        out wall: Int64, _ near: ClosedRange<Int>, _ gap: GapPolicy
    ) -> [Reading] {
        for index in near.dropFirst() {
            let (old, new) = (offsets[index - 1], offsets[index])
            let change = starts[index]
            guard change + old <= wall, wall < change + new else { continue }
            switch gap {
            case .after: return [Reading(at: wall - old, exists: false, isSecond: false)]
            case .before: return [Reading(at: wall - new, exists: false, isSecond: false)]
            case .transition: return [Reading(at: change, exists: false, isSecond: false)]
            case .skip: return []
            }
        }
        preconditionFailure("\(name) neither reads nor leaves out \(wall)")
    }

    private func stretch(at second: Int64) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= second { low = middle } else { high = middle }
        }
        return low
    }
}
