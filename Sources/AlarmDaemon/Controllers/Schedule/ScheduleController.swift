// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform

/// Carries out what the schedule decides.
protocol ScheduleControllerDelegate: AnyObject {
    /// Something is to be done outside the book.
    func scheduleController(_ controller: ScheduleController, perform effect: Effect)

    /// The book changed in a way that is to be stored.
    func scheduleController(_ controller: ScheduleController, didChange book: AlarmBook)

    /// Whether the machine is to be kept awake from now on.
    func scheduleController(_ controller: ScheduleController, shouldKeepAwake isNeeded: Bool)

    /// When it is to be looked whether an alarm will ring; `nil` for never.
    func scheduleController(
        _ controller: ScheduleController, shouldCheckHealthAt instant: Instant?)

    /// For how long what is presented was played, or tried, so far; `nil` where nothing is.
    func scheduleControllerPlayingTime(
        _ controller: ScheduleController
    ) -> (id: OccurrenceID, played: Duration)?
}

/// Owns the book and the timers: it advances the one when the others say so (design, section 3).
///
/// Each change of the book goes through it, and ends with the timers armed for what comes next.
final class ScheduleController: Controller {
    weak var delegate: (any ScheduleControllerDelegate)?

    /// Every alarm, and what is going on with it.
    private(set) var book: AlarmBook

    /// What decisions rest on besides the book and the clocks.
    var context: BookContext

    private let now: () -> Moment
    private let evidence: () -> ClockEvidence
    private let loop: RunLoop
    private let log: Log
    private var timers: WakeTimers?

    /// How much of the time for which a ring was played is lost in a crash, at most.
    static let countingInterval = Duration.seconds(5)
    private var countingTimer: Timer?

    /// Creates a controller of `book`; `now` reads the clocks, and `evidence` what speaks for the wall clock.
    init(
        book: AlarmBook, context: BookContext, on loop: RunLoop, log: Log,
        evidence: @escaping () -> ClockEvidence, now: @escaping () -> Moment
    ) {
        self.book = book
        self.context = context
        self.loop = loop
        self.log = log
        self.evidence = evidence
        self.now = now
        super.init()
    }

    override func didStart() throws {
        timers = try WakeTimers(on: loop) { [weak self] in self?.reschedule(because: .timer) }
        countingTimer = try Timer(on: loop, clock: .boottime) { [weak self] _ in
            self?.keepPlayingTime()
        }
    }

    override func didStop() {
        timers = nil
        countingTimer = nil
    }

    /// Why the machine cannot be woken, or `nil` where it can.
    var wakeRefusal: Errno? { timers?.refusal }

    /// What the clocks say.
    var moment: Moment { now() }

    /// Until when alarms wait for a clock that can be trusted; `nil` where they do not.
    var clockWaitEnd: Instant? { book.clockWaitEnd(in: context) }

    /// Decides anew what is due, and arms the timers for what comes next.
    func reschedule(because cause: Cause) {
        change { book, moment, context in
            ((), book.advance(to: moment, because: cause, in: context))
        }
        // What a clock or a zone made of the alarms is not said of each, and is not to be lost in a crash.
        if cause == .clockSet || cause == .zoneChange { store() }
    }

    /// How far the wall clock is believed.
    var clockTrust: ClockTrust { book.clock.trust(at: now(), in: context) }

    /// Changes the book, and carries out what follows: what can be heard first, then what is stored.
    ///
    /// - Throws: What `body` throws; nothing has changed then.
    @discardableResult
    func change<Value, Failure: Error>(
        _ body: (inout AlarmBook, Moment, BookContext) throws(Failure) -> (Value, [Effect])
    ) throws(Failure) -> Value {
        // What is presented over it in this turn would be asked instead.
        countPlayingTime()
        let moment = now()
        // Once it is trusted, it is until the boot ends.
        if book.clock.trustedBoot != moment.bootID { context.evidence = evidence() }
        let (value, effects) = try body(&book, moment, context)
        for effect in effects { delegate?.scheduleController(self, perform: effect) }
        if !effects.isEmpty { store() }
        armTimers()
        return value
    }

    /// Has the book stored as it is.
    func store() {
        countPlayingTime()
        delegate?.scheduleController(self, didChange: book)
    }

    /// Has the time stored for which what is presented was played: after a crash it goes on from there, and gets louder,
    /// or is unanswered, at its time.
    func keepPlayingTime() {
        try? countingTimer?.disarm()
        guard isPlaying else { return }
        store()
        countFromNow()
    }

    private var isPlaying: Bool { delegate?.scheduleControllerPlayingTime(self) != nil }

    private func countFromNow() {
        try? countingTimer?.arm(at: now().sinceBoot + Self.countingInterval)
    }

    private func countPlayingTime() {
        guard let (id, played) = delegate?.scheduleControllerPlayingTime(self) else { return }
        book.counted(id, played)
    }

    private func armTimers() {
        let wake = book.nextWake(in: context)
        delegate?.scheduleController(self, shouldKeepAwake: wake.keepsAwake)
        delegate?.scheduleController(self, shouldCheckHealthAt: wake.check)
        if isPlaying, countingTimer?.deadline == nil { countFromNow() }
        do throws(SystemError) {
            try timers?.arm(for: wake, at: now())
        } catch {
            // The kernel refuses no timer that it made; if it does, somebody has to know.
            log.write(.emergency, "alarms may be late: \(error)")
        }
    }

    nonisolated deinit {}
}
