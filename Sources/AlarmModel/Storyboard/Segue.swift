// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What leads from one scene to another, or to the end of the ring.
package struct Segue: Hashable, Sendable {
    /// How one scene gives way to the next.
    package enum Transition: Hashable, Sendable {
        /// At once, without a click.
        case cut
        /// The old one falls silent, then the new one rises, together in this time.
        case fade(Duration)
        /// Both at once, the old one falling while the new one rises.
        case crossfade(Duration)

        /// How long the ones with a time may take.
        package static let range = Duration.milliseconds(100)...Duration.seconds(60)
    }

    /// What it is called in its storyboard.
    package var id: String
    /// The scene that it leads away from.
    package var from: String
    /// What it is taken on.
    package var cue: SegueCue
    /// The scene that it leads to, or `nil` for the end of the ring.
    package var to: String?
    /// How the next scene follows where the ring goes on sounding.
    package var transition: Transition

    /// The program that is run when it is taken, and its arguments; empty for none.
    package var run: [String]

    /// Creates a segue.
    package init(
        id: String, from: String, on cue: SegueCue, to: String?, transition: Transition = .cut,
        run: [String] = []
    ) {
        self.id = id
        self.from = from
        self.cue = cue
        self.to = to
        self.transition = transition
        self.run = run
    }
}

/// What a segue is taken on, as it is written.
package enum SegueCue: Hashable, Sendable {
    /// The scene was heard, or tried, for so long without an answer.
    case unanswered(after: Duration)
    /// It is postponed: the time of this number, or each time that no other segue names.
    case snooze(Int?)
    /// Its sound or its output cannot be heard.
    case failed
    /// A person ends it.
    case dismiss
    /// A key of an input is pressed: its name, and the code that its device gives.
    case key(name: String, code: UInt16)

    /// How long a scene may be heard without an answer.
    package static let patience = Duration.seconds(1)...RingRange.timeout.upperBound

    /// Whether it is what happens.
    func isMet(by event: SceneEvent) -> Bool {
        switch (self, event) {
        case (.unanswered, .unanswered), (.failed, .failed), (.dismiss, .dismiss): true
        case (.snooze(let number), .snooze(let count)): number == nil || number == count
        case (.key(_, let code), .key(let pressed)): code == pressed
        case (.unanswered, _), (.snooze, _), (.failed, _), (.dismiss, _), (.key, _): false
        }
    }

    /// Whether a person makes it happen.
    var isAnswer: Bool {
        switch self {
        case .snooze, .dismiss, .key: true
        case .unanswered, .failed: false
        }
    }

    /// Whether nobody could tell which of the two is meant.
    func isSame(as other: SegueCue) -> Bool {
        switch (self, other) {
        case (.unanswered, .unanswered), (.failed, .failed), (.dismiss, .dismiss): true
        case (.snooze(let one), .snooze(let other)): one == other
        case (.key(_, let one), .key(_, let other)): one == other
        case (.unanswered, _), (.snooze, _), (.failed, _), (.dismiss, _), (.key, _): false
        }
    }
}

extension SegueCue: CustomStringConvertible {
    /// The cue as it is written in a storyboard: `unanswered 5m`.
    package var description: String {
        switch self {
        case .unanswered(let time): "unanswered \(DurationText.write(time))"
        case .snooze(nil): "snooze"
        case .snooze(let number?): "snooze \(number)"
        case .failed: "failed"
        case .dismiss: "dismiss"
        case .key(let name, _): "key \(name)"
        }
    }
}

extension Segue.Transition: CustomStringConvertible {
    /// The transition as it is written in a storyboard: `fade 3s`.
    package var description: String {
        switch self {
        case .cut: "cut"
        case .fade(let time): "fade \(DurationText.write(time))"
        case .crossfade(let time): "crossfade \(DurationText.write(time))"
        }
    }
}

/// What happens to a ring in a scene.
package enum SceneEvent: Hashable, Sendable {
    /// It was heard, or tried, for as long as its storyboard says.
    case unanswered
    /// It is postponed, this time being the first, the second, ….
    case snooze(Int)
    /// Its sound or its output cannot be heard.
    case failed
    /// A person ends it.
    case dismiss
    /// A key of this code is pressed.
    case key(UInt16)
}
