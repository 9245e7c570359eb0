// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmStore
import Platform
import TestSupport

@testable import AlarmDaemon

/// A ring controller over outputs of the rig, told what the book would tell it; what it says is kept.
final class RingBench {
    /// Something that was said, and when, on CLOCK_MONOTONIC.
    struct Saying: Hashable {
        let time: Duration
        let what: String
    }

    /// A bell that keeps what was asked of it.
    final class FakeBell: Bell {
        let path = "/dev/input/fake"
        private(set) var sounds: [Bool] = []
        func sound(_ isOn: Bool) { sounds.append(isOn) }
    }

    let rig: Rig
    let rings: RingController
    let bell = FakeBell()
    private(set) var sayings: [Saying] = []
    private let loop: RunLoop

    /// The rig's second output, on which nothing fails.
    static let second = "second"

    /// Starts a ring controller that presents nothing yet.
    ///
    /// - Parameters:
    ///   - devices: The configured devices.
    ///   - options: Options of the output `rig`.
    ///   - shim: Errors of ALSA's calls, as the shim takes them.
    ///   - cards: What `/proc/asound/pcm` holds.
    ///   - hasBell: Whether there is a bell.
    ///   - patience: How long an output that is not verified may ring alone.
    ///   - more: More of ALSA's configuration.
    /// - Throws: `Rig.Missing` where there is no compiler.
    init(
        devices: [String] = ["rig", second], options: String = "", shim: String? = nil,
        cards: String? = nil, hasBell: Bool = false, patience: Duration = .seconds(30),
        more: String = ""
    ) throws {
        rig = try Rig(
            options: options,
            more: """
                pcm.second { type rigsink; dir "@FOLDER@/second" }
                pcm.plughw { @args [ CARD DEV ] @args.CARD { type string } @args.DEV { type string }
                  type rigsink; dir "@FOLDER@/card" }
                \(more)
                """)
        loop = try RunLoop()
        let shimming = shim.map {
            ["LD_PRELOAD=\(Rig.modules)/libalsashim.so", "ALSASHIM=\($0)"]
        }
        let program = try PlayerProgram(
            folders: [PackageRoot.programs],
            environment: ["ALSA_CONFIG_PATH=\(rig.configuration)"] + (shimming ?? []))
        var configuration = Configuration()
        configuration.devices = devices
        let log = Log(descriptor: 2, hasPriorities: false)
        let audio = AudioStateController(
            folder: StateFolder(path: rig.folder), on: loop, log: log)
        var settings = OutputSettings(
            program: program, sounds: SoundCatalog(folders: []), audio: audio,
            mixer: MixerController(
                program: program, audio: audio, problems: ProblemList(), on: loop, log: log),
            configuration: configuration)
        settings.readSoundCards = { $0 == "pcm" ? cards : nil }
        settings.patience = patience
        let bell = bell
        settings.makeBell = { hasBell ? bell as any Bell : nil }
        rings = RingController(settings: settings, on: loop, log: log)
        try rings.start()
        rings.delegate = self
    }

    /// Ends it all, and returns when nothing of it is left.
    func end() {
        rings.stop()
        // What was killed is reaped by the loop, and by nobody else.
        wait(.milliseconds(300)) { false }
    }

    /// An occurrence of the alarm of this name.
    static func occurrence(
        _ name: String, sound: String? = nil, volume: Int = 100
    ) throws -> Occurrence {
        guard let id = OccurrenceID("\(name)@2026-12-01T07:00") else {
            throw Refusal(description: "no id")
        }
        return Occurrence(
            id: id, due: Instant(seconds: 0),
            ring: ResolvedRing(sound: sound, volume: volume, fade: .zero))
    }

    /// An occurrence as it was made by `occurrence(_:)`, in a scene.
    static func occurrence(_ name: String, in scene: Scene) throws -> Occurrence {
        var occurrence = try occurrence(name)
        occurrence.scene = scene
        return occurrence
    }

    /// Lets an occurrence go on in its scene.
    func performSegue(to occurrence: Occurrence, _ transition: Segue.Transition = .cut) {
        let ring = occurrence.staged
        rings.performSegue(
            SceneSegue(
                occurrence,
                Presentation(
                    manner: .segue, volume: ring.volume, fade: ring.fade, timeLeft: .seconds(600)),
                transition))
    }

    /// Presents an occurrence, at full level and without a fade.
    func present(_ occurrence: Occurrence, timeLeft: Duration = .seconds(600)) {
        rings.present(
            occurrence,
            Presentation(
                manner: .first, volume: occurrence.ring.volume, fade: .zero, timeLeft: timeLeft))
    }

    /// Lets time pass until a condition holds, and returns whether it does.
    @discardableResult
    func wait(_ time: Duration = .seconds(10), until condition: () -> Bool) -> Bool {
        let end = Clocks.monotonic + time
        guard let timer = try? Timer(on: loop, clock: .monotonic, handler: { _ in }) else {
            return false
        }
        while !condition() {
            let now = Clocks.monotonic
            guard now < end else { return false }
            try? timer.arm(at: now + .milliseconds(2))
            try? loop.turn()
        }
        return true
    }

    /// Waits until something is said that begins with `words`, after what was waited for before.
    @discardableResult
    func hears(_ words: String, within time: Duration = .seconds(10)) -> Saying? {
        var found: Saying?
        wait(time) {
            while waited < sayings.count {
                waited += 1
                if sayings[waited - 1].what.hasPrefix(words) {
                    found = sayings[waited - 1]
                    return true
                }
            }
            return false
        }
        return found
    }
    private var waited = 0

    /// When the first frame of an output was heard that was opened after `time`.
    func firstFrame(of output: String, after time: Duration = .zero) -> Duration? {
        var found: Duration?
        wait(.seconds(10)) {
            found =
                rig.events(of: output)
                .first { $0.what == "first_frame" && .nanoseconds($0.time) > time }
                .map { .nanoseconds($0.time) }
            return found != nil
        }
        return found
    }

    private func say(_ what: String) {
        sayings.append(Saying(time: Clocks.monotonic, what: what))
    }
}

extension RingBench: RingControllerDelegate {
    func ringController(
        _ controller: RingController, didHear id: OccurrenceID, output: String, sound: String?,
        isVerified: Bool
    ) {
        say("\(id.alarm) heard \(output)")
    }

    func ringController(
        _ controller: RingController, didFail failure: OutputLadder.Failure,
        of rung: OutputLadder.Rung, for id: OccurrenceID, reason: Message
    ) {
        say("\(id.alarm) \(failure) failed on \(rung.output): \(reason)")
    }

    func ringController(
        _ controller: RingController, didFailEverywhereFor id: OccurrenceID, bellRings: Bool
    ) {
        say("\(id.alarm) failed everywhere\(bellRings ? ", the bell rings" : "")")
    }

    func ringController(
        _ controller: RingController, didFailInScene scene: String, of id: OccurrenceID
    ) {
        say("\(id.alarm) failed in \(scene)")
    }

    func ringController(_ controller: RingController, didLeaveUnanswered id: OccurrenceID) {
        say("\(id.alarm) unanswered")
    }

    func ringControllerDidFallSilent(_ controller: RingController) {
        say("all silent")
    }
}
