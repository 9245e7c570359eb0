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
        of rung: OutputLadder.Rung, for id: OccurrenceID, reason: String)

    /// Every output failed; the bell of the console may ring instead.
    func ringController(
        _ controller: RingController, didFailEverywhereFor id: OccurrenceID, bellRings: Bool)

    /// The sound or the output of the scene that a ring is in cannot be heard.
    func ringController(
        _ controller: RingController, didFailInScene scene: String, of id: OccurrenceID)

    /// A ring was played, or tried, for as long as it may without an answer.
    func ringController(_ controller: RingController, didLeaveUnanswered id: OccurrenceID)
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
    private var rings: [OccurrenceID: OccurrenceController] = [:]

    /// Those that were to be silenced in this turn of the loop: what is presented in it too takes their players.
    private var leaving: [(ring: OccurrenceController, reason: Silencing)] = []

    /// Those that are covered, and heard until what covers them is.
    private var lingering: [OccurrenceController] = []

    /// Those that fall silent.
    private var fading: [OccurrenceController] = []

    /// Creates a controller that presents nothing.
    init(settings: OutputSettings, on loop: RunLoop, log: Log) {
        self.settings = settings
        self.loop = loop
        self.log = log
        super.init()
    }

    override func willStop() {
        // All at once, so that stopping them one after the other takes no longer than one of them.
        for ring in all { ring.part() }
    }

    /// Whether anything is armed, or rings.
    var isBusy: Bool { !rings.isEmpty }

    /// For how long the presented occurrence was played, or tried; `nil` where none is presented.
    var playingTime: (id: OccurrenceID, played: Duration)? {
        guard let ring = presented as? OccurrenceController else { return nil }
        return (ring.occurrence.id, ring.playingTime)
    }

    /// Gets a player ready for an occurrence that is due in a moment.
    func arm(_ occurrence: Occurrence) {
        ring(for: occurrence)?.arm()
    }

    /// Makes an occurrence heard.
    func present(_ occurrence: Occurrence, _ presentation: Presentation) {
        guard let ring = ring(for: occurrence) else { return }
        do {
            if presented !== ring { try present(ring) }
        } catch {
            log.write(.emergency, "\(occurrence.id) cannot be presented: \(error)")
        }
        ring.present(presentation)
    }

    /// Lets what is heard go on in another scene.
    func performSegue(_ segue: SceneSegue) {
        guard let ring = rings[segue.destination.id], ring.isPresented else {
            present(segue.destination, segue.presentation)
            return
        }
        ring.perform(segue)
    }

    /// Changes the level of what is heard, in percent.
    func adjust(_ id: OccurrenceID, volume: Int) {
        rings[id]?.adjust(volume: volume)
    }

    /// Lets a player go that was ready, unheard.
    func disarm(_ id: OccurrenceID) {
        guard let ring = rings.removeValue(forKey: id) else { return }
        removeChild(ring)
        outputBecameFree()
    }

    /// Makes an occurrence heard no more.
    ///
    /// Its player may be told to go on with what is presented in the same turn of the loop.
    func silence(_ id: OccurrenceID, because reason: Silencing) {
        guard let ring = rings.removeValue(forKey: id) else { return }
        heardOutput = nil
        ring.leave()
        if leaving.isEmpty { loop.perform { [weak self] in self?.letLeave() } }
        leaving.append((ring, reason))
    }

    private func letLeave() {
        let leaving = leaving
        self.leaving = []
        let next = rings.values.first { $0.isPresented }
        for (ring, reason) in leaving {
            if reason == .covered, ring.isHeard, let next, !next.isHeard {
                // Made before break: the one over it has another output, and is not heard yet.
                lingering.append(ring)
            } else {
                fade(ring)
            }
        }
        if next == nil { endLingering() }
    }

    private func endLingering() {
        let lingering = lingering
        self.lingering = []
        for ring in lingering { fade(ring) }
    }

    private func fade(_ ring: OccurrenceController) {
        fading.append(ring)
        ring.fallSilent()
    }

    /// Every ring that may have a player, those first that are to lose it.
    private var all: [OccurrenceController] {
        leaving.map(\.ring) + lingering + Array(rings.values) + fading
    }

    /// The machine slept.
    func didResume() {
        for ring in all { ring.didResume() }
    }

    private func ring(for occurrence: Occurrence) -> OccurrenceController? {
        if let ring = rings[occurrence.id] { return ring }
        let ring = OccurrenceController(occurrence: occurrence, settings: settings, on: loop)
        ring.delegate = self
        do {
            try addChild(ring)
        } catch {
            // No timer is left to the process; the next time it is looked at it is tried again.
            log.write(.emergency, "\(occurrence.id) cannot ring: \(error)")
            return nil
        }
        rings[occurrence.id] = ring
        return ring
    }

    private func outputBecameFree() {
        for ring in rings.values { ring.outputBecameFree() }
    }

    nonisolated deinit {}
}

extension RingController: OccurrenceControllerDelegate {
    func occurrenceController(
        _ controller: OccurrenceController, didHear rung: OutputLadder.Rung, isVerified: Bool
    ) {
        endLingering()
        let words = isVerified ? "verified" : "played, not verified"
        let output = "\(rung.output), \(rung.sound ?? "built-in tone"), \(words)"
        heardOutput = output
        delegate?.ringController(
            self, didHear: controller.occurrence.id, output: output,
            sound: controller.ladder.current.sound, isVerified: isVerified)
    }

    func occurrenceController(
        _ controller: OccurrenceController, didFail failure: OutputLadder.Failure,
        of rung: OutputLadder.Rung, reason: String
    ) {
        delegate?.ringController(
            self, didFail: failure, of: rung, for: controller.occurrence.id, reason: reason)
    }

    func occurrenceController(_ controller: OccurrenceController, didFailInScene scene: String) {
        delegate?.ringController(self, didFailInScene: scene, of: controller.occurrence.id)
    }

    func occurrenceControllerDidFailEverywhere(_ controller: OccurrenceController) {
        heardOutput = nil
        delegate?.ringController(
            self, didFailEverywhereFor: controller.occurrence.id, bellRings: controller.bellRings)
    }

    func occurrenceControllerDidTimeOut(_ controller: OccurrenceController) {
        delegate?.ringController(self, didLeaveUnanswered: controller.occurrence.id)
    }

    func occurrenceControllerDidFallSilent(_ controller: OccurrenceController) {
        fading.removeAll { $0 === controller }
        lingering.removeAll { $0 === controller }
        removeChild(controller)
        outputBecameFree()
    }

    func occurrenceController(
        _ controller: OccurrenceController, shouldWaitFor output: String
    ) -> Bool {
        all.contains { $0 !== controller && $0.holds(output) }
    }

    func occurrenceController(
        _ controller: OccurrenceController, canTakeOverPlayerOnAnyOf outputs: [String]
    ) -> Bool {
        giver(to: controller, onAnyOf: outputs) != nil
    }

    func occurrenceController(
        _ controller: OccurrenceController, takeOverPlayerOnAnyOf outputs: [String]
    ) -> PlayerController? {
        giver(to: controller, onAnyOf: outputs)?.giveAwayPlayer()
    }

    /// The ring whose player could go on with the sound of another; one that is heard before one that is armed.
    private func giver(
        to controller: OccurrenceController, onAnyOf outputs: [String]
    ) -> OccurrenceController? {
        let others = all.filter { $0 !== controller && $0.player(onAnyOf: outputs) != nil }
        return others.first { $0.player(onAnyOf: outputs)?.isPlaying == true } ?? others.first
    }
}
