// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import Platform
internal import PlayerProtocol

/// Makes the mixers of outputs fit for what is played on them, and puts them back after the last of it (design,
/// section 5).
///
/// Each mixer is opened by a process of its own: one that is missing, or hangs, is reported and holds nothing
/// back.
final class MixerController: Controller {
    /// How long a mixer may take to answer.
    static let patience = Duration.seconds(2)

    /// What is to be done, as the configuration has it now.
    var configuration = Configuration().mixer {
        didSet {
            guard configuration.element != oldValue.element, !faults.isEmpty else { return }
            faults = []
            problems.mend(Self.problemName)
        }
    }

    /// Whether something rings, or is about to, so that nothing is put back.
    var isRingBusy: () -> Bool = { false }

    private static let problemName = "mixer"

    private let program: PlayerProgram
    private let audio: AudioStateController
    private let problems: ProblemList
    private let loop: RunLoop
    private let log: Log
    private var uses = 0
    private var restorations: [MixerProcess] = []
    private var look: MixerUse?
    private var didLook: ((MixerTrial?) -> Void)?

    /// What is wrong with the mixers of which outputs; those of one ring are tried one after the other, over and over.
    private var faults: [(output: String, problem: Problem)] = []

    /// The most outputs that are told; of more the first are forgotten.
    private static let mostFaults = 8

    /// Creates a controller that touches no mixer yet.
    init(
        program: PlayerProgram, audio: AudioStateController, problems: ProblemList,
        on loop: RunLoop, log: Log
    ) {
        self.program = program
        self.audio = audio
        self.problems = problems
        self.loop = loop
        self.log = log
        super.init()
    }

    override func didStop() {
        restorations = []
        endLook(nil)
    }

    /// Looks at the mixer of an output for something that is to be played on it; `nil` where none is configured.
    ///
    /// It is changed when the use is told to go.
    func use(of output: String) -> MixerUse? {
        use(of: output, isLook: false)
    }

    private func use(of output: String, isLook: Bool) -> MixerUse? {
        guard let element = configuration.element, state == .started else { return nil }
        if !isLook {
            // What is put back now would be put back under the ring.
            restorations = []
            uses += 1
        }
        let request = MixerRequest(
            output: output, element: element, floor: configuration.floor,
            ceiling: configuration.ceiling, unmutes: configuration.unmutes)
        return MixerUse(
            request, program: program, on: loop,
            report: { [weak self] report in self?.take(report, of: output, isLook: isLook) },
            didEnd: { [weak self] in if !isLook { self?.didEndUse() } })
    }

    /// Watches the mixer of an output that something is played on, where none is configured, and changes nothing.
    ///
    /// Whoever is muted should be told, also by a clock that may not help it.
    func observe(_ output: String, isLook: Bool = false) -> MixerUse? {
        guard configuration.element == nil, state == .started else { return nil }
        let request = MixerRequest(
            output: output, element: "", floor: configuration.floor, ceiling: 100, unmutes: true)
        return MixerUse(
            request, program: program, on: loop,
            report: { [weak self] in self?.takeObserved($0, of: output, isLook: isLook) },
            didEnd: {})
    }

    /// Looks whether the mixer of an output is there, and fit where it will not be made so; changes nothing.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - completion: Is called once with what was found, or with `nil` where another look came between.
    func check(_ output: String, completion: @escaping (MixerTrial?) -> Void = { _ in }) {
        endLook(nil)
        didLook = completion
        look = use(of: output, isLook: true) ?? observe(output, isLook: true)
        if look == nil { endLook(nil) }
    }

    /// Puts the mixers back, unless something is still played.
    func restoreIfIdle() {
        guard uses == 0, !isRingBusy(), state == .started, restorations.isEmpty else { return }
        for snapshot in audio.mixers { restore(snapshot) }
    }

    private func didEndUse() {
        uses -= 1
        restoreIfIdle()
    }

    private func take(_ report: MixerUse.Report, of output: String, isLook: Bool) {
        switch report {
        case .found(let snapshot):
            note(nil, of: output)
            // A look alone changes nothing, and neither does a mixer that is fit as it is.
            if !isLook, configuration.restores, snapshot.before != snapshot.ours {
                audio.keep(snapshot)
            }
        case .changed(let snapshot):
            if audio.mixers.contains(where: snapshot.isOfSameElement) { audio.note(snapshot) }
        case .noticed(let snapshot):
            judge(snapshot, of: output, Message("was changed while an alarm sounds"))
        case .failed(let reason):
            note(
                Problem(
                    name: Self.problemName, severity: .warning,
                    detail: "\(reason); the mixer is left as it is",
                    remedy: Message(verbatim: "amixer scontrols")), of: output)
        }
        if isLook { endLook(MixerTrial(report, isConfigured: true)) }
    }

    private func endLook(_ trial: MixerTrial?) {
        look?.end()
        look = nil
        let didLook = didLook
        self.didLook = nil
        didLook?(trial)
    }

    /// An output without a mixer, or without one that all goes through, has none that could be muted.
    private func takeObserved(_ report: MixerUse.Report, of output: String, isLook: Bool) {
        switch report {
        case .found(let snapshot): judge(snapshot, of: output, Message("is as somebody left it"))
        case .noticed(let snapshot):
            judge(snapshot, of: output, Message("was changed while an alarm sounds"))
        case .changed: break
        case .failed: note(nil, of: output)
        }
        if isLook { endLook(MixerTrial(report, isConfigured: false)) }
    }

    /// Says so where the mixer is muted, or so low that a ring would raise it.
    private func judge(_ snapshot: MixerSnapshot, of output: String, _ circumstance: Message) {
        guard !snapshot.isHeard else { return note(nil, of: output) }
        let isMuted = !snapshot.before.switches.isEmpty && !snapshot.before.switches.contains(true)
        let fault = isMuted ? Message("muted") : Message("below \(configuration.floor) %")
        note(
            Problem(
                name: Self.problemName, severity: .warning,
                detail:
                    """
                    \(snapshot.element) of the mixer \(snapshot.mixer) is \(fault), and \(circumstance): \
                    an alarm may not be heard
                    """,
                remedy:
                    """
                    amixer -D \(snapshot.mixer) sset \(snapshot.element) unmute 80%, or [mixer] element = \
                    \(snapshot.element)
                    """,
                endsWhenAcknowledged: true), of: output)
    }

    /// Takes note of what is wrong with the mixer of an output; `nil` where nothing is.
    private func note(_ problem: Problem?, of output: String) {
        // What a person took note of is gone from the list of problems.
        if !problems.problems.contains(where: { $0.name == Self.problemName }) { faults = [] }
        let index = faults.firstIndex { $0.output == output }
        switch (index, problem) {
        case (let index?, let problem?): faults[index].problem = problem
        case (let index?, nil): faults.remove(at: index)
        case (nil, let problem?): faults = faults.suffix(Self.mostFaults - 1) + [(output, problem)]
        case (nil, nil): return
        }
        guard var told = faults.last?.problem else { return problems.mend(Self.problemName) }
        var details: [Message] = []
        for fault in faults where !details.contains(fault.problem.detail) {
            details.append(fault.problem.detail)
        }
        told.detail = .joined(details, by: "; ")
        problems.add(told)
    }

    private func restore(_ snapshot: MixerSnapshot) {
        let process = MixerProcess("--restore", .restore(snapshot), program: program, on: loop) {
            [weak self] process, event in
            guard let self, restorations.contains(where: { $0 === process }) else { return }
            switch event {
            case .report(.mixerRestored(let isWhole)):
                audio.forget(snapshot)
                log.info(
                    "the mixer \(snapshot.mixer), \(snapshot.element), is "
                        + (isWhole ? "as it was" : "left as it was changed meanwhile"))
            case .report(.failed(let failure)): log.warning("\(failure); not put back yet")
            case .report: return
            case .ended(let reason):
                log.warning("the mixer \(snapshot.mixer) is not put back yet: \(reason)")
            }
            restorations.removeAll { $0 === process }
        }
        restorations.append(process)
    }

    nonisolated deinit {}
}

extension MixerTrial {
    /// What a report says of the mixer; where none is configured, one that cannot be opened is none.
    fileprivate init(_ report: MixerUse.Report, isConfigured: Bool) {
        self =
            switch report {
            case .found(let snapshot), .changed(let snapshot), .noticed(let snapshot):
                .found(snapshot)
            case .failed(let reason): isConfigured ? .failed(reason) : .none
            }
    }
}

extension MixerSnapshot {
    /// Whether another is of the same element.
    fileprivate func isOfSameElement(_ other: MixerSnapshot) -> Bool {
        mixer == other.mixer && element == other.element
    }
}
