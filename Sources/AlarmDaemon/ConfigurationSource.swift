// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import Platform

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
            ? "the configuration accepted last holds" : "the defaults hold there"
        let detail = read.problems.map(\.description).joined(separator: "; ")
        problems.add(
            Problem(
                name: "configuration", severity: .warning, detail: "\(detail): \(consequence)",
                remedy: "alarmd --check"))
        return read
    }

    private func checked(_ read: ReadConfiguration, zones: TimeZones) -> ReadConfiguration {
        guard let zone = read.configuration.zone, let fault = zones.fault(in: zone) else {
            return read
        }
        var read = read
        read.problems.append(
            read.problem(
                section: "time", key: "zone", message: fault,
                remedy: "timedatectl list-timezones lists them"))
        read.configuration.zone = nil
        return read
    }
}

extension Configuration {
    /// What the book's decisions rest on.
    func context(zones: TimeZones) -> BookContext {
        BookContext(
            defaults: ring, gap: gap, overlap: overlap, wakeLead: wakeLead,
            clockWait: clockWait, evidence: .none
        ) { zones.rules(named: $0) }
    }
}
