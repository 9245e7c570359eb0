// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform
internal import PlayerProtocol

/// Looks at sounds in the background, one after the other, and measures those of which it is not known how loud they
/// are: those of alarms that were set by an older version, files that are others by now, and of a folder the file that
/// is heard next.
///
/// Never while something rings: what is not done by then is done later.
final class SoundSurveyController: Controller {
    /// After a ring it is looked again as late as this, and no timer runs while there is nothing to do.
    private static let pause = Duration.seconds(10)

    /// As many sounds as measurements are kept.
    private static let mostWords = 1000

    /// Is told of each sound: what is wrong with it in English, or `nil`.
    var didLook: (String, Message?) -> Void = { _, _ in }

    private let settings: () -> OutputSettings
    private let isRingBusy: () -> Bool
    private let loop: RunLoop
    private var words: [String] = []
    private var check: SoundCheckController?
    private var timer: Timer?

    /// Creates a controller that looks at nothing yet.
    ///
    /// - Parameters:
    ///   - loop: The loop.
    ///   - settings: Tells what plays, as it is now.
    ///   - isRingBusy: Tells whether something rings, or is about to.
    init(
        on loop: RunLoop, settings: @escaping () -> OutputSettings,
        isRingBusy: @escaping () -> Bool
    ) {
        self.loop = loop
        self.settings = settings
        self.isRingBusy = isRingBusy
        super.init()
    }

    override func didStop() {
        timer = nil
        check = nil
        words = []
    }

    /// Has the sound of a word, as the catalogue returned it, looked at when there is time.
    func add(_ word: String) {
        guard word != SoundCatalog.builtIn, words.count < Self.mostWords, !words.contains(word)
        else { return }
        words.append(word)
        lookAtNext()
    }

    /// Leaves the sound that it looks at for later: something is to ring.
    func pause() {
        guard let check else { return }
        self.check = nil
        removeChild(check)
        if !words.contains(check.word) { words.append(check.word) }
        lookAtNext()
    }

    private func lookAtNext() {
        guard check == nil, state == .started, let word = words.first else { return }
        guard !isRingBusy() else {
            waitForSilence()
            return
        }
        words.removeFirst()
        let settings = settings()
        let check = SoundCheckController(
            word: word, shuffle: settings.lastFiles.shuffleToMeasure(word), isKnownEnough: true,
            settings: settings, on: loop)
        check.completion = { [weak self, weak check] fault in
            guard let self, let check, check === self.check else { return }
            if check.isFolder, let path = check.path { settings.lastFiles.choose(path, of: word) }
            self.check = nil
            removeChild(check)
            didLook(word, fault)
            loop.perform { [weak self] in self?.lookAtNext() }
        }
        self.check = check
        do {
            try addChild(check)
        } catch {
            // No process is left for it now.
            self.check = nil
            words.append(word)
            waitForSilence()
        }
    }

    private func waitForSilence() {
        do throws(SystemError) {
            if timer == nil {
                timer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in
                    self?.timer = nil
                    self?.lookAtNext()
                }
            }
            try timer?.arm(at: Clocks.monotonic + Self.pause)
        } catch {
            // Without a timer the next sound that is added has the rest looked at as well.
        }
    }

    nonisolated deinit {}
}
