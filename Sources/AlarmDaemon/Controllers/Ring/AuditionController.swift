// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import Platform
internal import PlayerProtocol

/// Plays a sound for a person who wants to hear whether it is heard, and checks sounds that are to be set.
///
/// A ring comes first: arming one ends whatever is played or checked here (design, section 5).
final class AuditionController: Controller {
    /// What came of playing a sound.
    nonisolated enum Outcome: Hashable {
        /// It was heard; by which output, and how many frames.
        case heard(output: String, frames: Int)
        /// The sound cannot be played; the reason, in English.
        case invalidSound(String)
        /// No output played it; the reason, in English.
        case noOutput(String)
    }

    /// How long a sound may take to be checked.
    static let checkTime = Duration.seconds(2)

    private let loop: RunLoop
    private var audition: Audition?
    private var checks: [ObjectIdentifier: SoundCheckController] = [:]

    private struct Audition {
        var ladder: OutputLadder
        var volume: Int
        var length: PlayLength
        var settings: OutputSettings
        /// Another file of a folder each time, the same one on every output.
        var shuffle = Shuffle(seed: .random(in: .min ... .max))
        var player: PlayerController?
        var reasons: [String] = []
        var completion: (Outcome) -> Void
    }

    /// Creates a controller that plays nothing.
    init(on loop: RunLoop) {
        self.loop = loop
        super.init()
    }

    override func willStop() {
        audition?.player?.part()
        cancel()
    }

    /// Plays a sound now, without a fade and without another sound in its place; `completion` is called once.
    func play(
        _ sound: String?, volume: Int, length: PlayLength, settings: OutputSettings,
        completion: @escaping (Outcome) -> Void
    ) {
        finish(.noOutput("another sound is played instead"))
        var ring = settings.configuration.ring
        ring.sound = sound ?? ring.sound
        audition = Audition(
            ladder: settings.ladder(for: ring), volume: volume, length: length,
            settings: settings, completion: completion)
        playCurrentRung()
    }

    /// Checks that a sound can be played, and has what was measured of it kept; `completion` is called once, with
    /// what is wrong in English, or `nil`.
    ///
    /// - Parameters:
    ///   - word: The sound, as the catalogue returned it.
    ///   - settings: What plays.
    ///   - completion: Is called once.
    func check(
        _ word: String, settings: OutputSettings, completion: @escaping (String?) -> Void
    ) {
        let check = SoundCheckController(word: word, settings: settings, on: loop)
        let key = ObjectIdentifier(check)
        check.completion = { [weak self] fault in
            if let check = self?.checks.removeValue(forKey: key) { self?.removeChild(check) }
            completion(fault)
        }
        checks[key] = check
        do {
            try addChild(check)
        } catch {
            checks[key] = nil
            completion("\(error)")
        }
    }

    /// Ends what is played and checked: a ring comes first.
    func cancel() {
        finish(.noOutput("an alarm is due"))
        // A check plays nothing and holds no output; what is wrong is told when the alarm is due.
        for check in Array(checks.values) { check.giveUp() }
    }

    private func playCurrentRung() {
        guard var audition else { return }
        let player = audition.settings.player(
            on: audition.ladder.current, volume: audition.volume, fade: .zero,
            length: audition.length, shuffle: audition.shuffle, loop: loop)
        player.delegate = self
        audition.player = player
        self.audition = audition
        do {
            try addChild(player)
        } catch {
            playerController(player, didFail: .output, code: 0, reason: "\(error)")
        }
    }

    private func finish(_ outcome: Outcome) {
        guard let audition else { return }
        self.audition = nil
        if let player = audition.player { removeChild(player) }
        audition.completion(outcome)
    }

    nonisolated deinit {}
}

extension AuditionController: PlayerControllerDelegate {
    func playerControllerDidArm(_ controller: PlayerController) {
        controller.go()
    }

    func playerController(_ controller: PlayerController, didPlay progress: Progress) {}

    func playerController(_ controller: PlayerController, didFinish progress: Progress) {
        guard controller === audition?.player else { return }
        let words = progress.verified ? "verified" : "played, not verified"
        let latency = progress.latency.wholeMicroseconds / 1000
        finish(
            .heard(
                output: "\(controller.rung.output), \(words), latency \(latency) ms",
                frames: progress.frames))
    }

    func playerController(
        _ controller: PlayerController, didFail failure: OutputLadder.Failure, code: Int,
        reason: String
    ) {
        guard controller === audition?.player else { return }
        guard failure == .output else {
            finish(.invalidSound(reason))
            return
        }
        removeChild(controller)
        audition?.player = nil
        audition?.reasons.append("\(controller.rung.output): \(reason)")
        if audition?.ladder.descend(after: .output) == true {
            playCurrentRung()
        } else {
            finish(.noOutput(audition?.reasons.joined(separator: "; ") ?? reason))
        }
    }
}

/// Has a player of its own read one sound, without any output, to say whether it can be played; and measure it.
///
/// A player that is heard must not wait for a file on a disk that hangs.
final class SoundCheckController: Controller {
    /// How much of a sound is read.
    nonisolated enum Depth: Hashable, Sendable {
        /// Its first frames, as for a ring that is due in a moment.
        case beginning
        /// All of it.
        case end
    }

    /// Is called once, with what is wrong in English, or `nil`.
    var completion: ((String?) -> Void)?

    private let word: String
    private let depth: Depth
    private let settings: OutputSettings
    private let loop: RunLoop
    private var process: PlayerProcess?
    private var timer: Timer?

    /// Creates a controller that checks the sound of a word.
    init(word: String, to depth: Depth = .end, settings: OutputSettings, on loop: RunLoop) {
        self.word = word
        self.depth = depth
        self.settings = settings
        self.loop = loop
        super.init()
    }

    override func didStart() throws {
        timer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in
            self?.finish("it could not be read in time: is its disk there?")
        }
        process = try PlayerProcess(running: settings.program, on: loop) { [weak self] event in
            switch event {
            case .report(.checked(let check)): self?.finish(check)
            case .report(.soundOpen): self?.finish(nil)
            case .report(.failed(let failure)): self?.finish(failure.reason)
            case .report: break
            case .ended(let reason): self?.finish("alarm-player: \(reason)")
            }
        }
        let sound = settings.sounds.sound(word)
        let (command, time): (PlayerCommand, Duration) =
            switch depth {
            case .beginning: (.open(sound), PlayerSupervision.armingTime)
            case .end: (.check(sound), AuditionController.checkTime)
            }
        process?.send(command)
        try timer?.arm(at: Clocks.monotonic + time)
    }

    override func didStop() {
        timer = nil
        process?.kill()
        process = nil
    }

    /// Ends the check without a finding.
    func giveUp() {
        finish(nil)
    }

    private func finish(_ check: SoundCheck) {
        settings.audio.note(check, of: word)
        // What is soft is raised; where there was nothing to measure there is nothing to hear.
        finish(check.isSilent && check.measured == nil ? "it is silent" : nil)
    }

    private func finish(_ fault: String?) {
        let completion = completion
        self.completion = nil
        completion?(fault)
    }

    nonisolated deinit {}
}
