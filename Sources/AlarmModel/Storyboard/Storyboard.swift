// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What a ring does until it is answered: scenes, and what leads from one to the next.
///
/// Where a scene has no segue for what happens, that is what it would be without a storyboard: a snooze postpones,
/// a dismiss ends, and an unanswered ring is retried and then missed.
package struct Storyboard: Hashable, Sendable {
    /// The scene in which a ring begins.
    package var initial: String

    /// The scenes, in the order in which they are written; each id is there once.
    package var scenes: [Scene]

    /// What leads from scene to scene, in the order in which it is written.
    package var segues: [Segue]

    /// Creates a storyboard.
    package init(initial: String, scenes: [Scene], segues: [Segue] = []) {
        self.initial = initial
        self.scenes = scenes
        self.segues = segues
    }

    /// The most scenes of a storyboard.
    package static let sceneLimit = 100

    /// The most segues of a storyboard.
    package static let segueLimit = 500

    /// The scene of this id, or `nil` where there is none.
    package func scene(_ id: String) -> Scene? { scenes.first { $0.id == id } }

    /// The scene in which a ring begins; `nil` only in a storyboard with ``faults``.
    package var initialScene: Scene? { scene(initial) }

    /// What leads away from a scene when something happens in it; `nil` where nothing does.
    ///
    /// Of two segues for a snooze, the one that names its number is taken.
    package func segue(from scene: String, on event: SceneEvent) -> Segue? {
        let here = segues.filter { $0.from == scene }
        if case .snooze(let number) = event {
            return here.first { $0.cue == .snooze(number) } ?? here.first { $0.cue == .snooze(nil) }
        }
        return here.first { $0.cue.isMet(by: event) }
    }

    /// How long a scene is heard without an answer before its segue; `nil` where it has none for that.
    package func patience(in scene: String) -> Duration? {
        guard case .unanswered(let time)? = segue(from: scene, on: .unanswered)?.cue else {
            return nil
        }
        return time
    }

    /// Why `name` can be the name of no storyboard, in words that complete "a storyboard's name …"; `nil` where it
    /// can.
    package static func fault(inName name: String) -> Message? {
        guard AlarmID(stored: name) != nil else { return AlarmID.form }
        return name == none ? Message("may not be none, which stands for no storyboard") : nil
    }

    /// The word that stands for no storyboard where one could be named.
    package static let none = "none"
}
