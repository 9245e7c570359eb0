// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform
internal import PlayerProtocol

extension OccurrenceController: PlayerControllerDelegate {
    func playerControllerDidArm(_ controller: PlayerController) {
        guard controller === player else { return }
        busySince = nil
        if presentation != nil { controller.go() }
    }

    func playerController(_ controller: PlayerController, didPlay progress: Progress) {
        guard controller === player, presentation != nil, progress.frames > 0 else { return }
        countTime()
        guard progress.keepsPace, heardRung != controller.rung else { return }
        heardRung = controller.rung
        deadRounds = 0
        delegate?.occurrenceController(
            self, didHear: controller.rung, isVerified: progress.verified)
    }

    func playerController(_ controller: PlayerController, didFinish progress: Progress) {
        guard controller === player else { return }
        if isLeaving {
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
        guard !isLeaving else {
            didFallSilent()
            return
        }
        stopCounting()
        heardRung = nil
        if failure == .output, code == Errno.busy.rawValue, waitsFor(rung.output) {
            dropPlayer()
            return
        }
        busySince = nil
        delegate?.occurrenceController(self, didFail: failure, of: rung, reason: reason)
        let hasNext = ladder.descend(after: failure)
        if controller.takesSounds, ladder.current.output == rung.output, failure == .sound {
            controller.play(request, as: ladder.current.sound)
            return
        }
        dropPlayer()
        if hasNext {
            getReady()
        } else {
            retryLater()
        }
    }

    /// Whether a busy output is waited for, which is no failure where it is ours, or about to be let go.
    private func waitsFor(_ output: String) -> Bool {
        if delegate?.occurrenceController(self, shouldWaitFor: output) == true {
            isWaitingForOutput = true
            return true
        }
        let now = Clocks.monotonic
        let since = busySince ?? now
        busySince = since
        let patience = presentation == nil ? Self.busyPatience : Self.busyPatienceWhenDue
        guard deadRounds == 0, now - since < patience else { return false }
        try? retryTimer?.arm(at: now + Self.busyPause)
        return true
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
