// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc
package import PlayerProtocol

/// A stream at another rate, by a windowed sinc; the pitch is exact, positions are counted in whole numbers.
package final class ResampledSound: SoundStream {
    /// How many zero crossings of the sinc are used on each side.
    private static let crossings = 16

    /// How many positions between two frames have weights of their own; between them is interpolated.
    private static let mostPhases = 512

    private static let blockFrames = 1024

    package let rate: Int

    private let base: any SoundStream

    /// An output frame is `step` / `phases` input frames after the one before it.
    private let step: Int
    private let denominator: Int

    /// How many frames on each side of a position are weighed.
    private let reach: Int
    private let weights: [Float]
    private let phases: Int

    /// Input frames, the first of which lies `reach` before the position.
    private var input: [Float] = []
    private var consumed = 0
    private var phase = 0
    private var inputLeft: Int?

    /// Makes `base`, which must be at its first frame, a stream of `rate` frames a second.
    package init(_ base: any SoundStream, rate: Int) {
        self.base = base
        self.rate = rate
        let divisor = Self.greatestCommonDivisor(base.rate, rate)
        step = base.rate / divisor
        denominator = rate / divisor
        phases = min(denominator, Self.mostPhases)
        // Where the rate falls, what the new rate cannot hold is filtered out.
        let cutoff = min(1, Double(rate) / Double(base.rate)) * 0.95
        reach = Int((Double(Self.crossings) / cutoff).rounded(.up))
        weights = Self.makeWeights(phases: phases, reach: reach, cutoff: cutoff)
        start()
    }

    /// `base` itself where it has the rate already.
    package static func adapting(_ base: any SoundStream, to rate: Int) -> any SoundStream {
        base.rate == rate ? base : ResampledSound(base, rate: rate)
    }

    package func read(_ count: Int, into frames: inout [Float]) throws(PlayerFailure) -> Int {
        frames.reserveCapacity(frames.count + count * 2)
        for done in 0..<count {
            guard try fill() else { return done }
            appendFrame(to: &frames)
            phase += step
            let (whole, rest) = phase.quotientAndRemainder(dividingBy: denominator)
            phase = rest
            consumed += whole
            inputLeft = inputLeft.map { $0 - whole }
        }
        return count
    }

    package func rewind() throws(PlayerFailure) {
        try base.rewind()
        start()
    }

    private func start() {
        input = [Float](repeating: 0, count: reach * 2)
        consumed = 0
        phase = 0
        inputLeft = nil
    }

    /// Reads on until the position's neighbours are there; `false` at the end.
    private func fill() throws(PlayerFailure) -> Bool {
        while input.count / 2 - consumed < reach * 2 + 1 {
            if inputLeft != nil { break }
            if consumed > 0 {
                input.removeFirst(min(consumed * 2, input.count))
                consumed = 0
            }
            if try base.read(Self.blockFrames, into: &input) == 0 {
                inputLeft = input.count / 2 - reach - consumed
                input += [Float](repeating: 0, count: (reach * 2 + step / denominator + 2) * 2)
            }
        }
        return inputLeft.map { $0 > 0 } ?? true
    }

    private func appendFrame(to frames: inout [Float]) {
        let place = Double(phase) * Double(phases) / Double(denominator)
        let row = Int(place)
        let part = Float(place - Double(row))
        var sums: (left: Float, right: Float) = (0, 0)
        let taps = reach * 2
        var index = (consumed + 1) * 2
        for tap in (row * taps)..<(row * taps + taps) {
            // The row after the last is the first, one frame on; it is there as a row of its own.
            let weight =
                part == 0
                ? weights[tap] : weights[tap] + (weights[tap + taps] - weights[tap]) * part
            sums.left += input[index] * weight
            sums.right += input[index + 1] * weight
            index += 2
        }
        frames.append(sums.left)
        frames.append(sums.right)
    }

    /// The weights of the neighbours for each phase, a row of `2 * reach` each, which adds up to 1.
    private static func makeWeights(phases: Int, reach: Int, cutoff: Double) -> [Float] {
        var weights: [Float] = []
        weights.reserveCapacity((phases + 1) * reach * 2)
        for phase in 0...phases {
            weights += Self.weights(
                at: Double(phase) / Double(phases), reach: reach, cutoff: cutoff
            ).map { Float($0) }
        }
        return weights
    }

    /// The weights of the `reach` neighbours on each side of a point, `fraction` behind the last of the first
    /// half; they add up to 1.
    static func weights(at fraction: Double, reach: Int, cutoff: Double) -> [Double] {
        let row = (0..<(reach * 2)).map { tap in
            let distance = Double(tap - reach + 1) - fraction
            return sinc(distance * cutoff) * window(distance / Double(reach))
        }
        let sum = row.reduce(0, +)
        return row.map { $0 / sum }
    }

    private static func sinc(_ x: Double) -> Double {
        abs(x) < 1e-9 ? 1 : sin(.pi * x) / (.pi * x)
    }

    /// Blackman's window, from −1 to 1.
    private static func window(_ x: Double) -> Double {
        guard abs(x) < 1 else { return 0 }
        return 0.42 + 0.5 * cos(.pi * x) + 0.08 * cos(2 * .pi * x)
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? max(a, 1) : greatestCommonDivisor(b, a % b)
    }
}
