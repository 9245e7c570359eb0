// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel
package import Platform

/// What was found in a state folder.
package struct LoadedState: Hashable, Sendable {
    /// The book to go on with.
    package var book: AlarmBook

    /// What was damaged and what was done about it, in English; empty where all was well.
    package var problems: [String]

    /// Whether alarms may have been lost: neither generation was whole.
    package var isSalvaged: Bool

    /// What was found damaged before, and nobody has acknowledged yet.
    package var reports: [String] = []

    /// The most reports that are kept: a disk that goes on losing must not fill the state.
    static let reportLimit = 20

    /// All that is to be told until it is acknowledged, the newest last.
    package var allReports: [String] { Array((reports + problems).suffix(Self.reportLimit)) }
}

/// Why the daemon cannot use a state folder.
package enum StateFolderError: Error, Hashable, Sendable {
    /// A newer version's file is there; it is left as it is.
    case newer(file: String, version: Int)
    /// A file is there but cannot be read or set aside.
    case unusable(SystemError)
}

extension StateFolderError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .newer(let file, let version):
            "\(file) is of version \(version), which a newer alarmd wrote; it is left as it is. "
                + "Install that alarmd again, or move the file away to start without alarms"
        case .unusable(let error): "\(error)"
        }
    }
}

/// The folder that the state is kept in, in two generations: `alarms.json`, and the one before it as
/// `alarms.json.1` (design, section 10).
package struct StateFolder: Hashable, Sendable {
    /// The name of the state file.
    package static let fileName = "alarms.json"

    /// The name of the state before it.
    package static let olderFileName = "alarms.json.1"

    /// The name of the copy of the configuration last accepted.
    package static let acceptedFileName = "alarmd.conf.accepted"

    /// The system's folder.
    package static let systemPath = "/var/lib/alarmd"

    /// The folder's path.
    package let path: String

    /// Names a folder, which need not exist.
    package init(path: String) {
        self.path = path
    }

    /// The folder of a user's own daemon (XDG Base Directory Specification); `nil` where the environment names
    /// no home.
    package static func userPath(environment: [String: String]) -> String? {
        StandardFolder.state.path(environment: environment)
    }

    /// The configuration last accepted, for ``ConfigurationReader/read(orAccepted:)``; `nil` where there is
    /// none that can be read.
    package func acceptedConfiguration() -> String? {
        for name in [Self.acceptedFileName, "\(Self.acceptedFileName).1"] {
            guard let bytes = try? FileReader.read("\(path)/\(name)", limit: INI.sizeLimit),
                let text = String(validating: bytes, as: UTF8.self)
            else { continue }
            return text
        }
        return nil
    }

    /// The bytes to write under ``acceptedFileName`` once a configuration is accepted.
    package static func acceptedBytes(_ read: ReadConfiguration) -> [UInt8] {
        Array(
            "# The configuration that alarmd accepted last. It is not read but where the real one cannot be.\n\(read.text)"
                .utf8)
    }

    /// Loads the newest state that is whole.
    ///
    /// A damaged file is set aside under a name of its own; so is one that the disk no longer gives back. Where
    /// that fails too, as on a disk that became read-only, it stays, and the daemon goes on: an alarm that
    /// rings matters more than a file that is kept. With neither generation whole, what is still whole in any
    /// of them is kept. The older generation is only looked at where the newest is not whole.
    ///
    /// - Throws: ``StateFolderError``; a folder in which nothing was stored yet is no error.
    package func load() throws(StateFolderError) -> LoadedState {
        let newest = try read(Self.fileName)
        if case .whole(let book, let reports) = newest {
            return LoadedState(book: book, problems: [], isSalvaged: false, reports: reports)
        }
        let older = try read(Self.olderFileName)
        try refuseNewer(newest, older)
        if case (.absent, .absent) = (newest, older) {
            return LoadedState(book: AlarmBook(), problems: [], isSalvaged: false)
        }
        var problems = [setAside(newest, Self.fileName)]
        if case .whole(let book, let reports) = older {
            problems.append("the state before it was taken: what changed last may be missing")
            return LoadedState(
                book: book, problems: problems, isSalvaged: false, reports: reports)
        }
        let book = StateDocument.salvage([older, newest].compactMap(\.damagedBytes))
        // Written at once, before the last thing to read it from goes: a crash must not make it look as if
        // there had never been an alarm.
        let outcome =
            "neither could be used whole: \(book.alarms.count) alarms could still be read of them; "
            + "check them all with alarmctl list"
        let kept = keep(book, reports: problems + [outcome])
        problems.append(setAside(older, Self.olderFileName))
        problems += [kept].compactMap(\.self)
        problems.append(outcome)
        return LoadedState(book: book, problems: problems, isSalvaged: true)
    }

    /// Stores a salvaged book; returns why it is not stored, or `nil`.
    private func keep(_ book: AlarmBook, reports: [String]) -> String? {
        do throws(SystemError) {
            try Snapshot(
                bytes: StateDocument.encode(book, reports: reports), name: Self.fileName
            ).write(toFolder: Descriptor.openFolder(path))
            return nil
        } catch {
            return "what was read is not stored yet: \(error)"
        }
    }

    private enum Generation {
        case absent
        case whole(AlarmBook, reports: [String])
        case damaged([UInt8], reason: String)
        /// Of a newer version, or whole but for one bit of its version's number.
        case newer(version: Int, [UInt8], isOneBitOff: Bool)

        /// What may still hold something to read; `nil` where there is nothing.
        var damagedBytes: [UInt8]? {
            switch self {
            case .absent, .whole: nil
            case .damaged(let bytes, _), .newer(_, let bytes, _): bytes
            }
        }
    }

    private func read(_ name: String) throws(StateFolderError) -> Generation {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try readAgainIfRefused("\(path)/\(name)")
        } catch  where error.errno == .noSuchFile {
            return .absent
        } catch  where Self.isDamage(error.errno) {
            return .damaged([], reason: "\(error)")
        } catch {
            throw .unusable(error)
        }
        do throws(StateError) {
            let (book, reports) = try StateDocument.decodeAll(bytes)
            return .whole(book, reports: reports)
        } catch {
            switch error {
            case .newer(let version):
                let isOneBitOff = StateDocument.isOneBitOff(version, in: bytes)
                return .newer(version: version, bytes, isOneBitOff: isOneBitOff)
            case .damaged(let reason): return .damaged(bytes, reason: reason)
            }
        }
    }

    /// How often a disk is asked for a file that it does not give.
    private static let readLimit = 3

    /// Reads a file, again where the disk fails: what fails once must not cost a file that is whole.
    private func readAgainIfRefused(_ file: String) throws(SystemError) -> [UInt8] {
        for _ in 1..<Self.readLimit {
            do throws(SystemError) {
                return try FileReader.read(file, limit: StateDocument.sizeLimit)
            } catch  where error.errno == .inputOutput { continue }
        }
        return try FileReader.read(file, limit: StateDocument.sizeLimit)
    }

    /// Whether a file that cannot be read is lost, rather than out of reach for now: a permission that is
    /// missing, or a lack of descriptors, is mended without losing it.
    private static func isDamage(_ errno: Errno) -> Bool {
        [.inputOutput, .isFolder, .invalidArgument, .fileTooLarge].contains(errno)
    }

    /// Refuses a newer version's state.
    ///
    /// A number that one flipped bit would explain, in a file that is whole as one of ours, is damage, unless
    /// both generations have it.
    private func refuseNewer(_ newest: Generation, _ older: Generation) throws(StateFolderError) {
        guard case .newer(let version, _, let isOneBitOff) = newest else {
            guard case .newer(let version, _, false) = older else { return }
            throw .newer(file: "\(path)/\(Self.olderFileName)", version: version)
        }
        if isOneBitOff {
            guard case .newer = older else { return }
        }
        throw .newer(file: "\(path)/\(Self.fileName)", version: version)
    }

    /// Moves a damaged file out of the way, and says so.
    private func setAside(_ generation: Generation, _ name: String) -> String {
        let reason: String
        switch generation {
        case .absent, .whole: return "\(path)/\(name) is missing"
        case .damaged(_, let found): reason = found
        case .newer(let version, _, _): reason = "a bit of its version flipped to \(version)"
        }
        do throws(SystemError) {
            let kept = try Files.setAside(name, inFolder: path)
            return "\(path)/\(name): \(reason); it is kept as \(kept)"
        } catch {
            return "\(path)/\(name): \(reason); \(error)"
        }
    }
}
