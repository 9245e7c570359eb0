// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform
internal import PlayerProtocol

/// Has a player of its own read one sound, without any output, to say whether it can be played; and measure it.
///
/// A player that is heard must not wait for a file on a disk that hangs.
final class SoundCheckController: Controller {
    /// How much of a sound is read.
    nonisolated enum Depth: Hashable, Sendable {
        /// Its first frames, as for a ring that is due in a moment.
        case beginning
        /// All of it.
        case end
    }

    /// Is called once, with what is wrong in English, or `nil`.
    var completion: ((Message?) -> Void)?

    /// Whether the sound was found to play.
    private(set) var isFound = false

    /// Whether there was nothing to hear in it.
    private(set) var isSilent = false

    /// The path of the file that was read; `nil` for the built-in tone.
    private(set) var path: String?

    /// The sound, as the catalogue returned it.
    let word: String

    private let depth: Depth
    private let shuffle: Shuffle
    private let isKnownEnough: Bool
    private let settings: OutputSettings
    private let loop: RunLoop
    private var process: PlayerProcess?
    private var timer: Timer?

    /// Creates a controller that checks the sound of a word.
    ///
    /// - Parameters:
    ///   - word: The sound.
    ///   - depth: How much of it is read.
    ///   - shuffle: Which file is taken of a folder.
    ///   - isKnownEnough: Whether what was measured of this very file before will do.
    ///   - settings: What plays.
    ///   - loop: The loop.
    init(
        word: String, to depth: Depth = .end,
        shuffle: Shuffle = Shuffle(seed: .random(in: .min ... .max)), isKnownEnough: Bool = false,
        settings: OutputSettings, on loop: RunLoop
    ) {
        self.word = word
        self.depth = depth
        self.shuffle = shuffle
        self.isKnownEnough = isKnownEnough
        self.settings = settings
        self.loop = loop
        super.init()
    }

    override func didStart() throws {
        timer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in
            self?.finish(Message("it could not be read in time: is its disk there?"))
        }
        process = try PlayerProcess(running: settings.program, on: loop) { [weak self] event in
            switch event {
            case .report(.checked(let check)): self?.finish(check)
            case .report(.soundOpen(let facts)):
                self?.take(facts)
                self?.finish(nil)
            case .report(.failed(let failure)): self?.finish(failure.words)
            case .report: break
            case .ended(let reason): self?.finish(Message("alarm-player: \(reason)"))
            }
        }
        let sound = settings.sounds.sound(word)
        let (command, time): (PlayerCommand, Duration) =
            switch depth {
            case .beginning: (.open(sound), PlayerSupervision.armingTime)
            case .end:
                (
                    .check(
                        SoundRequest(
                            sound, measured: isKnownEnough ? settings.audio.measured(word) : nil,
                            shuffle: shuffle)),
                    AuditionController.checkTime
                )
            }
        process?.send(command)
        try timer?.arm(at: Clocks.monotonic + time)
    }

    override func didStop() {
        timer = nil
        process?.kill()
        process = nil
    }

    /// Ends the check without a finding.
    func giveUp() {
        finish(nil)
    }

    /// Whether the sound is a folder, of which one file was read.
    var isFolder: Bool { path.map { settings.sounds.isFolder(word, of: $0) } ?? false }

    private func take(_ facts: SoundFacts) {
        isFound = true
        path = facts.path.isEmpty ? nil : facts.path
    }

    private func finish(_ check: SoundCheck) {
        take(check.facts)
        // Of a folder each file has a loudness of its own.
        settings.audio.note(check, of: isFolder ? path ?? word : word)
        // What is soft is raised; where there was nothing to measure there is nothing to hear.
        isSilent = check.isSilent && check.measured == nil
        finish(isSilent ? Message("it is silent") : nil)
    }

    private func finish(_ fault: Message?) {
        let completion = completion
        self.completion = nil
        completion?(fault)
    }

    nonisolated deinit {}
}
