// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import AlarmStore
internal import Platform

/// What the hands controller tells.
protocol HandsControllerDelegate: AnyObject {
    /// A finger did something.
    func handsController(_ controller: HandsController, didTell event: AlarmEvent)
}

/// Keeps the fingers that are on the alarms' dials, and does what they do once they let go (design, section 8).
///
/// Presses are kept in memory alone: after a crash in the middle of one the alarm is as it was.
final class HandsController: Controller {
    weak var delegate: (any HandsControllerDelegate)?

    /// How a press is told from a touch; a press that is on goes by what held when it was put down.
    var settings = Configuration().hands

    let schedule: ScheduleController
    private let loop: RunLoop
    private let log: Log
    private let now: () -> Duration
    private var presses: [String: Hold] = [:]
    private var pressOfAlarm: [AlarmID: String] = [:]
    private var finished = FinishedPresses()
    private var lastNumber = 0
    private var timer: Timer?

    /// A press, and who holds it.
    final class Hold {
        let finger: Finger
        let once: Bool
        /// The ring that it is to stop; `nil` where it turns a hand.
        let occurrence: OccurrenceID?
        fileprivate(set) var press: DialPress

        fileprivate init(_ press: DialPress, finger: Finger, once: Bool, occurrence: OccurrenceID?)
        {
            self.press = press
            self.finger = finger
            self.once = once
            self.occurrence = occurrence
        }

        nonisolated deinit {}
    }

    /// Creates a controller; `now` reads a clock that does not count on while the machine sleeps.
    init(
        schedule: ScheduleController, on loop: RunLoop, log: Log,
        now: @escaping () -> Duration = { Clocks.monotonic }
    ) {
        self.schedule = schedule
        self.loop = loop
        self.log = log
        self.now = now
        super.init()
    }

    override func willStop() {
        for hold in presses.values { cancel(hold, because: .pressClosed) }
        timer = nil
    }

    // MARK: What a finger does

    /// Puts a finger on a hand.
    ///
    /// - Throws: `NoSuchAlarm`; `Busy` where another finger is on the dial; `PressFailed` for a countdown.
    func press(_ request: PressRequest, by finger: Finger) throws(AlarmClockError) -> Gesture {
        guard let id = AlarmID(request.alarm), schedule.book.alarms[id] != nil else {
            throw .noSuchAlarm(id: request.alarm)
        }
        if let other = pressOfAlarm[id] { throw .busy(press: other) }
        let ring = schedule.book.ringing(id)
        let shown = schedule.book.shownTime(
            of: id, once: request.once, at: schedule.moment, in: schedule.context)
        guard let time = ring?.id.nominal.time ?? shown else {
            throw .pressFailed(reason: "a countdown has no hands: set its length instead")
        }
        let manner: DialPress.Manner =
            ring == nil ? request.direction.map { .step($0) } ?? .turn : .stop
        let start = now()
        let duration = max(settings.pressDuration, ring.map(stopHold(of:)) ?? .zero)
        lastNumber += 1
        let press = DialPress(
            id: "press-\(lastNumber)", alarm: id, dial: Dial(time, holding: request.hand),
            manner: manner, at: request.place,
            recognizer: LongPress(
                at: start, heldFor: duration, movement: Double(settings.pressMovement)))
        let hold = Hold(press, finger: finger, once: request.once, occurrence: ring?.id)
        presses[press.id] = hold
        pressOfAlarm[id] = press.id
        let gesture = press.gesture(at: start)
        tell(gesture, of: hold)
        armTimer()
        return gesture
    }

    /// How long a press is held that stops a ring; zero for no hold.
    func stopHold(of ring: Occurrence) -> Duration { ring.scene?.hold ?? settings.stopHold }

    /// Moves a finger; without a place it is only still there.
    ///
    /// - Throws: `NoSuchPress`.
    func move(
        _ id: String, to place: DialPosition?, by finger: Finger
    ) throws(AlarmClockError) -> Gesture {
        guard let hold = hold(id, of: finger) else { return try answerFinished(id, of: finger) }
        advance(hold, place.map { .move($0) } ?? .stay)
        armTimer()
        return hold.press.gesture(at: now())
    }

    /// Whether the hand of a press steps by itself, so that it follows no finger.
    func isStepping(_ id: String) -> Bool {
        guard case .step? = presses[id]?.press.manner else { return false }
        return true
    }

    /// Takes a finger away without meaning what it did.
    ///
    /// - Throws: `NoSuchPress`.
    func cancel(_ id: String, by finger: Finger) throws(AlarmClockError) -> Gesture {
        guard let hold = hold(id, of: finger) else { return try answerFinished(id, of: finger) }
        advance(hold, .cancel)
        armTimer()
        return hold.press.gesture(at: now())
    }

    /// Lifts a finger: what the hands show holds from then on.
    ///
    /// - Returns: The gesture, and what was set, where something was.
    /// - Throws: `NoSuchPress`, or why what the hands show cannot be; all is as it was then.
    func release(
        _ id: String, by finger: Finger
    ) throws(AlarmClockError) -> (gesture: Gesture, outcome: SetOutcome?) {
        guard let hold = hold(id, of: finger) else {
            return (try answerFinished(id, of: finger), nil)
        }
        defer { armTimer() }
        let passed = hold.press.handle(.release, at: now())
        let last = hold.press.gesture(at: now())
        if hold.press.state.isOver { forget(hold) }
        guard hold.press.state == .ended, hold.press.manner != .stop else {
            follow(passed, of: hold)
            return (last, nil)
        }
        for gesture in passed.dropLast() { tell(gesture, of: hold) }
        do throws(AlarmClockError) {
            let outcome = try set(hold)
            tell(last, of: hold)
            return (last, outcome)
        } catch {
            var undone = last
            undone.state = .cancelled
            tell(undone, Reason(.pressRefused, detail: error.detail), of: hold)
            throw error
        }
    }

    /// Somebody is gone, and so are their fingers.
    func leave(_ owner: Finger.Owner) {
        guard !presses.isEmpty || !finished.isEmpty else { return }
        for hold in presses.values where hold.finger.owner == owner {
            cancel(hold, because: .pressClosed)
        }
        finished.forget(owner)
        armTimer()
    }

    /// Something happened to an alarm: a finger on its dial may have nothing to hold any more.
    func note(_ event: AlarmEvent) {
        guard !presses.isEmpty, let alarm = event.alarm, let id = pressOfAlarm[alarm],
            let hold = presses[id], let code = hold.end(because: event.kind)
        else { return }
        cancel(hold, because: code)
        keep(hold)
        armTimer()
    }

    // MARK: How

    private func hold(_ id: String, of finger: Finger) -> Hold? {
        presses[id].flatMap { $0.finger.owner == finger.owner ? $0 : nil }
    }

    private func answerFinished(_ id: String, of finger: Finger) throws(AlarmClockError) -> Gesture
    {
        guard let gesture = finished.take(id, of: finger.owner) else {
            throw .noSuchPress(press: id)
        }
        return gesture
    }

    private func advance(_ hold: Hold, _ input: DialPress.Input) {
        let passed = hold.press.handle(input, at: now())
        if hold.press.state.isOver { forget(hold) }
        follow(
            passed, of: hold, cancelledBecause: input == .cancel ? .pressCancelled : .pressSilent)
    }

    private func follow(
        _ passed: [Gesture], of hold: Hold, cancelledBecause code: Reason.Code = .pressSilent
    ) {
        for gesture in passed {
            if gesture.state == .ended, let occurrence = hold.occurrence {
                stop(occurrence, by: hold.finger)
            }
            tell(gesture, gesture.state == .cancelled ? Reason(code) : nil, of: hold)
        }
    }

    private func stop(_ occurrence: OccurrenceID, by finger: Finger) {
        do throws(BookError) {
            try schedule.change { book, moment, context throws(BookError) in
                let answer = try book.dismiss(
                    occurrence.description, at: moment, in: context, by: finger.name)
                return ((), answer.effects)
            }
        } catch {
            // It ended in this very moment, and that is what was wanted.
            log.info("\(occurrence) was over before the press that was to stop it")
        }
    }

    private func set(_ hold: Hold) throws(AlarmClockError) -> SetOutcome {
        let press = hold.press
        do throws(BookError) {
            return try schedule.change { book, moment, context throws(BookError) in
                let outcome = try book.turn(
                    press.alarm, to: press.dial.time, days: press.dial.days, once: hold.once,
                    at: moment, in: context, by: hold.finger.name)
                return (outcome, outcome.effects)
            }
        } catch {
            throw AlarmClockError(error)
        }
    }

    private func cancel(_ hold: Hold, because code: Reason.Code) {
        let passed = hold.press.handle(.cancel, at: now())
        forget(hold)
        follow(passed, of: hold, cancelledBecause: code)
    }

    private func forget(_ hold: Hold) {
        presses[hold.press.id] = nil
        pressOfAlarm[hold.press.alarm] = nil
    }

    /// Has a press that ended without its finger's doing answered once more.
    private func keep(_ hold: Hold) {
        guard hold.press.state.isOver else { return }
        finished.add(hold.press.gesture(at: now()), of: hold.finger.owner)
    }

    private func tell(_ gesture: Gesture, _ reason: Reason? = nil, of hold: Hold) {
        delegate?.handsController(
            self,
            didTell: AlarmEvent(
                kind: .hands, at: schedule.moment.wall,
                reason: reason ?? gesture.reason(stops: hold.occurrence != nil),
                alarm: gesture.alarm, occurrence: hold.occurrence, gesture: gesture,
                by: hold.finger.name,
                zone: schedule.book.alarms[gesture.alarm]?.schedule?.zone))
    }

    // MARK: Time

    /// One timer for all presses; there is none while there is no press.
    private func armTimer() {
        guard let next = presses.values.lazy.compactMap(\.press.deadline).min() else {
            timer = nil
            return
        }
        do throws(SystemError) {
            if timer == nil {
                timer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in self?.tick() }
            }
            if timer?.deadline != next { try timer?.arm(at: next) }
        } catch {
            log.error("presses are not timed: \(error)")
            for hold in presses.values { cancel(hold, because: .pressSilent) }
        }
    }

    /// Takes what time alone has led to.
    func tick() {
        let now = now()
        for hold in presses.values {
            guard let deadline = hold.press.deadline, deadline <= now else { continue }
            let passed = hold.press.handle(.time, at: now)
            if hold.press.state.isOver { forget(hold) }
            follow(passed, of: hold)
            keep(hold)
        }
        armTimer()
    }

    nonisolated deinit {}
}
