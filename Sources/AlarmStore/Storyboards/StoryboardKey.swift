// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel
internal import Platform

/// One key of a storyboard's section: what it takes, and what it sets.
struct StoryboardKey<Target>: Sendable {
    /// Its name.
    let name: String
    /// What it takes.
    let expected: ExpectedValue
    /// Sets it; returns `false` for a value that it does not take.
    let set: @Sendable (String, inout Target) -> Bool

    /// What mends a value that it does not take; `nil` where it cannot be told what was meant.
    func remedy(for value: String, in target: Target) -> Message? {
        if case .cue = expected, let remedy = SegueCue.remedy(for: value) { return remedy }
        if case .line = expected, let fault = ShownText.fault(in: value, limit: Scene.messageLimit)
        {
            return Message("it \(fault)")
        }
        return ValueRemedy(name: name, expected: expected) { value in
            var target = target
            return set(value, &target)
        }.remedy(for: value)
    }
}

/// The storyboard as far as it is read: a segue may lack what it must have.
package struct StoryboardDraft {
    /// A segue of which not all is said.
    package struct Segue: Hashable, Sendable {
        /// What it is called.
        package var id: String
        var from: String?
        /// What it is taken on; `nil` where that is not said, or wrong.
        package var cue: SegueCue?
        var to: String?
        var transition = AlarmModel.Segue.Transition.cut
        /// The program that is run when it is taken, and its arguments; empty for none.
        package var run: [String] = []
    }

    var initial: String?
    var scenes: [Scene] = []
    var segues: [Segue] = []
    var hasTooManyScenes = false
    var hasTooManySegues = false
}

/// The keys of `[Storyboard]`.
let storyboardKeys = [
    StoryboardKey<StoryboardDraft>(name: "initial", expected: .scene) {
        $1.initial = $0
        return !$0.isEmpty
    }
]

/// The keys of `[Scene ID]`.
let sceneKeys: [StoryboardKey<Scene>] = [
    StoryboardKey(name: "sound", expected: .sound) {
        guard (1...RingRange.nameLength.upperBound).contains($0.utf8.count), unquoted($0) == nil
        else { return false }
        $1.sound = $0
        return true
    },
    StoryboardKey(name: "volume", expected: .percent(RingRange.volume)) {
        guard let value = percentage(in: $0), RingRange.volume.contains(value) else { return false }
        $1.volume = value
        return true
    },
    duration("fade", in: RingRange.fade) { $1.fade = $0 },
    StoryboardKey(name: "output", expected: .outputs) {
        guard let names = deviceNames(in: $0) else { return false }
        $1.outputs = names
        return true
    },
    duration("hold", in: .zero ... .seconds(60)) { $1.hold = $0 },
    StoryboardKey(name: "message", expected: .line) {
        guard !$0.isEmpty, ShownText.fault(in: $0, limit: Scene.messageLimit) == nil else {
            return false
        }
        $1.message = $0
        return true
    },
]

/// The keys of `[Segue ID]`.
let segueKeys: [StoryboardKey<StoryboardDraft.Segue>] = [
    StoryboardKey(name: "from", expected: .scene) {
        $1.from = $0
        return !$0.isEmpty
    },
    StoryboardKey(name: "on", expected: .cue) {
        guard let cue = SegueCue(reading: $0) else { return false }
        $1.cue = cue
        return true
    },
    StoryboardKey(name: "to", expected: .sceneOrEnd) {
        $1.to = $0
        return !$0.isEmpty
    },
    StoryboardKey(name: "transition", expected: .transition) {
        guard let transition = Segue.Transition(reading: $0) else { return false }
        $1.transition = transition
        return true
    },
    StoryboardKey(name: "run", expected: .command) {
        guard let words = $0.isEmpty || $0 == "none" ? [] : CommandWords.read($0) else {
            return false
        }
        $1.run = words
        return true
    },
]

private func duration(
    _ name: String, in range: ClosedRange<Duration>,
    _ assign: @escaping @Sendable (Duration, inout Scene) -> Void
) -> StoryboardKey<Scene> {
    StoryboardKey(name: name, expected: .duration(range)) {
        guard let value = DurationText.read($0), range.contains(value) else { return false }
        assign(value, &$1)
        return true
    }
}

extension SegueCue {
    private static let snoozes = 1...RingRange.snoozeLimit.upperBound

    /// What mends what is no cue; `nil` where it cannot be told which one was meant.
    static func remedy(for text: String) -> Message? {
        let words = text.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard let first = words.first?.lowercased() else { return nil }
        switch (first, words.count) {
        case ("unanswered", ...2):
            let (least, most) = (
                DurationText.write(patience.lowerBound), DurationText.write(patience.upperBound)
            )
            return Message("unanswered takes a duration with its unit from \(least) to \(most)")
        case ("snooze", 2):
            return Message(
                "snooze takes a number from \(snoozes.lowerBound) to \(snoozes.upperBound), or none"
            )
        case ("key", ...2):
            return Message(
                "keys are called as libevdev2 calls them, KEY_ENTER or BTN_0; evtest shows their names"
            )
        default:
            let names = ["unanswered", "snooze", "failed", "dismiss", "key"]
            let rest = words.dropFirst().joined(separator: " ")
            guard let nearest = nearestWord(to: first, among: names) else { return nil }
            let meant = rest.isEmpty ? nearest : "\(nearest) \(rest)"
            guard SegueCue(reading: meant) != nil else { return nil }
            return Message("did you mean \(meant)?")
        }
    }

    /// Reads a cue as it is written: `unanswered 5m`, `snooze`, `snooze 3`, `failed`, `dismiss`, `key KEY_ENTER`.
    init?(reading text: String) {
        let words = text.split { $0 == " " || $0 == "\t" }.map(String.init)
        switch (words.first, words.count) {
        case ("unanswered", 2):
            guard let time = DurationText.read(words[1]), Self.patience.contains(time) else {
                return nil
            }
            self = .unanswered(after: time)
        case ("snooze", 1): self = .snooze(nil)
        case ("snooze", 2):
            guard let number = Int(words[1]), Self.snoozes.contains(number) else { return nil }
            self = .snooze(number)
        case ("failed", 1): self = .failed
        case ("dismiss", 1): self = .dismiss
        case ("key", 2):
            guard let code = InputEvent.keyCode(named: words[1]) else { return nil }
            self = .key(name: words[1], code: code)
        default: return nil
        }
    }
}

extension Segue.Transition {
    /// Reads a transition as it is written: `cut`, `fade 3s`, `crossfade 5s`.
    init?(reading text: String) {
        let words = text.split { $0 == " " || $0 == "\t" }.map(String.init)
        if words == ["cut"] {
            self = .cut
            return
        }
        guard words.count == 2, let time = DurationText.read(words[1]), Self.range.contains(time)
        else { return nil }
        switch words[0] {
        case "fade": self = .fade(time)
        case "crossfade": self = .crossfade(time)
        default: return nil
        }
    }
}
