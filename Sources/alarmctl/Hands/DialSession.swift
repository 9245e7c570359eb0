// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import JSON
internal import Localization
internal import Platform

/// The dial of an alarm on a terminal, live; drawn once where there is none.
final class DialSession {
    private let alarm: String
    private let once: Bool
    private let session: Session
    private var dial: LiveDial
    private var shown = Wire.Alarm()
    private var press: RemotePress?
    /// The press that was begun last.
    private var ownPress: String?
    private var others: AlarmFollower?
    /// Where somebody else holds the hand.
    private var otherTime: TimeOfDay?
    private var message: Message?
    private var isOver = false
    private var begins: Duration?
    private var failure: Failure?

    init(alarm: String, hand: Hand, once: Bool, session: Session) {
        self.alarm = alarm
        self.once = once
        self.session = session
        dial = LiveDial(hand: hand)
    }

    /// Shows the dial.
    ///
    /// - Throws: ``Failure`` where the daemon is not reached, or there is no such alarm.
    func run() throws(Failure) {
        try look()
        guard !session.isJSON, let terminal = Terminal() else { return drawOnce() }
        do throws(SystemError) { try live(terminal) } catch {
            throw Failure(.refused, "System", Message(verbatim: "\(error)"))
        }
        if let failure { throw failure }
    }

    private func look() throws(Failure) {
        let all = try session.alarms()
        guard let found = all.alarms.first(where: { $0.id == alarm }) else {
            throw Failure(refusal: VarlinkReply(AlarmClockError.noSuchAlarm(id: alarm)))
        }
        shown = found
        guard found.schedule != nil || found.rings else {
            throw Failure(
                .refused, AlarmClockError.pressFailed(reason: "").name,
                "\(alarm) is a countdown, and has no hands",
                hints: ["alarmctl set +25m --id \(alarm) sets its length"])
        }
        if session.isJSON, let index = all.alarms.firstIndex(where: { $0.id == alarm }) {
            session.console.print(all.wire[index])
        }
    }

    private func drawOnce() {
        guard !session.isJSON else { return }
        let drawing = DialDrawing(time, holding: dial.hand, in: .plain)
        session.console.print(drawing.lines.map { StyledLine(verbatim: $0) })
        session.console.print(StyledLine(verbatim: caption))
    }

    // MARK: Live

    private func live(_ terminal: consuming Terminal) throws(SystemError) {
        let loop = try RunLoop()
        var keys = KeyReader()
        var (isStopped, isReadable) = (false, false)
        let signals = try SignalSource(
            [.interrupt, .terminate, .hangUp, .quit, .windowChange, .terminalStop], on: loop
        ) { [weak self] signal in
            switch signal {
            // It is drawn anew after every event.
            case .windowChange: break
            case .terminalStop: isStopped = true
            default: self?.isOver = true
            }
        }
        let input = try StandardDescriptors.duplicateInput()
        let watch = try loop.watch(input, for: .readable) { [weak self] readiness in
            isReadable = true
            if readiness.contains(.hungUp) || readiness.contains(.failed) { self?.isOver = true }
        }
        let timer = try Timer(on: loop, clock: .monotonic) { _ in }
        attempt { () throws(Failure) in
            others = try AlarmFollower(alarm: alarm, session: session, on: loop)
        }
        terminal.take()
        while !isOver {
            if isStopped {
                isStopped = false
                stop(&terminal)
            }
            draw(on: terminal)
            try timer.arm(at: nextLook(keys))
            try loop.turn()
            let size = faceSize(of: terminal)
            if isReadable {
                isReadable = false
                let bytes = terminal.read()
                // A terminal that is gone is always readable, and has nothing.
                if bytes.isEmpty { isOver = true }
                for key in keys.read(bytes) { take(key, in: size) }
            } else if keys.isUndecided {
                for key in keys.finish() { take(key, in: size) }
            }
            keepUp()
            follow()
        }
        others = nil
        withExtendedLifetime((signals, watch, timer)) { terminal.putBack() }
    }

    /// Stops as Ctrl-Z asks for, with nothing held and the terminal as it was, until somebody lets it go on.
    private func stop(_ terminal: inout Terminal) {
        apply(.cancel)
        dial.didEnd()
        terminal.putBack()
        Terminal.stopProcess()
        terminal.take()
    }

    /// When something is to be done without a key: a press begins, is renewed, or a lone Escape is one.
    private func nextLook(_ keys: KeyReader) -> Duration {
        let now = Clocks.monotonic
        if keys.isUndecided { return now + .milliseconds(50) }
        if let begins { return max(begins, now + .milliseconds(5)) }
        return now + (press == nil ? .seconds(3600) : RemotePress.renewal)
    }

    private func take(_ key: Key, in size: DialDrawing.Size) {
        var angle: Double?
        if case .mouse(_, let column, let row) = key {
            angle = DialDrawing.angle(column: column, row: row, in: size)
        }
        message = nil
        for action in dial.press(key, angle: angle) { apply(action) }
    }

    /// Renews the press, and takes note of what became of it.
    private func keepUp() {
        guard var held = press else { return }
        if let begins, Clocks.monotonic < begins { return }
        attempt { () throws(Failure) in
            try held.stay()
            press = held
            guard !held.gesture.state.isOver else { throw held.broken }
            guard held.gesture.state != .possible else {
                begins = Clocks.monotonic + .milliseconds(max(held.gesture.beginsIn, 5))
                return
            }
            guard begins != nil else { return }
            begins = nil
            for action in dial.didBegin() { apply(action) }
        }
    }

    /// Shows what others do to the alarm, where this finger is not on it.
    private func follow() {
        attempt { () throws(Failure) in
            guard let changes = try others?.take(except: ownPress) else { return }
            otherTime = press == nil ? changes.time : nil
            if changes.isChanged, press == nil { try look() }
        }
    }

    private func apply(_ action: LiveDial.Action) {
        attempt { () throws(Failure) in
            switch action {
            case .leave: isOver = true
            case .press:
                let new = try RemotePress.turning(
                    PressCall(alarm: alarm, hand: dial.hand, once: once ? true : nil), in: session)
                (press, ownPress) = (new, new.gesture.id)
                begins = Clocks.monotonic + .milliseconds(new.gesture.beginsIn)
            case .shift(let seconds):
                try held { (press) throws(Failure) in
                    let time = TimeOfDay(press.gesture.time) ?? .midnight
                    let hand = press.gesture.hand
                    for place in HandsPlace.path(from: time, by: seconds, holding: hand) {
                        try press.move(to: place)
                    }
                }
            case .turn(let degrees):
                try held { (press) throws(Failure) in
                    try press.move(to: Wire.Position(angle: degrees))
                }
            case .release:
                try held { (press) throws(Failure) in
                    let alarm = try press.release().value.alarm
                    guard press.gesture.state == .ended else { throw press.broken }
                    if let alarm { shown = alarm }
                    message = Message("It is set.")
                }
                press = nil
            case .cancel:
                try held { (press) throws(Failure) in try press.cancel() }
                (press, begins) = (nil, nil)
                message = Message("It is as it was.")
            }
        }
    }

    private func held(_ body: (inout RemotePress) throws(Failure) -> Void) throws(Failure) {
        guard var held = press else { return }
        defer { press = held }
        try body(&held)
    }

    /// Does something; a refusal is shown, and the daemon's end ends this.
    private func attempt(_ body: () throws(Failure) -> Void) {
        do throws(Failure) { try body() } catch {
            (press, begins) = (nil, nil)
            dial.didEnd()
            message = error.message
            guard error.exit == .refused else {
                failure = error
                isOver = true
                return
            }
            do throws(Failure) { try look() } catch {
                failure = error
                isOver = true
            }
        }
    }

    // MARK: What is shown

    private var time: TimeOfDay {
        if let otherTime { return otherTime }
        let held = press.map(\.gesture.time)
        return TimeOfDay(held ?? (once ? shown.override?.time : nil) ?? shown.schedule?.time ?? "")
            ?? .midnight
    }

    private var caption: String {
        let name = shown.label.map { "\(shown.id) (\(ShownText.visible($0)))" } ?? shown.id
        let clock = TimeFormat.text(time)
        let caption = Message("\(name) at \(clock): \(timeInWords(time))")
        return (shown.enabled ? caption : Message("\(caption), off")).localized
    }

    /// Four lines are left for words.
    private func faceSize(of terminal: borrowing Terminal) -> DialDrawing.Size {
        var size = terminal.size
        size.rows = max(size.rows - 4, 1)
        return size
    }

    private func draw(on terminal: borrowing Terminal) {
        let size = faceSize(of: terminal)
        let state =
            switch dial.grip {
            case .none where shown.rings: Message("it rings: alarmctl dismiss ends that")
            case .none where otherTime != nil: Message("somebody else holds a hand")
            case .none: Message("the \(dial.hand.name) is chosen")
            case .possible: Message("the \(dial.hand.name) is gripped …")
            case .held:
                Message("the \(dial.hand.name) is held: Enter lets go, Escape takes it back")
            }
        let help = Message(
            "arrows + - turn   h m a choose the hand   mouse drags   Enter sets   q leaves")
        let words = [
            caption, state.localized, message?.localized ?? "", help.localized,
        ].map { line in
            let cut = line.cut(toWidth: size.columns)
            return String(repeating: " ", count: max(0, (size.columns - displayWidth(cut)) / 2))
                + cut
        }
        terminal.show(DialDrawing(time, holding: dial.hand, in: size).lines + words)
    }
}

extension Wire.Alarm {
    /// Whether it rings, or waits for another ring to end.
    var rings: Bool { state == .ringing || state == .queued }
}
