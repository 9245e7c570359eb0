// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension BookContext {
    /// The storyboard that a ring follows; `nil` where it follows none, or one that is not to be had.
    func storyboard(of ring: ResolvedRing) -> Storyboard? {
        guard let name = ring.storyboard, name != Storyboard.none else { return nil }
        return storyboards(name)
    }

    /// What leads away from the scene that an occurrence is in when something happens; `nil` where nothing does.
    func segue(of occurrence: Occurrence, on event: SceneEvent) -> Segue? {
        guard let scene = occurrence.scene else { return nil }
        return storyboard(of: occurrence.ring)?.segue(from: scene.id, on: event)
    }

    /// The scene that a segue leads to; `nil` for the end.
    func destination(of segue: Segue, for occurrence: Occurrence) -> Scene? {
        segue.to.flatMap { storyboard(of: occurrence.ring)?.scene($0) }
    }

    /// Whether an occurrence fades in that is presented in its scene.
    ///
    /// The alarm's own fade is for a ring that begins: a scene that follows what is heard falls silent for none that it
    /// does not ask for.
    func fadesIn(_ occurrence: Occurrence, _ manner: Presentation.Manner) -> Bool {
        guard let scene = occurrence.scene, scene.fade == nil else { return true }
        return switch manner {
        case .segue: false
        case .uncovered, .resumed: storyboard(of: occurrence.ring)?.initial == scene.id
        default: true
        }
    }

    /// How long an occurrence is heard, or tried, in its scene before it is unanswered.
    func patience(of occurrence: Occurrence) -> Duration {
        let own = occurrence.scene.flatMap {
            storyboard(of: occurrence.ring)?.patience(in: $0.id)
        }
        return own ?? occurrence.ring.timeout
    }
}

extension Occurrence {
    /// How it sounds in the scene that it is in.
    package var staged: ResolvedRing { ring.staged(in: scene) }
}

extension AlarmBook {
    /// Takes note that the sound or the output of a scene cannot be heard.
    ///
    /// - Parameters:
    ///   - id: The occurrence; a report about one that is not presented is ignored.
    ///   - scene: The scene that failed; a report about one that was left already is ignored.
    ///   - moment: What the clocks say now.
    ///   - context: The configuration, the zones and the storyboards.
    /// - Returns: What is to be done, in order; nothing where the storyboard says nothing for that.
    package mutating func failed(
        _ id: OccurrenceID, in scene: String?, at moment: Moment, in context: BookContext
    ) -> [Effect] {
        guard let occurrence = live[id.alarm], occurrence.id == id, occurrence.life == .ringing,
            occurrence.scene?.id == scene,
            let segue = context.segue(of: occurrence, on: .failed)
        else { return [] }
        return follow(segue, of: id, at: moment, because: .timer, in: context).effects
    }

    /// Takes note that a key of an input is pressed while something is presented.
    ///
    /// - Parameters:
    ///   - code: The code that the input's device gives.
    ///   - moment: What the clocks say now.
    ///   - context: The configuration, the zones and the storyboards.
    ///   - by: Who pressed it.
    /// - Returns: What is to be done, in order; `nil` where the key means nothing to what is presented.
    package mutating func pressed(
        _ code: UInt16, at moment: Moment, in context: BookContext, by: String? = nil
    ) -> [Effect]? {
        guard let presented, let segue = context.segue(of: presented, on: .key(code)) else {
            return nil
        }
        return follow(segue, of: presented.id, at: moment, in: context, by: by).effects
    }

    /// Lets a live occurrence go on in the scene that a segue leads to, or end.
    mutating func follow(
        _ segue: Segue, of id: OccurrenceID, at moment: Moment, because cause: Cause = .edit,
        in context: BookContext, by: String? = nil
    ) -> Answer {
        var turn = begin(at: moment, because: cause, in: context, by: by)
        if let occurrence = live[id.alarm], occurrence.id == id {
            if let scene = context.destination(of: segue, for: occurrence) {
                enter(scene, of: occurrence, by: segue, in: &turn)
            } else if segue.cue.isAnswer || occurrence.wasHeard {
                let reason = segue.cue == .dismiss ? Reason(.dismissed) : .ended(by: segue)
                end(occurrence, by: .dismiss, because: reason, in: &turn)
            } else {
                // Nobody heard it, whatever its storyboard thinks of that. That its scene failed says nothing of the
                // outputs that it did not try.
                let reason = segue.cue == .failed ? .ended(by: segue) : Reason(.noOutput)
                end(occurrence, by: .miss, because: reason, in: &turn)
            }
            run(segue, of: id, in: &turn)
        }
        finish(&turn)
        return Answer(
            occurrences: [self.occurrence(id)].compactMap(\.self), effects: turn.effects)
    }

    /// Has the command of a segue run, with the event that was told of it.
    func run(_ segue: Segue, of id: OccurrenceID, in turn: inout Turn) {
        guard !segue.run.isEmpty else { return }
        let told = turn.effects.compactMap { effect -> AlarmEvent? in
            if case .event(let event) = effect, event.occurrence == id { event } else { nil }
        }
        if let event = told.last { turn.effects.append(.run(segue.run, event)) }
    }

    private mutating func enter(
        _ scene: Scene, of occurrence: Occurrence, by segue: Segue, in turn: inout Turn
    ) {
        guard let move = occurrence.life.after(.segue) else { return }
        var occurrence = occurrence
        occurrence.scene = scene
        occurrence.sounded = .zero
        occurrence.life = move.life
        if move.life == .ringing { occurrence.ringingSince = turn.now.sinceBoot }
        if segue.cue.isAnswer { occurrence.retries = 0 }
        let reason = Reason.entered(scene, by: segue, isHeard: move.life != .snoozed)
        occurrence.reason = reason
        live[occurrence.id.alarm] = occurrence
        turn.tell(.scene, reason, of: occurrence)
        if move.consequence == .segue {
            let presentation = presentation(of: occurrence, .segue, in: turn)
            turn.effects.append(.segue(occurrence.id, presentation, segue.transition))
        } else {
            turn.follow(move.consequence, of: occurrence.id, .snoozed)
        }
    }
}

extension Reason.Code {
    // A ring follows its storyboard.
    static let entered = Self(rawValue: "scene")
    static let endedByStoryboard = Self(rawValue: "ended-by-storyboard")
}

extension Reason {
    /// Why a ring is in another scene; with the scene's message where it rings there at once, so that it is for now.
    static func entered(_ scene: Scene, by segue: Segue, isHeard: Bool) -> Reason {
        var args = ["scene": scene.id, "from": segue.from, "cue": segue.cue.description]
        if isHeard { args["message"] = scene.message }
        return Reason(.entered, args)
    }

    /// What a ring has to say that begins, or goes on after a snooze, in a scene with a message.
    static func begun(in scene: Scene) -> Reason? {
        scene.message.map { Reason(.entered, ["scene": scene.id, "message": $0]) }
    }

    static func ended(by segue: Segue) -> Reason {
        Reason(.endedByStoryboard, ["from": segue.from, "cue": segue.cue.description])
    }

    /// The words of what a storyboard leads to; its arguments are `scene`, `from`, `cue` and `message`.
    var storyboardWords: Message? {
        switch code {
        case .entered:
            if args["cue"] == nil {
                Message("in the scene \(value("scene")): \(value("message"))")
            } else if let message = args["message"] {
                Message("\(value("cue")) leads to the scene \(value("scene")): \(message)")
            } else {
                Message("\(value("cue")) leads to the scene \(value("scene"))")
            }
        case .endedByStoryboard:
            Message("ended by its storyboard: \(value("cue")) in the scene \(value("from"))")
        default: daemonWords
        }
    }
}
