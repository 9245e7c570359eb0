// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import TestSupport
import Testing

@Suite("Random recurrence rules that never come")
struct RecurrenceNeverTests {
    /// What the rules are drawn from: a number of its own each time, or `WECKER_SEED`.
    private static let seed = Oracle.number("WECKER_SEED") ?? Int.random(in: 0..<1_000_000_000)

    @Test("are refused, each within 10 milliseconds")
    func refusedSoon() {
        print("WECKER_SEED=\(Self.seed): 200 random rules that never come")
        var draw = NeverRules(seed: UInt64(Self.seed))
        var slowest = (Duration.zero, "")
        for number in 0..<200 {
            let (text, start) = draw.rule(ofKind: number % NeverRules.kinds)
            // Another process may take the processor away: the best of three tries is what it takes.
            var best = Duration.seconds(1000)
            for _ in 0..<3 where best >= .milliseconds(10) {
                var fault: RecurrenceFault?
                best = min(best, ContinuousClock().measure { fault = Self.fault(in: text, start) })
                guard case .never? = fault else {
                    Issue.record("\(text) from \(start): \(fault.map(\.description) ?? "comes")")
                    break
                }
            }
            if best > slowest.0 { slowest = (best, "\(text) from \(start)") }
            if best > .milliseconds(10) { print("\(best): \(text) from \(start)") }
        }
        print("slowest: \(slowest.0) for \(slowest.1)")
        #expect(slowest.0 < .milliseconds(10), "\(slowest.1); WECKER_SEED=\(Self.seed)")
    }

    /// Why a rule that starts on `start` is refused; `nil` where it is not.
    private static func fault(in text: String, _ start: CivilDate) -> RecurrenceFault? {
        do throws(RecurrenceFault) {
            let recurrence = Recurrence(try RecurrenceRule(text), from: start)
            guard recurrence.firstDate(onOrAfter: start, at: .midnight) == nil else { return nil }
            return recurrence.fault(after: start)
        } catch {
            return error
        }
    }
}

/// Draws rules that never come, of which one can see why.
private struct NeverRules {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    static let kinds = 12

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return range.lowerBound + Int((mixed ^ mixed >> 31) % UInt64(range.count))
    }

    private mutating func one<Value>(of values: [Value]) -> Value {
        values[number(0...values.count - 1)]
    }

    private mutating func start() -> CivilDate {
        CivilDate(daysSinceEpoch: number(-7000...40_000))
    }

    private mutating func weekday() -> String { one(of: Weekday.allCases).abbreviation }

    /// An interval: one that people use, one that shares nothing with the calendar, or any.
    private mutating func interval() -> Int {
        one(of: [1, 2, 3, 6, 7, 9, 11, 13, 27, 28, 31, 97, 773, 997, number(1...10_000)])
    }

    mutating func rule(ofKind kind: Int) -> (text: String, start: CivilDate) {
        let start = start()
        let text =
            switch kind {
            case 0:
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=\(one(of: [30, 31, -30, -31]));INTERVAL=\(interval())"
            case 1:
                "FREQ=MONTHLY;BYMONTH=\(one(of: [4, 6, 9, 11])),2;BYMONTHDAY=31;INTERVAL=\(interval())"
            case 2: "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30,31,-30;INTERVAL=\(interval())"
            case 3:
                "FREQ=MONTHLY;INTERVAL=\(12 * number(1...800));BYMONTH=\(otherMonth(than: start))"
            case 4: "FREQ=DAILY;INTERVAL=\(7 * number(1...1400));BYDAY=\(otherDay(than: start))"
            case 5: position()
            case 6:
                "FREQ=MONTHLY;BYDAY=\(one(of: ["", "-"]))\(number(6...53))\(weekday());INTERVAL=\(interval())"
            case 7:
                "FREQ=MONTHLY;BYDAY=1\(weekday());BYMONTHDAY=\(number(8...31));INTERVAL=\(interval())"
            case 8:
                "FREQ=YEARLY;BYDAY=53\(weekday());BYMONTH=\(number(1...12));INTERVAL=\(interval())"
            default: ""
            }
        if !text.isEmpty { return (text, start) }
        switch kind {
        case 9: return oddYear()
        case 10: return weeks(start)
        default: return leapDays()
        }
    }

    private mutating func otherMonth(than start: CivilDate) -> Int {
        (start.components.month - 1 + number(1...11)) % 12 + 1
    }

    private mutating func otherDay(than start: CivilDate) -> String {
        start.advanced(by: number(1...6)).weekday.abbreviation
    }

    /// One position more than there are days.
    private mutating func position() -> String {
        let sign = one(of: ["", "-"])
        return switch number(0...3) {
        case 0: "FREQ=DAILY;BYMONTH=\(number(1...12));BYSETPOS=\(sign)\(number(2...366))"
        case 1:
            "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=\(sign)\(number(4...366));INTERVAL=\(interval())"
        case 2: "FREQ=MONTHLY;BYDAY=\(weekday());BYSETPOS=\(sign)\(number(6...366))"
        default:
            "FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=\(number(1...31));BYSETPOS=\(sign)\(number(3...366))"
        }
    }

    /// A leap day, every so many odd years.
    private mutating func oddYear() -> (String, CivilDate) {
        let year = 2 * number(980...1040) + 1
        let start =
            CivilDate(year: year, month: number(1...12), day: number(1...28))
            ?? CivilDate(daysSinceEpoch: 366)
        return ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;INTERVAL=\(2 * number(1...5000))", start)
    }

    /// Weeks that meet only a few weeks of the 400 years, and none of some month.
    private mutating func weeks(_ start: CivilDate) -> (String, CivilDate) {
        let step = one(of: [2319, 6957])
        var met: Set<Int> = []
        for week in 0..<20_871 / step {
            let day = start.advanced(by: week * step * 7)
            for reach in -7...7 { met.insert(day.advanced(by: reach).components.month) }
        }
        guard let month = (1...12).first(where: { !met.contains($0) }) else {
            return ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", start)
        }
        return ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYMONTH=\(month);INTERVAL=\(step)", start)
    }

    /// Leap days on a day of the week that steps of so many days never meet, by trying each there is.
    private mutating func leapDays() -> (String, CivilDate) {
        while true {
            let start = start()
            let interval = one(of: [9, 27, 63, 99, 100, 189, 200, 365, 773, number(60...10_000)])
            let weekday = one(of: Weekday.allCases)
            let comes = stride(from: 1904, through: 9996, by: 4).contains { year in
                guard let day = CivilDate(year: year, month: 2, day: 29), day >= start else {
                    return false
                }
                return day.weekday == weekday
                    && (day.daysSinceEpoch - start.daysSinceEpoch) % interval == 0
            }
            if comes { continue }
            let rule = "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=\(weekday.abbreviation)"
            return ("\(rule);INTERVAL=\(interval)", start)
        }
    }
}
