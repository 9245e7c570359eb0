// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

/// A configuration as it was read, and what was wrong with it.
package struct ReadConfiguration: Hashable, Sendable {
    /// The configuration; a key that was wrong has its default, or the value of an earlier file.
    package var configuration = Configuration()

    /// What was wrong; empty where all was well.
    ///
    /// A reload, and `--check`, refuse a configuration with any.
    package var problems: [ConfigurationProblem] = []

    /// Whether a file could not be read at all, so that the configuration last accepted is the better one.
    package var isUnreadable = false

    /// Whether ``configuration`` is the one last accepted, since a file could not be read.
    package var isLastAccepted = false

    /// Where each key that is set was set, by `SECTION.KEY`.
    var origins: [String: Origin] = [:]

    /// A value and where it stands.
    struct Origin: Hashable, Sendable {
        var file: String
        var line: Int
        var value: String
    }

    /// The keys that are set, as one text, each once: what can be kept as last accepted.
    package var text: String {
        let inputs = ConfigurationKey.inputSections(of: configuration)
        return (ConfigurationKey.all + inputs.flatMap(ConfigurationKey.keys(of:))).compactMap {
            key in
            origins[key.path].map { "[\(key.section)]\n\(key.name) = \($0.value)\n" }
        }.joined()
    }

    /// Makes a problem of a value that only shows to be wrong when it is used, such as a zone that there is
    /// not, with the place where it is set.
    ///
    /// - Parameters:
    ///   - section: The section of a key that is set.
    ///   - key: The key.
    ///   - message: What is wrong and what was expected.
    ///   - remedy: What mends it.
    /// - Returns: The problem.
    package func problem(
        section: String, key: String, message: Message, remedy: Message? = nil
    ) -> ConfigurationProblem {
        let origin = origins["\(section).\(key)"]
        return ConfigurationProblem(
            file: origin?.file ?? "", line: origin?.line, key: key, message: message,
            remedy: remedy)
    }

    mutating func take(_ ini: INI, of file: String) {
        for fault in ini.faults {
            add(file, fault.message, line: fault.line, key: fault.key)
        }
        let known = Set(ConfigurationKey.all.map(\.section)).union(["input NAME"])
        for section in ini.sections where ConfigurationKey.keys(of: section.name).isEmpty {
            add(
                file, Message("there is no section [\(section.name.shortened)]"),
                line: section.line,
                remedy: Self.nearest(section.name, among: known.sorted(), form: { "[\($0)]" }))
        }
        for entry in ini.entries { take(entry, of: file) }
    }

    private mutating func take(_ entry: INI.Entry, of file: String) {
        let keys = ConfigurationKey.keys(of: entry.section)
        // A section that there is not was told about by its own line.
        guard !keys.isEmpty else { return }
        guard let key = keys.first(where: { $0.name == entry.key }) else {
            return add(
                file, Message("[\(entry.section)] has no such key"), line: entry.line,
                key: entry.key,
                remedy: Self.nearest(entry.key, among: keys.map(\.name), form: { $0 }))
        }
        if key.set(entry.value, &configuration) {
            origins[key.path] = Origin(file: file, line: entry.line, value: entry.value)
        } else {
            add(
                file, Message("\"\(entry.value.shortened)\" is not \(key.expected.words)"),
                line: entry.line, key: key.name,
                remedy: key.remedy(for: entry.value))
        }
    }

    /// Looks at what only shows to be wrong in keys together.
    mutating func checkTogether() {
        for input in configuration.inputs where input.device == nil {
            let section = "input \(input.name)"
            let key = ["alarm", "hold", "buttons", "forward", "backward", "device"].first {
                origins["\(section).\($0)"] != nil
            }
            problems.append(
                problem(
                    section: section, key: key ?? "device",
                    message: Message("the input \(input.name.shortened) has no device"),
                    remedy: Message("write device = /dev/input/by-path/… in [\(section.shortened)]")
                ))
        }
        configuration.inputs.removeAll { $0.device == nil }
        guard configuration.mixer.floor > configuration.mixer.ceiling else { return }
        problems.append(
            problem(
                section: "mixer", key: origins["mixer.floor"] == nil ? "ceiling" : "floor",
                message: Message(
                    """
                    the floor (\(configuration.mixer.floor) %) is above the ceiling \
                    (\(configuration.mixer.ceiling) %)
                    """),
                remedy: Message("write a floor of \(configuration.mixer.ceiling) at most")))
        let defaults = Configuration.Mixer()
        (configuration.mixer.floor, configuration.mixer.ceiling) = (
            defaults.floor, defaults.ceiling
        )
        origins["mixer.floor"] = nil
        origins["mixer.ceiling"] = nil
    }

    /// Takes note of a problem; more than a screen of them in one file are noise.
    mutating func add(
        _ file: String, _ message: Message, line: Int? = nil, key: String? = nil,
        remedy: Message? = nil
    ) {
        guard problems.count(where: { $0.file == file }) < INI.faultLimit else { return }
        problems.append(
            ConfigurationProblem(
                file: file, line: line, key: key?.shortened, message: message, remedy: remedy))
    }

    private static func nearest(
        _ word: String, among words: [String], form: (String) -> String
    ) -> Message {
        if let word = nearestWord(to: word, among: words) {
            return Message("did you mean \(form(word))?")
        }
        return Message("there are \(words.map(form).joined(separator: ", "))")
    }
}

extension ConfigurationKey {
    /// `SECTION.KEY`.
    fileprivate var path: String { "\(section).\(name)" }
}
