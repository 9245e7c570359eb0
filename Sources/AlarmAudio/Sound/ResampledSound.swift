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

    private static let blockFrames = 4096

    package let rate: Int

    private let base: any SoundStream

    /// An output frame is `wholeStep` and `partOfStep` / `denominator` input frames after the one before it.
    private let wholeStep: Int
    private let partOfStep: Int
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
        denominator = rate / divisor
        (wholeStep, partOfStep) = (base.rate / divisor).quotientAndRemainder(
            dividingBy: denominator)
        phases = min(denominator, Self.mostPhases)
        // Where the rate falls, what the new rate cannot hold is filtered out.
        let cutoff = min(1, Double(rate) / Double(base.rate)) * 0.95
        // An even number, so that the neighbours are whole blocks of weights.
        reach = Int((Double(Self.crossings) / cutoff / 2).rounded(.up)) * 2
        weights = Self.makeWeights(phases: phases, reach: reach, cutoff: cutoff)
        start()
    }

    /// `base` itself where it has the rate already.
    package static func adapting(_ base: any SoundStream, to rate: Int) -> any SoundStream {
        base.rate == rate ? base : ResampledSound(base, rate: rate)
    }

    package func read(_ count: Int, into frames: inout [Float]) throws(PlayerFailure) -> Int {
        var done = 0
        while done < count, try fill() {
            let appended = append(count - done, to: &frames)
            if appended == 0 { break }
            done += appended
        }
        return done
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
                input += [Float](repeating: 0, count: (reach * 2 + wholeStep + 2) * 2)
            }
        }
        return inputLeft.map { $0 > 0 } ?? true
    }

    /// Appends up to `count` frames, as many as the input suffices for.
    private func append(_ count: Int, to frames: inout [Float]) -> Int {
        // Local, so that nothing is looked up for each frame.
        let (input, weights) = (input, weights)
        let (scale, denominator) = (Double(phases) / Double(denominator), denominator)
        let (isExact, rowBytes) = (denominator == phases, reach * WeighedFrames.blockBytes / 2)
        let last = min(consumed + (inputLeft ?? .max / 2) - 1, input.count / 2 - reach * 2 - 1)
        var (position, phase, done) = (consumed, phase, 0)
        frames.append(addingCapacity: count * 2) { output in
            let neighbours = unsafe input.span.bytes
            let rows = unsafe weights.span.bytes
            while done < count, position <= last {
                let place = isExact ? Double(phase) : Double(phase) * scale
                let row = isExact ? phase : Int(place)
                let sums = WeighedFrames.sum(
                    neighbours, from: (position + 1) * 2 * MemoryLayout<Float>.stride, rows,
                    from: row * rowBytes, count: rowBytes, part: Float(place - Double(row)))
                output.append(sums.x + sums.z)
                output.append(sums.y + sums.w)
                done += 1
                position += wholeStep
                phase += partOfStep
                if phase >= denominator {
                    phase -= denominator
                    position += 1
                }
            }
        }
        if let left = inputLeft { inputLeft = left - (position - consumed) }
        (consumed, self.phase) = (position, phase)
        return done
    }

    /// The weights of the neighbours for each phase, a row of `2 * reach` each, which adds up to 1; each weight twice,
    /// for the left and for the right.
    private static func makeWeights(phases: Int, reach: Int, cutoff: Double) -> [Float] {
        var weights: [Float] = []
        weights.reserveCapacity((phases + 1) * reach * 4)
        for phase in 0...phases {
            weights += Self.weights(
                at: Double(phase) / Double(phases), reach: reach, cutoff: cutoff
            ).flatMap { [Float($0), Float($0)] }
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

/// Sums of stereo frames, each times a weight, four frames at a time.
///
/// Weights stand in rows, each twice, as frames do: for the left and for the right.
enum WeighedFrames {
    /// Four frames, or the weights of four.
    static let blockBytes = 8 * MemoryLayout<Float>.stride

    /// The sum of frames, each times its weight in a row, or between that row and the next.
    ///
    /// - Parameters:
    ///   - frames: Floats, left and right in turns.
    ///   - first: Where the frames begin, in bytes.
    ///   - rows: The weights.
    ///   - row: Where the row begins, in bytes.
    ///   - count: The bytes of a row, whole blocks.
    ///   - part: How far the weights are from the row to the next, below 1.
    /// - Returns: Two sums of the left and two of the right side, in turns.
    @inline(__always)
    static func sum(
        _ frames: RawSpan, from first: Int, _ rows: RawSpan, from row: Int, count: Int,
        part: Float = 0
    ) -> SIMD4<Float> {
        var sums = SIMD8<Float>()
        var offset = 0
        while offset < count {
            var weight = block(rows, at: row + offset)
            if part != 0 {
                // The row after the last is the first, one frame on; it is there as a row of its own.
                weight += (block(rows, at: row + count + offset) - weight) * part
            }
            sums += block(frames, at: first + offset) * weight
            offset += blockBytes
        }
        return sums.lowHalf + sums.highHalf
    }

    /// Eight floats; any bits are some.
    @inline(__always)
    private static func block(_ bytes: RawSpan, at offset: Int) -> SIMD8<Float> {
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
    }
}
