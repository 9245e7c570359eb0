// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform
internal import PlayerProtocol

/// Is told what becomes of a ring.
protocol OccurrenceControllerDelegate: AnyObject {
    /// It is heard by `rung`, for the first time or anew.
    func occurrenceController(
        _ controller: OccurrenceController, didHear rung: OutputLadder.Rung, isVerified: Bool)

    /// A sound or an output failed; the next is tried.
    func occurrenceController(
        _ controller: OccurrenceController, didFail failure: OutputLadder.Failure,
        of rung: OutputLadder.Rung, reason: String)

    /// Every output failed; they are tried again for as long as it rings.
    func occurrenceControllerDidFailEverywhere(_ controller: OccurrenceController)

    /// It was played, or tried, for as long as it may without an answer.
    func occurrenceControllerDidTimeOut(_ controller: OccurrenceController)

    /// It fell silent, as it was told, and is to be let go.
    func occurrenceControllerDidFallSilent(_ controller: OccurrenceController)

    /// Whether another ring of ours holds an output, so that it is no wonder that it is busy.
    func occurrenceController(
        _ controller: OccurrenceController, shouldWaitFor output: String
    ) -> Bool
}

/// Makes one occurrence heard: it goes down the ladder of outputs and sounds until one works.
final class OccurrenceController: Controller {
    weak var delegate: (any OccurrenceControllerDelegate)?

    /// The occurrence.
    let occurrence: Occurrence

    private let settings: OutputSettings
    private let loop: RunLoop
    private let shuffle: Shuffle
    private var ladder: OutputLadder
    private var presentation: Presentation?
    private var volume: Int
    private var fade: Duration
    private var player: PlayerController?
    private var stopwatch = Stopwatch()
    private var timeoutTimer: Timer?
    private var retryTimer: Timer?
    private var deadRounds = 0
    private var heardRung: OutputLadder.Rung?
    private var isFallingSilent = false

    /// Whether it waits for an output that another ring of ours holds.
    private(set) var isWaitingForOutput = false

    /// Creates a controller that plays nothing yet.
    init(occurrence: Occurrence, settings: OutputSettings, on loop: RunLoop) {
        self.occurrence = occurrence
        self.settings = settings
        self.loop = loop
        self.shuffle = settings.lastFiles.shuffle(for: occurrence.id.alarm)
        self.ladder = settings.ladder(for: occurrence.ring)
        self.volume = occurrence.ring.volume
        self.fade = occurrence.ring.fade
        super.init()
    }

    override func didStart() throws {
        timeoutTimer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in self?.timeOut() }
        retryTimer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in
            self?.loadPlayerIfNeeded()
        }
    }

    override func didStop() {
        timeoutTimer = nil
        retryTimer = nil
        player = nil
    }

    /// The output that its player has, or tries to get.
    var output: String? { player?.rung.output }

    /// For how long it was played, or tried, all in all.
    var playingTime: Duration {
        let before = presentation.map { occurrence.ring.timeout - $0.timeLeft } ?? .zero
        return before + stopwatch.elapsed(at: Clocks.monotonic)
    }

    /// Gets a player ready.
    func arm() {
        loadPlayerIfNeeded()
    }

    /// Makes it heard, by the player that is ready or by a new one.
    func present(_ presentation: Presentation) {
        self.presentation = presentation
        if presentation.volume != volume || presentation.fade != fade {
            volume = presentation.volume
            fade = presentation.fade
            // What is ready has another level, and a new player takes milliseconds.
            dropPlayer()
        }
        loadPlayerIfNeeded()
        player?.go()
    }

    /// Changes its level, in percent, without a fade.
    func adjust(volume: Int) {
        self.volume = volume
        fade = .zero
        player?.change(volume: volume)
    }

    /// Lets it fall silent without a click.
    func fallSilent() {
        presentation = nil
        isFallingSilent = true
        stopwatch.stop(at: Clocks.monotonic)
        try? timeoutTimer?.disarm()
        try? retryTimer?.disarm()
        guard let player else {
            loop.perform { [weak self] in self?.didFallSilent() }
            return
        }
        player.fallSilent()
    }

    /// The machine slept.
    func didResume() {
        player?.didResume()
    }

    /// Another ring of ours has let go of its output.
    func outputBecameFree() {
        guard isWaitingForOutput else { return }
        isWaitingForOutput = false
        loadPlayerIfNeeded()
    }

    // MARK: The player

    private func loadPlayerIfNeeded() {
        guard player == nil, !isFallingSilent, !isWaitingForOutput, state == .started else {
            return
        }
        let player = settings.player(
            on: ladder.current, volume: volume, fade: fade, length: .untilStopped,
            shuffle: shuffle, loop: loop)
        player.delegate = self
        self.player = player
        do {
            try addChild(player)
        } catch {
            // Told like any other failure, but not while somebody waits for this call to return.
            loop.perform { [weak self] in
                self?.playerController(player, didFail: .output, code: 0, reason: "\(error)")
            }
        }
    }

    private func dropPlayer() {
        guard let player else { return }
        self.player = nil
        removeChild(player)
    }

    private func didFallSilent() {
        dropPlayer()
        delegate?.occurrenceControllerDidFallSilent(self)
    }

    // MARK: The timeout

    private func countTime() {
        guard let presentation, !stopwatch.isRunning else { return }
        let now = Clocks.monotonic
        let left = presentation.timeLeft - stopwatch.elapsed(at: now)
        stopwatch.start(at: now)
        try? timeoutTimer?.arm(at: now + left)
    }

    private func stopCounting() {
        stopwatch.stop(at: Clocks.monotonic)
        try? timeoutTimer?.disarm()
    }

    private func timeOut() {
        guard presentation != nil else { return }
        stopwatch.stop(at: Clocks.monotonic)
        delegate?.occurrenceControllerDidTimeOut(self)
    }
}

extension OccurrenceController: PlayerControllerDelegate {
    func playerControllerDidArm(_ controller: PlayerController) {
        guard presentation != nil else { return }
        controller.go()
    }

    func playerController(_ controller: PlayerController, didPlay progress: Progress) {
        guard presentation != nil, progress.frames > 0 else { return }
        countTime()
        guard progress.keepsPace, heardRung != controller.rung else { return }
        heardRung = controller.rung
        deadRounds = 0
        if let file = controller.heardFile, let sound = controller.rung.sound,
            settings.sounds.isFolder(sound, of: file)
        {
            settings.lastFiles.note(file, of: occurrence.id.alarm)
        }
        let heard = OutputLadder.Rung(
            output: controller.rung.output, sound: controller.heardFile ?? controller.rung.sound)
        delegate?.occurrenceController(self, didHear: heard, isVerified: progress.verified)
    }

    func playerController(_ controller: PlayerController, didFinish progress: Progress) {
        guard controller === player else { return }
        if isFallingSilent {
            didFallSilent()
        } else {
            // It was to play until it is told to stop: an end of its own is a failure.
            playerController(controller, didFail: .output, code: 0, reason: "it ended by itself")
        }
    }

    func playerController(
        _ controller: PlayerController, didFail failure: OutputLadder.Failure, code: Int,
        reason: String
    ) {
        guard controller === player else { return }
        let rung = controller.rung
        dropPlayer()
        guard !isFallingSilent else {
            didFallSilent()
            return
        }
        stopCounting()
        heardRung = nil
        if failure == .output, code == Errno.busy.rawValue,
            delegate?.occurrenceController(self, shouldWaitFor: rung.output) == true
        {
            isWaitingForOutput = true
            return
        }
        delegate?.occurrenceController(self, didFail: failure, of: rung, reason: reason)
        if ladder.descend(after: failure) {
            loadPlayerIfNeeded()
        } else {
            retryLater()
        }
    }

    /// Every output is dead: all are tried again after a while, and that counts as ringing.
    private func retryLater() {
        deadRounds += 1
        countTime()
        if deadRounds == 1 { delegate?.occurrenceControllerDidFailEverywhere(self) }
        let pause = OutputLadder.pause(afterDeadRounds: deadRounds)
        try? retryTimer?.arm(at: Clocks.monotonic + pause)
    }
}
