// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import Platform

/// Where the configuration comes from: the files, or the copy of what was accepted last.
struct ConfigurationSource {
    let options: Options
    let log: Log

    /// Reads the files as they are; a zone that is not installed is wrong as well, and the machine's holds.
    func read(zones: TimeZones) -> ReadConfiguration {
        var read = ConfigurationReader(path: options.configuration).read()
        if let zone = read.configuration.zone, let fault = zones.fault(in: zone) {
            read.problems.append(
                read.problem(section: "time", key: "zone", message: fault, remedy: nil))
            read.configuration.zone = nil
        }
        return read
    }

    /// Reads the configuration to start with: a bad key has its default, and where a file cannot be read at all
    /// the configuration accepted last holds (design, section 10).
    ///
    /// - Returns: the configuration, and what is to be kept as accepted; `nil` where something was wrong.
    func readAtStart(
        zones: TimeZones, problems: ProblemList
    ) -> (configuration: Configuration, accepted: String?) {
        let read = read(zones: zones)
        guard !read.problems.isEmpty else { return (read.configuration, read.text) }
        for problem in read.problems { log.error("\(problem)") }
        var configuration = read.configuration
        var consequence = "the defaults hold there"
        if read.isUnreadable, let accepted = accepted() {
            configuration = accepted
            consequence = "the configuration accepted last holds"
        }
        let detail = read.problems.map(\.description).joined(separator: "; ")
        problems.add(
            Problem(
                name: "configuration", severity: .warning, detail: "\(detail): \(consequence)",
                remedy: "alarmd --check"))
        return (configuration, nil)
    }

    private func accepted() -> Configuration? {
        let path = "\(options.stateFolder)/\(StateFolder.acceptedFileName)"
        guard let bytes = try? FileReader.read(path, limit: INI.sizeLimit) else { return nil }
        return ConfigurationReader.read(accepted: String(decoding: bytes, as: UTF8.self))
    }
}

extension Configuration {
    /// What the book's decisions rest on.
    func context(zones: TimeZones) -> BookContext {
        BookContext(
            defaults: ring, gap: gap, overlap: overlap, wakeLead: wakeLead
        ) { zones.rules(named: $0) }
    }
}
