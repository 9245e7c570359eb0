// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform
internal import PlayerProtocol

/// Is told what becomes of a player.
protocol PlayerControllerDelegate: AnyObject {
    /// It is ready: once let go it is heard within a millisecond.
    func playerControllerDidArm(_ controller: PlayerController)

    /// It is heard, or nearly: `progress` says what came out so far.
    func playerController(_ controller: PlayerController, didPlay progress: Progress)

    /// It played to the end it was given, or fell silent as it was told, and is gone.
    func playerController(_ controller: PlayerController, didFinish progress: Progress)

    /// It failed, and is gone; or its sound failed, and it waits for another where it still has an output.
    func playerController(
        _ controller: PlayerController, didFail failure: OutputLadder.Failure, code: Int,
        reason: Message)
}

/// Controls one player on one output, and gives it up when it has waited long enough.
///
/// Its delegate is told of one end, and never while it calls this.
final class PlayerController: Controller {
    weak var delegate: (any PlayerControllerDelegate)?

    /// The output, and the sound that it was given last.
    private(set) var rung: OutputLadder.Rung

    /// The path of the file that it plays; `nil` for the built-in tone, or while it is not open.
    private(set) var heardFile: String?

    /// What its output granted; `nil` while it is not open.
    private(set) var outputFacts: OutputFacts?

    private let preparation: Preparation
    private let program: PlayerProgram
    private let loop: RunLoop
    private let mixer: MixerController?
    private var mixerUse: MixerUse?
    private var process: PlayerProcess?
    private var timer: Timer?
    private var supervision = PlayerSupervision(startedAt: .zero)
    private var finished: Progress?

    /// How many sounds it was given and has not opened yet, and how many are open and not heard yet.
    private var soundsToOpen = 1
    private var soundsToHear = 0

    /// Whether it is gone, or to be given up.
    private(set) var isOver = false
    private var partingDeadline: Duration?

    /// Creates a controller that starts its player when it is started itself.
    init(
        rung: OutputLadder.Rung, request: SoundRequest, buffer: Duration, cardListed: Bool,
        program: PlayerProgram, mixer: MixerController? = nil, on loop: RunLoop
    ) {
        self.rung = rung
        self.preparation = Preparation(
            output: rung.output, buffer: buffer, cardListed: cardListed, first: request)
        self.program = program
        self.mixer = mixer
        self.loop = loop
        super.init()
    }

    override func didStart() throws {
        supervision = PlayerSupervision(startedAt: Clocks.monotonic)
        timer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in self?.checkDeadline() }
        let process = try PlayerProcess(running: program, on: loop) { [weak self] event in
            self?.handle(event)
        }
        self.process = process
        process.send(.prepare(preparation))
        mixerUse = mixer?.use(of: rung.output)
        armTimer()
    }

    override func didStop() {
        if let partingDeadline {
            process?.waitForEnd(until: partingDeadline)
            process = nil
        }
        end()
    }

    /// Whether it is ready, or further.
    var isArmed: Bool { supervision.phase != .opening }

    /// Whether it was let go, and is not to fall silent.
    var isPlaying: Bool { supervision.phase == .playing }

    /// Whether another sound can be heard by it.
    var takesSounds: Bool { !isOver && supervision.phase != .stopping }

    /// Has it play another sound on the output that it has, instead of the one before.
    ///
    /// One that does not play yet is ready anew after this, and says so.
    func play(
        _ request: SoundRequest, as sound: String?, _ transition: SoundTransition = .cut
    ) {
        rung = OutputLadder.Rung(output: rung.output, sound: sound)
        soundsToOpen += 1
        process?.send(.play(request, transition))
        supervision.soundGiven(at: Clocks.monotonic)
        armTimer()
    }

    /// Lets it be heard.
    func go() {
        guard supervision.phase == .armed else { return }
        process?.send(.go)
        // A mixer that nobody configured is only looked at, once something is heard through it.
        if mixerUse == nil { mixerUse = mixer?.observe(rung.output) }
        mixerUse?.go()
        supervision.released(at: Clocks.monotonic)
        armTimer()
    }

    /// Changes the level, in percent, without a click.
    func change(volume: Int, over time: Duration = .milliseconds(200)) {
        process?.send(.volume(volume, over: time))
    }

    /// Lets it fall silent; it ends by itself.
    func fallSilent() {
        process?.send(.stop)
        supervision.stopped(at: Clocks.monotonic)
        armTimer()
    }

    /// Lets it fall silent without a click before this is stopped, which waits for it, but not for long.
    func part() {
        switch supervision.phase {
        case .playing: process?.send(.stop)
        case .stopping: break
        case .opening, .armed: return
        }
        partingDeadline = Clocks.monotonic + PlayerSupervision.partingTime
    }

    /// The machine slept: the player is given its time anew.
    func didResume() {
        supervision.resumed(at: Clocks.monotonic)
        armTimer()
    }

    private func handle(_ event: PlayerProcess.Event) {
        guard !isOver else { return }
        switch event {
        case .report(let report): handle(report)
        case .ended(let reason):
            if finishIfDone() { return }
            fail(supervision.culprit, code: 0, Message("alarm-player: \(reason)"))
        }
        if !isOver { armTimer() }
    }

    private func handle(_ report: PlayerReport) {
        switch report {
        case .hello, .checked, .mixerFound, .mixerSet, .mixerChanged, .mixerRestored: break
        case .started: soundsToHear = max(soundsToHear - 1, 0)
        case .soundOpen(let facts):
            heardFile = facts.path.isEmpty ? nil : facts.path
            soundsToOpen = max(soundsToOpen - 1, 0)
            if isPlaying { soundsToHear += 1 }
            if soundsToOpen == 0 { supervision.soundOpened() }
        case .outputOpen(let facts):
            outputFacts = facts
            supervision.outputOpened(buffer: facts.buffer, hasCard: facts.backing == .card)
        case .armed:
            guard soundsToOpen == 0 else { return }
            supervision.armed()
            delegate?.playerControllerDidArm(self)
        case .progress(let progress):
            supervision.heard(frames: Int64(progress.frames), at: Clocks.monotonic)
            guard soundsToOpen == 0, soundsToHear == 0 else { return }
            delegate?.playerController(self, didPlay: progress)
        case .finished(let progress):
            // It still closes its output, which may write what was heard; its end is waited for, not for long.
            finished = progress
            supervision.stopped(at: Clocks.monotonic)
        case .failed(let failure) where failure.stage == .sound:
            soundsToOpen = max(soundsToOpen - 1, 0)
            // Of a sound that another has taken the place of, nobody wants to know.
            guard soundsToOpen == 0 else { return }
            delegate?.playerController(
                self, didFail: .sound, code: failure.code, reason: failure.words)
        case .failed(let failure): fail(.output, code: failure.code, failure.words)
        }
    }

    private func checkDeadline() {
        guard !isOver, supervision.isOverdue(at: Clocks.monotonic) else { return }
        if finishIfDone() { return }
        let wasStopping = supervision.phase == .stopping
        fail(
            supervision.culprit, code: 0,
            wasStopping
                ? Message("it did not end when it was told to")
                : Message("nothing moved for too long"))
    }

    /// Ends where it played to its end; `false` where it did not.
    private func finishIfDone() -> Bool {
        guard let finished else { return false }
        end()
        delegate?.playerController(self, didFinish: finished)
        return true
    }

    private func fail(_ failure: OutputLadder.Failure, code: Int, _ reason: Message) {
        end()
        delegate?.playerController(self, didFail: failure, code: code, reason: reason)
    }

    private func end() {
        isOver = true
        timer = nil
        process?.kill()
        process = nil
        mixerUse?.end()
        mixerUse = nil
    }

    private func armTimer() {
        if let deadline = supervision.deadline {
            try? timer?.arm(at: deadline)
        } else {
            try? timer?.disarm()
        }
    }

    nonisolated deinit {}
}
