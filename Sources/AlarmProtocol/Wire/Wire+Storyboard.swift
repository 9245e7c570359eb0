// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

extension Wire {
    /// What is wrong in a file, where, and how to mend it.
    package struct Fault: WireObject {
        package static let wireName: String? = "Fault"

        /// All that in English, in one line.
        package var reason: String = ""

        /// What `reason` says.
        package var text: Text?

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("reason", &reason)
            try visitor.visit("text", &text)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value of a message.
        package init(_ message: Message) {
            reason = message.description
            text = Text(message)
        }

        /// What it says, to be told in any language.
        package var message: Message { text?.message ?? Message(verbatim: reason) }
    }

    /// A storyboard by its file.
    package struct StoryboardFile: WireObject {
        package static let wireName: String? = "StoryboardFile"

        /// Its name.
        package var name: String = ""

        /// The path of its file.
        package var file: String = ""

        /// What is wrong with it.
        package var faults: [Fault] = []

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("name", &name)
            try visitor.visit("file", &file)
            try visitor.visit("faults", &faults)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value from its members.
        package init(name: String, file: String, faults: [Fault]) {
            self.name = name
            self.file = file
            self.faults = faults
        }
    }

    /// How a ring sounds for a while.
    package struct Scene: WireObject {
        package static let wireName: String? = "Scene"

        /// What it is called in its storyboard.
        package var id: String = ""

        /// The sound, by its name or path.
        package var sound: String?

        /// Percent of the full level.
        package var volume: Int?

        /// How long it takes to reach its volume, in seconds.
        package var fade: Int?

        /// The ALSA names of the outputs that are tried first.
        package var outputs: [String] = []

        /// How long a press is held to stop it, in seconds.
        package var hold: Int?

        /// What is said to who listens.
        package var message: String?

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("id", &id)
            try visitor.visit("sound", &sound)
            try visitor.visit("volume", &volume)
            try visitor.visit("fade", &fade)
            try visitor.visit("outputs", &outputs)
            try visitor.visit("hold", &hold)
            try visitor.visit("message", &message)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value of a scene.
        package init(_ scene: AlarmModel.Scene) {
            id = scene.id
            sound = scene.sound
            volume = scene.volume
            fade = scene.fade?.wholeSeconds
            outputs = scene.outputs
            hold = scene.hold?.wholeSeconds
            message = scene.message
        }
    }

    /// What leads from a scene to another, or to the end.
    package struct Segue: WireObject {
        package static let wireName: String? = "Segue"

        /// What it is called in its storyboard.
        package var id: String = ""

        /// The scene that it leads away from.
        package var from: String = ""

        /// What it is taken on, as it is written in the file.
        package var on: String = ""

        /// The scene that it leads to; absent for the end.
        package var to: String?

        /// How the next scene follows, as it is written in the file.
        package var transition: String = ""

        /// The program that is run when it is taken, and its arguments.
        package var run: [String] = []

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("id", &id)
            try visitor.visit("from", &from)
            try visitor.visit("on", &on)
            try visitor.visit("to", &to)
            try visitor.visit("transition", &transition)
            try visitor.visit("run", &run)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value of a segue.
        package init(_ segue: AlarmModel.Segue) {
            id = segue.id
            from = segue.from
            on = segue.cue.description
            to = segue.to
            transition = segue.transition.description
            run = segue.run
        }
    }
}
