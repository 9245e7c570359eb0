// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform

/// Reads the configuration: a file, and then those of the folder beside it named after it, `NAME.d/*.conf`, in
/// the order of their names; a later file's key wins.
package struct ConfigurationReader: Sendable {
    /// The system's first file.
    package static let systemPath = "/etc/alarmd/alarmd.conf"

    /// The most files that are read of a folder.
    static let folderLimit = 1000

    private let path: String
    private let isRequired: Bool

    /// Names the first file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isRequired: Whether it must be there, since a person named it.
    package init(path: String, isRequired: Bool = false) {
        self.path = path
        self.isRequired = isRequired
    }

    /// The first file of a user's own daemon (XDG Base Directory Specification); `nil` where the environment
    /// names no home.
    package static func userPath(environment: [String: String]) -> String? {
        StandardFolder.configuration.path(environment: environment).map { "\($0)/alarmd.conf" }
    }

    /// Reads all files; those that are absent say nothing.
    package func read() -> ReadConfiguration {
        var result = ReadConfiguration()
        read(path, isRequired: isRequired, into: &result)
        for file in filesBeside(&result) { read(file, isRequired: true, into: &result) }
        result.checkTogether()
        return result
    }

    /// Reads all files, or takes the configuration last accepted where one of them cannot be read.
    ///
    /// - Parameter accepted: What ``StateFolder/acceptedConfiguration()`` gave; `nil` where none was accepted
    ///   yet.
    /// - Returns: What was read, or was accepted, with the problems of what was read.
    package func read(orAccepted accepted: String?) -> ReadConfiguration {
        var result = read()
        guard result.isUnreadable, let accepted else { return result }
        result.configuration = Self.read(accepted: accepted)
        result.isLastAccepted = true
        return result
    }

    /// Reads a configuration from text that was accepted before.
    package static func read(accepted text: String) -> Configuration {
        var result = ReadConfiguration()
        result.take(INI(text), of: "")
        result.checkTogether()
        return result.configuration
    }

    private func read(_ file: String, isRequired: Bool, into result: inout ReadConfiguration) {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileReader.read(file, limit: INI.sizeLimit)
        } catch {
            let isAbsent = error.errno == .noSuchFile && ZoneLink.target(of: file) == nil
            if isAbsent, !isRequired { return }
            var problem = ConfigurationProblem(unreadable: file, error)
            if isAbsent, file == path {
                problem.remedy = Message("make the file, or start alarmd without --config")
            }
            result.problems.append(problem)
            result.isUnreadable = true
            return
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            result.problems.append(ConfigurationProblem(utf16: file))
            result.isUnreadable = true
            return
        }
        result.take(INI(bytes: bytes), of: file)
    }

    /// The files of the folder; one whose name begins with a dot is an editor's.
    private func filesBeside(_ result: inout ReadConfiguration) -> [String] {
        let folder = "\(path).d"
        do throws(SystemError) {
            let names = try FileReader.names(inFolder: folder, limit: Self.folderLimit)
            if names.count == Self.folderLimit {
                result.add(folder, Message("it has more than \(Self.folderLimit) files"))
            }
            return names.filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }
                .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                .map { "\(folder)/\($0)" }
        } catch {
            guard let problem = ConfigurationProblem(unlessAbsent: folder, error) else { return [] }
            result.problems.append(problem)
            result.isUnreadable = true
            return []
        }
    }
}
