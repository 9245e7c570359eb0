// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmAudio
import Platform
import PlayerProtocol

/// The life of one player: it is prepared, armed, plays, and ends.
final class PlayerSession: ControlChannelDelegate {
    /// How long after the daemon went away the output is let go, whatever still waits in it.
    private static let partingTime = Duration.milliseconds(90)

    private let loop: RunLoop
    private let channel: ControlChannel
    private var timer: Timer?
    private var preparation: Preparation?
    private var playback: Playback?
    private var isArmed = false
    private var partingDeadline: Duration?

    /// Creates a session that waits for its first command.
    ///
    /// - Throws: `SystemError` where there is no socket to a daemon.
    init(on loop: RunLoop) throws(SystemError) {
        self.loop = loop
        channel = try ControlChannel(on: loop)
        timer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in self?.look() }
        channel.delegate = self
    }

    // MARK: - Commands

    func controlChannel(_ channel: ControlChannel, didReceive command: PlayerCommand) {
        switch command {
        case .hello: break
        case .prepare(let preparation):
            guard playback?.isStarted != true else { return }
            playback = nil
            self.preparation = preparation
            arm(preparation.first)
        case .play(let request, let transition):
            play(request, transition)
        case .go:
            guard isArmed else { return }
            playback?.go(at: now)
        case .volume(let volume, let time):
            playback?.change(volume: volume, over: time)
        case .stop:
            guard let playback else {
                channel.send(
                    .finished(Progress(frames: 0, time: now, keepsPace: false, verified: false)))
                loop.stop()
                return
            }
            playback.stop(at: now)
        case .check(let request):
            check(request)
        case .open(let sound):
            open(sound)
        case .mixer, .restore: break
        }
        arrangeNextLook()
    }

    func controlChannelDidEnd(_ channel: ControlChannel) {
        guard let playback, playback.isStarted, !playback.isFinished else {
            loop.stop()
            return
        }
        partingDeadline = Clocks.monotonic + Self.partingTime
        // Nobody is left to end a player whose output hangs in what it is told next.
        LastResort.endProcess(after: Self.partingTime * 2)
        playback.stop(at: now)
        arrangeNextLook()
    }

    // MARK: - Sounds

    /// Opens the sound, then the output where it is not open yet, and gets both ready.
    private func arm(_ request: SoundRequest) {
        guard let preparation else { return }
        do throws(PlayerFailure) {
            isArmed = false
            let sound = try open(request)
            channel.send(.soundOpen(sound.facts))
            let playback = try open(preparation, for: sound)
            try playback.arm(sound, request)
            isArmed = true
            channel.send(.armed)
        } catch {
            fail(error)
        }
    }

    private func open(
        _ preparation: Preparation, for sound: OpenedSound
    ) throws(PlayerFailure) -> Playback {
        if let playback { return playback }
        let playback = try Playback(preparation, rate: sound.facts.rate) { [channel] report in
            channel.send(report)
        }
        self.playback = playback
        channel.send(.outputOpen(playback.facts))
        return playback
    }

    private func play(_ request: SoundRequest, _ transition: SoundTransition) {
        guard let playback, playback.isStarted else {
            arm(request)
            return
        }
        do throws(PlayerFailure) {
            let sound = try open(request)
            playback.play(sound, request, transition)
            channel.send(.soundOpen(sound.facts))
        } catch {
            fail(error)
        }
    }

    private func open(_ request: SoundRequest) throws(PlayerFailure) -> OpenedSound {
        let sound = try OpenedSound(request.sound, request.shuffle)
        // Each time it comes to what is damaged in an MP3, its decoder says so on standard error, and cannot be
        // told not to: a short one would flood the daemon's log for as long as it rings.
        if sound.facts.format.hasPrefix("MPEG") { StandardDescriptors.silenceErrors() }
        return sound
    }

    private func check(_ request: SoundRequest) {
        do throws(PlayerFailure) {
            let sound = try open(request)
            if let measured = request.measured, sound.isStill(measured) {
                channel.send(.soundOpen(sound.facts))
            } else {
                channel.send(.checked(try sound.check()))
            }
        } catch {
            fail(error)
        }
    }

    private func open(_ sound: Sound) {
        do throws(PlayerFailure) {
            channel.send(.soundOpen(try OpenedSound(sound).facts))
        } catch {
            fail(error)
        }
    }

    /// Says what failed; only after a sound something else can be tried here.
    private func fail(_ failure: PlayerFailure) {
        channel.send(.failed(failure))
        if failure.stage != .sound { loop.stop() }
    }

    // MARK: - Time

    private var now: Int64 { Clocks.monotonic.wholeNanoseconds }

    private func look() {
        playback?.look(at: now)
        if let partingDeadline, Clocks.monotonic >= partingDeadline { playback?.drop() }
        arrangeNextLook()
    }

    private func arrangeNextLook() {
        guard let playback, let timer else { return }
        if playback.isFinished {
            loop.stop()
            return
        }
        guard playback.isStarted else { return }
        let look = min(.nanoseconds(playback.nextLook), partingDeadline ?? .seconds(1_000_000_000))
        do throws(SystemError) {
            try timer.arm(at: look)
        } catch {
            // Without a timer nothing would ever be written again; the daemon takes the next way.
            loop.stop()
        }
    }

    nonisolated deinit {}
}
