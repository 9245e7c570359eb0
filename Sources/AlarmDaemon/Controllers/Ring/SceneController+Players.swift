// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform
internal import PlayerProtocol

extension SceneController: PlayerControllerDelegate {
    func playerControllerDidArm(_ controller: PlayerController) {
        guard controller === player else { return }
        busySince = nil
        if presentation != nil { controller.go() }
    }

    func playerController(_ controller: PlayerController, didPlay progress: Progress) {
        guard controller === player, presentation != nil, progress.frames > 0 else { return }
        countTime()
        guard progress.keepsPace else {
            judgePace(of: controller)
            return
        }
        unpacedSince = nil
        if heardRung != controller.rung {
            didHear(controller, isVerified: progress.verified)
        }
    }

    /// Gives an output up whose clock is wrong, where there is another: nobody knows what is heard by it.
    private func judgePace(of player: PlayerController) {
        let now = Clocks.monotonic
        let since = unpacedSince ?? now
        unpacedSince = since
        guard now - since >= Self.pacePatience, deadRounds == 0, ladder.hasNextOutput else {
            return
        }
        playerController(player, didFail: .output, code: 0, reason: "its clock is wrong")
    }

    private func didHear(_ player: PlayerController, isVerified: Bool) {
        heardRung = player.rung
        // Where its player has to be made anew, it is not quiet once more.
        if entranceTime > .zero { entranceEnd = Clocks.monotonic + entranceTime }
        entranceTime = .zero
        transition = .cut
        deadRounds = 0
        hasToldDeath = false
        unpacedSince = nil
        let isNamed = occurrence.scene?.outputs.contains(player.rung.output) == true
        care.didHear(ladder, volume: volume, isVerified: isVerified || isNamed)
        if let file = player.heardFile, let sound = player.rung.sound,
            settings.sounds.isFolder(sound, of: file)
        {
            settings.lastFiles.note(file, of: occurrence.id.alarm)
        }
        let heard = OutputLadder.Rung(
            output: player.rung.output, sound: player.heardFile ?? player.rung.sound)
        tellHeard()
        delegate?.sceneController(self, didHear: heard, isVerified: isVerified)
    }

    func playerController(_ controller: PlayerController, didFinish progress: Progress) {
        guard controller === player else {
            endRetired(controller)
            return
        }
        // It was to play until it is told to stop: an end of its own is a failure.
        playerController(
            controller, didFail: .output, code: 0, reason: Message("it ended by itself"))
    }

    func playerController(
        _ controller: PlayerController, didFail failure: OutputLadder.Failure, code: Int,
        reason: Message
    ) {
        guard controller === player else {
            didLoseExit(controller, failure, because: reason)
            endRetired(controller)
            return
        }
        let rung = controller.rung
        entranceTime = .zero
        guard !isLeaving else {
            dropPlayer()
            tellSilent()
            return
        }
        stopCounting()
        heardRung = nil
        care.didLoseOutput()
        if failure == .output, code == Errno.busy.rawValue, waitsFor(rung.output) {
            dropPlayer()
            return
        }
        busySince = nil
        unpacedSince = nil
        // Said once, not each time that all are tried again.
        if deadRounds == 0 {
            delegate?.sceneController(self, didFail: failure, of: rung, reason: reason)
            tellSceneFailed()
        }
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
        if delegate?.sceneController(self, shouldWaitFor: output) == true {
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
        let pause = OutputLadder.pause(
            afterDeadRounds: deadRounds, outputs: ladder.outputs.count, isHeard: false)
        try? retryTimer?.arm(at: Clocks.monotonic + pause)
        guard presentation != nil else { return }
        countTime()
        care.didFailEverywhere()
        guard !hasToldDeath else { return }
        hasToldDeath = true
        delegate?.sceneControllerDidFailEverywhere(self)
    }
}

extension SceneController: OutputCareControllerDelegate {
    func outputCareController(
        _ controller: OutputCareController, didReturnTo player: PlayerController, isVerified: Bool
    ) {
        let old = self.player
        adopt(player)
        player.delegate = self
        self.player = player
        ladder.step(to: player.rung.output)
        if let old { retire(old) }
        didHear(player, isVerified: isVerified)
    }

    func outputCareController(
        _ controller: OutputCareController, didAlsoHear rung: OutputLadder.Rung, isVerified: Bool
    ) {
        delegate?.sceneController(self, didHear: rung, isVerified: isVerified)
    }
}
