// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import JSON
internal import Localization
internal import Platform

/// `alarmctl hands`: turns the hands of an alarm by a long press.
struct HandsCommand: Command {
    /// What is done to the hands.
    enum Way: Sendable {
        case place(Wire.Position)
        case shift(Int)
        case hold(StepDirection, Duration)
        case script
        case dial
    }

    private let id: String
    private let hand: Hand
    private let way: Way
    private let once: Bool

    private static let to = ValueOption(
        "--to", "HH:MM", "Turn them to this time.", reads: .timeOfDay)
    private static let by = ValueOption(
        "--by", "±DUR", "Turn them by this much, forward or backward: +20m, -1h30m.",
        reads: ValueReader { (text) throws(UsageError) in try HandsPlace.shift(text) })
    private static let angle = ValueOption(
        "--angle", "DEG", "Turn the hand to this angle, clockwise from twelve; it snaps.",
        reads: ValueReader { (text) throws(UsageError) in try HandsPlace.angle(text) })
    private static let hold = ValueOption(
        "--hold", "forward|backward", "Have the hand step by itself, faster and faster.",
        reads: ValueReader<StepDirection>.word)
    private static let duration = ValueOption(
        "--for", "DUR", "How long it steps: 2s, 1500ms.",
        reads: ValueReader { (text) throws(UsageError) in
            guard let duration = DurationText.read(text), duration <= .seconds(600) else {
                throw UsageError(
                    "“\(abbreviated(text))” is no duration from 0 through 10 min",
                    hint: "write 2s or 1500ms")
            }
            return duration
        })
    private static let script = Flag(
        "--stdin", "Do what the lines of standard input say, and answer each by a line.")
    private static let which = ValueOption(
        "--hand", "alarm|hour|minute", "The hand that is held; alarm where not given.",
        reads: ValueReader<Hand>.word)
    private static let once = Flag("--once", "Move the next occurrence alone.")

    static let specification = CommandSpecification(
        name: "hands", summary: "Turn the hands of an alarm's dial.",
        positionals: [Positional(name: "ID", count: 1...1, help: "The alarm.")],
        options: [to, by, angle, hold, duration, script, which, once],
        discussion: [
            """
            The dial is 12 hours round. A hand is held, turned and let go: then the alarm rings at the
            time shown, and is on. Until then nothing is changed: Ctrl-C takes it back, and so does
            whatever else ends alarmctl.
            """,
            """
            With none of the options that turn, on a terminal, the dial is drawn and lives. The arrow
            keys and + and - grip the hand and turn it, h, m and a choose the hand, the mouse drags it;
            Enter lets go, Escape takes back, q leaves. Elsewhere the dial is drawn once.
            """,
            """
            Lines of --stdin: “press”, “press at 210”, “press at 07:15”, “press forward”, “move 07:15”,
            “move 210”, “release”, “cancel”. A press is answered once it is one. The end of the input
            takes back what is not let go.
            """,
        ],
        examples: [
            Example(verbatim: "hands wake", "the dial, live"),
            Example(verbatim: "hands wake --to 06:45", "at a quarter to seven"),
            Example(
                verbatim: "hands wake --by -15m --once",
                "a quarter of an hour earlier, the next time alone"),
            Example(verbatim: "hands wake --hold forward --for 2s", "as by a button that is held"),
        ])

    init(_ arguments: ParsedArguments) throws(UsageError) {
        id = try arguments.alarmIDs().first ?? ""
        hand = try arguments.value(of: Self.which) ?? .alarm
        once = arguments.has(Self.once)
        let given =
            [Self.to.spelling, Self.by.spelling, Self.angle.spelling]
            .filter { arguments.options[$0] != nil }
            + [Self.hold.spelling, Self.script.spelling].filter { arguments.options[$0] != nil }
        guard given.count <= 1 else {
            throw UsageError(.excluding(given))
        }
        let duration = try arguments.value(of: Self.duration)
        let direction = try arguments.value(of: Self.hold)
        guard (duration == nil) == (direction == nil) else {
            throw UsageError(
                direction == nil
                    ? "\(Self.duration.spelling) belongs to \(Self.hold.spelling)"
                    : "\(Self.hold.spelling) needs \(Self.duration.spelling)",
                hint: Message(
                    verbatim: "\(Self.hold.spelling) forward \(Self.duration.spelling) 2s"))
        }
        if let time = try arguments.value(of: Self.to) {
            way = .place(Wire.Position(time: time.description))
        } else if let degrees = try arguments.value(of: Self.angle) {
            way = .place(Wire.Position(angle: degrees))
        } else if let seconds = try arguments.value(of: Self.by) {
            way = .shift(seconds)
        } else if let direction, let duration {
            way = .hold(direction, duration)
        } else {
            way = arguments.has(Self.script) ? .script : .dial
        }
    }

    func run(in session: Session) throws(Failure) {
        switch way {
        case .place(let place):
            try turn(in: session) { (press) throws(Failure) in try press.move(to: place) }
        case .shift(let seconds):
            try turn(in: session) { (press) throws(Failure) in
                let time = TimeOfDay(press.gesture.time) ?? .midnight
                for place in HandsPlace.path(from: time, by: seconds, holding: hand) {
                    try press.move(to: place)
                }
            }
        case .hold(let direction, let duration):
            try turn(direction, in: session) { (press) throws(Failure) in
                try press.hold(for: duration)
            }
        case .script:
            var script = HandsScript(alarm: id, hand: hand, once: once, session: session)
            try script.run()
        case .dial:
            try DialSession(alarm: id, hand: hand, once: once, session: session).run()
        }
    }

    /// Presses, does something, and lets go.
    private func turn(
        _ direction: StepDirection? = nil, in session: Session,
        by body: (inout RemotePress) throws(Failure) -> Void
    ) throws(Failure) {
        var press = try RemotePress.turning(
            PressCall(
                alarm: id, hand: hand, direction: direction, once: once ? true : nil),
            in: session)
        try press.waitUntilBegun()
        // Its alarm rings: the press has stopped that, and turned nothing.
        guard press.gesture.state != .ended else { throw press.broken }
        try body(&press)
        let answer = try press.release()
        guard press.gesture.state == .ended else { throw press.broken }
        if session.isJSON {
            session.console.print(.object(answer.parameters))
        } else if let alarm = answer.value.alarm {
            session.console.print(Self.lines(alarm, at: Surroundings.now))
        }
    }

    /// What to say about an alarm whose hands were turned.
    static func lines(_ alarm: Wire.Alarm, at now: Instant) -> [StyledLine] {
        guard let moved = alarm.override,
            let time = alarm.next.flatMap({ ZonedTime($0) })
        else { return SetCommand.lines(SetReply(alarm: alarm, created: false), at: now) }
        let (clock, distance) = (
            TimeFormat.text(wire: moved.time), distanceText(time.instant - now)
        )
        guard let schedule = alarm.schedule else {
            return [
                StyledLine(
                    "\(alarm.id) rings once at \(clock): \(time.long), \(distance)", bold: [1, 3])
            ]
        }
        return [
            StyledLine(
                """
                \(alarm.id) rings once at \(clock): \(time.long), \(distance); \
                then \(ScheduleText.of(schedule))
                """, bold: [1, 3])
        ]
    }
}
