// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Plays a sound now.
package struct PlayCall: AlarmClockMethod {
    package typealias Reply = PlayReply
    package static let methodName = "Play"

    /// The sound, by its name or path.
    package var sound: String?

    /// Percent of the full level, from 1 through 100.
    package var volume: Int?

    /// For how long, in seconds.
    package var seconds: Int?

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("sound", &sound)
        try visitor.visit("volume", &volume)
        try visitor.visit("seconds", &seconds)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(sound: String? = nil, volume: Int? = nil, seconds: Int? = nil) {
        self.sound = sound
        self.volume = volume
        self.seconds = seconds
    }
}

/// What was heard.
package struct PlayReply: WireObject {
    /// Which output played it.
    package var output: String = ""

    /// How many frames were heard.
    package var frames: Int = 0

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("output", &output)
        try visitor.visit("frames", &frames)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(output: String, frames: Int) {
        self.output = output
        self.frames = frames
    }
}

/// Asks which sounds there are.
package struct SoundsCall: AlarmClockMethod {
    package typealias Reply = SoundsReply
    package static let methodName = "Sounds"
    package static let isRepeatable = true

    package mutating func visitMembers(_ visitor: inout WireVisitor) {}

    /// Creates the value with nothing in it.
    package init() {}
}

/// Which sounds there are.
package struct SoundsReply: WireObject {
    /// Their names.
    package var sounds: [String] = []

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("sounds", &sounds)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(sounds: [String]) {
        self.sounds = sounds
    }
}
