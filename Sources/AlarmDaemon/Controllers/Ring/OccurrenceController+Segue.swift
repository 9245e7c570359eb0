// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform
internal import PlayerProtocol

/// What a ring needs to go on in another scene.
struct SceneSegue {
    /// The occurrence, in the scene that it goes on in.
    let destination: Occurrence
    /// How it is made heard there.
    let presentation: Presentation
    /// How the new scene follows the old one.
    let transition: SoundTransition

    /// Creates what a ring needs.
    init(_ destination: Occurrence, _ presentation: Presentation, _ transition: Segue.Transition) {
        self.destination = destination
        self.presentation = presentation
        self.transition =
            switch transition {
            case .cut: .cut
            case .fade(let time): .fade(time)
            case .crossfade(let time): .crossfade(time)
            }
    }

    /// How long the new scene takes to be heard as it is to be.
    var length: Duration {
        switch transition {
        case .cut: .milliseconds(200)
        case .fade(let time), .crossfade(let time): time
        }
    }
}

extension OccurrenceController {
    /// Takes over what the scene needs that a segue leads to, and goes on in it.
    ///
    /// On the same output its player mixes the new sound in. On another one a new player is made heard first; the old
    /// one falls silent when it is.
    func perform(_ segue: SceneSegue) {
        let isSteady = fade == .zero || playingTime >= fade
        let before = (scene: occurrence.scene, sound: ladder.current.sound)
        prepare(for: segue)
        guard let player else {
            getReady()
            return
        }
        let output = player.rung.output
        let isOwn =
            occurrence.scene?.outputs == before.scene?.outputs
            ? ladder.outputs.contains(output) : ladder.current.output == output
        guard isOwn else {
            moveToOtherOutput(from: player)
            return
        }
        ladder.step(to: output)
        if ladder.current.sound == before.sound, isSteady, fade == .zero {
            // It goes on; only its level may be another.
            player.change(volume: volume, over: segue.length)
        } else {
            heardRung = nil
            player.play(request, as: ladder.current.sound, segue.transition)
        }
        care.follow(ladder, volume: volume, shuffle: shuffle)
    }

    /// Takes over what the next scene needs; nothing is heard of it yet.
    private func prepare(for segue: SceneSegue) {
        let word = ladder.current.sound
        occurrence = segue.destination
        presentation = segue.presentation
        volume = segue.presentation.volume
        fade = segue.presentation.fade
        ladder = settings.ladder(for: occurrence.ring, in: occurrence.scene)
        if ladder.current.sound != word {
            shuffle = settings.lastFiles.shuffle(
                for: occurrence.id.alarm, of: ladder.current.sound)
        }
        restartCounting()
        endSoundCheck()
        try? retryTimer?.disarm()
        deadRounds = 0
        busySince = nil
        unpacedSince = nil
        hasFailedEarly = false
    }

    private func moveToOtherOutput(from player: PlayerController) {
        retireOutgoing()
        self.player = nil
        heardRung = nil
        if player.isPlaying { outgoing = player } else { removeChild(player) }
        care.follow(ladder, volume: volume, shuffle: shuffle)
        getReady()
    }

    /// Lets the player of the scene before fall silent, where it is heard still.
    func retireOutgoing() {
        guard let outgoing else { return }
        self.outgoing = nil
        retire(outgoing)
    }

    /// Goes on with the player of the scene before, where no better output than its own is left; tells whether it does.
    func takeBackOutgoing() -> Bool {
        guard let outgoing, outgoing.rung.output == ladder.current.output, outgoing.takesSounds
        else { return false }
        self.outgoing = nil
        player = outgoing
        outgoing.play(request, as: ladder.current.sound)
        return true
    }

    /// Says that the sound or the output of its scene cannot be heard, once it is presented.
    ///
    /// It is said when the turn of the loop is over: what comes of it changes this.
    func tellSceneFailed() {
        guard presentation != nil else {
            hasFailedEarly = true
            return
        }
        hasFailedEarly = false
        let scene = occurrence.scene?.id
        loop.perform { [weak self] in
            guard let self, presentation != nil, let scene else { return }
            delegate?.occurrenceController(self, didFailInScene: scene)
        }
    }
}
