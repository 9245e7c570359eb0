// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform
internal import PlayerProtocol

/// Is told what else is heard.
protocol OutputCareControllerDelegate: AnyObject {
    /// A better output plays, beside the one that played until now.
    func outputCareController(
        _ controller: OutputCareController, didReturnTo player: PlayerController, isVerified: Bool)

    /// An output is heard besides, since the one that plays may be heard by nobody.
    func outputCareController(
        _ controller: OutputCareController, didAlsoHear rung: OutputLadder.Rung, isVerified: Bool)
}

/// Cares for what is beside the output that plays: better ones that may return, sound cards where the one that
/// plays may be heard by nobody, and the bell of the console where none plays (design, section 5).
final class OutputCareController: Controller {
    weak var delegate: (any OutputCareControllerDelegate)?

    private let settings: OutputSettings
    private var shuffle: Shuffle
    private let loop: RunLoop
    private var ladder: OutputLadder?
    private var volume = 100
    private var returning: OutputReturnController?
    private var bell: BellController?
    private var backupTimer: Timer?
    private var backups: [String: PlayerController] = [:]
    private var heardBackups: Set<String> = []

    /// Creates a controller that does nothing until it is told how things are.
    ///
    /// - Parameters:
    ///   - settings: What plays.
    ///   - shuffle: Which file of a folder is heard, on every output the same.
    ///   - loop: The loop.
    init(settings: OutputSettings, shuffle: Shuffle, on loop: RunLoop) {
        self.settings = settings
        self.shuffle = shuffle
        self.loop = loop
        super.init()
    }

    override func didStart() throws {
        backupTimer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in
            self?.startBackups()
        }
    }

    override func didStop() {
        backupTimer = nil
        returning = nil
        bell = nil
        backups = [:]
    }

    /// Whether it has an output, or tries to get it.
    func holds(_ output: String) -> Bool {
        backups[output] != nil || returning?.holds(output) == true
    }

    /// The ring is heard by the rung that `ladder` stands on.
    func didHear(_ ladder: OutputLadder, volume: Int, isVerified: Bool) {
        self.ladder = ladder
        self.volume = volume
        endBell()
        tryBetterOutputs()
        let output = ladder.current.output
        if isVerified || settings.names(output) {
            try? backupTimer?.disarm()
        } else if backupTimer?.deadline == nil {
            try? backupTimer?.arm(at: Clocks.monotonic + settings.patience)
        }
    }

    /// The ring goes on in another scene: what plays besides plays its sound, and what is better is looked for anew
    /// once it is heard.
    func follow(_ ladder: OutputLadder, volume: Int, shuffle: Shuffle) {
        endReturn()
        self.shuffle = shuffle
        let isNewSound = ladder.current.sound != self.ladder?.current.sound
        self.ladder = self.ladder == nil ? nil : ladder
        guard isNewSound else { return adjust(volume: volume) }
        self.volume = volume
        for (output, player) in backups {
            let rung = OutputLadder.Rung(output: output, sound: ladder.current.sound)
            player.play(
                settings.request(on: rung, volume: volume, fade: .zero, shuffle: shuffle),
                as: rung.sound)
        }
    }

    /// The output that played does not any more.
    func didLoseOutput() {
        endReturn()
    }

    /// No output plays.
    func didFailEverywhere() {
        guard bell == nil, let device = settings.makeBell() else { return }
        let bell = BellController(device, on: loop)
        guard (try? addChild(bell)) != nil else { return }
        self.bell = bell
    }

    /// Whether the bell rings.
    var bellRings: Bool { bell != nil }

    /// Changes the level of what plays besides.
    func adjust(volume: Int) {
        self.volume = volume
        for player in backups.values { player.change(volume: volume) }
    }

    /// Lets what plays besides fall silent before this is stopped.
    func part() {
        for player in backups.values { player.part() }
    }

    /// The machine slept.
    func didResume() {
        returning?.didResume()
        for player in backups.values { player.didResume() }
    }

    /// Ends its work, and gives the players away that are heard.
    func giveAwayPlayers() -> [PlayerController] {
        endReturn()
        endBell()
        try? backupTimer?.disarm()
        let players = Array(backups.values)
        backups = [:]
        heardBackups = []
        return players
    }

    // MARK: Better outputs

    private func tryBetterOutputs() {
        endReturn()
        guard let ladder, !ladder.isOnPreferredOutput else { return }
        let returning = OutputReturnController(ladder.better, on: loop) {
            [settings, loop, volume, shuffle] rung in
            settings.player(
                on: rung, volume: volume, fade: .zero, length: .untilStopped, shuffle: shuffle,
                loop: loop)
        }
        returning.delegate = self
        guard (try? addChild(returning)) != nil else { return }
        self.returning = returning
    }

    private func endReturn() {
        guard let returning else { return }
        self.returning = nil
        removeChild(returning)
    }

    private func endBell() {
        guard let bell else { return }
        self.bell = nil
        removeChild(bell)
    }

    // MARK: Outputs that ring too

    /// Starts a player on each sound card that has none, and looks again later: cards come and go.
    private func startBackups() {
        guard let ladder else { return }
        for card in settings.cards where !isInUse(card.name) {
            let rung = OutputLadder.Rung(output: card.name, sound: ladder.current.sound)
            let player = settings.player(
                on: rung, volume: volume, fade: .zero, length: .untilStopped, shuffle: shuffle,
                loop: loop)
            player.delegate = self
            guard (try? addChild(player)) != nil else { continue }
            backups[card.name] = player
        }
        try? backupTimer?.arm(at: Clocks.monotonic + OutputLadder.longestPause)
    }

    private func isInUse(_ output: String) -> Bool {
        ladder?.current.output == output || holds(output)
    }

    private func endBackup(_ player: PlayerController) {
        heardBackups.remove(player.rung.output)
        backups[player.rung.output] = nil
        removeChild(player)
    }

    nonisolated deinit {}
}

extension OutputCareController: OutputReturnControllerDelegate {
    func outputReturnController(
        _ controller: OutputReturnController, didReturnTo player: PlayerController,
        isVerified: Bool
    ) {
        delegate?.outputCareController(self, didReturnTo: player, isVerified: isVerified)
    }
}

extension OutputCareController: PlayerControllerDelegate {
    func playerControllerDidArm(_ controller: PlayerController) {
        controller.go()
    }

    func playerController(_ controller: PlayerController, didPlay progress: Progress) {
        let output = controller.rung.output
        guard progress.keepsPace, progress.frames > 0, heardBackups.insert(output).inserted else {
            return
        }
        delegate?.outputCareController(
            self, didAlsoHear: controller.rung, isVerified: progress.verified)
    }

    func playerController(_ controller: PlayerController, didFinish progress: Progress) {
        endBackup(controller)
    }

    func playerController(
        _ controller: PlayerController, didFail failure: OutputLadder.Failure, code: Int,
        reason: Message
    ) {
        if failure == .sound, controller.takesSounds, controller.rung.sound != nil {
            controller.play(SoundRequest(.builtInTone, volume: volume), as: nil)
        } else {
            endBackup(controller)
        }
    }
}
