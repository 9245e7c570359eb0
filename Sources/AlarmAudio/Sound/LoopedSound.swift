// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import PlayerProtocol

/// A sound that starts again where it ends, for ever, with no gap: the end of a pass and the beginning of the
/// next are cross-faded for 10 ms.
package final class LoopedSound: SoundStream {
    /// How long the cross-fade lasts; less for a sound that is shorter than four of them.
    package static let crossfade = Duration.milliseconds(10)

    private static let blockFrames = 4096

    package var rate: Int { base.rate }

    private let base: any SoundStream

    /// Frames read and not yet given out; the last `fadeFrames` of a pass wait here for its end.
    private var held = FrameQueue()
    private let fadeFrames: Int
    private var framesOfPass = 0

    /// What was read last; kept for its memory.
    private var block: [Float] = []

    /// Creates a loop of `base`, which must be at its first frame.
    package init(_ base: any SoundStream) {
        self.base = base
        fadeFrames = base.rate * Int(Self.crossfade / .milliseconds(1)) / 1000
    }

    package func read(_ count: Int, into frames: inout [Float]) throws(PlayerFailure) -> Int {
        while held.count <= fadeFrames {
            block.removeAll(keepingCapacity: true)
            let read = try base.read(Self.blockFrames, into: &block)
            framesOfPass += read
            held.append(block[...])
            if read == 0 { try startAgain() }
        }
        return held.move(min(count, held.count - fadeFrames), to: &frames)
    }

    package func rewind() throws(PlayerFailure) {
        try base.rewind()
        held = FrameQueue()
        framesOfPass = 0
    }

    /// Joins the end of the pass, which is all held, to the beginning of the next.
    private func startAgain() throws(PlayerFailure) {
        // A pass without a frame would be an endless silence.
        guard framesOfPass > 0 else { throw .sound("the sound has no frames") }
        let overlap = min(fadeFrames, held.count, framesOfPass / 4)
        try base.rewind()
        framesOfPass = 0
        var head: [Float] = []
        while head.count < overlap * 2 {
            let read = try base.read(overlap - head.count / 2, into: &head)
            guard read > 0 else { break }
            framesOfPass += read
        }
        guard overlap == 0 || framesOfPass > 0 else { throw .sound("the sound has no frames left") }
        held.crossfade(into: head)
    }
}

/// Interleaved stereo frames that wait, first in, first out.
struct FrameQueue {
    private var samples: [Float] = []
    private var start = 0

    /// How many frames wait.
    var count: Int { (samples.count - start) / 2 }

    mutating func append(_ frames: ArraySlice<Float>) {
        if start > 0 {
            samples.removeFirst(start)
            start = 0
        }
        samples += frames
    }

    /// Moves at most `wanted` frames to the end of `frames`, and returns how many.
    mutating func move(_ wanted: Int, to frames: inout [Float]) -> Int {
        let moved = min(max(wanted, 0), count)
        frames += samples[start..<(start + moved * 2)]
        start += moved * 2
        return moved
    }

    /// Lets the last frames fall while those of `head` rise, by raised cosines that add up to 1.
    mutating func crossfade(into head: [Float]) {
        let overlap = min(head.count / 2, count)
        let first = samples.count - overlap * 2
        for frame in 0..<overlap {
            let rise = Ramp.raisedCosine((Double(frame) + 0.5) / Double(overlap))
            for side in 0...1 {
                let index = first + frame * 2 + side
                samples[index] += (head[frame * 2 + side] - samples[index]) * Float(rise)
            }
        }
    }
}
