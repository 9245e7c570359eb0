// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform

// How a scene ends: without a click, and where another covers it on another output, over the time of their segue.

extension SceneController {
    /// Takes note that it is to be heard no more; it falls silent when it is dismissed, or when its player ends.
    func leave() {
        presentation = nil
        isLeaving = true
        endSoundCheck()
        stopCounting()
        care.didLoseOutput()
        try? retryTimer?.disarm()
    }

    /// Falls silent without a click, and tells when it is.
    func fallSilent(_ done: @escaping () -> Void) {
        if !isLeaving { leave() }
        didDisappear = done
        for player in care.giveAwayPlayers() { retire(player) }
        if let player {
            self.player = nil
            if exitTime > .zero, player.isPlaying {
                fadeOut(player)
            } else {
                retire(player)
            }
        }
        // Not while somebody waits for this call to return.
        if fading.isEmpty { loop.perform { [weak self] in self?.tellSilent() } }
    }

    /// Lets it fall silent without a click before this is stopped.
    func part() {
        player?.part()
        for player in fading { player.part() }
        care.part()
    }

    /// Lets a player fall silent, and end when it has.
    func retire(_ player: PlayerController) {
        takeLeave(of: player)
        player.fallSilent()
    }

    /// Lets a player fall silent while the scene that covers it, on another output, becomes as loud as it is to be.
    private func fadeOut(_ player: PlayerController) {
        takeLeave(of: player)
        player.change(volume: 1, over: exitTime)
        exitTimer = try? Timer(on: loop, clock: .monotonic) { [weak self] _ in self?.hurry() }
        do { try exitTimer?.arm(at: Clocks.monotonic + exitTime) } catch { exitTimer = nil }
        if exitTimer == nil { player.fallSilent() }
    }

    /// Fades out no longer: all falls silent at once, without a click.
    func hurry() {
        guard exitTimer != nil else { return }
        exitTimer = nil
        for player in fading where player.isPlaying { player.fallSilent() }
    }

    /// Gives a player away, which goes on with another sound.
    func giveAwayPlayer(onAnyOf outputs: [String]) -> PlayerController? {
        guard let given = player(onAnyOf: outputs) else { return nil }
        if given === player {
            player = nil
            stopCounting()
            heardRung = nil
            // What is armed is not heard yet, and needs a player, or its sound looked at, all the same.
            loop.perform { [weak self] in self?.getReady() }
        } else {
            fading.removeAll { $0 === given }
            loop.perform { [weak self] in self?.endIfSilent() }
        }
        return given
    }

    private func takeLeave(of player: PlayerController) {
        if player.parent !== self { adopt(player) }
        player.delegate = self
        fading.append(player)
    }

    func endRetired(_ player: PlayerController) {
        fading.removeAll { $0 === player }
        removeChild(player)
        endIfSilent()
    }

    private func endIfSilent() {
        if isLeaving, fading.isEmpty, player == nil { tellSilent() }
    }

    /// A player that fades out under another scene failed: that scene is to be heard at once, and it is told.
    func didLoseExit(
        _ player: PlayerController, _ failure: OutputLadder.Failure, because reason: Message
    ) {
        guard exitTimer != nil, fading.contains(where: { $0 === player }) else { return }
        delegate?.sceneController(self, didFail: failure, of: player.rung, reason: reason)
        delegate?.sceneControllerDidLoseExit(self)
    }

    /// It is silent: as it was told, or since its player failed while it was covered.
    func tellSilent() {
        if let didDisappear {
            self.didDisappear = nil
            didDisappear()
        } else {
            delegate?.sceneControllerDidFallSilent(self)
        }
    }
}
