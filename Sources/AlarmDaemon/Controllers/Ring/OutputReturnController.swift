// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform
internal import PlayerProtocol

/// Is told when a better output is heard.
protocol OutputReturnControllerDelegate: AnyObject {
    /// One of the outputs plays, beside the one that played until now.
    func outputReturnController(
        _ controller: OutputReturnController, didReturnTo player: PlayerController,
        isVerified: Bool)
}

/// Tries the outputs that are better than the one that is heard, again and again, until one is heard as well
/// (design, section 5).
final class OutputReturnController: Controller {
    weak var delegate: (any OutputReturnControllerDelegate)?

    private let rungs: [OutputLadder.Rung]
    private let makePlayer: (OutputLadder.Rung) -> PlayerController
    private let loop: RunLoop
    private var timer: Timer?
    private var player: PlayerController?
    private var index = 0
    private var rounds = 0

    /// Creates a controller that tries `rungs`, the best first.
    init(
        _ rungs: [OutputLadder.Rung], on loop: RunLoop,
        makePlayer: @escaping (OutputLadder.Rung) -> PlayerController
    ) {
        self.rungs = rungs
        self.loop = loop
        self.makePlayer = makePlayer
        super.init()
    }

    override func didStart() throws {
        timer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in self?.attempt() }
        endRound()
    }

    override func didStop() {
        timer = nil
        player = nil
    }

    /// Whether it tries this output now.
    func holds(_ output: String) -> Bool { player?.rung.output == output }

    /// The machine slept.
    func didResume() {
        player?.didResume()
    }

    private func attempt() {
        let player = makePlayer(rungs[index])
        player.delegate = self
        self.player = player
        do {
            try addChild(player)
        } catch {
            failed()
        }
    }

    private func failed() {
        if let player { removeChild(player) }
        player = nil
        index += 1
        if index < rungs.count {
            // Not within a call of the one that failed.
            loop.perform { [weak self] in
                if self?.state == .started { self?.attempt() }
            }
        } else {
            endRound()
        }
    }

    private func endRound() {
        index = 0
        rounds += 1
        let pause = OutputLadder.pause(
            afterDeadRounds: rounds, outputs: rungs.count, isHeard: true)
        try? timer?.arm(at: Clocks.monotonic + pause)
    }

    nonisolated deinit {}
}

extension OutputReturnController: PlayerControllerDelegate {
    func playerControllerDidArm(_ controller: PlayerController) {
        controller.go()
    }

    func playerController(_ controller: PlayerController, didPlay progress: Progress) {
        guard controller === player, progress.keepsPace, progress.frames > 0 else { return }
        player = nil
        delegate?.outputReturnController(
            self, didReturnTo: controller, isVerified: progress.verified)
    }

    func playerController(_ controller: PlayerController, didFinish progress: Progress) {
        if controller === player { failed() }
    }

    func playerController(
        _ controller: PlayerController, didFail failure: OutputLadder.Failure, code: Int,
        reason: Message
    ) {
        if controller === player { failed() }
    }
}
