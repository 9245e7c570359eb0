// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// How a ring sounds for a while; what is `nil` or empty is as the alarm has it.
package struct Scene: Hashable, Sendable {
    /// What it is called in its storyboard.
    package var id: String
    /// The name or path of the sound; the word `built-in` for the built-in tone.
    package var sound: String?
    /// Percent of the full level, from 1 through 100.
    package var volume: Int?
    /// How long it takes to reach its volume.
    package var fade: Duration?
    /// The ALSA names of the outputs that are tried before all others.
    package var outputs: [String]
    /// How long a press is held to stop it; zero for no hold.
    package var hold: Duration?
    /// What is said to who listens, in a person's words.
    package var message: String?

    /// Creates a scene; what is left out says nothing.
    package init(
        id: String, sound: String? = nil, volume: Int? = nil, fade: Duration? = nil,
        outputs: [String] = [], hold: Duration? = nil, message: String? = nil
    ) {
        self.id = id
        self.sound = sound
        self.volume = volume
        self.fade = fade
        self.outputs = outputs
        self.hold = hold
        self.message = message
    }

    /// How many characters a message may have.
    package static let messageLimit = 200

    /// The word that no scene may be called by: where a ring ends.
    package static let end = "end"

    /// Why `id` can be the id of no scene, in words that complete "a scene's id …"; `nil` where it can.
    package static func fault(inID id: String) -> Message? {
        guard AlarmID(stored: id) != nil else { return AlarmID.form }
        return id == end ? Message("may not be end, where a ring ends") : nil
    }
}

extension ResolvedRing {
    /// This ring, as it sounds in a scene.
    package func staged(in scene: Scene?) -> ResolvedRing {
        guard let scene else { return self }
        return overridden(
            by: RingSettings(sound: scene.sound, volume: scene.volume, fade: scene.fade))
    }
}
