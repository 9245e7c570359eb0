// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import PlayerProtocol

/// One sound that is heard: its stream, its gain, and its end.
final class Voice {
    /// How long the last frame's level takes to 0 where a sound ends on a level of its own.
    private static let release = Duration.milliseconds(5)

    /// Whether nothing more comes.
    private(set) var isOver = false

    private let stream: any SoundStream
    private let edgeFrames: Int
    private let releaseFrames: Int
    private var curve: GainCurve
    private var framesLeft: Int?
    private var silenceLeft: Int
    private var tail: FrameQueue?
    private var last: (left: Float, right: Float) = (0, 0)

    /// A voice that plays `sound` as `request` says, at `rate` frames a second.
    ///
    /// - Parameters:
    ///   - sound: What is heard.
    ///   - request: How.
    ///   - rate: The output's rate.
    ///   - rise: How long its beginning takes from silence.
    ///   - wait: How many frames it is silent before.
    init(
        _ sound: OpenedSound, _ request: SoundRequest, rate: Int,
        rise: Duration = GainCurve.edge, wait: Int = 0
    ) {
        stream = sound.stream(
            rate: rate, isLooped: request.length != .once, measured: request.measured)
        edgeFrames = GainCurve.edge.frames(at: rate)
        releaseFrames = Self.release.frames(at: rate)
        curve = GainCurve(
            rate: rate, volume: request.volume, fade: request.fade,
            rise: max(rise, GainCurve.edge))
        silenceLeft = wait
        switch request.length {
        case .untilStopped: break
        case .once: framesLeft = sound.passFrames(at: rate)
        case .lasting(let time): framesLeft = max(time.frames(at: rate), 1)
        }
    }

    /// Changes the volume.
    func change(volume: Int, over time: Duration) { curve.change(volume: volume, over: time) }

    /// Whether it is silent until another has fallen silent.
    var isWaiting: Bool { silenceLeft > 0 }

    /// How many frames are heard until it is silent, where it falls.
    var framesUntilSilent: Int? { curve.framesUntilSilent }

    /// Falls silent, and is over then; one that falls already does so no later than it was to.
    func fall(over time: Duration = GainCurve.edge) { curve.fall(over: time) }

    /// Puts the next frames into `frames`, which is empty, at most `count` of them.
    ///
    /// - Returns: How many frames there are; fewer than `count` where the sound is over.
    /// - Throws: ``PlayerFailure`` of stage `sound`, after which the voice is over.
    func read(_ count: Int, into frames: inout [Float]) throws(PlayerFailure) -> Int {
        do throws(PlayerFailure) {
            while frames.count < count * 2, !isOver {
                try extend(&frames, by: count - frames.count / 2)
            }
        } catch {
            isOver = true
            frames.removeAll(keepingCapacity: true)
            throw error
        }
        return frames.count / 2
    }

    /// Adds the next frames, as many as there is room for, to what `frames` holds already.
    ///
    /// - Returns: How many frames belong to the sound; fewer than there is room for where it is over.
    /// - Throws: ``PlayerFailure`` of stage `sound`, after which the voice is over.
    func mix(into frames: inout [Float]) throws(PlayerFailure) -> Int {
        var block: [Float] = []
        _ = try read(frames.count / 2, into: &block)
        var mixed = frames.mutableSpan
        let own = block.span
        for index in own.indices { mixed[index] += own[index] }
        return block.count / 2
    }

    private func extend(_ block: inout [Float], by room: Int) throws(PlayerFailure) {
        if silenceLeft > 0 {
            let silent = min(silenceLeft, room)
            block += [Float](repeating: 0, count: silent * 2)
            silenceLeft -= silent
            return
        }
        var wanted = room
        if let framesLeft {
            // A sound that is cut off by time falls in its last frames, not after them.
            if framesLeft > edgeFrames {
                wanted = min(wanted, framesLeft - edgeFrames)
            } else {
                curve.fall(over: .zero)
            }
        }
        guard !curve.isSilent, framesLeft.map({ $0 > 0 }) ?? true else {
            isOver = true
            return
        }
        wanted = min(wanted, framesLeft ?? wanted, curve.framesUntilSilent ?? wanted)
        let start = block.count
        let read = try next(wanted, into: &block)
        guard read > 0 else {
            isOver = true
            return
        }
        curve.apply(to: &block[start...])
        framesLeft = framesLeft.map { $0 - read }
    }

    /// The stream's frames, and then what takes its last level down to 0.
    private func next(_ count: Int, into block: inout [Float]) throws(PlayerFailure) -> Int {
        if tail != nil { return tail?.move(count, to: &block) ?? 0 }
        let read = try stream.read(count, into: &block)
        if read > 0 {
            last = (block[block.count - 2], block[block.count - 1])
            return read
        }
        var ramp = Ramp(from: 1, to: 0, length: releaseFrames)
        var release: [Float] = []
        while !ramp.isOver, last != (0, 0) {
            ramp.advance()
            release += [last.left * ramp.value, last.right * ramp.value]
        }
        var queue = FrameQueue()
        queue.append(release[...])
        tail = queue
        return queue.count == 0 ? 0 : tail?.move(count, to: &block) ?? 0
    }
}
