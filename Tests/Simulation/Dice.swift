// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Numbers that look random and are the same each time for one seed (SplitMix64).
struct Dice: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

    /// A number of which the small ones are as likely as the large ones, by their digits.
    mutating func magnitude(_ range: ClosedRange<Int>) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while high > 2 * low, int(0...2) > 0 {
            if int(0...1) == 0 { high = (low + high) / 2 } else { low = min(low * 2, high) }
        }
        return int(low...high)
    }

    mutating func chance(_ part: Int, in whole: Int) -> Bool { int(1...whole) <= part }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[int(0...values.count - 1)] }
}
