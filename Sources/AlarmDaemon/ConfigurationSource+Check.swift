// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import Platform
internal import PlayerProtocol

/// What `alarmd --check` looks into besides the configuration itself: the files that it names.
///
/// None of it is a reason to refuse a configuration: the alarms ring all the same.
extension ConfigurationSource {
    /// Looks into the calendar that the configuration names, as `--check` does.
    ///
    /// A broken one is no reason to refuse a configuration: the alarms ring, on holidays too.
    func calendarProblems(_ read: ReadConfiguration) -> [ConfigurationProblem] {
        guard let path = read.configuration.holidays else { return [] }
        let faults: [Message]
        do throws(Holidays.Failure) {
            faults = try Holidays.read(path).faults.map { Message("\(path): \($0.text)") }
        } catch {
            faults = [error.message]
        }
        return faults.map {
            read.problem(section: "calendar", key: "holidays", message: $0, remedy: nil)
        }
    }

    /// Looks into every storyboard, and has a player open its sounds, as `--check` does.
    ///
    /// A broken one is no reason to refuse a configuration: its alarms ring without it.
    func storyboardProblems(_ read: ReadConfiguration) -> [ConfigurationProblem] {
        let reader = storyboards
        var (names, problems) = reader.list()
        if let usual = read.configuration.ring.storyboard, !names.contains(usual) {
            problems.append(
                read.problem(
                    section: "ring", key: "storyboard",
                    message: Message("there is no storyboard \(usual)"),
                    remedy: nearestWord(to: usual, among: names).map {
                        Message("did you mean \($0)?")
                    }))
        }
        let hasInput = !read.configuration.inputs.isEmpty
        for name in names {
            guard let board = reader.read(name) else { continue }
            let more = namedProblems(of: board, hasInput: hasInput)
            problems += (board.problems + more).sorted { ($0.line ?? 0) < ($1.line ?? 0) }
        }
        return problems
    }

    /// What a storyboard names that is not there, whatever else is wrong with it.
    private func namedProblems(
        of board: ReadStoryboard, hasInput: Bool
    ) -> [ConfigurationProblem] {
        var problems: [ConfigurationProblem] = []
        for segue in board.segues {
            let section = "Segue \(segue.id)"
            if let fault = Self.fault(inCommand: segue.run) {
                problems.append(board.problem("run", of: section, message: fault, remedy: nil))
            }
            if case .key(let name, _)? = segue.cue, !hasInput {
                problems.append(
                    board.problem(
                        "on", of: section, message: Message("nothing here has a key \(name)"),
                        remedy: Message("name the device in a section [input NAME] of alarmd.conf"))
                )
            }
        }
        for scene in board.scenes {
            guard let sound = scene.sound, let fault = fault(inSound: sound) else { continue }
            problems.append(
                board.problem(
                    "sound", of: "Scene \(scene.id)", message: fault,
                    remedy: board.storyboard.map { Self.consequence(of: scene, in: $0) }))
        }
        return problems
    }

    /// Looks whether the commands of the configuration can be run, as `--check` does.
    func commandProblems(_ read: ReadConfiguration) -> [ConfigurationProblem] {
        read.configuration.run.commands.sorted { $0.key.rawValue < $1.key.rawValue }
            .compactMap { kind, words in
                Self.fault(inCommand: words).map {
                    read.problem(section: "run", key: kind.rawValue, message: $0)
                }
            }
    }

    /// What a ring would do whose sound in a scene cannot be heard.
    private static func consequence(of scene: Scene, in storyboard: Storyboard) -> Message {
        guard let segue = storyboard.segue(from: scene.id, on: .failed) else {
            return Message("the alarm's own sound would ring instead")
        }
        return segue.to.map { Message("the scene \($0) would follow at once") }
            ?? Message("the ring would end at once")
    }

    private static func fault(inCommand words: [String]) -> Message? {
        guard let path = words.first, !Files.isProgram(path) else { return nil }
        return Message("\(path) is no program that can be run")
    }

    private func fault(inSound sound: String) -> Message? {
        let catalog = SoundCatalog(
            environment: ProcessEnvironment.variables, programPath: ProcessEnvironment.programPath)
        return Self.fault(in: catalog.sound(catalog.word(sound)))
    }

    /// Has a player open the sound that the configuration names, as `--check` does.
    ///
    /// One that is not there is no reason to refuse a configuration: the built-in tone rings instead.
    func soundProblems(_ read: ReadConfiguration) -> [ConfigurationProblem] {
        guard let sound = read.configuration.ring.sound else { return [] }
        guard let fault = fault(inSound: sound) else { return [] }
        return [
            read.problem(
                section: "ring", key: "sound", message: fault,
                remedy: Message("the built-in tone would ring instead"))
        ]
    }

    /// What a player says is wrong with a sound; `nil` where it can be played.
    private static func fault(in sound: Sound) -> Message? {
        var fault: Message?
        do throws(SystemError) {
            let loop = try RunLoop()
            let program = try PlayerProgram(
                folders: PlayerProgram.folders(
                    besideProgram: ProcessEnvironment.programPath ?? "alarmd"),
                environment: ProcessEnvironment.variables.map { "\($0.key)=\($0.value)" })
            let timer = try Timer(on: loop, clock: .monotonic) { _ in
                fault = Message("it could not be read in time: is its disk there?")
                loop.stop()
            }
            let process = try PlayerProcess(running: program, on: loop) { event in
                switch event {
                case .report(.failed(let failure)): fault = failure.words
                case .report(.soundOpen): break
                case .report: return
                case .ended(let reason):
                    fault = fault ?? Message(verbatim: "alarm-player: \(reason)")
                }
                loop.stop()
            }
            try timer.arm(at: Clocks.monotonic + AuditionController.checkTime)
            process.send(.open(sound))
            try loop.run()
            process.kill()
        } catch {
            return Message(verbatim: "\(error)")
        }
        return fault
    }
}
