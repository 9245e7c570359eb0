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

    /// The storyboards of this daemon.
    var storyboards: StoryboardReader {
        StoryboardReader(
            besideConfiguration: options.configuration, programPath: ProcessEnvironment.programPath)
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
