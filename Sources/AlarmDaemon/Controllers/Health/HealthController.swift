// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform

/// Tells what a check needs to know, and is told what came of it.
protocol HealthControllerDelegate: AnyObject {
    /// How the next ring is to be: what is examined.
    func healthControllerNextRing(_ controller: HealthController) -> NextRing

    /// What can be said without waiting for anything, once the rest is known.
    func healthControllerFindings(_ controller: HealthController) -> [Finding]

    /// The time of a check has come; returns whether it is made.
    func healthControllerShouldCheck(_ controller: HealthController) -> Bool

    /// A sound was looked at; what is wrong with it in English, or `nil`.
    func healthController(
        _ controller: HealthController, didLookAt word: String, fault: Message?)

    /// A check is over; `changed` are those that are otherwise than at the check before.
    func healthController(
        _ controller: HealthController, didFind findings: [Finding], changed: [Finding])
}

/// Finds out whether the next alarm will ring: when somebody asks, and by itself an hour before each.
///
/// It wakes no machine that sleeps. Between two checks it holds a timer, and what was wrong at the last.
final class HealthController: Controller {
    weak var delegate: (any HealthControllerDelegate)?

    private let rings: RingController
    private let auditions: AuditionController
    private let disk: DiskWatch
    private let loop: RunLoop
    private var timer: Timer?
    private var examination: Examination?
    private var waiting: [([Finding]) -> Void] = []

    /// What did not pass the last check.
    private var faults: [String: Finding.Verdict] = [:]

    /// Creates a controller that checks nothing until it is asked.
    init(
        stateFolder: String, rings: RingController, auditions: AuditionController,
        on loop: RunLoop
    ) {
        self.rings = rings
        self.auditions = auditions
        self.loop = loop
        disk = DiskWatch(folder: stateFolder, on: loop)
        super.init()
    }

    override func didStop() {
        timer = nil
        examination = nil
        waiting = []
    }

    /// Has a check made when the wall clock reads this; `nil` for none.
    func schedule(at instant: Instant?) {
        guard state == .started, instant != nil || timer != nil else { return }
        do throws(SystemError) {
            if timer == nil {
                // That the clock was set is told by the application, and then this is called anew.
                timer = try Timer(on: loop, clock: .realtime) { [weak self] in
                    if $0 == .expired { self?.timeHasCome() }
                }
            }
            if let instant {
                try timer?.arm(at: instant.sinceEpoch)
            } else {
                try timer?.disarm()
            }
        } catch {
            // Without a timer it is checked only when somebody asks.
            timer = nil
        }
    }

    /// Checks all; `completion` is called once, with a check that is under way already or a new one.
    func check(completion: @escaping ([Finding]) -> Void) {
        waiting.append(completion)
        guard examination == nil, let delegate else { return }
        let examination = Examination(
            of: delegate.healthControllerNextRing(self), rings: rings, auditions: auditions,
            disk: disk, on: loop)
        self.examination = examination
        examination.didLookAtSound = { [weak self] word, fault in
            guard let self else { return }
            self.delegate?.healthController(self, didLookAt: word, fault: fault)
        }
        examination.completion = { [weak self, weak examination] findings in
            guard let self, let examination, examination === self.examination else { return }
            self.examination = nil
            removeChild(examination)
            finish(findings)
        }
        do { try addChild(examination) } catch { preconditionFailure("it starts: \(error)") }
    }

    /// Something is to ring, and needs the outputs.
    func giveWay() { examination?.giveWay() }

    private func timeHasCome() {
        guard delegate?.healthControllerShouldCheck(self) == true else { return }
        check { _ in }
    }

    private func finish(_ examined: [Finding]) {
        let findings = Self.ordered(
            (delegate?.healthControllerFindings(self) ?? []), over: examined)
        let changed = findings.filter { $0.verdict != faults[$0.name] ?? .pass }
        faults = [:]
        for finding in findings where finding.verdict != .pass {
            faults[finding.name] = finding.verdict
        }
        delegate?.healthController(self, didFind: findings, changed: changed)
        let waiting = waiting
        self.waiting = []
        for completion in waiting { completion(findings) }
    }

    /// All findings in the order of the checks; of two by one name the worse is told.
    static func ordered(_ findings: [Finding], over examined: [Finding]) -> [Finding] {
        let all = examined + findings
        let known = Finding.Check.allCases.map(\.rawValue)
        let others = all.map(\.name).filter { !known.contains($0) }
        return (known + others).reduce(into: []) { result, name in
            guard !result.contains(where: { $0.name == name }) else { return }
            let ofName = all.filter { $0.name == name }
            guard let worst = ofName.map(\.verdict).max() else { return }
            if let finding = ofName.first(where: { $0.verdict == worst }) { result.append(finding) }
        }
    }

    nonisolated deinit {}
}
