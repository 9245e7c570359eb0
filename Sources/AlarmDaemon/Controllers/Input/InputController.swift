// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import AlarmStore
internal import Platform

/// The buttons or the knob of one `[input NAME]`: waits for the device, and does what is done to it.
final class InputController: Controller {
    /// For how long a knob rests before its hand is let go.
    static let rest = Duration.milliseconds(1500)

    /// How often a finger says that it is still there.
    private static let renewal = Duration.seconds(3)

    let input: Configuration.Input
    private let hands: HandsController
    private let problems: ProblemList
    private let loop: RunLoop
    private let log: Log
    private let finger: Finger
    private var gestures: InputGestures
    private var device: InputDevice?
    private var observer: ZoneObserver?
    private var timer: Timer?
    private var grip: Grip?

    /// The hand that is turned, or steps.
    private nonisolated struct Grip {
        let press: String
        let isKnob: Bool
        /// When it begins; `nil` once it did.
        var begins: Duration?
        /// Marks that are still to be turned.
        var marks = 0
        /// When the knob is let go.
        var rests: Duration
        /// When it says again that it is there.
        var renews: Duration
        /// When the device was heard of last.
        var heard: Duration
    }

    /// Creates a controller that opens nothing yet.
    init(
        _ input: Configuration.Input, hands: HandsController, problems: ProblemList,
        on loop: RunLoop, log: Log
    ) {
        self.input = input
        self.hands = hands
        self.problems = problems
        self.loop = loop
        self.log = log
        finger = Finger(input: input.name)
        gestures = InputGestures(input)
        super.init()
    }

    override func didStart() throws { open() }

    override func willStop() {
        hands.leave(finger.owner)
        (device, observer, timer, grip) = (nil, nil, nil, nil)
        problems.mend(problemName)
    }

    // MARK: The device

    private var problemName: String { "input \(input.name)" }

    /// Opens the device, or waits until something changes on the way to it.
    private func open() {
        guard let path = input.device else { return }
        do throws(SystemError) {
            device = try InputDevice(path, on: loop) { [weak self] events in
                self?.take(events)
            } didEnd: { [weak self] in
                self?.deviceDidEnd()
            }
            observer = nil
            problems.mend(problemName)
            log.info("the input \(input.name) is \(path)")
        } catch {
            problems.add(
                Problem(
                    name: problemName, severity: .warning, detail: "\(error); it is waited for",
                    remedy: Self.remedy(for: error)))
            guard observer == nil else { return }
            observer = try? ZoneObserver(on: loop) { [weak self] in self?.open() }
            observer?.follow(path)
            // It may have come just before it was watched for.
            loop.perform { [weak self] in
                if self?.state == .started, self?.device == nil { self?.openAgain() }
            }
        }
    }

    private static func remedy(for error: SystemError) -> Message? {
        switch error.errno {
        case .accessDenied: Message("man alarmd.conf, Sections [input NAME]")
        case .missingLibrary: Message("apt-get install libevdev2, then systemctl reload alarmd")
        default: nil
        }
    }

    /// Opens it where it came while it was said to be missing; says nothing more where not.
    private func openAgain() {
        guard let path = input.device else { return }
        do throws(SystemError) {
            try Descriptor.openForReading(path).close()
            open()
        } catch {
            // It is still missing, and watched for.
        }
    }

    private func deviceDidEnd() {
        gestures.end()
        cancel()
        device = nil
        armTimer()
        // Not from within the device's own handler.
        loop.perform { [weak self] in
            if self?.state == .started { self?.open() }
        }
    }

    private func take(_ events: [InputEvent]) {
        let now = Clocks.monotonic
        grip?.heard = now
        for event in events where !isCue(event) { perform(gestures.take(event, at: now)) }
        armTimer()
    }

    /// Whether an event presses a key that means something to the storyboard of what rings, which it then follows.
    private func isCue(_ event: InputEvent) -> Bool {
        guard event.type == InputEvent.key, event.value == 1,
            hands.schedule.book.presented?.scene != nil
        else { return false }
        return hands.schedule.change { [finger] book, moment, context in
            let effects = book.pressed(event.code, at: moment, in: context, by: finger.name)
            return (effects != nil, effects ?? [])
        }
    }

    // MARK: What is done

    private func perform(_ actions: [InputGestures.Action]) {
        for action in actions {
            switch action {
            case .snooze: if grip?.isKnob == true { letGo() } else { snooze() }
            case .dismiss: if grip?.isKnob == true { cancel() } else { dismiss() }
            case .hold(let direction): press(direction)
            case .letGo: letGo()
            case .turn(let marks): turn(by: marks)
            }
        }
    }

    private func snooze() {
        guard hands.schedule.book.presented != nil else { return }
        answer { [finger] book, moment, context throws(BookError) in
            try book.snooze(nil, at: moment, in: context, by: finger.name)
        }
    }

    private func dismiss() {
        answer { [finger] book, moment, context throws(BookError) in
            try book.dismiss(nil, at: moment, in: context, by: finger.name)
        }
    }

    private func answer(
        by body: (inout AlarmBook, Moment, BookContext) throws(BookError) -> Answer
    ) {
        do throws(BookError) {
            try hands.schedule.change { book, moment, context throws(BookError) in
                ((), try body(&book, moment, context).effects)
            }
        } catch .noSuchOccurrence {
            // A button that is pressed while nothing rings means nothing.
        } catch {
            log.notice("the input \(input.name) is refused: \(AlarmClockError(error).name)")
        }
    }

    /// Puts a finger on the alarm hand; returns whether it is there.
    private func press(_ direction: StepDirection?) {
        guard grip == nil, let alarm = target else { return }
        let now = Clocks.monotonic
        do throws(AlarmClockError) {
            let gesture = try hands.press(
                PressRequest(alarm: alarm.text, direction: direction), by: finger)
            grip = Grip(
                press: gesture.id, isKnob: direction == nil, begins: now + gesture.beginsIn,
                rests: now + Self.rest, renews: now + Self.renewal, heard: now)
        } catch {
            log.notice("the input \(input.name) holds no hand of \(alarm): \(error.detail)")
        }
    }

    private func turn(by marks: Int) {
        if grip == nil { press(nil) }
        guard grip?.isKnob == true else { return }
        grip?.marks += marks
        grip?.rests = Clocks.monotonic + Self.rest
        follow()
    }

    /// Turns the hand by what the knob was turned, once the press has begun.
    private func follow() {
        guard var held = grip, held.isKnob else { return }
        do throws(AlarmClockError) {
            let gesture = try hands.move(held.press, to: nil, by: finger)
            guard !gesture.state.isOver else {
                grip = nil
                return
            }
            guard gesture.state.isHeld else { return }
            held.begins = nil
            if held.marks != 0 {
                let degrees =
                    gesture.angle.degrees + Double(held.marks * gesture.hand.snap * 360)
                    / Double(gesture.hand.secondsPerTurn)
                let round = degrees - 360 * (degrees / 360).rounded(.down)
                held.marks = 0
                if let angle = DialAngle(degrees: round) {
                    _ = try hands.move(held.press, to: .angle(angle), by: finger)
                }
            }
            held.renews = Clocks.monotonic + Self.renewal
            grip = held
        } catch {
            grip = nil
        }
    }

    private func letGo() {
        guard let held = grip else { return }
        follow()
        grip = nil
        do throws(AlarmClockError) {
            _ = try hands.release(held.press, by: finger)
        } catch {
            log.notice("the input \(input.name) is refused: \(error.detail)")
        }
    }

    private func cancel() {
        guard let held = grip else { return }
        grip = nil
        _ = try? hands.cancel(held.press, by: finger)
    }

    /// The alarm whose hand is meant: the configured one, or else the next that has hands; none while it rings.
    private var target: AlarmID? {
        let (book, schedule) = (hands.schedule.book, hands.schedule)
        let next =
            input.alarm.flatMap { AlarmID($0) }
            ?? book.next(20, at: schedule.moment, in: schedule.context)
            .first { book.alarms[$0.id.alarm]?.schedule != nil && book.live[$0.id.alarm] == nil }?
            .id.alarm
        return next.flatMap { book.ringing($0) == nil ? $0 : nil }
    }

    // MARK: Time

    private func armTimer() {
        let deadlines = [
            gestures.deadline, grip?.begins, grip?.renews,
            grip.flatMap { $0.isKnob ? $0.rests : nil },
        ]
        guard let next = deadlines.compactMap(\.self).min() else {
            timer = nil
            return
        }
        do throws(SystemError) {
            if timer == nil {
                timer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in self?.tick() }
            }
            try timer?.arm(at: next)
        } catch {
            log.error("the input \(input.name) is not timed: \(error)")
        }
    }

    private func tick() {
        let now = Clocks.monotonic
        perform(gestures.pass(to: now))
        if let held = grip {
            if held.isKnob, held.rests <= now, held.begins.map({ $0 <= now }) ?? true {
                letGo()
            } else if held.isKnob {
                follow()
            } else if held.renews <= now || held.begins.map({ $0 <= now }) == true {
                renew()
            }
        }
        // A press that is about to begin is looked at again in a moment.
        if let begins = grip?.begins, begins <= now { grip?.begins = now + .milliseconds(5) }
        armTimer()
    }

    private func renew() {
        guard let held = grip else { return }
        // A key that is held repeats; one of which nothing is heard any more may have lost its release.
        guard Clocks.monotonic - held.heard < LongPress.patience else {
            cancel()
            return
        }
        grip?.begins = nil
        grip?.renews = Clocks.monotonic + Self.renewal
        if (try? hands.move(held.press, to: nil, by: finger))?.state.isOver ?? true { grip = nil }
    }

    nonisolated deinit {}
}
