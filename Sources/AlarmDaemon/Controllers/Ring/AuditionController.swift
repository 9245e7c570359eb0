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
        /// The sound cannot be played; the reason.
        case invalidSound(Message)
        /// No output played it; the reason.
        case noOutput(Message)
        /// An alarm needs the output.
        case alarmCame
        /// Another sound is played in its place.
        case displaced
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
        var reasons: [Message] = []
        var completion: (Outcome) -> Void
    }

    /// Is told of a sound that was found to play, and whether it is a folder.
    var soundPlays: (String, Bool) -> Void = { _, _ in }

    /// Creates a controller that plays nothing.
    init(on loop: RunLoop) {
        self.loop = loop
        super.init()
    }

    override func willStop() {
        audition?.player?.part()
        cancel()
    }

    /// Whether it has an output.
    var isPlaying: Bool { audition != nil }

    /// Plays a sound now, without a fade and without another sound in its place; `completion` is called once.
    func play(
        _ sound: String?, volume: Int, length: PlayLength, settings: OutputSettings,
        completion: @escaping (Outcome) -> Void
    ) {
        finish(.displaced)
        var ring = settings.configuration.ring
        ring.sound = sound ?? ring.sound
        audition = Audition(
            ladder: settings.ladder(for: ring), volume: volume, length: length,
            settings: settings, completion: completion)
        playCurrentRung()
    }

    /// Checks that a sound can be played, and has what was measured of it kept; `completion` is called once, with
    /// what is wrong, or `nil`.
    ///
    /// - Parameters:
    ///   - word: The sound, as the catalogue returned it.
    ///   - settings: What plays.
    ///   - completion: Is called once.
    func check(
        _ word: String, settings: OutputSettings, completion: @escaping (Message?) -> Void
    ) {
        let check = SoundCheckController(word: word, settings: settings, on: loop)
        let key = ObjectIdentifier(check)
        check.completion = { [weak self] fault in
            if let self, let check = checks.removeValue(forKey: key) {
                removeChild(check)
                if check.isFound { soundPlays(word, check.isFolder) }
            }
            completion(fault)
        }
        checks[key] = check
        do {
            try addChild(check)
        } catch {
            checks[key] = nil
            completion(Message(verbatim: "\(error)"))
        }
    }

    /// Ends what is played and checked: a ring comes first.
    func cancel() {
        finish(.alarmCame)
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
            playerController(
                player, didFail: .output, code: 0, reason: Message(verbatim: "\(error)"))
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
        if let sound = controller.rung.sound { soundPlays(sound, false) }
        let words = progress.verified ? "verified" : "played, not verified"
        let latency = progress.latency.wholeMicroseconds / 1000
        finish(
            .heard(
                output: "\(controller.rung.output), \(words), latency \(latency) ms",
                frames: progress.frames))
    }

    func playerController(
        _ controller: PlayerController, didFail failure: OutputLadder.Failure, code: Int,
        reason: Message
    ) {
        guard controller === audition?.player else { return }
        guard failure == .output else {
            finish(.invalidSound(reason))
            return
        }
        removeChild(controller)
        audition?.player = nil
        audition?.reasons.append(Message("\(controller.rung.output): \(reason)"))
        if audition?.ladder.descend(after: .output) == true {
            playCurrentRung()
        } else {
            finish(.noOutput(audition.map { .joined($0.reasons, by: "; ") } ?? reason))
        }
    }
}
