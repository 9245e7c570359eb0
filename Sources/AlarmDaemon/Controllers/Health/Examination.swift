// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import Platform
internal import PlayerProtocol

/// What is examined: how an alarm rings, and the scene that it begins in.
nonisolated struct NextRing {
    var ring = ResolvedRing()
    var scene: Scene?
}

/// Looks once at what the next ring depends on and what takes time: the disk, its sound, its outputs, the mixer.
///
/// One thing comes after the other, each in a process or a thread of its own, so that whatever hangs holds up nothing
/// but this. It plays nothing, but for silence where the configuration says so, and leaves the outputs to a ring.
final class Examination: Controller {
    /// The most outputs that are tried: the last of many are hardly ever reached.
    private static let mostOutputs = 8

    /// What is played where silence is played.
    private static let length = Duration.milliseconds(100)

    /// Is called once, with all that was found, in the order of the checks.
    var completion: (([Finding]) -> Void)?

    /// Is told of a sound that was looked at: its word, and what is wrong with it.
    var didLookAtSound: (String, Message?) -> Void = { _, _ in }

    private let next: NextRing
    private let rings: RingController
    private let auditions: AuditionController
    private let disk: DiskWatch
    private let loop: RunLoop
    private var findings: [Finding] = []
    private var outputs: ArraySlice<String> = []
    private var trials: [OutputTrial] = []
    private var player: PlayerController?
    private var check: SoundCheckController?

    /// Creates an examination of what `next` depends on.
    init(
        of next: NextRing, rings: RingController, auditions: AuditionController,
        disk: DiskWatch, on loop: RunLoop
    ) {
        self.next = next
        self.rings = rings
        self.auditions = auditions
        self.disk = disk
        self.loop = loop
        super.init()
    }

    override func didStart() throws {
        disk.look { [weak self] trial in
            guard let self else { return }
            findings.append(.storage(trial, in: disk.folder))
            lookAtSound()
        }
    }

    override func didStop() {
        player = nil
        check = nil
        completion = nil
    }

    /// Something is to ring, and needs the outputs: what was not looked at by now is not.
    func giveWay() {
        guard let player else { return }
        self.player = nil
        removeChild(player)
        leaveOutputs()
    }

    // MARK: The sound

    private func lookAtSound() {
        let settings = rings.settings
        guard let word = next.ring.staged(in: next.scene).sound.map(settings.sounds.word(_:)),
            word != SoundCatalog.builtIn
        else {
            findings.append(.sound(SoundTrial()))
            beginOutputs()
            return
        }
        let check = SoundCheckController(
            word: word, isKnownEnough: true, settings: settings, on: loop)
        check.completion = { [weak self, weak check] fault in
            guard let self, let check, check === self.check else { return }
            var trial = SoundTrial(word: word, fault: fault)
            trial.loudness = settings.audio.measured(check.path ?? word)?.loudness
            self.check = nil
            removeChild(check)
            didLookAtSound(word, fault)
            findings.append(.sound(trial))
            beginOutputs()
        }
        self.check = check
        do {
            try addChild(check)
        } catch {
            self.check = nil
            findings.append(.sound(SoundTrial(word: word, fault: Message(verbatim: "\(error)"))))
            beginOutputs()
        }
    }

    // MARK: The outputs

    private func beginOutputs() {
        outputs = rings.settings.ladder(for: next.ring, in: next.scene).outputs.prefix(
            Self.mostOutputs)
        tryNextOutput()
    }

    private func tryNextOutput() {
        guard !rings.isBusy, !auditions.isPlaying else {
            leaveOutputs()
            return
        }
        guard let output = outputs.popFirst() else {
            endOutputs()
            return
        }
        let settings = rings.settings
        let player = PlayerController(
            rung: OutputLadder.Rung(output: output, sound: nil),
            request: SoundRequest(.silence, length: .lasting(Self.length)),
            buffer: settings.configuration.buffer, cardListed: !settings.cards.isEmpty,
            program: settings.program, on: loop)
        player.delegate = self
        self.player = player
        do {
            try addChild(player)
        } catch {
            end(player, .failed(Message(verbatim: "\(error)")))
        }
    }

    /// It is gone by now, and so is its hold on a card that the next output may want too.
    private func end(_ player: PlayerController, _ result: OutputTrial.Result) {
        guard player === self.player else { return }
        self.player = nil
        removeChild(player)
        trials.append(
            OutputTrial(
                output: player.rung.output, result: result,
                cardListed: !rings.settings.cards.isEmpty))
        loop.perform { [weak self] in self?.tryNextOutput() }
    }

    private func endOutputs() {
        findings += Finding.outputs(trials)
        lookAtMixer()
    }

    /// Looks at no output: what is played, or is about to be, needs them.
    private func leaveOutputs() {
        findings.append(
            rings.heardOutput.map { Finding(.output, .pass, "\($0) is heard now") }
                ?? Finding(
                    .busy, .warn, "no output was looked at: a sound is played, or is about to be",
                    remedy: "alarmctl doctor, when that is over"))
        finish()
    }

    // MARK: The mixer

    private func lookAtMixer() {
        let opened = trials.first { $0.facts != nil }?.output
        guard let output = opened ?? rings.settings.configuration.devices.first else {
            finish()
            return
        }
        rings.settings.mixer.check(output) { [weak self] trial in
            guard let self else { return }
            let configuration = rings.settings.configuration.mixer
            if let trial { findings.append(.mixer(trial, configuration)) }
            finish()
        }
    }

    private func finish() {
        let completion = completion
        self.completion = nil
        completion?(findings)
    }

    nonisolated deinit {}
}

extension Examination: PlayerControllerDelegate {
    func playerControllerDidArm(_ controller: PlayerController) {
        if rings.settings.configuration.playsSilence {
            controller.go()
        } else {
            controller.fallSilent()
        }
    }

    func playerController(_ controller: PlayerController, didPlay progress: Progress) {}

    func playerController(_ controller: PlayerController, didFinish progress: Progress) {
        guard let facts = controller.outputFacts else {
            end(controller, .failed(Message("it says nothing of itself")))
            return
        }
        end(controller, .opened(facts, hasPlayed: progress.frames > 0))
    }

    func playerController(
        _ controller: PlayerController, didFail failure: OutputLadder.Failure, code: Int,
        reason: Message
    ) {
        end(controller, .failed(reason))
    }
}
