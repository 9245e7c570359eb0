// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// How the steps of a mixer's element relate to percent, as alsamixer has it (alsa-utils, `volume_mapping.c`).
///
/// Where the device says decibels, a span of up to 24 dB is counted evenly, and a larger one as an ear does, 60 dB
/// for each factor of 10. Where it says none, or less than 10 dB from end to end, its steps are counted evenly.
struct MixerScale {
    /// What stands for minus infinity, in hundredths of a decibel.
    static let muted = -9_999_999

    /// The device's steps; at least two of them.
    let steps: ClosedRange<Int>

    private let level: (Int) -> Int?
    private let span: (lowest: Double, highest: Double)?
    private let isMutedAtLowest: Bool

    /// A scale of the device's steps.
    ///
    /// - Parameters:
    ///   - steps: The lowest and the highest.
    ///   - decibels: What they are said to be, in hundredths of a decibel; `nil` where that is not said.
    ///   - level: Tells the level of a step, in hundredths of a decibel.
    init(steps: ClosedRange<Int>, decibels: ClosedRange<Int>?, level: @escaping (Int) -> Int?) {
        self.steps = steps
        self.level = level
        isMutedAtLowest = decibels.map { $0.lowerBound <= Self.muted } ?? false
        if let decibels, decibels.upperBound - decibels.lowerBound >= 1000 {
            span = (Double(decibels.lowerBound), Double(decibels.upperBound))
        } else {
            span = nil
        }
    }

    /// What percent a step is.
    func percent(of step: Int) -> Double {
        guard let span, let level = level(step) else {
            return Double(step - steps.lowerBound) * 100 / Double(max(steps.count - 1, 1))
        }
        if isMutedAtLowest, level <= Self.muted { return 0 }
        if span.highest - span.lowest <= 2400 {
            return (Double(level) - span.lowest) * 100 / (span.highest - span.lowest)
        }
        let norm = Level.amplitude(decibels: (Double(level) - span.highest) / 300)
        guard !isMutedAtLowest else { return norm * 100 }
        let least = Level.amplitude(decibels: (span.lowest - span.highest) / 300)
        return (norm - least) * 100 / (1 - least)
    }

    /// The lowest step that is `percent` or more.
    func lowest(atLeast percent: Int) -> Int {
        // Levels grow with the steps, so that it is found by halves, in any number of steps.
        var (low, high) = (steps.lowerBound, steps.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if self.percent(of: middle) + 1e-6 >= Double(percent) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }

    /// The highest step that is `percent` or less, but never one that is nothing.
    func highest(atMost percent: Int) -> Int {
        let above = lowest(atLeast: percent)
        let step = self.percent(of: above) <= Double(percent) + 1e-6 ? above : above - 1
        let isHeard = step > steps.lowerBound && self.percent(of: step) > 0
        return isHeard ? step : min(steps.lowerBound + 1, steps.upperBound)
    }

    /// The step to go to from `step`: one between two limits in percent stays, another goes to the nearer.
    func step(from step: Int, floor: Int, ceiling: Int) -> Int {
        let lowest = lowest(atLeast: floor)
        let highest = max(highest(atMost: ceiling), min(lowest, steps.upperBound))
        return min(max(step, lowest), highest)
    }
}

/// Which mixer belongs to an output.
enum MixerName {
    /// ALSA's name of the mixer of the output that it calls `output`.
    ///
    /// A plug-in over a card has the card's mixer; what else has a name has a mixer of that name, or none.
    static func mixer(of output: String) -> String {
        guard let colon = output.utf8.firstIndex(of: UInt8(ascii: ":")) else { return output }
        let arguments = output[output.index(after: colon)...].utf8.split(
            separator: UInt8(ascii: ",")
        )
        .map { Substring($0) }
        if let card = arguments.first(where: { $0.hasPrefix("CARD=") }) { return "hw:\(card)" }
        guard let card = arguments.first, Int(card) != nil else { return output }
        return "hw:\(card)"
    }
}
