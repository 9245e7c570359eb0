// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// A configuration as it was read, and what was wrong with it.
package struct ReadConfiguration: Hashable, Sendable {
    /// The configuration; a key that was wrong has its default, or the value of an earlier file.
    package var configuration: Configuration

    /// What was wrong; empty where all was well.
    package var problems: [ConfigurationProblem]

    /// Whether a file could not be read at all, so that the configuration last accepted is the better one.
    package var isUnreadable: Bool

    /// The files that were read, as one text, each key once: what can be kept as last accepted.
    package var text: String
}

/// Reads the configuration: a file, and then those of the folder beside it named after it, `NAME.d/*.conf`, in
/// the order of their names; a later file's key wins.
package struct ConfigurationReader: Sendable {
    private let path: String

    /// Names the first file, `/etc/alarmd/alarmd.conf` for the system's daemon.
    package init(path: String) {
        self.path = path
    }

    /// Reads all files; those that are absent say nothing.
    package func read() -> ReadConfiguration {
        var result = ReadConfiguration(
            configuration: Configuration(), problems: [], isUnreadable: false, text: "")
        var lines: [String: String] = [:]
        for file in files(&result) {
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try FileReader.read(file, limit: INI.sizeLimit)
            } catch  where error.errno == .noSuchFile {
                continue
            } catch {
                result.problems.append(ConfigurationProblem(file: file, message: "\(error)"))
                result.isUnreadable = true
                continue
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                result.problems.append(
                    ConfigurationProblem(file: file, message: "it is no UTF-8 text"))
                result.isUnreadable = true
                continue
            }
            apply(INI(text), of: file, to: &result, accepted: &lines)
        }
        result.text = Self.text(lines)
        return result
    }

    /// Reads a configuration from text that was accepted before.
    package static func read(accepted text: String) -> Configuration {
        var result = ReadConfiguration(
            configuration: Configuration(), problems: [], isUnreadable: false, text: "")
        var lines: [String: String] = [:]
        ConfigurationReader(path: "").apply(INI(text), of: "", to: &result, accepted: &lines)
        return result.configuration
    }

    private func files(_ result: inout ReadConfiguration) -> [String] {
        let folder = "\(path).d"
        do throws(SystemError) {
            let names = try FileReader.names(inFolder: folder, limit: 1000)
            return [path]
                + names.filter { $0.hasSuffix(".conf") }.sorted().map { "\(folder)/\($0)" }
        } catch  where error.errno == .noSuchFile {
            return [path]
        } catch {
            result.problems.append(ConfigurationProblem(file: folder, message: "\(error)"))
            result.isUnreadable = true
            return [path]
        }
    }

    private func apply(
        _ ini: INI, of file: String, to result: inout ReadConfiguration,
        accepted lines: inout [String: String]
    ) {
        result.problems += ini.faults.map {
            ConfigurationProblem(file: file, line: $0.line, key: $0.key, message: $0.message)
        }
        for entry in ini.entries {
            let key = ConfigurationKey.all.first {
                $0.section == entry.section && $0.name == entry.key
            }
            guard let key else {
                result.problems.append(
                    ConfigurationProblem(
                        file: file, line: entry.line, key: entry.key,
                        message: Self.unknown(entry)))
                continue
            }
            if key.set(entry.value, &result.configuration) {
                lines["\(key.section)\n\(key.name)"] = entry.value
            } else {
                result.problems.append(
                    ConfigurationProblem(
                        file: file, line: entry.line, key: entry.key,
                        message: "\"\(entry.value.prefix(60))\" is not \(key.expected)"))
            }
        }
    }

    private static func unknown(_ entry: INI.Entry) -> String {
        let sections = Set(ConfigurationKey.all.map(\.section))
        guard sections.contains(entry.section) else {
            return "there is no section [\(entry.section.prefix(60))]; "
                + "there are \(sections.sorted().joined(separator: ", "))"
        }
        let names = ConfigurationKey.all.filter { $0.section == entry.section }.map(\.name)
        return "[\(entry.section)] has no such key; it has \(names.joined(separator: ", "))"
    }

    private static func text(_ lines: [String: String]) -> String {
        ConfigurationKey.all.compactMap { key in
            lines["\(key.section)\n\(key.name)"].map { "[\(key.section)]\n\(key.name) = \($0)\n" }
        }.joined()
    }
}
