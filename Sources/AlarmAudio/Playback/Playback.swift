// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform
package import PlayerProtocol

/// An output and what is heard on it: armed, started, looked at once a period, and ended.
///
/// Time is CLOCK_MONOTONIC in nanoseconds and is handed in, but for the moment at which the device started.
package final class Playback {
    /// How often it says what was heard.
    private static let progressInterval = Duration.milliseconds(250)

    /// The most that is rendered at once: all that is missing at a look, so that it is written by one call.
    private static let blockFrames = 8192

    /// What the device granted.
    package var facts: OutputFacts { output.facts }

    /// Whether it was told to go.
    package private(set) var isStarted = false

    /// Whether all was heard; nothing is to be done any more.
    package private(set) var isFinished = false

    /// When it is to be looked at next.
    package private(set) var nextLook: Int64 = 0

    private var output: Output
    private let cardListed: Bool
    private let report: (PlayerReport) -> Void
    private var voices: [Voice] = []
    private var isStopping = false
    private var isWaitingForSound = false

    /// Frames of the device that are rendered and that it has not taken yet.
    private var pending: [UInt8] = []
    private var pendingOffset = 0

    /// What was mixed last; kept for its memory.
    private var frames: [Float] = []

    private var rendered = 0
    private var written = 0

    /// The newest of the frames rendered, as many as may wait in the device and here.
    private var recent = FrameHistory()

    /// The counts of frames after which sounds begin that took over and are not heard yet.
    private var beginnings: [Int] = []

    /// The count of frames after which there is only silence.
    private var contentEnd: Int?
    private var hasSaidStart = false
    private var nextProgress: Int64 = 0

    /// Whether it was said last that the position keeps time: that is waited for, and said as soon as it is known.
    private var hasSaidPace = false

    /// Opens an output for a sound of `rate` frames a second.
    ///
    /// - Parameters:
    ///   - preparation: Which output, and how.
    ///   - rate: The rate to ask for.
    ///   - report: Is told what happens, within the calls of this object.
    /// - Throws: ``PlayerFailure`` of stage `output`.
    package init(
        _ preparation: Preparation, rate: Int, report: @escaping (PlayerReport) -> Void
    ) throws(PlayerFailure) {
        output = try Output(preparation.output, rate: rate, buffer: preparation.buffer)
        cardListed = preparation.cardListed
        self.report = report
    }

    // MARK: - Commands

    /// Gets the first sound ready; nothing is written to the device yet.
    ///
    /// - Throws: ``PlayerFailure`` of stage `sound`.
    package func arm(_ sound: OpenedSound, _ request: SoundRequest) throws(PlayerFailure) {
        let voice = Voice(sound, request, rate: output.rate)
        voices = [voice]
        pending = []
        pendingOffset = 0
        rendered = 0
        contentEnd = nil
        var frames = [Float](repeating: 0, count: output.target * 2)
        let count = try voice.mix(into: &frames)
        append(frames, soundFrames: count)
    }

    /// Lets it be heard.
    package func go(at now: Int64) {
        guard !isStarted else { return }
        isStarted = true
        look(at: now)
    }

    /// Lets another sound take over.
    package func play(
        _ sound: OpenedSound, _ request: SoundRequest, _ transition: SoundTransition
    ) {
        let rise: Duration
        switch transition {
        case .cut: rise = GainCurve.edge
        case .crossfade(let time): rise = time
        case .fade(let time): rise = time / 2
        }
        // One that is still waited for is never heard: what comes takes its place, and waits no longer than it would have.
        voices.removeAll(where: \.isWaiting)
        for voice in voices { voice.fall(over: rise) }
        var wait = 0
        if case .fade = transition { wait = voices.compactMap(\.framesUntilSilent).max() ?? 0 }
        voices.append(Voice(sound, request, rate: output.rate, rise: rise, wait: wait))
        let beginning = rendered + wait
        beginnings = beginnings.map { min($0, beginning) } + [beginning]
        contentEnd = nil
        isWaitingForSound = false
    }

    /// Changes the volume of what is heard.
    package func change(volume: Int, over time: Duration) {
        for voice in voices { voice.change(volume: volume, over: time) }
    }

    /// Falls silent and ends.
    package func stop(at now: Int64) {
        guard !isStopping else { return }
        isStopping = true
        guard isStarted else {
            finish(at: now)
            return
        }
        if !fallAtOnce() {
            for voice in voices { voice.fall() }
        }
        look(at: now)
    }

    /// Takes back what waits in the device, and lets that fall silent; `false` where the device gives none back.
    private func fallAtOnce() -> Bool {
        let edge = GainCurve.edge.frames(at: output.rate)
        let taken = output.takeBack(atLeast: edge)
        guard taken >= edge else { return false }
        var frames = recent.frames(before: rendered - written + taken, count: edge)
        var ramp = Ramp(from: 1, to: 0, length: edge)
        for left in stride(from: 0, to: frames.count - 1, by: 2) {
            ramp.advance()
            frames[left] *= ramp.value
            frames[left + 1] *= ramp.value
        }
        voices = []
        beginnings = []
        written -= taken
        rendered = written
        contentEnd = nil
        append(frames, soundFrames: edge)
        return true
    }

    /// Ends at once, whatever is still to be heard.
    package func drop() {
        output.drop()
        isFinished = true
    }

    // MARK: - The look once a period

    /// Gives the device what it has room for, and says what was heard.
    package func look(at now: Int64) {
        guard isStarted, !isFinished else { return }
        do throws(PlayerFailure) {
            try feed(at: now)
        } catch {
            isFinished = true
            report(.failed(error))
            return
        }
        while let beginning = beginnings.first, written - output.queued > beginning {
            beginnings.removeFirst()
            report(.started(time: now))
        }
        let isAtEnd = contentEnd.map { written - output.queued >= $0 } ?? false
        if isAtEnd {
            finish(at: now)
            return
        }
        if hasSaidStart, now >= nextProgress || output.keepsPace && !hasSaidPace {
            nextProgress = now + Self.progressInterval.wholeNanoseconds
            hasSaidPace = output.keepsPace
            report(.progress(progress(at: now)))
        }
        nextLook = now + pause.wholeNanoseconds
    }

    private var pause: Duration {
        guard let contentEnd else { return output.pause }
        let rest = Duration(frames: contentEnd - (written - output.queued), at: output.rate)
        return min(output.pause, max(rest, .milliseconds(1)))
    }

    private func feed(at now: Int64) throws(PlayerFailure) {
        if nextLook > 0 { output.note(lateness: .nanoseconds(now - nextLook)) }
        var room = try output.room(at: now)
        let frameBytes = output.encoder.frameBytes
        while room > 0 {
            if pendingOffset >= pending.count { renderBlock(min(room, Self.blockFrames)) }
            let waiting = (pending.count - pendingOffset) / frameBytes
            let taken = try output.write(
                pending, from: pendingOffset, count: min(waiting, room), at: now)
            guard taken > 0 else { break }
            pendingOffset += taken * frameBytes
            written += taken
            room -= taken
            if !hasSaidStart {
                hasSaidStart = true
                let started = Clocks.monotonic.wholeNanoseconds
                nextProgress = started + Self.progressInterval.wholeNanoseconds
                report(.started(time: started))
            }
        }
    }

    private func renderBlock(_ count: Int) {
        frames.removeAll(keepingCapacity: true)
        var soundFrames = 0
        for (index, voice) in voices.enumerated() {
            do throws(PlayerFailure) {
                // Nearly always there is but one.
                let read =
                    try index == 0
                    ? voice.read(count, into: &frames) : voice.mix(into: &frames)
                soundFrames = max(soundFrames, read)
            } catch {
                isWaitingForSound = true
                report(.failed(error))
            }
            fillUp(to: count)
        }
        fillUp(to: count)
        append(frames, soundFrames: soundFrames)
    }

    /// Adds silence until there are as many frames as are wanted.
    private func fillUp(to count: Int) {
        let missing = count * 2 - frames.count
        if missing > 0 { frames.append(contentsOf: repeatElement(0, count: missing)) }
    }

    /// Encodes frames, and notes where the last sound ended.
    ///
    /// Where a sound failed, silence goes on, and another sound is waited for.
    private func append(_ frames: [Float], soundFrames: Int) {
        voices.removeAll { $0.isOver }
        if contentEnd == nil, voices.isEmpty, isStopping || !isWaitingForSound {
            contentEnd = rendered + soundFrames
        }
        pending.removeAll(keepingCapacity: true)
        pendingOffset = 0
        output.encoder.append(frames[...], to: &pending)
        rendered += frames.count / 2
        recent.append(frames, keeping: output.target + output.periodFrames)
    }

    // MARK: - Reports

    private func finish(at now: Int64) {
        output.drop()
        isFinished = true
        var last = progress(at: now)
        if let contentEnd { last.frames = min(last.frames, contentEnd) }
        report(.finished(last))
    }

    private func progress(at now: Int64) -> Progress {
        let isPlayed = output.keepsPace
        let isHeard =
            switch output.facts.backing {
            case .card: true
            case .server: cardListed
            case .nothing: false
            }
        return Progress(
            frames: output.heard, time: now, keepsPace: isPlayed,
            verified: isPlayed && isHeard && !output.isPacedByClock, underruns: output.underruns,
            latency: Duration(frames: output.queued, at: output.rate))
    }
}

extension Duration {
    /// Whole nanoseconds, for clocks and pauses, which have room in them.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
