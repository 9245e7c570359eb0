// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Something in a storyboard by which it cannot be followed.
package struct StoryboardFault: Hashable, Sendable {
    /// Where it is.
    package enum Place: Hashable, Sendable {
        case storyboard
        case scene(String)
        case segue(String)
    }

    /// Where it is.
    package var place: Place
    /// The key that is wrong, or `nil` where none is by itself.
    package var key: String?
    /// What is wrong.
    package var message: Message
    /// What mends it.
    package var remedy: Message
}

extension Storyboard {
    /// All by which it cannot be followed; where names are wrong, nothing but them is looked at.
    package var faults: [StoryboardFault] {
        let names = wrongNames
        guard names.isEmpty else { return names }
        return doubleCues + failingCircles + unansweredCircles + mixedCircle + endless + unreached
    }

    private var wrongNames: [StoryboardFault] {
        var faults: [StoryboardFault] = []
        func check(_ scene: String, _ place: StoryboardFault.Place, _ key: String) {
            guard self.scene(scene) == nil else { return }
            let ids = scenes.map(\.id)
            let remedy =
                nearestWord(to: scene, among: ids).map { Message("did you mean \($0)?") }
                ?? (ids.isEmpty
                    ? Message("write a section [Scene \(scene)]")
                    : Message("there are \(ids.joined(separator: ", "))"))
            faults.append(
                StoryboardFault(
                    place: place, key: key, message: "there is no scene \(scene)", remedy: remedy))
        }
        check(initial, .storyboard, "initial")
        for segue in segues {
            check(segue.from, .segue(segue.id), "from")
            if let to = segue.to { check(to, .segue(segue.id), "to") }
        }
        return faults
    }

    private var doubleCues: [StoryboardFault] {
        segues.indices.compactMap { index in
            let segue = segues[index]
            let first = segues[..<index].first {
                $0.from == segue.from && $0.cue.isSame(as: segue.cue)
            }
            return first.map {
                StoryboardFault(
                    place: .segue(segue.id), key: "on",
                    message: "the scene \(segue.from) has two segues for \(segue.cue)",
                    remedy: "keep one of \($0.id) and \(segue.id)")
            }
        }
    }

    /// Scenes that fail into one another would do so as fast as they can.
    private var failingCircles: [StoryboardFault] {
        circles(on: .failed).map { segue, scenes in
            StoryboardFault(
                place: .segue(segue.id), key: "to",
                message: Message(
                    one: "the scene \(named(scenes)) would fail over and over",
                    many: "the scenes \(named(scenes)) would fail over and over",
                    count: scenes.count),
                remedy:
                    "let one of them have no segue on failed: the built-in tone and the next output are tried then"
            )
        }
    }

    private var unansweredCircles: [StoryboardFault] {
        circles(on: .unanswered).map { segue, scenes in
            StoryboardFault(
                place: .segue(segue.id), key: "to",
                message: Message(
                    one: "the scene \(named(scenes)) would ring for ever where nobody answers",
                    many: "the scenes \(named(scenes)) would ring for ever where nobody answers",
                    count: scenes.count),
                remedy:
                    "write to = end, or leave the segue out: timeout and retries end the ring then"
            )
        }
    }

    /// A circle of both kinds of segues that nobody's answer leads along; circles of one kind are told by themselves.
    private var mixedCircle: [StoryboardFault] {
        guard circles(on: .failed).isEmpty, circles(on: .unanswered).isEmpty else { return [] }
        let alone = segues.filter { !$0.cue.isAnswer && $0.to != nil }
        // Scenes from which every such way ends are taken away, until none is left or all lie on circles or before them.
        var circling = Set(scenes.map(\.id))
        while let end = circling.first(where: { scene in
            !alone.contains { $0.from == scene && circling.contains($0.to ?? "") }
        }) {
            circling.remove(end)
        }
        let segue = segues.last { segue in
            !segue.cue.isAnswer && circling.contains(segue.from)
                && circling.contains(segue.to ?? "")
        }
        return segue.map { segue in
            let scenes = scenes.map(\.id).filter(circling.contains)
            return [
                StoryboardFault(
                    place: .segue(segue.id), key: "to",
                    message: Message(
                        one:
                            "the scene \(named(scenes)) would ring for ever where nobody answers and one fails",
                        many:
                            "the scenes \(named(scenes)) would ring for ever where nobody answers and one fails",
                        count: scenes.count),
                    remedy: "write to = end, or leave the segue out")
            ]
        } ?? []
    }

    /// The scenes that no answer ends, nor their storyboard by itself.
    private var endless: [StoryboardFault] {
        var ends = Set(
            scenes.map(\.id).filter { scene in
                let here = segues.filter { $0.from == scene }
                return !here.contains { $0.cue == .dismiss } || here.contains { $0.to == nil }
            })
        while let more = segues.first(where: {
            !ends.contains($0.from) && ends.contains($0.to ?? "")
        }) {
            ends.insert(more.from)
        }
        return scenes.filter { !ends.contains($0.id) }.map {
            StoryboardFault(
                place: .scene($0.id), key: nil, message: "the scene \($0.id) can never end",
                remedy: "let a segue from it lead to end, or leave out its segue on dismiss")
        }
    }

    private var unreached: [StoryboardFault] {
        var reached: Set = [initial]
        while let more = segues.first(where: {
            reached.contains($0.from) && !reached.contains($0.to ?? initial)
        }) {
            reached.insert(more.to ?? initial)
        }
        return scenes.filter { !reached.contains($0.id) }.map {
            StoryboardFault(
                place: .scene($0.id), key: nil, message: "no segue leads to the scene \($0.id)",
                remedy: "write a segue with to = \($0.id), or leave the scene out")
        }
    }

    /// The circles that this event leads around in, each by its last segue, with the scenes in it.
    private func circles(on event: SceneEvent) -> [(Segue, [String])] {
        var known: Set<String> = []
        var circles: [(Segue, [String])] = []
        for scene in scenes where !known.contains(scene.id) {
            var path = [scene.id]
            while let last = path.last, let segue = segue(from: last, on: event), let to = segue.to
            {
                if let start = path.firstIndex(of: to) {
                    circles.append((segue, Array(path[start...])))
                    break
                }
                if known.contains(to) { break }
                path.append(to)
            }
            known.formUnion(path)
        }
        return circles
    }

    private func named(_ scenes: [String]) -> String { scenes.joined(separator: ", ") }
}
