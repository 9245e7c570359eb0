// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Holds the true peaks of stereo frames under a ceiling, by a gain that sees them coming.
///
/// The gain is the lowest that any frame within reach needs, let up slowly, and averaged: it falls over 5 ms
/// before a peak, rises over a tenth of a second after it, and has no steps. Frames come out ``delay`` later
/// than they went in; the first of them, which would be silence, are left out.
struct PeakLimiter {
    private static let attack = Duration.milliseconds(5)

    /// The seconds in which the gain comes back by two thirds of the way.
    private static let release = 0.05

    /// How many frames are looked at before one comes out.
    let delay: Int

    private let ceiling: Float
    private let detector: TruePeakDetector
    private var lowest: LowestGain
    private var smoother: GainSmoother

    /// The frames that wait, and while there are new ones these after them.
    private var waiting: [Float] = []
    private var framesToSkip = 0

    /// For how many frames a sample is within reach that is not harmless.
    private var framesToLook = 0

    /// A limiter of frames of `rate` a second to `ceiling` decibels of the full level.
    init(rate: Int, ceiling: Double) {
        let attackFrames = max(Self.attack.frames(at: rate), 1)
        delay = attackFrames + TruePeakDetector.taps
        self.ceiling = Float(Level.amplitude(decibels: ceiling))
        detector = TruePeakDetector(ceiling: self.ceiling)
        lowest = LowestGain(reach: delay)
        smoother = GainSmoother(
            frames: attackFrames, letUp: Float(1 / (Self.release * Double(rate))))
        reset()
    }

    /// Forgets what it has heard.
    mutating func reset() {
        waiting = [Float](repeating: 0, count: delay * 2)
        lowest.reset()
        smoother.reset()
        framesToLook = 0
        framesToSkip = delay
    }

    /// Puts frames in, and has those that come out take their place.
    mutating func process(_ frames: inout [Float]) {
        // Taken out, so that the rest may change while it is looked at.
        var all: [Float] = []
        swap(&all, &waiting)
        all += frames
        var output = frames.mutableSpan
        let kept = limit(all.span, into: &output)
        frames.removeLast(frames.count - kept)
        all.removeFirst(all.count - delay * 2)
        swap(&all, &waiting)
    }

    /// Limits what comes out now that `samples` went in, the first ``delay`` frames of them before.
    ///
    /// - Returns: How many samples came out.
    private mutating func limit(
        _ samples: Span<Float>, into output: inout MutableSpan<Float>
    ) -> Int {
        var kept = 0
        for index in stride(from: 0, to: samples.count - delay * 2 - 1, by: 2) {
            let new = index + delay * 2
            let newest = max(abs(samples[new]), abs(samples[new + 1]))
            var peak = newest
            if newest > detector.harmless { framesToLook = TruePeakDetector.taps }
            if framesToLook > 0 {
                framesToLook -= 1
                peak = max(newest, detector.peak(samples, until: new + 2))
            }
            let gain = smoother.next(lowest.next(peak > ceiling ? ceiling / peak : 1))
            guard framesToSkip == 0 else {
                framesToSkip -= 1
                continue
            }
            output[kept] = samples[index] * gain
            output[kept + 1] = samples[index + 1] * gain
            kept += 2
        }
        return kept
    }
}

/// The lowest gain that any of the newest frames needs.
private struct LowestGain {
    /// How many frames before the newest are looked at.
    let reach: Int

    /// The gains below 1 that may be the lowest: each is below all after it, and has its frame's number.
    private var candidates: [(gain: Float, frame: Int)] = []
    private var first = 0
    private var frame = 0

    init(reach: Int) { self.reach = reach }

    mutating func reset() { self = LowestGain(reach: reach) }

    /// Takes the gain in that the next frame needs, at most 1.
    mutating func next(_ gain: Float) -> Float {
        frame += 1
        guard gain < 1 || first < candidates.count else { return 1 }
        if gain < 1 {
            while candidates.count > first, candidates[candidates.count - 1].gain >= gain {
                candidates.removeLast()
            }
            candidates.append((gain, frame))
        }
        while first < candidates.count, candidates[first].frame < frame - reach { first += 1 }
        if first == candidates.count {
            candidates.removeAll(keepingCapacity: true)
            first = 0
            return 1
        }
        if first > 4096 {
            candidates.removeFirst(first)
            first = 0
        }
        return candidates[first].gain
    }
}

/// Lets a gain fall over some frames, and up slowly.
private struct GainSmoother {
    /// So near to 1 it is 1, so that it gets there at all.
    private static let nearlyOne: Float = 1 - 1e-6

    let frames: Int
    let letUp: Float

    /// The gains that are averaged, a ring, and their sum, which is exact.
    private var averaged: [Float]
    private var position = 0
    private var sum: Double
    private var held: Float = 1

    init(frames: Int, letUp: Float) {
        self.frames = frames
        self.letUp = letUp
        averaged = [Float](repeating: 1, count: frames)
        sum = Double(frames)
    }

    mutating func reset() { self = GainSmoother(frames: frames, letUp: letUp) }

    mutating func next(_ lowest: Float) -> Float {
        if lowest == 1, held == 1, sum == Double(frames) { return 1 }
        held = min(lowest, held + (1 - held) * letUp)
        if held > Self.nearlyOne { held = 1 }
        sum += Double(held) - Double(averaged[position])
        averaged[position] = held
        position = position + 1 == frames ? 0 : position + 1
        return Float(sum / Double(frames))
    }
}

/// The level between samples, where it may be above theirs: four times as many are computed (BS.1770, annex 2).
struct TruePeakDetector {
    /// How many samples on each side of a point are weighed; a peak is told as many frames late.
    private static let reach = 6

    /// How many frames are weighed.
    static let taps = reach * 2

    /// The largest sample that cannot have a level above the ceiling beside it.
    let harmless: Float

    /// A row of weights for each quarter between two samples; each weight twice, for the left and for the right.
    private let weights: [Float]

    /// A detector of levels above `ceiling`, an amplitude.
    init(ceiling: Float) {
        let rows = (1...3).map { quarter in
            ResampledSound.weights(at: Double(quarter) / 4, reach: Self.reach, cutoff: 1)
        }
        let mostAbove = rows.map { $0.reduce(0) { $0 + abs($1) } }.max() ?? 1
        // A little less, for rounding.
        harmless = ceiling / Float(mostAbove) * 0.999
        weights = rows.flatMap { $0.flatMap { [Float($0), Float($0)] } }
    }

    /// The largest level between the last frames of `samples` before the sample `end`.
    func peak(_ samples: Span<Float>, until end: Int) -> Float {
        let rows = unsafe weights.span.bytes
        let frames = unsafe samples.bytes
        let rowBytes = Self.taps * 2 * MemoryLayout<Float>.stride
        let first = (end - Self.taps * 2) * MemoryLayout<Float>.stride
        var peak: Float = 0
        for row in 0..<3 {
            let sums = WeighedFrames.sum(
                frames, from: first, rows, from: row * rowBytes, count: rowBytes)
            peak = max(peak, abs(sums.x + sums.z), abs(sums.y + sums.w))
        }
        return peak
    }
}
