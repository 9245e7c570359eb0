// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform
internal import PlayerProtocol

/// A player that opens a mixer and plays nothing, and does not take longer than it may.
///
/// Whoever lets go of it ends it.
final class MixerProcess {
    private var process: PlayerProcess?
    private var timer: Timer?
    private var hasMoreToDo = false
    private var isOver = false
    private let handler: (MixerProcess, PlayerProcess.Event) -> Void

    /// Starts the process, and tells it what to do; `handler` is not called within this call, and for the last time
    /// with its end.
    init(
        _ mode: String, _ command: PlayerCommand, program: PlayerProgram, on loop: RunLoop,
        handler: @escaping (MixerProcess, PlayerProcess.Event) -> Void
    ) {
        self.handler = handler
        do throws(SystemError) {
            timer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in
                self?.end(Message("it does not answer"))
            }
            let process = try PlayerProcess(running: program, arguments: [mode], on: loop) {
                [weak self] event in
                guard let self else { return }
                switch event {
                case .report: handler(self, event)
                case .ended(let reason): end(reason)
                }
            }
            self.process = process
            process.send(command)
            try timer?.arm(at: Clocks.monotonic + MixerController.patience)
        } catch {
            loop.perform { [weak self] in self?.end(Message(verbatim: "\(error)")) }
        }
    }

    /// Tells it more, and gives it its time anew.
    func send(_ command: PlayerCommand) {
        process?.send(command)
        hasMoreToDo = true
        try? timer?.arm(at: Clocks.monotonic + MixerController.patience)
    }

    /// It has done what it was told; unless it was told more, it waits for us.
    func didAnswer() {
        if !hasMoreToDo { try? timer?.disarm() }
    }

    /// It has done all that it was told, and goes on for as long as it likes.
    func didFinish() {
        hasMoreToDo = false
        try? timer?.disarm()
    }

    private func end(_ reason: Message) {
        guard !isOver else { return }
        isOver = true
        timer = nil
        process?.kill()
        process = nil
        handler(self, .ended(reason))
    }

    nonisolated deinit {}
}

/// What one player needs of the mixer of its output: that it is looked at, and made fit when the player goes.
final class MixerUse {
    /// What becomes of it.
    enum Report {
        /// How the element is, and how it will be made.
        case found(MixerSnapshot)
        /// It was made so.
        case changed(MixerSnapshot)
        /// Somebody else changed it since: how it is, and how it would be made.
        case noticed(MixerSnapshot)
        /// It is left as it is; why.
        case failed(Message)
    }

    private var process: MixerProcess?
    private var didEnd: (() -> Void)?
    private var hasAnswered = false

    /// Starts to look.
    init(
        _ request: MixerRequest, program: PlayerProgram, on loop: RunLoop,
        report: @escaping (Report) -> Void, didEnd: @escaping () -> Void
    ) {
        self.didEnd = didEnd
        process = MixerProcess("--mixer", .mixer(request), program: program, on: loop) {
            [weak self] _, event in
            self?.take(event, report)
        }
    }

    /// Has the mixer made fit, now.
    func go() { process?.send(.go) }

    /// The player needs it no more.
    func end() {
        process = nil
        let didEnd = didEnd
        self.didEnd = nil
        didEnd?()
    }

    private func take(_ event: PlayerProcess.Event, _ report: (Report) -> Void) {
        switch event {
        case .report(.mixerFound(let snapshot)):
            process?.didAnswer()
            report(.found(snapshot))
        case .report(.mixerSet(let snapshot)):
            hasAnswered = true
            process?.didFinish()
            report(.changed(snapshot))
        case .report(.mixerChanged(let snapshot)): report(.noticed(snapshot))
        case .report(.failed(let failure)):
            hasAnswered = true
            report(.failed(failure.words))
        case .report: break
        case .ended(let reason):
            process = nil
            if !hasAnswered { report(.failed(Message("alarm-player: \(reason)"))) }
        }
    }

    nonisolated deinit {}
}
