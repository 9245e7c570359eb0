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

    private let attackFrames: Int
    private let letUp: Float
    private let ceiling: Float
    private var detector = TruePeakDetector()

    /// Frames that wait, a ring.
    private var waiting: [Float]
    private var position = 0
    private var framesToSkip: Int

    /// The gains that may be the lowest of the window: each is below all before it, and its frame's number.
    private var candidates: [(gain: Float, frame: Int)] = []
    private var firstCandidate = 0
    private var frame = 0

    /// The last gains before averaging, a ring, and their sum.
    private var averaged: [Float]
    private var averagedPosition = 0
    private var sum: Double
    private var held: Float = 1

    /// A limiter of frames of `rate` a second to `ceiling` decibels of the full level.
    init(rate: Int, ceiling: Double) {
        attackFrames = max(Self.attack.frames(at: rate), 1)
        delay = attackFrames + TruePeakDetector.reach * 2
        letUp = Float(1 / (Self.release * Double(rate)))
        self.ceiling = Float(Level.amplitude(decibels: ceiling))
        waiting = [Float](repeating: 0, count: delay * 2)
        averaged = [Float](repeating: 1, count: attackFrames)
        sum = Double(attackFrames)
        framesToSkip = delay
    }

    /// Forgets what it has heard.
    mutating func reset() {
        detector = TruePeakDetector()
        waiting = [Float](repeating: 0, count: delay * 2)
        averaged = [Float](repeating: 1, count: attackFrames)
        (position, averagedPosition, frame, firstCandidate) = (0, 0, 0, 0)
        candidates = []
        sum = Double(attackFrames)
        held = 1
        framesToSkip = delay
    }

    /// Puts frames in, and has those that come out take their place.
    mutating func process(_ frames: inout [Float]) {
        var kept = 0
        for index in stride(from: 0, to: frames.count - 1, by: 2) {
            let gain = nextGain(peak: detector.next(frames[index], frames[index + 1]))
            let (left, right) = (waiting[position], waiting[position + 1])
            waiting[position] = frames[index]
            waiting[position + 1] = frames[index + 1]
            position = position + 2 == waiting.count ? 0 : position + 2
            guard framesToSkip == 0 else {
                framesToSkip -= 1
                continue
            }
            frames[kept] = left * gain
            frames[kept + 1] = right * gain
            kept += 2
        }
        frames.removeLast(frames.count - kept)
    }

    private mutating func nextGain(peak: Float) -> Float {
        let lowest = lowest(with: peak > ceiling ? ceiling / peak : 1)
        held = min(lowest, held + (1 - held) * letUp)
        sum += Double(held) - Double(averaged[averagedPosition])
        averaged[averagedPosition] = held
        averagedPosition = averagedPosition + 1 == attackFrames ? 0 : averagedPosition + 1
        return Float(sum / Double(attackFrames))
    }

    /// The lowest gain that a frame of the window needs, the newest of which needs `gain`.
    private mutating func lowest(with gain: Float) -> Float {
        while candidates.count > firstCandidate, candidates[candidates.count - 1].gain >= gain {
            candidates.removeLast()
        }
        candidates.append((gain, frame))
        while candidates[firstCandidate].frame < frame - delay { firstCandidate += 1 }
        if firstCandidate > 4096 {
            candidates.removeFirst(firstCandidate)
            firstCandidate = 0
        }
        frame += 1
        return candidates[firstCandidate].gain
    }
}

/// The level between samples, where it may be above theirs: four times as many are computed (BS.1770, annex 2).
struct TruePeakDetector {
    /// How many samples on each side of a point are weighed; a peak is told as many frames late.
    static let reach = 6

    /// A row of weights for each quarter between two samples.
    private static let rows: [[Float]] = (1...3).map { quarter in
        ResampledSound.weights(at: Double(quarter) / 4, reach: reach, cutoff: 1).map { Float($0) }
    }

    private var left = [Float](repeating: 0, count: reach * 2)
    private var right = [Float](repeating: 0, count: reach * 2)
    private var position = 0

    /// Takes a frame in, and tells the largest level around the one that was taken in ``reach`` before.
    mutating func next(_ newLeft: Float, _ newRight: Float) -> Float {
        left[position] = newLeft
        right[position] = newRight
        position = position + 1 == left.count ? 0 : position + 1
        var peak = max(abs(newLeft), abs(newRight))
        for row in Self.rows {
            var sums: (left: Float, right: Float) = (0, 0)
            var index = position
            for weight in row {
                sums.left += left[index] * weight
                sums.right += right[index] * weight
                index = index + 1 == left.count ? 0 : index + 1
            }
            peak = max(peak, abs(sums.left), abs(sums.right))
        }
        return peak
    }
}
