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

extension SceneController {
    /// Hands over to the scene that a segue leads to what it needs to go on, before it is presented.
    ///
    /// That is the care for the other outputs, and the player where the next scene is heard by its output too: it mixes
    /// the new sound in. For another output the next scene makes a player of its own, and this one plays on until it is
    /// dismissed.
    func prepare(for segue: SceneSegue, to next: SceneController) {
        let isSameSound = next.ladder.current.sound == ladder.current.sound
        let isSteady = fade == .zero || playingTime >= fade
        if isSameSound { next.shuffle = shuffle }
        next.volume = segue.presentation.volume
        next.fade = segue.presentation.fade
        next.hasToldDeath = hasToldDeath
        exchangeCare(with: next)
        if let player, next.goesOn(by: player.rung.output, after: self) {
            self.player = nil
            next.receive(player)
            if isSameSound, isSteady, next.fade == .zero {
                // It goes on; only its level may be another.
                next.heardRung = heardRung
                player.change(volume: next.volume, over: segue.length)
            } else {
                player.play(next.request, as: next.ladder.current.sound, segue.transition)
            }
        } else {
            next.triesOwnOutputFirst = true
            next.transition = segue.transition
            if segue.transition != .cut {
                // Two outputs cannot go down first and up then without silence between: both at once.
                next.entranceTime = segue.length
                exitTime = segue.length
            }
        }
        next.care.follow(next.ladder, volume: next.volume, shuffle: next.shuffle)
    }

    /// Whether it is heard by the output that the scene before it was heard by.
    private func goesOn(by output: String, after source: SceneController) -> Bool {
        occurrence.scene?.outputs == source.occurrence.scene?.outputs
            ? ladder.outputs.contains(output) : ladder.current.output == output
    }

    /// Becomes as loud as it is to be without further delay: what was heard besides is lost.
    func enterAtOnce() {
        guard isHeard, Clocks.monotonic < entranceEnd, fade == .zero else { return }
        entranceEnd = .zero
        player?.play(request, as: ladder.current.sound, .crossfade(.milliseconds(200)))
    }

    private func exchangeCare(with other: SceneController) {
        swap(&care, &other.care)
        for scene in [self, other] {
            scene.adopt(scene.care)
            scene.care.delegate = scene
        }
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
            delegate?.sceneController(self, didFailInScene: scene)
        }
    }
}
