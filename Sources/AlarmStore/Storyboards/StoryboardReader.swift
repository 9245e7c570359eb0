// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform

/// Finds the storyboards that have names: files in folders of which the first wins, each read when it is asked for.
package struct StoryboardReader: Hashable, Sendable {
    /// The folders.
    package let folders: [String]

    /// What the name of a storyboard's file ends in.
    package static let ending = ".storyboard"

    /// The machine's own folder.
    package static let systemFolder = "/etc/alarmd/storyboards"

    /// The most bytes of a file.
    private static let sizeLimit = 256 << 10

    /// The most files that are looked at in a folder.
    private static let folderLimit = 1000

    /// Names folders.
    package init(folders: [String]) {
        self.folders = folders
    }

    /// The folder beside the configuration, that of the machine, and those that were installed with the program.
    ///
    /// - Parameters:
    ///   - configuration: The first configuration file.
    ///   - programPath: Where the program is, such as `/usr/local/sbin/alarmd`.
    package init(besideConfiguration configuration: String, programPath: String?) {
        let parts = configuration.split(separator: "/", omittingEmptySubsequences: false)
        let own = (parts.dropLast() + ["storyboards"]).joined(separator: "/")
        // PREFIX/sbin/alarmd belongs to PREFIX/share.
        let prefix = programPath?.split(separator: "/").dropLast(2) ?? []
        let installed = prefix.isEmpty ? [] : ["/" + prefix.joined(separator: "/") + "/share"]
        let shared = (installed + ["/usr/local/share", "/usr/share"]).map {
            "\($0)/alarmd/storyboards"
        }
        var seen: Set<String> = []
        folders = ([own, Self.systemFolder] + shared).filter { seen.insert($0).inserted }
    }

    /// The names of all storyboards, in order.
    package var names: [String] { list().names }

    /// Looks for storyboards.
    ///
    /// - Returns: Their names, in order, and what keeps others from being found: a folder that cannot be read, the name
    ///   of a file that no storyboard can have.
    package func list() -> (names: [String], problems: [ConfigurationProblem]) {
        var names: Set<String> = []
        var problems: [ConfigurationProblem] = []
        for folder in folders {
            let files: [String]
            do throws(SystemError) {
                files = try FileReader.names(inFolder: folder, limit: Self.folderLimit)
            } catch {
                problems += ConfigurationProblem(unlessAbsent: folder, error).map { [$0] } ?? []
                continue
            }
            for file in files where file.hasSuffix(Self.ending) && !file.hasPrefix(".") {
                let name = String(file.dropLast(Self.ending.count))
                guard let fault = Storyboard.fault(inName: name) else {
                    names.insert(name)
                    continue
                }
                // A name that deceives is not shown.
                let shown = ShownText.fault(in: file, limit: 64) == nil ? file : Self.ending
                problems.append(
                    ConfigurationProblem(
                        file: "\(folder)/\(shown)", message: Message("its name \(fault)"),
                        remedy: Message("rename the file")))
            }
        }
        return (names.sorted(), problems)
    }

    /// Reads the storyboard called `name`; `nil` where there is none.
    package func read(_ name: String) -> ReadStoryboard? {
        guard Storyboard.fault(inName: name) == nil else { return nil }
        for folder in folders {
            let path = "\(folder)/\(name)\(Self.ending)"
            do throws(SystemError) {
                let bytes = try FileReader.read(path, limit: Self.sizeLimit)
                if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
                    return ReadStoryboard(
                        name: name, path: path, unreadable: ConfigurationProblem(utf16: path))
                }
                return ReadStoryboard(name: name, path: path, INI(bytes: bytes))
            } catch {
                let problem = ConfigurationProblem(
                    unlessAbsent: path, error, limit: Self.sizeLimit)
                guard let problem else { continue }
                return ReadStoryboard(name: name, path: path, unreadable: problem)
            }
        }
        return nil
    }
}
