// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// What a key of an INI file takes; it is worded only where a value is none of it.
enum ExpectedValue: Sendable {
    /// A name or a path; the word, and nothing at all, mean that there is none.
    case name(orNone: String)
    /// A number with `%`, or without it.
    case percent(ClosedRange<Int>)
    case number(ClosedRange<Int>)
    case duration(ClosedRange<Duration>)
    case yesOrNo
    /// One of these words.
    case word([String])
    /// ALSA names with blanks between them.
    case outputs
    /// The words of a command (``CommandWords``).
    case command
    case alarm
    /// Names of keys with blanks between them; the word means that there are none.
    case keys(orNone: String)
    case sound
    /// A line for who listens.
    case line
    case scene
    case sceneOrEnd
    case cue
    case transition

    /// What it takes, as words that complete "it is not …".
    var words: Message {
        switch self {
        case .name(let none): Message("a name without quotes, or \(none)")
        case .percent(let range):
            Message("percent from \(range.lowerBound) to \(range.upperBound)")
        case .number(let range):
            Message("a number from \(range.lowerBound) to \(range.upperBound)")
        case .duration(let range):
            Message(
                """
                a duration with its unit from \(DurationText.write(range.lowerBound)) \
                to \(DurationText.write(range.upperBound)), such as 90s or 25m
                """)
        case .yesOrNo: Message("yes or no")
        case .word(let words): Message("one of \(words.joined(separator: ", "))")
        case .outputs: Message("ALSA device names with spaces between them")
        case .command: Message("the path of a program from / on, and its arguments, or none")
        case .alarm: Message("the id of an alarm, or next")
        case .keys(let none):
            Message(
                """
                names of keys such as KEY_ENTER or BTN_0 (known by libevdev2) or their numbers, \
                with spaces between them, or \(none)
                """)
        case .sound: Message("a name without quotes, the path of a file, or built-in")
        case .line: Message("a line of at most \(Scene.messageLimit) characters")
        case .scene: Message("the id of a scene")
        case .sceneOrEnd: Message("the id of a scene, or end")
        case .cue: Message("one of unanswered 5m, snooze, snooze 3, failed, dismiss, key KEY_ENTER")
        case .transition:
            Message(
                """
                one of cut, fade 3s, crossfade 5s, \
                from \(DurationText.write(Segue.Transition.range.lowerBound)) \
                to \(DurationText.write(Segue.Transition.range.upperBound))
                """)
        }
    }

    /// The words that it takes, where it takes only those.
    var choices: [String] {
        switch self {
        case .yesOrNo: ["yes", "no"]
        case .word(let words): words
        default: []
        }
    }

    /// Whether it takes a duration.
    var isDuration: Bool {
        if case .duration = self { true } else { false }
    }
}
