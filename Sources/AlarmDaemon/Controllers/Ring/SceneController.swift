// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform
internal import PlayerProtocol

/// Makes one occurrence heard in one scene: it goes down the ladder of outputs and sounds until one works.
///
/// Where another ring of ours has a player on one of its outputs already, that player plays its sound next.
final class SceneController: Controller {
    weak var delegate: (any SceneControllerDelegate)?

    /// The occurrence, with the scene that it is in.
    let occurrence: Occurrence

    /// For how long a busy output is tried again: a player that was killed may not be dead yet.
    static let busyPatience = Duration.milliseconds(500)
    static let busyPatienceWhenDue = Duration.milliseconds(300)
    static let busyPause = Duration.milliseconds(50)

    /// How long an output may play by a wrong clock while there is another.
    static let pacePatience = Duration.seconds(3)

    let settings: OutputSettings
    let loop: RunLoop
    var shuffle: Shuffle
    var ladder: OutputLadder
    var presentation: Presentation?
    var volume: Int
    var fade: Duration
    var player: PlayerController?

    /// Cares for the other outputs.
    var care: OutputCareController

    /// Players that were told to fall silent.
    var fading: [PlayerController] = []
    private var soundCheck: SoundCheckController?
    private var checkedSound: String?
    var stopwatch = Stopwatch()
    private var timeoutTimer: Timer?
    private(set) var retryTimer: Timer?

    /// To be called once it is heard, and once it is silent.
    private var didAppear: (() -> Void)?
    var didDisappear: (() -> Void)?
    var deadRounds = 0
    var hasToldDeath = false
    var busySince: Duration?
    var unpacedSince: Duration?
    var heardRung: OutputLadder.Rung?

    /// Whether it tries the output that it likes best before it goes on with the player of another ring on a later one:
    /// where its scene names outputs.
    var triesOwnOutputFirst: Bool

    /// How it follows the scene before on the output of that, and how long it takes to be as loud as it is to be on another,
    /// whatever its own fade is; until it is heard.
    var transition = SoundTransition.cut
    var entranceTime = Duration.zero
    /// Until when it becomes as loud as it is to be, once it is heard.
    var entranceEnd = Duration.zero

    /// How long it takes to fall silent under a scene on another output.
    var exitTime = Duration.zero
    var exitTimer: Timer?

    /// Whether its scene failed before it was to be heard.
    var hasFailedEarly = false

    /// Whether it is to be heard no more, and ends with its player.
    var isLeaving = false

    /// Whether it waits for an output that another ring of ours holds.
    var isWaitingForOutput = false

    /// Creates a controller that plays nothing yet.
    init(occurrence: Occurrence, settings: OutputSettings, on loop: RunLoop) {
        self.occurrence = occurrence
        self.settings = settings
        self.loop = loop
        let ladder = settings.ladder(for: occurrence.ring, in: occurrence.scene)
        self.shuffle = settings.lastFiles.shuffle(
            for: occurrence.id.alarm, of: ladder.current.sound)
        self.ladder = ladder
        self.volume = occurrence.staged.volume
        self.fade = occurrence.staged.fade
        self.triesOwnOutputFirst = occurrence.scene?.outputs.isEmpty == false
        self.care = OutputCareController(settings: settings, shuffle: shuffle, on: loop)
        super.init()
    }

    override func didStart() throws {
        timeoutTimer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in self?.timeOut() }
        retryTimer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in self?.getReady() }
        care.delegate = self
        try addChild(care)
    }

    override func didStop() {
        timeoutTimer = nil
        retryTimer = nil
        exitTimer = nil
        player = nil
        fading = []
        soundCheck = nil
        didAppear = nil
        didDisappear = nil
    }

    /// Whether a person is to hear it now.
    var isPresented: Bool { presentation != nil }

    /// Whether it is heard.
    var isHeard: Bool { heardRung != nil }

    /// Whether it has a player that was let go.
    var isPlaying: Bool { player?.isPlaying == true }

    /// The player that it has on one of `outputs`, and could give away: what fades out, too.
    func player(onAnyOf outputs: [String]) -> PlayerController? {
        ([player].compactMap(\.self) + (exitTimer == nil ? [] : fading)).first {
            $0.state == .started && $0.takesSounds && outputs.contains($0.rung.output)
        }
    }

    /// Whether it has an output, or tries to get it.
    func holds(_ output: String) -> Bool {
        player?.rung.output == output || care.holds(output)
            || fading.contains { $0.rung.output == output }
    }

    /// Whether the bell of the console rings in the place of its outputs.
    var bellRings: Bool { care.bellRings }

    /// For how long it was played, or tried, in its scene.
    var playingTime: Duration {
        (presentation?.sounded ?? .zero) + stopwatch.elapsed(at: Clocks.monotonic)
    }

    /// Gets a player ready, or where another ring's will play it, its sound.
    func arm() {
        getReady()
    }

    /// Makes it heard, by the player that is ready, by the one that is heard already, or by a new one.
    func present(_ presentation: Presentation) {
        self.presentation = presentation
        let isLevelNew = presentation.volume != volume || presentation.fade != fade
        volume = presentation.volume
        fade = presentation.fade
        endSoundCheck()
        if hasFailedEarly { tellSceneFailed() }
        guard let player else {
            getReady()
            return
        }
        if isLevelNew { player.play(request, as: ladder.current.sound) }
        player.go()
    }

    /// Changes its level, in percent, without a fade.
    func adjust(volume: Int) {
        self.volume = volume
        fade = .zero
        entranceTime = .zero
        player?.change(volume: volume)
        care.adjust(volume: volume)
    }

    /// It is heard already where it goes on with the player of the scene before.
    override func appear(_ done: @escaping () -> Void) {
        didAppear = done
        if isHeard { done() }
    }

    /// It is heard, for the first time or anew.
    func tellHeard() {
        didAppear?()
        didAppear = nil
    }

    /// Falls silent without a click.
    override func disappear(_ done: @escaping () -> Void) { fallSilent(done) }

    /// The machine slept.
    func didResume() {
        player?.didResume()
        care.didResume()
    }

    /// Another ring of ours has let go of its output.
    func outputBecameFree() {
        isWaitingForOutput = false
        getReady()
    }

    // MARK: The player

    var request: SoundRequest {
        settings.request(
            on: ladder.current, volume: volume, fade: max(fade, entranceTime), shuffle: shuffle)
    }

    func getReady() {
        guard player == nil, !isLeaving, !isWaitingForOutput, state == .started else { return }
        if presentation == nil {
            let canWait = delegate?.sceneController(
                self, canTakeOverPlayerOnAnyOf: sharedOutputs)
            if canWait == true {
                checkSound()
                return
            }
        } else if let taken = delegate?.sceneController(
            self, takeOverPlayerOnAnyOf: sharedOutputs)
        {
            take(over: taken)
            return
        }
        loadPlayer()
    }

    /// The outputs on which another ring's player could go on with its sound.
    private var sharedOutputs: [String] {
        triesOwnOutputFirst ? [ladder.current.output] : ladder.outputs
    }

    private func take(over taken: PlayerController) {
        receive(taken)
        entranceTime = .zero
        taken.play(request, as: ladder.current.sound, transition)
    }

    /// Makes a player that another ring gave away its own; it plays on what it plays.
    func receive(_ given: PlayerController) {
        adopt(given)
        given.delegate = self
        player = given
        ladder.step(to: given.rung.output)
    }

    private func loadPlayer() {
        endSoundCheck()
        let player = settings.player(
            on: ladder.current, volume: volume, fade: max(fade, entranceTime),
            length: .untilStopped, shuffle: shuffle, loop: loop)
        player.delegate = self
        self.player = player
        do {
            try addChild(player)
        } catch {
            // Told like any other failure, but not while somebody waits for this call to return.
            loop.perform { [weak self] in
                self?.playerController(
                    player, didFail: .output, code: 0, reason: Message(verbatim: "\(error)"))
            }
        }
    }

    func dropPlayer() {
        guard let player else { return }
        self.player = nil
        removeChild(player)
    }

    // MARK: The sound of one that will take over

    private func checkSound() {
        let rung = ladder.current
        guard soundCheck == nil, let word = rung.sound, word != checkedSound else { return }
        let check = SoundCheckController(
            word: word, to: .beginning, settings: settings, on: loop)
        check.completion = { [weak self] in self?.soundCheckDidEnd(of: rung, fault: $0) }
        // Where no process is left for it, the player that is heard will say what is wrong.
        guard (try? addChild(check)) != nil else { return }
        soundCheck = check
    }

    private func soundCheckDidEnd(of rung: OutputLadder.Rung, fault: Message?) {
        endSoundCheck()
        guard let fault else {
            checkedSound = rung.sound
            return
        }
        delegate?.sceneController(self, didFail: .sound, of: rung, reason: fault)
        tellSceneFailed()
        _ = ladder.descend(after: .sound)
        getReady()
    }

    func endSoundCheck() {
        guard let soundCheck else { return }
        self.soundCheck = nil
        removeChild(soundCheck)
    }

    // MARK: The timeout

    func countTime() {
        guard let presentation, !stopwatch.isRunning else { return }
        let now = Clocks.monotonic
        let left = presentation.timeLeft - stopwatch.elapsed(at: now)
        stopwatch.start(at: now)
        try? timeoutTimer?.arm(at: now + left)
    }

    func stopCounting() {
        stopwatch.stop(at: Clocks.monotonic)
        try? timeoutTimer?.disarm()
    }

    private func timeOut() {
        guard presentation != nil else { return }
        stopwatch.stop(at: Clocks.monotonic)
        delegate?.sceneControllerDidTimeOut(self)
    }

    nonisolated deinit {}
}
