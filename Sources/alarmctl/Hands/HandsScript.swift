// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import JSON
internal import Localization
internal import Platform

/// Gestures that a script says, a line each, and the lines that answer them.
struct HandsScript {
    /// What a line asks for.
    enum Gesture: Hashable {
        case press(Wire.Position?, StepDirection?)
        case move(Wire.Position?)
        case release
        case cancel

        /// Reads a line.
        ///
        /// - Throws: ``UsageError``.
        init(_ line: String) throws(UsageError) {
            let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
            let rest = words.dropFirst().filter { $0 != "at" && $0 != "to" }
            let usage: Message =
                "a line is “press at 210”, “press forward”, “move 07:15”, “release” or “cancel”"
            guard rest.count <= 1 else {
                throw UsageError("“\(abbreviated(line))” says too much", hint: usage)
            }
            switch (words.first, rest.first) {
            case ("press", nil): self = .press(nil, nil)
            case ("press", let word?):
                if let direction = StepDirection(rawValue: word) {
                    self = .press(nil, direction)
                } else {
                    self = .press(try HandsPlace.read(word), nil)
                }
            case ("move", nil): self = .move(nil)
            case ("move", let word?): self = .move(try HandsPlace.read(word))
            case ("release", nil): self = .release
            case ("cancel", nil): self = .cancel
            default: throw UsageError("“\(abbreviated(line))” is no gesture", hint: usage)
            }
        }
    }

    private let alarm: String
    private let hand: Hand
    private let once: Bool
    private let session: Session
    private var press: RemotePress?

    init(alarm: String, hand: Hand, once: Bool, session: Session) {
        self.alarm = alarm
        self.hand = hand
        self.once = once
        self.session = session
    }

    /// Does what the lines say, until the input ends.
    ///
    /// - Throws: ``Failure`` of the last line that could not be done; those before it are answered alike.
    mutating func run() throws(Failure) {
        var input = LineInput()
        var refusal: Failure?
        while true {
            switch input.next(within: press == nil ? nil : RemotePress.renewal) {
            case .nothing: try renew()
            case .end:
                try cancel()
                if let refusal { throw refusal }
                return
            case .line(let line) where line.allSatisfy({ $0 == " " || $0 == "\t" }): continue
            case .line(let line):
                do throws(Failure) { try obey(line) } catch {
                    guard error.exit != .unreachable else { throw error }
                    refusal = error
                    answer(verbatim: "error \(error.message.localized)", error.json)
                }
            case .tooLong:
                throw Failure(UsageError("a line is longer than \(LineInput.limit) bytes"))
            }
            do throws(WriteFailure) { try session.console.flush() } catch {
                // Nobody reads the answers any more; ending takes back what is not let go.
                return
            }
        }
    }

    private mutating func obey(_ line: String) throws(Failure) {
        let gesture: Gesture
        do throws(UsageError) { gesture = try Gesture(line) } catch { throw Failure(error) }
        switch gesture {
        case .press(let place, let direction):
            var new = try RemotePress.turning(
                PressCall(
                    alarm: alarm, hand: hand, at: place, direction: direction,
                    once: once ? true : nil), in: session)
            press = new
            try new.waitUntilBegun()
            press = new
            answer(new.gesture)
        case .move(let place):
            try held { (press) throws(Failure) in
                if let place { try press.move(to: place) } else { try press.stay() }
            }
        case .release:
            try held { (press) throws(Failure) in _ = try press.release() }
        case .cancel:
            try held { (press) throws(Failure) in try press.cancel() }
        }
    }

    private mutating func held(
        _ body: (inout RemotePress) throws(Failure) -> Void
    ) throws(Failure) {
        guard var held = press else {
            throw Failure(
                UsageError("nothing is pressed", hint: "a line “press at 210” comes first"))
        }
        do throws(Failure) { try body(&held) } catch {
            press = nil
            throw error
        }
        answer(held.gesture)
        press = held.gesture.state.isOver ? nil : held
    }

    private mutating func renew() throws(Failure) {
        guard var held = press else { return }
        try held.stay()
        press = held
        guard held.gesture.state.isOver else { return }
        answer(held.gesture)
        press = nil
        _ = try? session.console.flush()
    }

    private mutating func cancel() throws(Failure) {
        guard var held = press else { return }
        press = nil
        try held.cancel()
    }

    /// Answers a line: the state, the time and the angle.
    private func answer(_ gesture: Wire.Gesture) {
        answer(
            verbatim: "\(gesture.state.rawValue) \(gesture.time) \(degreesText(gesture.angle))",
            ["gesture": gesture.wire])
    }

    private func answer(verbatim text: String, _ json: JSONValue) {
        if session.isJSON {
            session.console.print(json)
        } else {
            session.console.print(StyledLine(verbatim: text))
        }
    }
}

/// Degrees with at most one digit behind the point, `212.5`.
func degreesText(_ degrees: Double) -> String {
    let tenths = Int((degrees * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}
