// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import Platform
internal import PlayerProtocol

/// Where the configuration comes from: the files, or the copy of what was accepted last.
struct ConfigurationSource {
    let options: Options
    let log: Log

    private var reader: ConfigurationReader {
        ConfigurationReader(
            path: options.configuration, isRequired: options.namesConfiguration)
    }

    /// Reads the files as they are; a zone that is not installed is wrong as well, and the machine's holds.
    func read(zones: TimeZones) -> ReadConfiguration { checked(reader.read(), zones: zones) }

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

    /// The storyboards of this daemon.
    var storyboards: StoryboardReader {
        StoryboardReader(
            besideConfiguration: options.configuration, programPath: ProcessEnvironment.programPath)
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
        for name in names {
            guard let read = reader.read(name) else { continue }
            problems += read.problems
            for segue in read.storyboard?.segues ?? [] {
                guard let fault = Self.fault(inCommand: segue.run) else { continue }
                problems.append(
                    read.problem("run", of: "Segue \(segue.id)", message: fault, remedy: nil))
            }
            for scene in read.storyboard?.scenes ?? [] {
                guard let sound = scene.sound, let fault = fault(inSound: sound) else { continue }
                problems.append(
                    read.problem(
                        "sound", of: "Scene \(scene.id)", message: fault,
                        remedy: Self.consequence(of: scene, in: read.storyboard)))
            }
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
    private static func consequence(of scene: Scene, in storyboard: Storyboard?) -> Message {
        guard let segue = storyboard?.segue(from: scene.id, on: .failed) else {
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
                case .report(.failed(let failure)): fault = Message(verbatim: failure.reason)
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

    /// A path as it is meant by who writes it into the configuration: from the home folder, or beside the file.
    private func path(_ name: String) -> String {
        if name.hasPrefix("~/"), let home = ProcessEnvironment.variables["HOME"] {
            return home + name.dropFirst()
        }
        guard !name.hasPrefix("/") else { return name }
        let folder = options.configuration.split(separator: "/", omittingEmptySubsequences: false)
            .dropLast().joined(separator: "/")
        return options.configuration.contains("/") ? "\(folder)/\(name)" : name
    }

    /// Reads the configuration to start with: a bad key has its default, and where a file cannot be read at all
    /// the configuration accepted last holds (design, section 10).
    ///
    /// - Returns: what was read, or was accepted; where something was wrong, the list of problems has it.
    func readAtStart(zones: TimeZones, problems: ProblemList) -> ReadConfiguration {
        let accepted = StateFolder(path: options.stateFolder).acceptedConfiguration()
        let read = checked(reader.read(orAccepted: accepted), zones: zones)
        guard !read.problems.isEmpty else { return read }
        for problem in read.problems { log.error("\(problem)") }
        let consequence =
            read.isLastAccepted
            ? Message("the configuration accepted last holds")
            : Message("the defaults hold there")
        let detail = read.problemText
        problems.add(
            Problem(
                name: "configuration", severity: .warning, detail: "\(detail): \(consequence)",
                remedy: Message(verbatim: "alarmd --check")))
        return read
    }

    private func checked(_ read: ReadConfiguration, zones: TimeZones) -> ReadConfiguration {
        var read = read
        // Whichever file names it, it is looked for beside the first.
        read.configuration.holidays = read.configuration.holidays.map(path)
        guard let zone = read.configuration.zone, let fault = zones.fault(in: zone) else {
            return read
        }
        read.problems.append(
            read.problem(
                section: "time", key: "zone", message: fault,
                remedy: Message("timedatectl list-timezones lists them")))
        read.configuration.zone = nil
        return read
    }
}

extension ReadConfiguration {
    /// The most problems that are told in one line; `alarmd --check` tells all.
    private static let mostTold = 20

    /// All that is wrong, as what a person reads of the daemon.
    var problemText: Message {
        let more = problems.count - Self.mostTold
        return .joined(
            problems.prefix(Self.mostTold).map(\.text)
                + (more > 0 ? [Message("\(more) more")] : []), by: "; ")
    }
}

extension Configuration {
    /// What the book's decisions rest on.
    func context(
        zones: TimeZones, holidays: Holidays, storyboards: Storyboards
    ) -> BookContext {
        BookContext(
            defaults: ring, gap: gap, overlap: overlap, wakeLead: wakeLead,
            clockWait: clockWait, evidence: .none, holidays: { holidays.summary(on: $0) },
            storyboards: { storyboards.storyboard($0) },
            zones: { zones.rules(named: $0) })
    }
}
