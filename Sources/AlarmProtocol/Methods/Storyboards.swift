// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Asks which storyboards there are.
package struct StoryboardsCall: AlarmClockMethod {
    package typealias Reply = StoryboardsReply
    package static let methodName = "Storyboards"
    package static let isRepeatable = true

    package mutating func visitMembers(_ visitor: inout WireVisitor) {}

    /// Creates the value with nothing in it.
    package init() {}
}

/// Which storyboards there are.
package struct StoryboardsReply: WireObject {
    /// The storyboards, in the order of their names.
    package var storyboards: [Wire.StoryboardFile] = []

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("storyboards", &storyboards)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(storyboards: [Wire.StoryboardFile]) {
        self.storyboards = storyboards
    }
}

/// Asks for one storyboard whole.
package struct StoryboardCall: AlarmClockMethod {
    package typealias Reply = StoryboardReply
    package static let methodName = "Storyboard"
    package static let isRepeatable = true

    /// Its name.
    package var name: String = ""

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("name", &name)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(name: String) {
        self.name = name
    }
}

/// One storyboard.
package struct StoryboardReply: WireObject {
    /// The path of its file.
    package var file: String = ""

    /// What is wrong with it.
    package var faults: [Wire.Fault] = []

    /// The scene in which a ring begins.
    package var initial: String?

    /// Its scenes.
    package var scenes: [Wire.Scene] = []

    /// What leads from scene to scene.
    package var segues: [Wire.Segue] = []

    package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
        try visitor.visit("file", &file)
        try visitor.visit("faults", &faults)
        try visitor.visit("initial", &initial)
        try visitor.visit("scenes", &scenes)
        try visitor.visit("segues", &segues)
    }

    /// Creates the value with nothing in it.
    package init() {}

    /// Creates the value from its members.
    package init(
        file: String, faults: [Wire.Fault], initial: String?, scenes: [Wire.Scene],
        segues: [Wire.Segue]
    ) {
        self.file = file
        self.faults = faults
        self.initial = initial
        self.scenes = scenes
        self.segues = segues
    }
}
