// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

/// A storyboard as it was read, and what was wrong with it.
package struct ReadStoryboard: Hashable, Sendable {
    /// What it is called.
    package let name: String

    /// Its file.
    package let path: String

    /// The storyboard; `nil` where anything was wrong: half of one is none.
    package private(set) var storyboard: Storyboard?

    /// The scenes that were read, in a storyboard that cannot be followed too.
    package private(set) var scenes: [Scene] = []

    /// The segues that were read, in a storyboard that cannot be followed too.
    package private(set) var segues: [StoryboardDraft.Segue] = []

    /// What was wrong; empty where all was well.
    package private(set) var problems: [ConfigurationProblem] = []

    /// Where each section begins, and each key stands, by `SECTION` and `SECTION.KEY`.
    private var lines: [String: Int] = [:]

    /// A file that could not be read.
    init(name: String, path: String, unreadable problem: ConfigurationProblem) {
        (self.name, self.path) = (name, path)
        problems = [problem]
    }

    /// Reads the lines of a file.
    init(name: String, path: String, _ ini: INI) {
        (self.name, self.path) = (name, path)
        for fault in ini.faults { add(fault.message, line: fault.line, key: fault.key) }
        var draft = StoryboardDraft()
        for section in ini.sections { open(section, in: &draft) }
        for section in ini.reopened { tellSecond(section) }
        for entry in ini.entries { take(entry, into: &draft) }
        (scenes, segues) = (draft.scenes, draft.segues)
        guard let read = whole(draft), problems.isEmpty else { return }
        for fault in read.faults { add(fault) }
        if problems.isEmpty { storyboard = read }
    }

    /// Makes a problem of a value that only shows to be wrong when it is used, such as a sound that there is not.
    ///
    /// - Parameters:
    ///   - key: A key that the file has.
    ///   - section: Its section, as `Scene ID` or `Segue ID`.
    ///   - message: What is wrong with its value.
    ///   - remedy: What mends it.
    /// - Returns: The problem.
    package func problem(
        _ key: String, of section: String, message: Message, remedy: Message?
    ) -> ConfigurationProblem {
        ConfigurationProblem(
            file: path, line: lines["\(section).\(key)"], key: key, message: message,
            remedy: remedy)
    }

    // MARK: Sections

    /// What a section is about.
    private enum Kind {
        case storyboard
        case scene(String)
        case segue(String)

        /// Whether there may be several, each with its id.
        var hasID: Bool {
            switch self {
            case .storyboard: false
            case .scene, .segue: true
            }
        }

        /// The section as it should be written.
        var section: String {
            switch self {
            case .storyboard: "Storyboard"
            case .scene(let id): "Scene \(id)"
            case .segue(let id): "Segue \(id)"
            }
        }
    }

    private static func kind(of section: String) -> Kind? {
        let words = section.split { $0 == " " || $0 == "\t" }.map(String.init)
        switch (words.first, words.count) {
        case ("Storyboard", 1): return .storyboard
        case ("Scene", 2): return .scene(words[1])
        case ("Segue", 2): return .segue(words[1])
        default: return nil
        }
    }

    private mutating func open(_ section: INI.Section, in draft: inout StoryboardDraft) {
        func fault(_ message: Message, _ remedy: Message?) {
            add(message, line: section.line, remedy: remedy)
        }
        // What is over the limit is not kept: to look for one among very many would hold up who reads it.
        func refuse(_ isTold: inout Bool, _ message: Message) {
            if !isTold { fault(message, Message("leave some of them out")) }
            isTold = true
        }
        let kind = Self.kind(of: section.name)
        if let kind {
            guard lines[kind.section] == nil else { return tellSecond(section) }
            lines[kind.section] = section.line
        }
        switch kind {
        case .storyboard: break
        case .scene(let id):
            if let reason = Scene.fault(inID: id) {
                return fault(
                    Message("[\(section.name.shortened)]: a scene's id \(reason)"), nil)
            }
            guard draft.scenes.count < Storyboard.sceneLimit else {
                return refuse(
                    &draft.hasTooManyScenes,
                    Message("it has more than \(Storyboard.sceneLimit) scenes"))
            }
            draft.scenes.append(Scene(id: id))
        case .segue(let id):
            if AlarmID(stored: id) == nil {
                return fault(
                    Message("[\(section.name.shortened)] has no id that a segue may have"),
                    Message("write a letter, then letters, digits, dots, underscores or hyphens"))
            }
            guard draft.segues.count < Storyboard.segueLimit else {
                return refuse(
                    &draft.hasTooManySegues,
                    Message("it has more than \(Storyboard.segueLimit) segues"))
            }
            draft.segues.append(StoryboardDraft.Segue(id: id))
        case nil:
            let word = section.name.split { $0 == " " || $0 == "\t" }.first.map(String.init) ?? ""
            let forms = [
                "Storyboard": "[Storyboard]", "Scene": "[Scene ID]", "Segue": "[Segue ID]",
            ]
            let nearest = nearestWord(to: word, among: forms.keys.sorted()).flatMap { forms[$0] }
            fault(
                Message("there is no section [\(section.name.shortened)]"),
                nearest.map { Message("did you mean \($0)?") }
                    ?? Message("there are [Storyboard], [Scene ID] and [Segue ID]"))
        }
    }

    /// Two sections of one scene are two scenes of one name, whose keys nobody can tell apart.
    private mutating func tellSecond(_ section: INI.Section) {
        guard let kind = Self.kind(of: section.name), let first = lines[kind.section] else {
            return
        }
        add(
            Message(
                "there is a second [\(kind.section.shortened)], the first is in line \(first)"),
            line: section.line,
            remedy: kind.hasID
                ? Message("give it another id, or put its keys there")
                : Message("put its keys there"))
    }

    // MARK: Keys

    private mutating func take(_ entry: INI.Entry, into draft: inout StoryboardDraft) {
        switch Self.kind(of: entry.section) {
        case .storyboard: set(entry, "Storyboard", storyboardKeys, &draft)
        case .scene(let id):
            guard let index = draft.scenes.firstIndex(where: { $0.id == id }) else { return }
            set(entry, "Scene \(id)", sceneKeys, &draft.scenes[index])
        case .segue(let id):
            guard let index = draft.segues.firstIndex(where: { $0.id == id }) else { return }
            set(entry, "Segue \(id)", segueKeys, &draft.segues[index])
        case nil: break
        }
    }

    private mutating func set<Target>(
        _ entry: INI.Entry, _ section: String, _ keys: [StoryboardKey<Target>],
        _ target: inout Target
    ) {
        guard let key = keys.first(where: { $0.name == entry.key }) else {
            let names = keys.map(\.name)
            let nearest = nearestWord(to: entry.key, among: names)
            return add(
                Message("[\(section)] has no such key"), line: entry.line, key: entry.key,
                remedy: nearest.map { Message("did you mean \($0)?") }
                    ?? Message("there are \(names.joined(separator: ", "))"))
        }
        lines["\(section).\(key.name)"] = entry.line
        if !key.set(entry.value, &target) {
            add(
                Message("\"\(entry.value.shortened)\" is not \(key.expected.words)"),
                line: entry.line, key: key.name, remedy: key.remedy(for: entry.value, in: target))
        }
    }

    // MARK: The whole

    /// The storyboard, where nothing is left out that it must have.
    private mutating func whole(_ draft: StoryboardDraft) -> Storyboard? {
        let isComplete = problems.isEmpty
        guard let initial = draft.initial else {
            if isComplete {
                add(
                    Message("no initial scene is named"), line: lines["Storyboard"], key: "initial",
                    remedy: draft.scenes.first.map {
                        Message("write initial = \($0.id) in [Storyboard]")
                    } ?? Message("write initial = ID in [Storyboard], and a section [Scene ID]"))
            }
            return nil
        }
        var storyboard = Storyboard(initial: initial, scenes: draft.scenes)
        for segue in draft.segues {
            guard let from = segue.from, let cue = segue.cue, let to = segue.to else {
                if isComplete { addMissing(segue) }
                continue
            }
            storyboard.segues.append(
                Segue(
                    id: segue.id, from: from, on: cue, to: to == Scene.end ? nil : to,
                    transition: segue.transition, run: segue.run))
        }
        return storyboard
    }

    private mutating func addMissing(_ segue: StoryboardDraft.Segue) {
        let missing = [
            segue.from == nil ? "from" : nil, segue.cue == nil ? "on" : nil,
            segue.to == nil ? "to" : nil,
        ].compactMap(\.self)
        let section = "Segue \(segue.id)"
        for name in missing {
            let expected = segueKeys.first { $0.name == name }?.expected
            add(
                Message("the segue \(segue.id) has no \(name)"), line: lines[section], key: name,
                remedy: expected.map {
                    Message("write \(name) = … in [\(section)]: \($0.words)")
                })
        }
    }

    // MARK: Problems

    private mutating func add(_ fault: StoryboardFault) {
        let section =
            switch fault.place {
            case .storyboard: "Storyboard"
            case .scene(let id): "Scene \(id)"
            case .segue(let id): "Segue \(id)"
            }
        add(
            fault.message,
            line: fault.key.flatMap { lines["\(section).\($0)"] } ?? lines[section],
            key: fault.key, remedy: fault.remedy)
    }

    private mutating func add(
        _ message: Message, line: Int? = nil, key: String? = nil, remedy: Message? = nil
    ) {
        guard problems.count < INI.faultLimit else { return }
        // In the order of the lines, however they are found.
        let next = problems.firstIndex { ($0.line ?? 0) > (line ?? 0) } ?? problems.endIndex
        problems.insert(
            ConfigurationProblem(
                file: path, line: line, key: key?.shortened, message: message, remedy: remedy),
            at: next)
    }
}
