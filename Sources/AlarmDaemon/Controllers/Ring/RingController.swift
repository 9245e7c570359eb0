// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform

/// Is told what becomes of the rings.
protocol RingControllerDelegate: AnyObject {
    /// A ring is heard; `output` says by which device and file, and whether that is verified; `sound` is the sound as it
    /// was asked for, `nil` for the built-in tone.
    func ringController(
        _ controller: RingController, didHear id: OccurrenceID, output: String, sound: String?,
        isVerified: Bool)

    /// A sound or an output failed; the next is tried.
    func ringController(
        _ controller: RingController, didFail failure: OutputLadder.Failure,
        of rung: OutputLadder.Rung, for id: OccurrenceID, reason: Message)

    /// Every output failed; the bell of the console may ring instead.
    func ringController(
        _ controller: RingController, didFailEverywhereFor id: OccurrenceID, bellRings: Bool)

    /// The sound or the output of the scene that a ring is in cannot be heard.
    func ringController(
        _ controller: RingController, didFailInScene scene: String, of id: OccurrenceID)

    /// A ring was played, or tried, for as long as it may without an answer.
    func ringController(_ controller: RingController, didLeaveUnanswered id: OccurrenceID)

    /// The last that was armed, or rang, is gone.
    func ringControllerDidFallSilent(_ controller: RingController)
}

/// Presents occurrences: of those that ring, one is heard (design, sections 4 and 6).
///
/// It does what the book decided, and reports what became of it; it decides nothing itself, and never speaks up
/// while it is spoken to.
final class RingController: Controller {
    weak var delegate: (any RingControllerDelegate)?

    /// What rings are played by; a change holds for the next.
    var settings: OutputSettings

    /// What is heard now, and by which output; `nil` where nothing is.
    private(set) var heardOutput: String?

    private let loop: RunLoop
    private let log: Log
    /// What is armed or rings, in the scene that it is in.
    private var rings: [OccurrenceID: SceneController] = [:]

    /// Those that are due in a moment and for which no player is made ready yet, soonest first.
    private var waiting: [Occurrence] = []

    /// For how many a player is made ready at once, the soonest.
    ///
    /// Each is a process, or a sound that is looked at. Whatever comes right behind them goes on with the player that is
    /// heard then.
    static let mostArmed = 4

    /// Those that were to be silenced in this turn of the loop: what is presented in it too takes their players.
    private var leaving: [(ring: SceneController, reason: Silencing)] = []

    /// Creates a controller that presents nothing.
    init(settings: OutputSettings, on loop: RunLoop, log: Log) {
        self.settings = settings
        self.loop = loop
        self.log = log
        super.init()
    }

    override func willStop() {
        waiting = []
        // All at once, so that stopping them one after the other takes no longer than one of them.
        for ring in all { ring.part() }
    }

    /// Whether anything is armed, or rings.
    var isBusy: Bool { !rings.isEmpty || !waiting.isEmpty }

    /// For how long the presented occurrence was played, or tried; `nil` where none is presented.
    var playingTime: (id: OccurrenceID, played: Duration)? {
        ringing.map { ($0.occurrence.id, $0.playingTime) }
    }

    /// What a person is to hear now.
    private var ringing: SceneController? {
        guard let ring = presented as? SceneController, ring.isPresented else { return nil }
        return ring
    }

    /// Gets a player ready for an occurrence that is due in a moment, as soon as it is among the first of them.
    func arm(_ occurrence: Occurrence) {
        waiting.append(occurrence)
        armWaiting()
    }

    private func armWaiting() {
        var count = rings.values.count { !$0.isPresented }
        while count < Self.mostArmed, !waiting.isEmpty {
            ring(for: waiting.removeFirst())?.arm()
            count += 1
        }
    }

    /// Makes room for another among those that are armed; the loop fills it once all is done that is asked now.
    private func forgetWaiting(_ id: OccurrenceID) {
        guard !waiting.isEmpty else { return }
        waiting.removeAll { $0.id == id }
        loop.perform { [weak self] in self?.armWaiting() }
    }

    /// Makes an occurrence heard.
    func present(_ occurrence: Occurrence, _ presentation: Presentation) {
        forgetWaiting(occurrence.id)
        guard let ring = ring(for: occurrence) else { return }
        present(ring, presentation)
    }

    /// Lets what is heard go on in another scene.
    func performSegue(_ segue: SceneSegue) {
        let id = segue.destination.id
        guard let source = rings[id], source.isPresented,
            let destination = makeController(for: segue.destination)
        else {
            present(segue.destination, segue.presentation)
            return
        }
        rings[id] = destination
        source.prepare(for: segue, to: destination)
        source.leave()
        present(destination, segue.presentation)
        if !source.isPlaying { end(source) }
    }

    private func present(_ ring: SceneController, _ presentation: Presentation) {
        ring.present(presentation)
        guard ring.presenting == nil else { return }
        do {
            // Made before break: what it covers is heard until it is.
            try present(ring) { [weak self] in self?.endCovered() }
        } catch {
            log.write(.emergency, "\(ring.occurrence.id) cannot be presented: \(error)")
        }
    }

    /// Changes the level of what is heard, in percent.
    func adjust(_ id: OccurrenceID, volume: Int) {
        rings[id]?.adjust(volume: volume)
    }

    /// Lets a player go that was ready, unheard.
    func disarm(_ id: OccurrenceID) {
        forgetWaiting(id)
        guard let ring = rings.removeValue(forKey: id) else { return }
        removeChild(ring)
        outputBecameFree()
    }

    /// Makes an occurrence heard no more.
    ///
    /// Its player may be told to go on with what is presented in the same turn of the loop.
    func silence(_ id: OccurrenceID, because reason: Silencing) {
        guard let ring = rings[id] else { return }
        guard ring.isPresented else { return disarm(id) }
        rings[id] = nil
        heardOutput = nil
        ring.leave()
        hurryLeaving()
        if leaving.isEmpty { loop.perform { [weak self] in self?.letLeave() } }
        leaving.append((ring, reason))
    }

    private func letLeave() {
        let leaving = leaving
        self.leaving = []
        let next = ringing
        for (ring, reason) in leaving {
            // The one over it may have another output, and not be heard yet.
            let lingers = reason == .covered && ring.isHeard && next.map { !$0.isHeard } ?? false
            if !lingers { end(ring) }
        }
        if next == nil { endCovered() }
    }

    /// Ends what is presented still, but not to be heard any more.
    private func endCovered() {
        for case let ring as SceneController in presentedStack where !ring.isPresented { end(ring) }
    }

    private func end(_ ring: SceneController) {
        dismiss(ring) { [weak self] in self?.outputBecameFree() }
    }

    /// What fades out under another scene falls silent: that is over, or needs the output.
    private func hurryLeaving() {
        for ring in all where ring.isLeaving { ring.hurry() }
    }

    /// Every ring that may have a player, those first that are to lose it.
    private var all: [SceneController] {
        let all = children.compactMap { $0 as? SceneController }
        return all.filter(\.isLeaving) + all.filter { !$0.isLeaving }
    }

    /// The machine slept.
    func didResume() {
        for ring in all { ring.didResume() }
    }

    private func ring(for occurrence: Occurrence) -> SceneController? {
        if let ring = rings[occurrence.id] { return ring }
        let ring = makeController(for: occurrence)
        rings[occurrence.id] = ring
        return ring
    }

    /// A controller of the scene that an occurrence is in; `nil` where none can be made, which is said.
    private func makeController(for occurrence: Occurrence) -> SceneController? {
        let ring = SceneController(occurrence: occurrence, settings: settings, on: loop)
        ring.delegate = self
        do {
            try addChild(ring)
        } catch {
            // No timer is left to the process; the next time it is looked at it is tried again.
            log.write(.emergency, "\(occurrence.id) cannot ring: \(error)")
            return nil
        }
        return ring
    }

    private func outputBecameFree() {
        for ring in rings.values { ring.outputBecameFree() }
        if children.isEmpty { delegate?.ringControllerDidFallSilent(self) }
    }

    nonisolated deinit {}
}

extension RingController: SceneControllerDelegate {
    func sceneController(
        _ controller: SceneController, didHear rung: OutputLadder.Rung, isVerified: Bool
    ) {
        let words = isVerified ? "verified" : "played, not verified"
        let output = "\(rung.output), \(rung.sound ?? "built-in tone"), \(words)"
        heardOutput = output
        delegate?.ringController(
            self, didHear: controller.occurrence.id, output: output,
            sound: controller.ladder.current.sound, isVerified: isVerified)
    }

    func sceneController(
        _ controller: SceneController, didFail failure: OutputLadder.Failure,
        of rung: OutputLadder.Rung, reason: Message
    ) {
        delegate?.ringController(
            self, didFail: failure, of: rung, for: controller.occurrence.id, reason: reason)
    }

    func sceneController(_ controller: SceneController, didFailInScene scene: String) {
        delegate?.ringController(self, didFailInScene: scene, of: controller.occurrence.id)
    }

    func sceneControllerDidFailEverywhere(_ controller: SceneController) {
        heardOutput = nil
        delegate?.ringController(
            self, didFailEverywhereFor: controller.occurrence.id, bellRings: controller.bellRings)
    }

    func sceneControllerDidTimeOut(_ controller: SceneController) {
        delegate?.ringController(self, didLeaveUnanswered: controller.occurrence.id)
    }

    func sceneControllerDidFallSilent(_ controller: SceneController) {
        end(controller)
    }

    func sceneControllerDidLoseExit(_ controller: SceneController) {
        ringing?.enterAtOnce()
    }

    func sceneController(
        _ controller: SceneController, shouldWaitFor output: String
    ) -> Bool {
        // What it covers may have the same card by another name: then there is no way but to let that go first.
        let covers = controller === ringing && presentedStack.count > 1
        if covers { endCovered() }
        for ring in all where ring !== controller && ring.holds(output) { ring.hurry() }
        return covers || all.contains { $0 !== controller && $0.holds(output) }
    }

    func sceneController(
        _ controller: SceneController, canTakeOverPlayerOnAnyOf outputs: [String]
    ) -> Bool {
        giver(to: controller, onAnyOf: outputs) != nil
    }

    func sceneController(
        _ controller: SceneController, takeOverPlayerOnAnyOf outputs: [String]
    ) -> PlayerController? {
        giver(to: controller, onAnyOf: outputs)?.giveAwayPlayer(onAnyOf: outputs)
    }

    /// The ring whose player could go on with the sound of another; one that is heard before one that is armed.
    private func giver(
        to controller: SceneController, onAnyOf outputs: [String]
    ) -> SceneController? {
        let others = all.filter { $0 !== controller && $0.player(onAnyOf: outputs) != nil }
        return others.first { $0.player(onAnyOf: outputs)?.isPlaying == true } ?? others.first
    }
}
