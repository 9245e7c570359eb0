// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import Platform

/// Where the configuration comes from: the files, or the copy of what was accepted last.
struct ConfigurationSource {
    /// The name of the copy, in the state folder.
    static let copyName = "alarmd.conf.accepted"

    let options: Options
    let log: Log

    /// Reads the files as they are.
    func read() -> ReadConfiguration {
        ConfigurationReader(path: options.configuration).read()
    }

    /// Reads the configuration to start with: a bad key has its default, and where a file cannot be read at all
    /// the configuration accepted last holds (design, section 10).
    func readAtStart(problems: ProblemList) -> Configuration {
        let read = read()
        guard !read.problems.isEmpty else {
            keep(read)
            return read.configuration
        }
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
        return configuration
    }

    /// Keeps what was accepted; that it cannot be kept costs nothing now.
    func keep(_ read: ReadConfiguration) {
        do throws(SystemError) {
            let folder = try Descriptor.openFolder(options.stateFolder)
            try Snapshot(bytes: Array(read.text.utf8), name: Self.copyName).write(toFolder: folder)
        } catch {
            log.warning("the configuration is not kept for worse times: \(error)")
        }
    }

    private func accepted() -> Configuration? {
        let path = "\(options.stateFolder)/\(Self.copyName)"
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
